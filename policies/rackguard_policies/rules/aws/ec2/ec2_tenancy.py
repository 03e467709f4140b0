"""Instances have the tenancy that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.launch_templates import with_template
from rackguard_policies.rule import NotApplicable, Parameter, Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    if not (wanted := subject.parameters["tenancy"]):
        yield NotApplicable("no tenancy is asked for")
        return
    yield from with_template(every("tenancy").must_be(wanted), "tenancy", "placement.tenancy")(subject)


RULE = Rule(
    id="ec2-tenancy",
    title="An instance has the tenancy that the isolation of its data asks for",
    severity="low",
    why="On shared hardware other customers' machines run beside it, where a contract rules that out.",
    fix="Set tenancy to the one that the parameter tenancy names.",
    types=INSTANCES,
    judge=_judge,
    parameters={
        "tenancy": Parameter("", {"enum": ["", "dedicated", "host"]}, "the tenancy that is asked for; empty: any")
    },
    before='Instance("i", tenancy="default")',
    after='Instance("i", tenancy="dedicated")',
)
