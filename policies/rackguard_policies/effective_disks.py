"""Disks as they will be: the mappings that are EBS volumes, and what the account's defaults add."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rackguard_policies.types import DEFAULT_ENCRYPTION, DEFAULT_KEY
from rackguard_policies.values import Leaf, leaf, leaves, truth

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject

ROOT_DEVICES = ("/dev/sda1", "/dev/xvda")
"""The root device's names: of Ubuntu and most others, and of Amazon Linux."""


def template_disks(key: str) -> Callable[[Any], Iterator[Leaf]]:
    """`ebs.key` of each mapping of a launch template; instance stores and devices that are left out have none."""

    def places(inputs: Any) -> Iterator[Leaf]:
        for mapping in leaves(inputs, "blockDeviceMappings[*]"):
            if mapping.absent:
                continue
            if mapping.unknown:
                yield mapping
            elif _is_volume(mapping.value):
                found = leaf(mapping.value, f"ebs.{key}")
                yield Leaf(f"{mapping.path}.{found.path}", found.value)

    return places


def encrypted_by_default(subject: Subject) -> bool:
    """True where the stack switches on default encryption for the region of the resource: no new disk is without."""
    found = subject.graph.of_type(DEFAULT_ENCRYPTION)
    return any(_same_place(subject, each) and _on(each.inputs) for each in found if not each.external)


def own_key_by_default(subject: Subject) -> bool:
    """True where the stack also names the key that disks get without being asked."""
    keys = (each for each in subject.graph.of_type(DEFAULT_KEY) if not each.external)
    return encrypted_by_default(subject) and any(_same_place(subject, each) for each in keys)


def _is_volume(mapping: Any) -> bool:
    return all(leaf(mapping, key).absent or leaf(mapping, key).value == "" for key in ("virtualName", "noDevice"))


def _on(inputs: Any) -> bool:
    enabled = leaf(inputs, "enabled")
    return enabled.absent or truth(enabled.value) is True


def _same_place(subject: Subject, other: Any) -> bool:
    mine = subject.resource
    return (mine.provider, mine.inputs.get("region")) == (other.provider, other.inputs.get("region"))
