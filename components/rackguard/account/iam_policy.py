"""The least policy for what is asked of an account."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_LAUNCH = "ec2:RunInstances"
"""Its permission allows more than asking: AWS has no condition that allows a dry run alone."""
_TAG = "ec2:CreateTags"


def policy(actions: Iterable[str]) -> dict[str, Any]:
    """A document of IAM that allows these actions, and no more than they need.

    Of reads everything, as most of them can't be held to less. What its holder could also do something with is a
    statement by itself, to be left out with a cut: launching, and tagging what is launched.
    """
    wanted = {*actions}
    reads = sorted(wanted - {_LAUNCH, _TAG})
    statements = [_statement("Ask", reads)] if reads else []
    if _LAUNCH in wanted:
        statements.append(_statement("LaunchDryRun", [_LAUNCH]))
    if _TAG in wanted:
        while_launching = {"StringEquals": {"ec2:CreateAction": "RunInstances"}}
        statements.append({**_statement("TagDryRun", [_TAG]), "Condition": while_launching})
    return {"Version": "2012-10-17", "Statement": statements}


def _statement(sid: str, actions: list[str]) -> dict[str, Any]:
    return {"Sid": sid, "Effect": "Allow", "Action": actions, "Resource": "*"}
