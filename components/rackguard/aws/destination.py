"""Where a component is deployed to: the account and the region of its provider, against those that it declares."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import pulumi

from rackguard.aws import lookups

if TYPE_CHECKING:
    from collections.abc import Callable


def hold_to(component: str, account_id: str, region: str, owner: pulumi.Resource) -> None:
    """End the deployment, and its preview, where the provider that `owner` uses is of another account or region.

    It's no input of anything: what it would hold up is planned offline, where nobody knows the answer.
    """
    opts = pulumi.InvokeOutputOptions(parent=owner)
    account = same(account_id, lambda found: _other_account(component, account_id, found))
    place = same(region, lambda found: _other_region(component, region, found))
    _CHECKS[owner] = lookups.caller_account(opts).apply(account), lookups.provider_region(opts).apply(place)


_CHECKS: WeakKeyDictionary[pulumi.Resource, tuple[pulumi.Output[str], ...]] = WeakKeyDictionary()


async def held(owner: pulumi.Resource) -> None:
    """Wait for what `owner` is held to: a program ends with a check that fails, a plugin goes on without it.

    Raises:
        RunError: where its provider is of another account or region.
    """
    for check in _CHECKS.get(owner, ()):
        await check.future()


def same(declared: str, words: Callable[[str], str]) -> Callable[[str], str]:
    """A check that gives out what it finds, and ends the deployment with `words` of it where it isn't `declared`."""

    def compare(found: str) -> str:
        if found != declared:
            raise pulumi.RunError(words(found))
        return found

    return compare


def _other_account(component: str, declared: str, found: str) -> str:
    return (
        f"{component}: the credentials belong to account {found}; its `account_id` is {declared}.\n"
        f"  → Use credentials of {declared}, or change `account_id`."
    )


def _other_region(component: str, declared: str, found: str) -> str:
    return (
        f"{component}: its provider is of the region {found}; its `region` is {declared}.\n"
        f"  → Set `aws:region` to {declared}, give it a provider of that region, or change `region`."
    )
