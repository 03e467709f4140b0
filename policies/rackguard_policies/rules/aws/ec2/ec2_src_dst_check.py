"""Instances only take traffic of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.nodes import ROUTED, is_router
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject


def _router(subject: Subject) -> str:
    return ROUTED if is_router(subject) else ""


RULE = Rule(
    id="ec2-src-dst-check",
    title="The source and destination check is on, but for routers",
    severity="medium",
    why="Without it an instance can pass on, or pretend, other machines' traffic.",
    fix="Leave source_dest_check out, or let a route of the stack lead to the instance if it is a router.",
    types=INSTANCES,
    judge=every("sourceDestCheck").fine_if_absent().unless(_router).must_be_on(),
    before='Instance("i", source_dest_check=False)',
    after='Instance("i")',
)
