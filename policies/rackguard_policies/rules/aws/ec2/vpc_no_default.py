"""Nothing runs in the account's default VPC."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import DEFAULT_SUBNET, DEFAULT_VPC

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(_: Subject) -> Iterator[Verdict]:
    yield Finding("", "isn't adopted: a network of its own is declared")


RULE = Rule(
    id="vpc-no-default",
    title="The account's default VPC and its subnets are never adopted",
    severity="high",
    why="In the default VPC every subnet leads to the internet and gives each machine a public address.",
    fix="Declare a VPC with private subnets; leave the default one empty, or delete it.",
    types=(DEFAULT_VPC, DEFAULT_SUBNET),
    judge=_judge,
    before='DefaultVpc("network")',
    after='Vpc("network", cidr_block="10.40.0.0/16")',
)
