"""Enough GPU-hours, and not too many, are bought as spot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.cost_facts import SPOT
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

_PERCENT = {"type": "number", "minimum": 0, "maximum": 100}


def _judge(subject: Subject) -> Iterator[Verdict]:
    least, most = subject.parameters["least_percent"], subject.parameters["most_percent"]
    wanted = f"{least:g} to {most:g} % of GPU-hours are spot"
    if least <= 0 and most >= 100:
        yield NotApplicable("any share is allowed")
    elif subject.cost is None:
        yield Unproven("", wanted)
    elif not (total := subject.cost.gpu_hours()):
        yield NotApplicable("the stack has no GPUs")
    elif not least <= (share := 100 * subject.cost.gpu_hours(purchase=SPOT) / total) <= most:
        yield Finding("", wanted, f"{share:.0f} %")


RULE = Rule(
    id="cost-spot-share",
    title="The share of GPU-hours that are bought as spot is as agreed, where one is agreed",
    severity="low",
    why="Spot costs less and may be taken away at two minutes' notice; how much of it a team takes is a decision "
    "of its own.",
    fix="Change the purchase of pools to spot or from it, or their nodes.max, until the share is within "
    "least_percent and most_percent.",
    types=(),
    judge=_judge,
    parameters={
        "least_percent": Parameter(0, _PERCENT, "percent of GPU-hours that must be spot, everything scaled out"),
        "most_percent": Parameter(100, _PERCENT, "percent of GPU-hours that may be spot, everything scaled out"),
    },
    before='{"pools": {"eval": {"purchase": {"on_demand": {}}, ...}}}',
    after='{"pools": {"eval": {"purchase": {"spot": {"checkpoint": "checkpoints"}}, ...}}}',
)
