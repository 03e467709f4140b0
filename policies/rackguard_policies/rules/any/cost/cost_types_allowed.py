"""Machines are of types that are allowed."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.types import GROUP, INSTANCES, LAUNCH_CONFIGURATION, LAUNCH_TEMPLATE, RESERVATION
from rackguard_policies.values import leaves, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

PATHS = ("instanceType", "mixedInstancesPolicy.launchTemplate.overrides[*].instanceType")


def _judge(subject: Subject) -> Iterator[Verdict]:
    allowed = subject.parameters["types"]
    if not allowed:
        yield NotApplicable("no types are listed")
        return
    wanted = f"is one of {', '.join(allowed)}"
    for place in (place for path in PATHS for place in leaves(subject.resource.inputs, path)):
        if place.unknown:
            yield Unproven(place.path, wanted)
        elif not place.absent and not any(fnmatchcase(str(place.value), pattern) for pattern in allowed):
            yield Finding(place.path, wanted, seen(place.value))


RULE = Rule(
    id="cost-types-allowed",
    title="Machines are of the types that are allowed, where types are listed",
    severity="medium",
    why="The largest types cost a hundred dollars an hour; one typed by mistake runs until somebody looks.",
    fix="Choose an instance_type that the parameter types allows, or add this one to it.",
    types=(*INSTANCES, LAUNCH_TEMPLATE, LAUNCH_CONFIGURATION, GROUP, RESERVATION),
    judge=_judge,
    parameters={
        "types": Parameter(
            [],
            {"type": "array", "items": {"type": "string", "minLength": 1}},
            "types that are allowed, `*` and `?` standing for others; none: any type",
        )
    },
    before='LaunchTemplate("train", instance_type="p5en.48xlarge")',
    after='LaunchTemplate("train", instance_type="g6e.12xlarge")',
)
