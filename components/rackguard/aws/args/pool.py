"""Arguments in the shape of `rackguard.spec.pool`. Written by docs/arguments.py: don't edit."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from rackguard.aws.args.purchase import CommitmentSpec, PurchaseSpec
from rackguard.aws.args.software import SoftwareSpec


class NodesSpec(TypedDict):
    """How many nodes."""

    min: NotRequired[int]
    """The fewest nodes that the pool ever has. Whole number, 0 or more, 1,000 at most; default `0`."""

    max: int
    """The most nodes that the pool ever has. Whole number, 1 or more, 1,000 at most."""

    desired: NotRequired[int]
    """Nodes to hold; where absent, a scaled group is never reset by an update. Whole number, 0 or more, 1,000 at
    most; default none."""


class NeedsSpec(TypedDict):
    """What the workload needs of the type; the plan fails where the type lacks it."""

    nvlink_gb_s: NotRequired[float]
    """NVLink bandwidth of a GPU in GB/s, both directions. Number, more than 0; default none."""

    rdma: NotRequired[bool]
    """RDMA between GPUs of different nodes. `true` or `false`; default `false`."""


class ImageSpec(TypedDict):
    """What nodes boot: a Deep Learning AMI, or an image of your own.

    Exactly one of `dlami`, `os`.
    """

    dlami: NotRequired[str]
    """Deep Learning Base AMI with the open GPU driver, by its system. `ubuntu-22.04`, `ubuntu-24.04` or
    `amazon-linux-2023`."""

    id: NotRequired[str]
    """The image; with `dlami`, what it was resolved to. The id of an image: `ami-0123456789abcdef0`; default
    none."""

    os: NotRequired[str]
    """System of an image of your own. `ubuntu-22.04`, `ubuntu-24.04` or `amazon-linux-2023`."""


class VolumeSpec(TypedDict):
    """An EBS volume, always encrypted with the cluster's key."""

    size_gib: NotRequired[int]
    """Size in GiB. Whole number, 1 or more, 65,536 at most; default `200`."""

    type: NotRequired[str]
    """Volume type. `gp3` or `io2`; default `gp3`."""

    iops: NotRequired[int]
    """Provisioned IOPS; gp3's 3,000 where absent. Whole number, 100 or more, 256,000 at most; default none."""

    throughput_mib_s: NotRequired[int]
    """Throughput of gp3 in MiB/s; 125 where absent. Whole number, 125 or more, 2,000 at most; default none."""


class DataVolumeSpec(TypedDict):
    """A further volume with a file system, gone with its node."""

    size_gib: NotRequired[int]
    """Size in GiB. Whole number, 1 or more, 65,536 at most; default `200`."""

    type: NotRequired[str]
    """Volume type. `gp3` or `io2`; default `gp3`."""

    iops: NotRequired[int]
    """Provisioned IOPS; gp3's 3,000 where absent. Whole number, 100 or more, 256,000 at most; default none."""

    throughput_mib_s: NotRequired[int]
    """Throughput of gp3 in MiB/s; 125 where absent. Whole number, 125 or more, 2,000 at most; default none."""

    mount: str
    """Where it is mounted. An absolute path of letters, digits, `.`, `_` and `-`, no part of it starting with a dot
    and without a slash at the end: `/fsx`."""


class PoolSpec(TypedDict):
    """Nodes of one kind, bought in one way.

    Exactly one of `instance_type`, `instance_types`. Exactly one of `zone_id`, `zone_ids`.
    """

    like: NotRequired[str]
    """Another pool: what isn't given here is taken from it, key by key. A name; default none."""

    renamed_from: NotRequired[Sequence[str]]
    """Names that the pool had, the first one first: it keeps its nodes, and its first name in AWS. Each stays here
    as long as the pool lives; `like` doesn't take it over. List of: 1 to 32 lower-case letters, digits and hyphens,
    starting with a letter: `llm-prod`; default none."""

    instance_type: NotRequired[str]
    """One type: `p5.48xlarge`. An instance type: `p5.48xlarge`."""

    instance_types: NotRequired[Sequence[str]]
    """Several types, best first, for a spot pool without EFA. List of: an instance type: `p5.48xlarge`."""

    zone_id: NotRequired[str]
    """One zone: `use2-az1`. A zone id such as `use2-az1` (not a zone name such as `us-east-2a`, which differs from
    account to account)."""

    zone_ids: NotRequired[Sequence[str]]
    """Several zones, for loosely coupled nodes. List of: a zone id such as `use2-az1` (not a zone name such as
    `us-east-2a`, which differs from account to account)."""

    nodes: NodesSpec
    """How many."""

    purchase: NotRequired[PurchaseSpec]
    """How they are bought; on-demand by default. Default `{on_demand: {}}`."""

    commitment: NotRequired[CommitmentSpec]
    """An agreement that lowers the price. Default none."""

    needs: NotRequired[NeedsSpec]
    """What the workload needs of the type. Default its defaults."""

    placement: NotRequired[str]
    """Placement group; `auto`: a cluster group for EFA pools that may have one. `auto`, `cluster`, `spread`,
    `partition` or `none`; default `auto`."""

    partition_count: NotRequired[int]
    """Partitions of a partition group. Whole number, 1 or more, 7 at most; default none."""

    efa: NotRequired[str]
    """Elastic Fabric Adapter; `auto`: where one type supports it and more than one node can run. Quote "on" and
    "off". `auto`, `on` or `off`; default `auto`."""

    network_layout: NotRequired[str]
    """One IP address a node, or ENA interfaces on more cards for more IP bandwidth. `single_address` or
    `max_ip_bandwidth`; default `single_address`."""

    image: NotRequired[ImageSpec]
    """What nodes boot. Default `{dlami: ubuntu-24.04}`."""

    software: NotRequired[SoftwareSpec]
    """What runs on the nodes: checked against their GPUs and driver. Nothing is installed. Default none."""

    rollout: NotRequired[str]
    """A changed template reaches running nodes when you replace them, or one by one by itself. `manual` or
    `rolling`; default `manual`."""

    root: NotRequired[VolumeSpec]
    """Root volume. Default its defaults."""

    data_volumes: NotRequired[Sequence[DataVolumeSpec]]
    """Further volumes. Default none."""

    local_nvme: NotRequired[str]
    """Local NVMe as one file system under /local, or left alone. `raid0` or `none`; default `none`."""

    mounts: NotRequired[Sequence[str]]
    """Names under `storage` to use: file systems are mounted, buckets read and written. List of: a name; default
    none."""

    containers: NotRequired[bool]
    """Containers need instance metadata: hop limit 2 instead of 1. `true` or `false`; default `false`."""

    user_data: NotRequired[str]
    """A script of yours, run last at the first boot. Text; default none."""

    labels: NotRequired[Mapping[str, str]]
    """Labels of the pool's nodes, as tags `label:…`. Map of names to: 1 to 63 letters, digits and `_./-`, starting
    and ending with a letter or digit; default none."""
