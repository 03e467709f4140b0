"""The network of a cluster: a new VPC, or an existing one."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.base import Cidr, Model, Switch, ZoneId

Endpoint = Literal[
    "s3", "autoscaling", "ec2", "ec2messages", "ecr.api", "ecr.dkr", "elasticfilesystem", "fsx", "kms", "logs",
    "monitoring", "secretsmanager", "ssm", "ssmmessages", "sts",
]  # fmt: skip
"""AWS services with a VPC endpoint; S3's is a gateway without charge, the others are interfaces."""


class ExistingSubnet(Model):
    """A subnet that is already there."""

    id: Annotated[str, StringConstraints(pattern=patterns.SUBNET_ID)] = Field(description="`subnet-…`")
    zone_id: ZoneId = Field(description="The subnet's zone id.")
    cidr: Cidr | None = Field(default=None, description="Its range, to check that every interface fits.")
    public: Switch = Field(default=False, description="True where its route goes to an internet gateway.")


class ExistingVpc(Model):
    """A VPC that is already there; nothing of it is changed."""

    vpc_id: Annotated[str, StringConstraints(pattern=patterns.VPC_ID)] = Field(description="`vpc-…`")
    cidr: Cidr | None = Field(default=None, description="Its range.")
    subnets: tuple[ExistingSubnet, ...] = Field(
        min_length=1, description="Subnets for nodes, one a zone, and public ones."
    )


class Network(Model):
    """A new VPC (`cidr`) or an existing one (`existing`)."""

    exactly_one_of: ClassVar = (("cidr", "existing"),)

    cidr: Cidr | None = Field(
        default=None, description="Range of the new VPC: `10.40.0.0/16`. Changing it replaces the VPC."
    )
    existing: ExistingVpc | None = Field(default=None, description="Use this VPC instead of a new one.")
    nat: Literal["one", "per_zone", "none"] = Field(
        default="one", description="NAT gateways: one, one in every zone, or none (then nodes need endpoints)."
    )
    nat_zone_id: ZoneId | None = Field(
        default=None,
        description="Zone of the only NAT gateway (`nat: one`), one that the cluster uses; by default the first zone of"
        " the pool whose name comes first. Changing it moves the way out of running nodes.",
    )
    endpoints: tuple[Endpoint, ...] = Field(
        default=("s3",), description="VPC endpoints; the S3 gateway is always there."
    )
    peered_cidrs: tuple[Cidr, ...] = Field(default=(), description="Ranges reached by peering, which must not overlap.")
