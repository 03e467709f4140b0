"""GpuCluster: everything that a stack file declares."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import pulumi
from pulumi import Alias, Output, Resource, ResourceOptions

from rackguard.aws.access import Access, AccessParts
from rackguard.aws.args.gpu_cluster import GpuClusterArgs
from rackguard.aws.checks import plan_and_check
from rackguard.aws.destination import hold_to
from rackguard.aws.key import EncryptionKey, KeyParts
from rackguard.aws.log_group import LogSettings
from rackguard.aws.network import Network, NetworkParts
from rackguard.aws.node_pool import NodePool, NodePoolParts
from rackguard.aws.placement import Placement, PlacementParts
from rackguard.aws.reading import NO_ARGUMENTS, Live, read_arguments
from rackguard.aws.role import MadeRole, make_role
from rackguard.aws.storage import Storage, StorageParts
from rackguard.plan.types import PoolPlan

LOGIN = ""
"""Stands for the login node among the pools' names, none of which is empty."""


class GpuCluster(pulumi.ComponentResource):
    """A GPU cluster: key, network, people, stores and pools of nodes, planned and checked before anything is made."""

    vpc_id: pulumi.Output[str]
    """Id of the VPC, new or existing."""
    node_subnet_ids: pulumi.Output[dict[str, str]]
    """Ids of the nodes' subnets, by zone id."""
    security_group_ids: pulumi.Output[dict[str, str]]
    """Ids of the security groups by what is in them: `nodes`, `login`, `lustre`, `efs`, `endpoints`, `connect`."""
    key_arn: pulumi.Output[str]
    """ARN of the key that encrypts everything."""
    bucket_names: pulumi.Output[dict[str, str]]
    """Names of the buckets, by store."""
    file_system_ids: pulumi.Output[dict[str, str]]
    """Ids of the file systems, by store."""
    pool_groups: pulumi.Output[dict[str, str]]
    """Names of the Auto Scaling groups, by pool."""
    pool_role_arns: pulumi.Output[dict[str, str]]
    """ARNs of the roles that nodes act as, by pool."""
    auth_log_group: pulumi.Output[str]
    """Name of the log group in which every machine records log-ins."""
    login_node_address: pulumi.Output[str] | None
    """Where to log in; none without a login node."""
    ssh_through_login_node: pulumi.Output[str] | None
    """The command that reaches a node through the login node."""
    ssh_through_endpoint: pulumi.Output[str] | None
    """The command that reaches a machine through the EC2 Instance Connect Endpoint."""

    def __init__(
        self, name: str, args: GpuClusterArgs = NO_ARGUMENTS, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        """Plan the cluster and make it; nothing is made where the arguments are wrong.

        Raises:
            InvalidArguments: with every problem that was found.
        """
        read = read_arguments(name, args)
        super().__init__("rackguard-aws:index:GpuCluster", name, read.values, opts)
        plan = plan_and_check(name, read.stack, self)
        hold_to(name, plan.account_id, plan.region, self)
        self._made_from = name, plan
        self._keep = ResourceOptions(parent=self, protect=True) if plan.protect else ResourceOptions(parent=self)
        key = EncryptionKey.planned(f"{name}-key", KeyParts(plan.key, plan.tags), self._keep)
        logs = LogSettings(plan.access.log_retention_days, plan.access.keep_logs, key.key_arn, plan.tags)
        network = self._network(logs, read.live)
        roles = self._roles()
        storage = self._storage(key, logs, network, roles)
        access = self._access(key, logs, network, storage, roles.get(LOGIN))
        ready = [*key.ready, *network.ready, *access.ready, *self._stores(storage)]
        pools = self._pools(read.values["pools"], key, network, roles, ready)
        self._give_out(key, network, storage, access, pools)

    def _network(self, logs: LogSettings, live: Live) -> Network:
        name, plan = self._made_from
        parts = NetworkParts(plan.network, plan.tags, logs, live)
        return Network.planned(f"{name}-network", parts, ResourceOptions(parent=self))

    def _roles(self) -> dict[str, MadeRole]:
        """The roles of all machines by pool, the login node's under `LOGIN`: the policies of stores name them."""
        name, plan = self._made_from
        roles = {
            pool.name: make_role(
                f"{name}-pool-{pool.name}-role",
                pool.role,
                plan.tags,
                self,
                former=[f"{name}-pool-{former}-role" for former in pool.renamed_from],
            )
            for pool in plan.pools
        }
        if plan.access.login_node:
            roles[LOGIN] = make_role(f"{name}-login-role", plan.access.login_node.role, plan.tags, self)
        return roles

    def _storage(
        self, key: EncryptionKey, logs: LogSettings, network: Network, roles: Mapping[str, MadeRole]
    ) -> Storage:
        name, plan = self._made_from
        parts = StorageParts(
            plan=plan.storage,
            tags=plan.tags,
            logs=logs,
            key_arn=key.key_arn,
            subnet_ids=network.node_subnets,
            security_group_ids=network.groups,
            security_rules=network.rules,
            roles=tuple(made.role for made in roles.values()),
        )
        return Storage.planned(f"{name}-storage", parts, self._keep)

    def _stores(self, storage: Storage) -> list[Resource]:
        """What of the stores must be there before a node is paid for: all of it, where there is any."""
        stores = self._made_from[1].storage
        return [storage] if stores.lustre or stores.efs or stores.buckets else []

    def _access(
        self, key: EncryptionKey, logs: LogSettings, network: Network, storage: Storage, login_role: MadeRole | None
    ) -> Access:
        name, plan = self._made_from
        parts = AccessParts(
            plan=plan.access,
            region=plan.region,
            tags=plan.tags,
            logs=logs,
            key_arn=key.key_arn,
            security_group_ids=network.groups,
            node_subnet_ids=network.node_subnets,
            public_subnet_ids=network.public_subnets,
            login_role=login_role,
            ready=[*key.ready, *network.ready, *self._stores(storage)],
        )
        return Access.planned(f"{name}-access", parts, ResourceOptions(parent=self))

    def _pools(
        self,
        declared: Mapping[str, Any],
        key: EncryptionKey,
        network: Network,
        roles: Mapping[str, MadeRole],
        ready: Sequence[Resource],
    ) -> dict[str, NodePool]:
        name, plan = self._made_from
        made: dict[str, NodePool] = {}
        for pool in plan.pools:
            parts = NodePoolParts(
                plan=pool,
                declared=declared[pool.name],
                tags=plan.tags,
                key_arn=key.key_arn,
                security_group_ids=network.groups,
                subnet_ids=network.node_subnets,
                role=roles[pool.name],
                placement=self._placement(pool),
                ready=ready,
            )
            options = ResourceOptions(parent=self, aliases=_former(f"{name}-pool", pool))
            made[pool.name] = NodePool.planned(f"{name}-pool-{pool.name}", parts, options)
        return made

    def _placement(self, pool: PoolPlan) -> Placement | None:
        """Apart from the pool, since a reservation is protected and the pool's nodes come and go."""
        name, plan = self._made_from
        if not pool.placement.name and not pool.launch.reservation:
            return None
        parts = PlacementParts(pool.placement, pool.launch.reservation, plan.tags)
        former = ResourceOptions(aliases=_former(f"{name}-placement", pool))
        return Placement.planned(f"{name}-placement-{pool.name}", parts, ResourceOptions.merge(self._keep, former))

    def _give_out(
        self, key: EncryptionKey, network: Network, storage: Storage, access: Access, pools: Mapping[str, NodePool]
    ) -> None:
        self.vpc_id = network.vpc_id
        self.node_subnet_ids = network.node_subnet_ids
        self.security_group_ids = network.security_group_ids
        self.key_arn = key.key_arn
        self.bucket_names = storage.bucket_names
        self.file_system_ids = storage.file_system_ids
        self.pool_groups = _by_pool({pool: made.group_name for pool, made in pools.items()})
        self.pool_role_arns = _by_pool({pool: made.role_arn for pool, made in pools.items()})
        self.auth_log_group = access.auth_log_group
        self.login_node_address = access.login_node_address
        self.ssh_through_login_node = access.ssh_through_login_node
        self.ssh_through_endpoint = access.ssh_through_endpoint
        self.register_outputs(self.outputs)

    @property
    def outputs(self) -> dict[str, Output[Any] | None]:
        """Every output by its name, to export."""
        return {key: getattr(self, key) for key in GpuCluster.__annotations__}


def _former(prefix: str, pool: PoolPlan) -> list[Alias]:
    """What a pool's component was called in the stack; the names of its children follow it."""
    return [Alias(name=f"{prefix}-{former}") for former in pool.renamed_from]


def _by_pool(values: Mapping[str, Output[str]]) -> Output[dict[str, str]]:
    return cast("Output[dict[str, str]]", Output.from_input(dict(values)))
