"""Arguments in the shape of `rackguard.spec.network`. Written by docs/arguments.py: don't edit."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from pulumi import Input


class ExistingSubnetSpec(TypedDict):
    """A subnet that is already there."""

    id: Input[str]
    """`subnet-…` The id of a subnet: `subnet-0123456789abcdef0`."""

    zone_id: str
    """The subnet's zone id. A zone id such as `use2-az1` (not a zone name such as `us-east-2a`, which differs from
    account to account)."""

    cidr: NotRequired[str]
    """Its range, to check that every interface fits. An IPv4 network such as `10.40.0.0/16`; default none."""

    public: NotRequired[bool]
    """True where its route goes to an internet gateway. `true` or `false`; default `false`."""


class ExistingVpcSpec(TypedDict):
    """A VPC that is already there; nothing of it is changed."""

    vpc_id: Input[str]
    """`vpc-…` The id of a VPC: `vpc-0123456789abcdef0`."""

    cidr: NotRequired[str]
    """Its range. An IPv4 network such as `10.40.0.0/16`; default none."""

    subnets: Sequence[ExistingSubnetSpec]
    """Subnets for nodes, one a zone, and public ones."""


class NetworkSpec(TypedDict):
    """A new VPC (`cidr`) or an existing one (`existing`).

    Exactly one of `cidr`, `existing`.
    """

    cidr: NotRequired[str]
    """Range of the new VPC: `10.40.0.0/16`. Changing it replaces the VPC. An IPv4 network such as
    `10.40.0.0/16`."""

    existing: NotRequired[ExistingVpcSpec]
    """Use this VPC instead of a new one."""

    nat: NotRequired[str]
    """NAT gateways: one, one in every zone, or none (then nodes need endpoints). `one`, `per_zone` or `none`;
    default `one`."""

    nat_zone_id: NotRequired[str]
    """Zone of the only NAT gateway (`nat: one`), one that the cluster uses; by default the first zone of the pool
    whose name comes first. Changing it moves the way out of running nodes. A zone id such as `use2-az1` (not a zone
    name such as `us-east-2a`, which differs from account to account); default none."""

    endpoints: NotRequired[Sequence[str]]
    """VPC endpoints; the S3 gateway is always there. List of: `s3`, `autoscaling`, `ec2`, `ec2messages`, `ecr.api`,
    `ecr.dkr`, `elasticfilesystem`, `fsx`, `kms`, `logs`, `monitoring`, `secretsmanager`, `ssm`, `ssmmessages` or
    `sts`; default `[s3]`."""

    peered_cidrs: NotRequired[Sequence[str]]
    """Ranges reached by peering, which must not overlap. List of: an IPv4 network such as `10.40.0.0/16`; default
    none."""
