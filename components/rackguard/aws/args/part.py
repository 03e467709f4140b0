"""Arguments of components that are used alone: the declaration of the cluster that they belong to."""

from collections.abc import Mapping, Sequence
from typing import NotRequired

from pulumi import Input

from rackguard.aws.args.access import AccessSpec
from rackguard.aws.args.cluster import LogsSpec
from rackguard.aws.args.encryption import EncryptionSpec
from rackguard.aws.args.identity import IdentityArgs
from rackguard.aws.args.network import NetworkSpec
from rackguard.aws.args.pool import PoolSpec
from rackguard.aws.args.storage import StoreSpec


class PartArgs(IdentityArgs):
    """The cluster that a part belongs to, as far as it concerns the part.

    Give every part of a cluster the same declaration: then their names, rules and policies fit each other.
    """

    network: NotRequired[NetworkSpec]
    """New VPC or existing one."""

    access: NotRequired[AccessSpec]
    """Who may log in, and from where; nobody where it is left out."""

    encryption: NotRequired[EncryptionSpec]
    """The cluster's key."""

    logs: NotRequired[LogsSpec]
    """Flow logs and log-in records."""

    storage: NotRequired[Mapping[str, StoreSpec]]
    """File systems and buckets, by name."""

    pools: NotRequired[Mapping[str, PoolSpec]]
    """Pools, by name."""


class EncryptionKeyArgs(PartArgs):
    """What an EncryptionKey is made from: `encryption`, and what of the cluster is to use it."""


class NetworkArgs(PartArgs):
    """What a Network is made from: `network`, and what of the cluster is to be in it."""

    key_arn: Input[str]
    """ARN of the key that encrypts the flow logs."""

    zone_ids: NotRequired[Sequence[str]]
    """Zone ids that get a subnet for nodes, beside those of the pools and stores: `use2-az1`."""


class AccessArgs(PartArgs):
    """What an Access is made from: `access`, and the stores that the login node mounts."""

    key_arn: Input[str]
    """ARN of the key that encrypts the login node's disk and the records of log-ins."""

    node_subnet_ids: Input[Mapping[str, Input[str]]]
    """Ids of the nodes' subnets, by zone id."""

    public_subnet_ids: NotRequired[Input[Mapping[str, Input[str]]]]
    """Ids of public subnets, by zone id; for a login node that a public range may reach."""

    security_group_ids: Input[Mapping[str, Input[str]]]
    """Ids of the security groups `login` and `connect`, by these names."""


class StorageArgs(PartArgs):
    """What a Storage is made from: `storage`, and the pools whose roles may mount; those roles must be there before."""

    key_arn: Input[str]
    """ARN of the key that encrypts every store."""

    node_subnet_ids: Input[Mapping[str, Input[str]]]
    """Ids of the nodes' subnets, by zone id: file systems are reached from there."""

    security_group_ids: Input[Mapping[str, Input[str]]]
    """Ids of the security groups `lustre` and `efs`, by these names."""


class PlacementArgs(PartArgs):
    """What a Placement is made from: one of `pools`."""

    pool: str
    """Name of the pool."""


class NodePoolArgs(PartArgs):
    """What a NodePool is made from: one of `pools`, and the stores that it mounts."""

    pool: str
    """Name of the pool."""

    key_arn: Input[str]
    """ARN of the key that encrypts the nodes' disks."""

    node_subnet_ids: Input[Mapping[str, Input[str]]]
    """Ids of the nodes' subnets, by zone id."""

    security_group_ids: Input[Mapping[str, Input[str]]]
    """Id of the security group `nodes`, by this name."""
