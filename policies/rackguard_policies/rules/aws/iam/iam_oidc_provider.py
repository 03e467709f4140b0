"""Federations name their audiences."""

from __future__ import annotations

from typing import Any

from rackguard_policies.rule import Rule
from rackguard_policies.types import OIDC_PROVIDER
from rackguard_policies.vocabulary import both, every


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and not set(value) & set("*?")


RULE = Rule(
    id="iam-oidc-provider",
    title="An OpenID Connect provider lists its audiences by name",
    severity="medium",
    why="A token that was made for another service would be taken for one made for AWS.",
    fix='Set client_id_lists: ["sts.amazonaws.com"].',
    types=(OIDC_PROVIDER,),
    judge=both(
        every("clientIdLists").must_be_set(), every("clientIdLists[*]").if_any().must(_is_name, "is one audience")
    ),
    before='OpenIdConnectProvider("github", url=url, client_id_lists=["*"])',
    after='OpenIdConnectProvider("github", url=url, client_id_lists=["sts.amazonaws.com"])',
)
