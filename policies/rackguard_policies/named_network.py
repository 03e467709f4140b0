"""Whether a machine says where in the network it is, and doesn't fall back on what every account has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Judge, NotApplicable, Unproven
from rackguard_policies.values import leaf, leaves, seen
from rackguard_policies.vocabulary import is_given

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

INTERFACES = ("networkInterfaces[*].networkInterfaceId", "primaryNetworkInterface.networkInterfaceId")
"""Interfaces that were made before the instance, and have a subnet and groups of their own."""


def named(key: str, default: str, instead: tuple[str, ...] = INTERFACES) -> Judge:
    """`key` is given, and none of it comes from a resource of type `default`; or one of `instead` is given."""

    def judge(subject: Subject) -> Iterator[Verdict]:
        resource = subject.resource
        place = leaf(resource.inputs, key)
        if any(subject.graph.sources(resource, key, default)):
            yield Finding(key, "is one of your own, not the default one")
        elif (given := is_given(subject, place)) is None:
            yield Unproven(key, "is set")
        elif not given:
            others = [is_given(subject, each) for path in instead for each in leaves(resource.inputs, path)]
            if any(others):
                yield NotApplicable("an interface of its own says it")
            else:
                yield Finding(key, "is set", seen(place.value))

    return judge
