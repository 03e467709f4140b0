"""FSx for Lustre: scratch for training."""

from collections.abc import Mapping
from typing import Self

import pulumi
from pulumi import Input, Resource, ResourceOptions
from pulumi_aws import fsx

from rackguard.aws.log_group import LogSettings, make_log_group
from rackguard.aws.mount_parameter import make_mount_parameter
from rackguard.plan.types import LustrePlan
from rackguard.record import record


@record
class LustreParts:
    """A planned file system and what it needs of others."""

    plan: LustrePlan
    tags: Mapping[str, str]
    logs: LogSettings
    key_arn: Input[str]
    subnet_id: Input[str]
    """A subnet in the plan's zone."""
    security_group_id: Input[str]
    rules: tuple[Resource, ...]
    """The rules of that group: FSx refuses a group that doesn't let Lustre's traffic through, or EFA's to itself."""


class LustreFileSystem(pulumi.ComponentResource):
    """An FSx for Lustre file system, its log group and the parameter from which nodes mount it; no link to a bucket."""

    file_system_id: pulumi.Output[str]
    """The file system's id."""
    file_system_arn: pulumi.Output[str]
    """The file system's ARN."""
    dns_name: pulumi.Output[str]
    """The address that it is mounted from."""
    mount_name: pulumi.Output[str]
    """The name that it is mounted by: `mount -t lustre <dns_name>@tcp:/<mount_name>`."""
    mount_parameter: pulumi.Output[str]
    """Name of the SSM parameter that holds both."""

    @classmethod
    def planned(cls, name: str, parts: LustreParts, opts: ResourceOptions | None = None) -> Self:
        """The file system as planned."""
        made = cls.__new__(cls)
        cls._build(made, name, parts, opts)
        return made

    def _build(self, name: str, parts: LustreParts, opts: ResourceOptions | None) -> None:
        plan = parts.plan
        super().__init__("rackguard-aws:index:LustreFileSystem", name, {"store": plan.key}, opts)
        tags = {**parts.tags, "classification": plan.classification}
        log_group = make_log_group(f"{name}-log-group", plan.log_group, parts.logs, self)
        made = self._file_system(name, parts, tags, log_group.arn)
        source = {"dns_name": made.dns_name, "mount_name": made.mount_name}
        parameter = make_mount_parameter(f"{name}-mount-parameter", plan.mount_parameter, source, tags, self)
        self.file_system_id, self.file_system_arn = made.id, made.arn
        self.dns_name, self.mount_name = made.dns_name, made.mount_name
        self.mount_parameter = parameter.name
        self.register_outputs(
            {
                "file_system_id": self.file_system_id,
                "file_system_arn": self.file_system_arn,
                "dns_name": self.dns_name,
                "mount_name": self.mount_name,
                "mount_parameter": self.mount_parameter,
            }
        )

    def _file_system(
        self, name: str, parts: LustreParts, tags: Mapping[str, str], log_group_arn: Input[str]
    ) -> "fsx.LustreFileSystem":
        plan = parts.plan
        return fsx.LustreFileSystem(
            f"{name}-file-system",
            deployment_type="PERSISTENT_2",
            storage_type="SSD",
            storage_capacity=plan.size_gib,
            per_unit_storage_throughput=plan.mib_s_per_tib,
            subnet_ids=parts.subnet_id,
            security_group_ids=[parts.security_group_id],
            efa_enabled=plan.efa,
            kms_key_id=parts.key_arn,
            metadata_configuration=fsx.LustreFileSystemMetadataConfigurationArgs(
                mode=plan.metadata_mode, iops=plan.metadata_iops
            ),
            log_configuration=fsx.LustreFileSystemLogConfigurationArgs(level="WARN_ERROR", destination=log_group_arn),
            automatic_backup_retention_days=plan.backup_days,
            copy_tags_to_backups=True,
            skip_final_backup=False,
            tags={**tags, "Name": plan.name},
            opts=ResourceOptions(parent=self, depends_on=list(parts.rules)),
        )
