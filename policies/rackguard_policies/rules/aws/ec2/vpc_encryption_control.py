"""Traffic inside the VPC is encrypted by its hardware."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import VPC_ENCRYPTION_CONTROL
from rackguard_policies.vocabulary import both, every

# Gateways to the outside can't be held to it, and EFS is mounted over TLS.
EXCLUSIONS = ("lambdaExclusion", "virtualPrivateGatewayExclusion", "vpcLatticeExclusion", "vpcPeeringExclusion")

RULE = Rule(
    id="vpc-encryption-control",
    title="Where a VPC has encryption control, it enforces it, and excludes gateways and EFS at most",
    severity="medium",
    why="Monitoring alone lets machines in whose traffic to each other isn't encrypted by their hardware.",
    fix='Set mode to "enforce"; leave Lambda, private gateways, Lattice and peering without an exclusion.',
    types=(VPC_ENCRYPTION_CONTROL,),
    judge=both(
        every("mode").must_be("enforce"),
        *(every(exclusion).fine_if_absent().must_be("disable") for exclusion in EXCLUSIONS),
    ),
    before='VpcEncryptionControl("encryption", vpc_id=vpc.id, mode="monitor")',
    after='VpcEncryptionControl("encryption", vpc_id=vpc.id, mode="enforce")',
)
