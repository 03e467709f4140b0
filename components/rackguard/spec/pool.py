"""A pool: nodes of one kind, bought in one way."""

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.base import (
    AmiId,
    Amount,
    InstanceTypeName,
    Model,
    MountPath,
    Name,
    OperatingSystem,
    Reference,
    Switch,
    Whole,
    ZoneId,
)
from rackguard.spec.purchase import Commitment, OnDemand, Purchase
from rackguard.spec.software import Software

Label = Annotated[str, StringConstraints(pattern=patterns.LABEL)]


class Nodes(Model):
    """How many nodes."""

    min: Whole = Field(default=0, ge=0, le=1000, description="The fewest nodes that the pool ever has.")
    max: Whole = Field(ge=1, le=1000, description="The most nodes that the pool ever has.")
    desired: Whole | None = Field(
        default=None,
        ge=0,
        le=1000,
        description="Nodes to hold; where absent, a scaled group is never reset by an update.",
    )


class Needs(Model):
    """What the workload needs of the type; the plan fails where the type lacks it."""

    nvlink_gb_s: Amount | None = Field(
        default=None, gt=0, description="NVLink bandwidth of a GPU in GB/s, both directions."
    )
    rdma: Switch = Field(default=False, description="RDMA between GPUs of different nodes.")


class Image(Model):
    """What nodes boot: a Deep Learning AMI, or an image of your own."""

    exactly_one_of: ClassVar = (("dlami", "os"),)

    dlami: OperatingSystem | None = Field(
        default=None, description="Deep Learning Base AMI with the open GPU driver, by its system."
    )
    id: AmiId | None = Field(default=None, description="The image; with `dlami`, what it was resolved to.")
    os: OperatingSystem | None = Field(default=None, description="System of an image of your own.")

    @property
    def operating_system(self) -> OperatingSystem:
        """The system, however it was given."""
        system = self.dlami or self.os
        assert system is not None  # the model's validator
        return system


class Volume(Model):
    """An EBS volume, always encrypted with the cluster's key."""

    size_gib: Whole = Field(default=200, ge=1, le=65536, description="Size in GiB.")
    type: Literal["gp3", "io2"] = Field(default="gp3", description="Volume type.")
    iops: Whole | None = Field(
        default=None, ge=100, le=256000, description="Provisioned IOPS; gp3's 3,000 where absent."
    )
    throughput_mib_s: Whole | None = Field(
        default=None, ge=125, le=2000, description="Throughput of gp3 in MiB/s; 125 where absent."
    )


class DataVolume(Volume):
    """A further volume with a file system, gone with its node."""

    mount: MountPath = Field(description="Where it is mounted.")


class Pool(Model):
    """Nodes of one kind, bought in one way."""

    exactly_one_of: ClassVar = (("instance_type", "instance_types"), ("zone_id", "zone_ids"))

    like: Reference | None = Field(
        default=None, description="Another pool: what isn't given here is taken from it, key by key."
    )
    renamed_from: tuple[Name, ...] = Field(
        default=(),
        max_length=20,
        description="Names that the pool had, the first one first: it keeps its nodes, and its first name in AWS. Each"
        " stays here as long as the pool lives; `like` doesn't take it over.",
    )
    instance_type: InstanceTypeName | None = Field(default=None, description="One type: `p5.48xlarge`.")
    instance_types: tuple[InstanceTypeName, ...] | None = Field(
        default=None, min_length=1, description="Several types, best first, for a spot pool without EFA."
    )
    zone_id: ZoneId | None = Field(default=None, description="One zone: `use2-az1`.")
    zone_ids: tuple[ZoneId, ...] | None = Field(
        default=None, min_length=1, description="Several zones, for loosely coupled nodes."
    )
    nodes: Nodes = Field(description="How many.")
    purchase: Purchase = Field(
        default_factory=lambda: Purchase.model_construct(on_demand=OnDemand.model_construct()),
        description="How they are bought; on-demand by default.",
    )
    commitment: Commitment | None = Field(default=None, description="An agreement that lowers the price.")
    needs: Needs = Field(default_factory=Needs.model_construct, description="What the workload needs of the type.")
    placement: Literal["auto", "cluster", "spread", "partition", "none"] = Field(
        default="auto", description="Placement group; `auto`: a cluster group for EFA pools that may have one."
    )
    partition_count: Whole | None = Field(default=None, ge=1, le=7, description="Partitions of a partition group.")
    efa: Literal["auto", "on", "off"] = Field(
        default="auto",
        description="Elastic Fabric Adapter; `auto`: where one type supports it and more than one node can run."
        ' Quote "on" and "off".',
    )
    network_layout: Literal["single_address", "max_ip_bandwidth"] = Field(
        default="single_address",
        description="One IP address a node, or ENA interfaces on more cards for more IP bandwidth.",
    )
    image: Image = Field(
        default_factory=lambda: Image.model_construct(dlami="ubuntu-24.04"), description="What nodes boot."
    )
    software: Software | None = Field(
        default=None, description="What runs on the nodes: checked against their GPUs and driver. Nothing is installed."
    )
    rollout: Literal["manual", "rolling"] = Field(
        default="manual",
        description="A changed template reaches running nodes when you replace them, or one by one by itself.",
    )
    root: Volume = Field(default_factory=Volume.model_construct, description="Root volume.")
    data_volumes: tuple[DataVolume, ...] = Field(default=(), max_length=15, description="Further volumes.")
    local_nvme: Literal["raid0", "none"] = Field(
        default="none", description="Local NVMe as one file system under /local, or left alone."
    )
    mounts: tuple[Reference, ...] = Field(
        default=(), description="Names under `storage` to use: file systems are mounted, buckets read and written."
    )
    containers: Switch = Field(
        default=False, description="Containers need instance metadata: hop limit 2 instead of 1."
    )
    user_data: Annotated[str, AfterValidator(patterns.check_script)] | None = Field(
        default=None, description="A script of yours, run last at the first boot."
    )
    labels: dict[Label, Label] = Field(
        default_factory=dict, description="Labels of the pool's nodes, as tags `label:…`."
    )

    @property
    def types(self) -> tuple[str, ...]:
        """The instance types, best first."""
        return self.instance_types or ((self.instance_type,) if self.instance_type else ())

    @property
    def zones(self) -> tuple[str, ...]:
        """The zone ids."""
        return self.zone_ids or ((self.zone_id,) if self.zone_id else ())
