"""Who may log in, from where, and through what."""

from typing import Annotated

from pydantic import Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.base import AmiId, Cidr, InstanceTypeName, Model, OperatingSystem, Reference, Switch, Whole, ZoneId


class User(Model):
    """A person: one operating-system account, never a shared one."""

    name: Annotated[str, StringConstraints(pattern=patterns.USER_NAME)] = Field(description="Account name.")
    keys: tuple[str, ...] = Field(min_length=1, description="Public SSH keys: ed25519, or RSA of 3072 bits or more.")
    sudo: Switch = Field(default=False, description="May become root.")
    uid: Whole | None = Field(
        default=None,
        ge=10000,
        le=59999,
        description="Account number; by default worked out from the name, the same on every node.",
    )


class LoginNode(Model):
    """A CPU node in front of the cluster; the only one that can be reached from outside."""

    instance_type: InstanceTypeName = Field(description="A CPU type.")
    zone_id: ZoneId = Field(description="The zone it runs in.")
    os: OperatingSystem = Field(default="ubuntu-24.04", description="Its operating system.")
    image_id: AmiId | None = Field(
        default=None, description="The resolved image; looked up at the first deployment where absent."
    )
    root_size_gib: Whole = Field(default=100, ge=20, le=16384, description="Root volume in GiB.")
    mounts: tuple[Reference, ...] = Field(
        default=(), description="Names under `storage` to use: file systems are mounted, buckets read and written."
    )


class Access(Model):
    """Log-in to the nodes, by SSH key only."""

    users: tuple[User, ...] = Field(min_length=1, description="The people who may log in.")
    ssh_from: tuple[Cidr, ...] = Field(
        default=(),
        description="Ranges that may reach port 22: private ones, or public ones of /24 or narrower for a login node.",
    )
    login_node: LoginNode | None = Field(
        default=None,
        description="A CPU node to reach nodes through, `ssh -J LOGIN NODE`: it holds no key to them and runs no jobs.",
    )
    instance_connect_endpoint: Switch = Field(
        default=True, description="An EC2 Instance Connect Endpoint: SSH by IAM identity without any public address."
    )
    connect_zone_id: ZoneId | None = Field(
        default=None,
        description="Zone of that endpoint, one that the cluster uses; by default the login node's, else the first zone"
        " of the pool whose name comes first. Changing it replaces the endpoint.",
    )
