"""Machines that are declared one by one, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import gone, put
from tests.policies.mutations.mutation import Also, Mutation

from rackguard.graph.resource import UNKNOWN

row = partial(Mutation, stack="workstations")
OUTSIDE = ("lambda", "virtualPrivateGateway", "vpcLattice", "vpcPeering")


ROWS = (
    row("ec2-ebs-optimized", "archive", gone("ebsOptimized")),
    row("ec2-ebs-optimized", "archive", put("ebsOptimized", False)),
    row("ec2-tenancy", "archive", gone("tenancy")),
    row("ec2-tenancy", "notebook", put("tenancy", "default")),
    row("eni-explicit-sg", "notebook-interface", gone("securityGroups")),
    row("eni-explicit-sg", "notebook-interface", put("sourceDestCheck", False)),
    row(
        "eni-explicit-sg",
        "notebook-interface",
        put("securityGroups", [UNKNOWN], "vpc-default"),
        also=(Also("stk-sg-effective", "nothing of a VPC's default group is followed", "unproven: securityGroups[0]"),),
    ),
    row("keypair-absent", "ana", put("publicKey", "ssh-dss AAAAB3NzaC1kc3M= ana")),
    row("nacl-no-world", "border", put("ingress[1].action", "allow"), path="ingress[1].cidrBlock"),
    row("nacl-no-world", "border", put("ingress[2].protocol", "udp"), path="ingress[3].cidrBlock"),
    row("nacl-no-world", "offices", put("cidrBlock", "0.0.0.0/0")),
    row(
        "stk-public-ip-effective",
        "private-a",
        put("mapPublicIpOnLaunch", True),
        on="archive",
        path="subnetId",
        also=(Also("subnet-no-auto-public-ip", "every subnet is held to it", "mapPublicIpOnLaunch", "private-a"),),
    ),
    row(
        "stk-public-ip-effective",
        "archive",
        gone("subnetId"),
        also=(Also("ec2-in-vpc-subnet", "an instance without a subnet is in the default VPC"),),
    ),
    row("vpc-encryption-control", "encryption", put("mode", "monitor")),
    row("vpc-encryption-control", "encryption", gone("mode")),
    *(row("vpc-encryption-control", "encryption", put(f"{of}Exclusion", "enable")) for of in OUTSIDE),
)
