"""What the user data of a node needs to know: only what is decided before anything exists."""

from __future__ import annotations

from typing import Literal

from rackguard.record import record

LOCAL_NVME_PATH = "/local"
"""Where local NVMe is mounted."""


@record
class NodeMount:
    """A shared file system; nodes read its address from `<parameter_prefix>/mounts/<name>` once it exists."""

    name: str
    kind: Literal["lustre", "efs"]
    path: str


@record
class NodeVolume:
    """An EBS volume of the launch template, formatted when it is blank and of this size."""

    device_name: str
    """As in the launch template: `/dev/sdf`."""
    path: str
    size_gib: int


@record
class Checkpoint:
    """Where a node saves its local checkpoints when it is told to go."""

    kind: Literal["s3", "directory"]
    target: str
    """Bucket name, or a directory on a mounted file system in which nobody may replace what is root's."""
    local_dir: str = "/var/lib/rackguard/checkpoint"
    """What is saved; jobs read it from `node.env`."""


@record
class Ending:
    """The lifecycle hook by which the node's group waits for it."""

    group: str
    hook: str
    seconds: int
    """How long the node may take, from when it sees that it is ended."""


@record
class NodeSettings:
    """One kind of node: everything that its user data depends on."""

    cluster: str
    pool: str
    role: Literal["node", "login"]
    """A login node has people, SSH, mounts and logs; nothing for GPUs, peers or interruptions."""
    region: str
    account_id: str
    os: Literal["ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023"]
    parameter_prefix: str
    """`/rackguard/<cluster>`: people are below `users/`, addresses of file systems below `mounts/`."""
    log_group: str
    """CloudWatch Logs group for log-ins, sudo and Rackguard's own messages; one stream an instance."""
    local_nvme: Literal["raid0", "none"] = "none"
    local_nvme_path: str = LOCAL_NVME_PATH
    mounts: tuple[NodeMount, ...] = ()
    saved_to: tuple[str, ...] = ()
    """Of the mounts' paths, those to which nodes of the cluster save interrupted work."""
    lustre_efa: int = 0
    """EFA interfaces that Lustre's client uses; 0 for TCP alone."""
    data_volumes: tuple[NodeVolume, ...] = ()
    gpu_count: int = 0
    efa_count: int = 0
    nvlinks_per_gpu: int | None = None
    """None: links are not counted."""
    slots: int = 1
    """Slots of a node in the hostfile; usually its GPUs."""
    peers: bool = False
    """Hostfile of the pool, and host-based SSH between its nodes."""
    ending: Ending | None = None
    """None where no group ends the node."""
    checkpoint: Checkpoint | None = None
    extra: str = ""
    """A script of the user's own; runs last, once an instance."""
