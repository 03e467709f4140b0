"""One policy that looks at every property of every resource and finds nothing: the least that any pack can take."""

from __future__ import annotations

from typing import Any

from pulumi_policy import EnforcementLevel, PolicyPack, ReportViolation, StackValidationArgs, StackValidationPolicy


def _walk(value: Any) -> None:
    if isinstance(value, dict):
        for item in value.values():
            _walk(item)
    elif isinstance(value, list):
        for item in value:
            _walk(item)


def _validate(args: StackValidationArgs, _: ReportViolation) -> None:
    for resource in args.resources:
        for value in resource.props.values():
            _walk(value)


PolicyPack(
    "walking",
    policies=[StackValidationPolicy("walk", "Looks at everything and finds nothing", _validate)],
    enforcement_level=EnforcementLevel.MANDATORY,
)
