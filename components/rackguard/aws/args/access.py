"""Arguments in the shape of `rackguard.spec.access`. Written by docs/arguments.py: don't edit."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict


class UserSpec(TypedDict):
    """A person: one operating-system account, never a shared one."""

    name: str
    """Account name. A Linux account name: 1 to 31 lower-case letters, digits, `_` and `-`, starting with a
    letter."""

    keys: Sequence[str]
    """Public SSH keys: ed25519, or RSA of 3072 bits or more. List of: text."""

    sudo: NotRequired[bool]
    """May become root. `true` or `false`; default `false`."""

    uid: NotRequired[int]
    """Account number; by default worked out from the name, the same on every node. Whole number, 10,000 or more,
    59,999 at most; default none."""


class LoginNodeSpec(TypedDict):
    """A CPU node in front of the cluster; the only one that can be reached from outside."""

    instance_type: str
    """A CPU type. An instance type: `p5.48xlarge`."""

    zone_id: str
    """The zone it runs in. A zone id such as `use2-az1` (not a zone name such as `us-east-2a`, which differs from
    account to account)."""

    os: NotRequired[str]
    """Its operating system. `ubuntu-22.04`, `ubuntu-24.04` or `amazon-linux-2023`; default `ubuntu-24.04`."""

    image_id: NotRequired[str]
    """The resolved image; looked up at the first deployment where absent. The id of an image:
    `ami-0123456789abcdef0`; default none."""

    root_size_gib: NotRequired[int]
    """Root volume in GiB. Whole number, 20 or more, 16,384 at most; default `100`."""

    mounts: NotRequired[Sequence[str]]
    """Names under `storage` to use: file systems are mounted, buckets read and written. List of: a name; default
    none."""


class AccessSpec(TypedDict):
    """Log-in to the nodes, by SSH key only."""

    users: Sequence[UserSpec]
    """The people who may log in."""

    ssh_from: NotRequired[Sequence[str]]
    """Ranges that may reach port 22: private ones, or public ones of /24 or narrower for a login node. List of: an
    IPv4 network such as `10.40.0.0/16`; default none."""

    login_node: NotRequired[LoginNodeSpec]
    """A CPU node to reach nodes through, `ssh -J LOGIN NODE`: it holds no key to them and runs no jobs. Default
    none."""

    instance_connect_endpoint: NotRequired[bool]
    """An EC2 Instance Connect Endpoint: SSH by IAM identity without any public address. `true` or `false`; default
    `true`."""

    connect_zone_id: NotRequired[str]
    """Zone of that endpoint, one that the cluster uses; by default the login node's, else the first zone of the
    pool whose name comes first. Changing it replaces the endpoint. A zone id such as `use2-az1` (not a zone name
    such as `us-east-2a`, which differs from account to account); default none."""
