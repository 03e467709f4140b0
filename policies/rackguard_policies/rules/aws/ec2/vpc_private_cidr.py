"""A VPC's addresses are private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard_policies.address_range import is_public, network
from rackguard_policies.rule import Rule
from rackguard_policies.types import VPC, VPC_RANGE
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject


def _private(value: Any) -> bool:
    given = network(value)
    return given is not None and not is_public(given)


def _from_a_pool(subject: Subject) -> str:
    inputs = subject.resource.inputs
    pool = not leaf(inputs, "ipv4IpamPoolId").absent and leaf(inputs, "cidrBlock").absent
    return "an address pool gives its range" if pool else ""


RULE = Rule(
    id="vpc-private-cidr",
    title="The VPC's ranges are private address space",
    severity="medium",
    why="Public addresses used inside collide with their owners: traffic meant for them stays in, or the reverse.",
    fix="Take a range from 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 or 100.64.0.0/10.",
    types=(VPC, VPC_RANGE),
    judge=every("cidrBlock").unless(_from_a_pool).must(_private, "is a private range"),
    before='Vpc("network", cidr_block="11.0.0.0/16")',
    after='Vpc("network", cidr_block="10.40.0.0/16")',
)
