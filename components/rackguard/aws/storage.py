"""Every store of a cluster: what outlives nodes."""

from collections.abc import Mapping
from typing import Self, cast

import pulumi
from pulumi import Input, Resource, ResourceOptions

from rackguard.aws.args.part import StorageArgs
from rackguard.aws.bucket import Bucket, BucketParts
from rackguard.aws.efs import EfsParts, ElasticFileSystem
from rackguard.aws.log_group import LogSettings
from rackguard.aws.lustre import LustreFileSystem, LustreParts
from rackguard.aws.reading import NO_ARGUMENTS
from rackguard.aws.standalone import plan_part
from rackguard.plan.types import BucketPlan, EfsPlan, LustrePlan, StoragePlan
from rackguard.record import record


@record
class StorageParts:
    """Planned stores and what they need of others."""

    plan: StoragePlan
    tags: Mapping[str, str]
    logs: LogSettings
    key_arn: Input[str]
    subnet_ids: Mapping[str, Input[str]]
    """A subnet of nodes by zone id, for each zone in which there are nodes, a Lustre file system or a login node."""
    security_group_ids: Mapping[str, Input[str]]
    """By the plan's key of the group: `lustre` and `efs`, where the plan has them."""
    security_rules: tuple[Resource, ...]
    """The rules of the Lustre group."""
    roles: tuple[Resource, ...]
    """The roles that mount EFS file systems."""


class Storage(pulumi.ComponentResource):
    """The file systems and buckets of a cluster, with the bucket of the others' access logs; nothing that nodes own."""

    bucket_names: pulumi.Output[dict[str, str]]
    """Names of the buckets, by store."""
    bucket_arns: pulumi.Output[dict[str, str]]
    """ARNs of the buckets, by store."""
    file_system_ids: pulumi.Output[dict[str, str]]
    """Ids of the Lustre and EFS file systems, by store."""
    file_system_arns: pulumi.Output[dict[str, str]]
    """ARNs of the Lustre and EFS file systems, by store."""
    dns_names: pulumi.Output[dict[str, str]]
    """Addresses that the file systems are mounted from, by store."""
    mount_parameters: pulumi.Output[dict[str, str]]
    """Names of the SSM parameters from which nodes learn where the file systems are, by store."""

    def __init__(self, name: str, args: StorageArgs = NO_ARGUMENTS, opts: pulumi.ResourceOptions | None = None) -> None:
        """Plan and make it by itself.

        Raises:
            InvalidArguments: with every problem found in the arguments.
        """
        part = plan_part(name, args, StorageArgs)
        plan = part.plan.storage
        zones = [*(store.zone_id for store in plan.lustre), *(zone for store in plan.efs for zone in store.zone_ids)]
        groups = [kind for kind, used in (("lustre", plan.lustre), ("efs", plan.efs)) if used]
        subnets, security_groups = part.ids(node_subnet_ids=zones, security_group_ids=groups)
        parts = StorageParts(
            plan=plan,
            tags=part.plan.tags,
            logs=part.logs(args["key_arn"]),
            key_arn=args["key_arn"],
            subnet_ids=subnets,
            security_group_ids=security_groups,
            security_rules=(),
            roles=(),
        )
        self._build(name, parts, opts)
        part.hold(self)

    @classmethod
    def planned(cls, name: str, parts: StorageParts, opts: ResourceOptions | None = None) -> Self:
        """The stores as planned."""
        made = cls.__new__(cls)
        cls._build(made, name, parts, opts)
        return made

    def _build(self, name: str, parts: StorageParts, opts: ResourceOptions | None) -> None:
        super().__init__("rackguard-aws:index:Storage", name, None, opts)
        plan = parts.plan
        delivery = self._access_logs(name, parts)
        # The kind is part of each name, so that no store can take that of the access logs' bucket.
        buckets = {
            store.key: self._bucket(f"{name}-bucket-{store.key}", store, parts, delivery) for store in plan.buckets
        }
        lustre = {store.key: self._lustre(f"{name}-lustre-{store.key}", store, parts) for store in plan.lustre}
        elastic = {store.key: self._efs(f"{name}-efs-{store.key}", store, parts) for store in plan.efs}
        systems: dict[str, LustreFileSystem | ElasticFileSystem] = {**lustre, **elastic}
        self.bucket_names = _by_store({key: made.bucket_name for key, made in buckets.items()})
        self.bucket_arns = _by_store({key: made.bucket_arn for key, made in buckets.items()})
        self.file_system_ids = _by_store({key: made.file_system_id for key, made in systems.items()})
        self.file_system_arns = _by_store({key: made.file_system_arn for key, made in systems.items()})
        self.dns_names = _by_store({key: made.dns_name for key, made in systems.items()})
        self.mount_parameters = _by_store({key: made.mount_parameter for key, made in systems.items()})
        self.register_outputs(
            {
                "bucket_names": self.bucket_names,
                "bucket_arns": self.bucket_arns,
                "file_system_ids": self.file_system_ids,
                "file_system_arns": self.file_system_arns,
                "dns_names": self.dns_names,
                "mount_parameters": self.mount_parameters,
            }
        )

    def _access_logs(self, name: str, parts: StorageParts) -> tuple[Resource, ...]:
        """What S3 needs to deliver access logs."""
        plan = parts.plan.access_logs
        if plan is None:
            return ()
        options = ResourceOptions(parent=self)
        return Bucket.planned(f"{name}-access-logs", BucketParts(plan, parts.tags, parts.key_arn), options).ready

    def _bucket(self, name: str, plan: BucketPlan, parts: StorageParts, delivery: tuple[Resource, ...]) -> Bucket:
        made = BucketParts(plan, parts.tags, parts.key_arn, delivery)
        return Bucket.planned(name, made, ResourceOptions(parent=self))

    def _lustre(self, name: str, plan: LustrePlan, parts: StorageParts) -> LustreFileSystem:
        made = LustreParts(
            plan=plan,
            tags=parts.tags,
            logs=parts.logs,
            key_arn=parts.key_arn,
            subnet_id=parts.subnet_ids[plan.zone_id],
            security_group_id=parts.security_group_ids["lustre"],
            rules=parts.security_rules,
        )
        return LustreFileSystem.planned(name, made, ResourceOptions(parent=self))

    def _efs(self, name: str, plan: EfsPlan, parts: StorageParts) -> ElasticFileSystem:
        made = EfsParts(
            plan=plan,
            tags=parts.tags,
            key_arn=parts.key_arn,
            subnet_ids=parts.subnet_ids,
            security_group_id=parts.security_group_ids.get("efs"),
            roles=parts.roles,
        )
        return ElasticFileSystem.planned(name, made, ResourceOptions(parent=self))


def _by_store(values: Mapping[str, pulumi.Output[str]]) -> pulumi.Output[dict[str, str]]:
    return cast("pulumi.Output[dict[str, str]]", pulumi.Output.from_input(values))
