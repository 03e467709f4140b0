"""What a group's nodes are made from beside the stack's own launch templates: others', and launch configurations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard_policies.launch_templates import elsewhere
from rackguard_policies.rule import Finding, Judge, Unproven
from rackguard_policies.types import LAUNCH_CONFIGURATION
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict


def configurations(subject: Subject) -> tuple[Resource, ...]:
    """The stack's launch configuration that a group names, if any."""
    named = leaf(subject.resource.inputs, "launchConfiguration")
    found = subject.graph.sources(subject.resource, "launchConfiguration", LAUNCH_CONFIGURATION)
    if not found and isinstance(named.value, str):
        found = subject.graph.with_text(LAUNCH_CONFIGURATION, "name", named.value)
    return () if named.absent else tuple(each for each in found if not each.external)


def not_seen(subject: Subject, rule: str) -> Iterator[Verdict]:
    """What nodes are made from and the stack doesn't declare: nothing proves what `rule` asks of it."""
    for reference in elsewhere(subject.graph, subject.resource):
        yield Unproven(reference.path, f"is a launch template of this stack, which {rule} judges")
    if _has_configuration_elsewhere(subject):
        yield Unproven("launchConfiguration", "is declared in this stack, to be judged")


def is_seen(subject: Subject) -> bool:
    """True where the stack declares all that nodes are made from."""
    return not elsewhere(subject.graph, subject.resource) and not _has_configuration_elsewhere(subject)


def _has_configuration_elsewhere(subject: Subject) -> bool:
    named = leaf(subject.resource.inputs, "launchConfiguration")
    return not named.absent and named.value != "" and not configurations(subject)


def judged_at(subject: Subject, resource: Resource, judge: Judge) -> Iterator[Verdict]:
    """`judge` of another resource, whose properties the findings name."""
    for verdict in judge(replace(subject, resource=resource)):
        if isinstance(verdict, (Finding, Unproven)):
            yield replace(verdict, urn=resource.urn)
