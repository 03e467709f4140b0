"""Elastic File System: home directories."""

from collections.abc import Mapping
from typing import Self

import pulumi
from pulumi import Input, Resource, ResourceOptions
from pulumi_aws import efs

from rackguard.aws.mount_parameter import make_mount_parameter
from rackguard.aws.role import as_json
from rackguard.plan.policy_document import document
from rackguard.plan.types import EfsPlan
from rackguard.record import record


@record
class EfsParts:
    """A planned file system and what it needs of others."""

    plan: EfsPlan
    tags: Mapping[str, str]
    key_arn: Input[str]
    subnet_ids: Mapping[str, Input[str]]
    """A subnet for each zone id of the plan."""
    security_group_id: Input[str] | None
    """None where nothing mounts it: then there are no mount targets."""
    roles: tuple[Resource, ...]
    """The roles that its policy names: EFS refuses a policy that names a role which isn't there."""


class ElasticFileSystem(pulumi.ComponentResource):
    """An EFS file system that only the cluster's roles mount, over TLS, with daily backups; nothing in it is made."""

    file_system_id: pulumi.Output[str]
    """The file system's id."""
    file_system_arn: pulumi.Output[str]
    """The file system's ARN."""
    dns_name: pulumi.Output[str]
    """The address of the mount target in the asker's own zone."""
    mount_parameter: pulumi.Output[str]
    """Name of the SSM parameter that holds the id."""

    @classmethod
    def planned(cls, name: str, parts: EfsParts, opts: ResourceOptions | None = None) -> Self:
        """The file system as planned."""
        made = cls.__new__(cls)
        cls._build(made, name, parts, opts)
        return made

    def _build(self, name: str, parts: EfsParts, opts: ResourceOptions | None) -> None:
        plan = parts.plan
        super().__init__(
            "rackguard-aws:index:ElasticFileSystem", name, {"store": plan.key, "expectedGib": plan.expected_gib}, opts
        )
        tags = {**parts.tags, "classification": plan.classification}
        made = self._file_system(name, parts, tags)
        policy = self._policy(name, parts, made)
        self._backups(name, made)
        targets = self._mount_targets(name, parts, made, policy)
        source = {"file_system_id": made.id}
        parameter = make_mount_parameter(f"{name}-mount-parameter", plan.mount_parameter, source, tags, self, targets)
        self.file_system_id, self.file_system_arn, self.dns_name = made.id, made.arn, made.dns_name
        self.mount_parameter = parameter.name
        self.register_outputs(
            {
                "file_system_id": self.file_system_id,
                "file_system_arn": self.file_system_arn,
                "dns_name": self.dns_name,
                "mount_parameter": self.mount_parameter,
            }
        )

    def _file_system(self, name: str, parts: EfsParts, tags: Mapping[str, str]) -> "efs.FileSystem":
        plan = parts.plan
        return efs.FileSystem(
            f"{name}-file-system",
            # EFS makes no second file system with the same token: one that a killed deployment left behind is found
            # by the error, and never takes anybody's home from them.
            creation_token=plan.name,
            encrypted=True,
            kms_key_id=parts.key_arn,
            throughput_mode=plan.throughput,
            provisioned_throughput_in_mibps=plan.provisioned_mib_s,
            tags={**tags, "Name": plan.name},
            opts=ResourceOptions(parent=self),
        )

    def _policy(self, name: str, parts: EfsParts, made: "efs.FileSystem") -> "efs.FileSystemPolicy":
        return efs.FileSystemPolicy(
            f"{name}-policy",
            file_system_id=made.id,
            policy=as_json(document(parts.plan.policy_statements)),
            opts=ResourceOptions(parent=self, depends_on=list(parts.roles), deleted_with=made),
        )

    def _backups(self, name: str, made: "efs.FileSystem") -> None:
        efs.BackupPolicy(
            f"{name}-backups",
            file_system_id=made.id,
            backup_policy=efs.BackupPolicyBackupPolicyArgs(status="ENABLED"),
            opts=ResourceOptions(parent=self, deleted_with=made),
        )

    def _mount_targets(
        self, name: str, parts: EfsParts, made: "efs.FileSystem", policy: Resource
    ) -> "tuple[efs.MountTarget, ...]":
        if parts.security_group_id is None:
            return ()
        return tuple(
            efs.MountTarget(
                f"{name}-mount-target-{zone_id}",
                file_system_id=made.id,
                subnet_id=parts.subnet_ids[zone_id],
                security_groups=[parts.security_group_id],
                # Without a policy EFS admits whoever reaches it: nobody does before there is one. Unlike the file
                # system a target holds nothing, and goes when nothing in its zone mounts the store any more.
                # A zone takes one target: another subnet of it can't have one before the first is gone.
                opts=ResourceOptions(parent=self, depends_on=[policy], protect=False, delete_before_replace=True),
            )
            for zone_id in parts.plan.zone_ids
        )
