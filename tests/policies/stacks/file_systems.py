"""Teams' folders on EFS, and data sets on Lustre with the bucket behind them and the machine that looks after them."""

from __future__ import annotations

from typing import Any

from pulumi_aws import cloudwatch, ec2, efs, fsx, kms
from tests.policies.rules.documents import NO_TLS, allow, deny, text
from tests.policies.stacks.parts import buckets
from tests.policies.stacks.parts.keys import KEPT, for_logs, key
from tests.policies.stacks.parts.machines import machine
from tests.policies.stacks.parts.names import ACCOUNT, tags
from tests.policies.stacks.parts.networks import FLOW_LOGS, Network, group, lets, lets_in, network

STUDY = tags("confidential")
LOGS = "/aws/fsx/datasets"
OFFICES = "10.80.0.0/16"
NFS = 2049
CURATOR = "10.40.0.10"


def program() -> None:
    data = key("data", "confidential", FLOW_LOGS, for_logs(LOGS))
    inside = network(data, "confidential")
    _teams(inside, data)
    _data_sets(inside, data)


def _teams(inside: Network, data: kms.Key) -> None:
    """A folder for each team, which it can't leave."""
    mounts = group("teams-mounts", inside, "confidential")
    lets_in("teams-nfs", "Machines of the offices", OFFICES, mounts, NFS, STUDY)
    teams = efs.FileSystem("teams", encrypted=True, kms_key_id=data.arn, tags=STUDY, opts=KEPT)
    efs.BackupPolicy("teams-backups", file_system_id=teams.id, backup_policy={"status": "ENABLED"})
    members = allow("elasticfilesystem:ClientMount", principal={"AWS": f"arn:aws:iam::{ACCOUNT}:role/members"})
    members.pop("Resource")
    plain = deny("*", condition=NO_TLS)
    plain.pop("Resource")
    efs.FileSystemPolicy("teams-policy", file_system_id=teams.id, policy=text(members, plain))
    for number, subnet in enumerate(inside.subnets):
        efs.MountTarget(f"teams-{number}", file_system_id=teams.id, subnet_id=subnet.id, security_groups=[mounts.id])
    for uid, team, further in ((1001, "vision", {"secondary_gids": [2000]}), (1002, "language", {})):
        root: Any = {"path": f"/{team}", "creation_info": {"owner_uid": uid, "owner_gid": uid, "permissions": "0770"}}
        posix: Any = {"uid": uid, "gid": uid, **further}
        efs.AccessPoint(
            team,
            file_system_id=teams.id,
            posix_user=posix,
            root_directory=root,
            tags=STUDY,
        )


def _data_sets(inside: Network, data: kms.Key) -> None:
    """Lustre in front of a bucket; root is nobody there, but on the machine that looks after it."""
    readers = buckets.logs_bucket("readers", STUDY, ["datasets"])
    sets = buckets.bucket("datasets", STUDY, data, readers)
    mounts, curators = (group(f"datasets-{name}", inside, "confidential") for name in ("mounts", "curators"))
    for first, last in ((988, 988), (1018, 1023)):
        lets(first, last, curators, mounts, f"datasets-{first}", "confidential")
    machine("curator", "m7i.large", inside, [curators], data, "confidential", private_ip=CURATOR)
    logs = cloudwatch.LogGroup(
        "datasets-events", name=LOGS, retention_in_days=2192, kms_key_id=data.arn, skip_destroy=True, tags=STUDY
    )
    lustre = fsx.LustreFileSystem(
        "lustre",
        deployment_type="PERSISTENT_2",
        storage_capacity=4800,
        per_unit_storage_throughput=250,
        metadata_configuration={"mode": "AUTOMATIC"},
        kms_key_id=data.arn,
        subnet_ids=inside.subnets[0].id,
        security_group_ids=[mounts.id],
        root_squash_configuration={
            "root_squash": "65534:65534",
            "no_squash_nids": [f"{CURATOR}@tcp"],
        },
        log_configuration={"level": "WARN_ERROR", "destination": logs.arn},
        copy_tags_to_backups=True,
        tags=STUDY,
        opts=KEPT,
    )
    events = ["NEW", "CHANGED", "DELETED"]
    fsx.DataRepositoryAssociation(
        "link",
        file_system_id=lustre.id,
        file_system_path="/datasets",
        data_repository_path=sets.bucket.apply("s3://{}".format),
        s3={"auto_import_policy": {"events": events}, "auto_export_policy": {"events": events}},
        tags=STUDY,
    )
    _cache(inside, data, mounts)


def _cache(inside: Network, data: kms.Key, mounts: ec2.SecurityGroup) -> None:
    """In front of the NFS server of the offices, for as long as a study lasts."""
    behind: Any = {"data_repository_path": "nfs://files.acme.example/", "file_cache_path": "/files"}
    behind |= {"data_repository_subdirectories": ["studies"], "nfs": [{"version": "NFS3"}]}
    configuration: Any = {"deployment_type": "CACHE_1", "per_unit_storage_throughput": 1000}
    configuration["metadata_configurations"] = [{"storage_capacity": 2400}]
    fsx.FileCache(
        "offices",
        file_cache_type="LUSTRE",
        file_cache_type_version="2.12",
        storage_capacity=1200,
        lustre_configurations=[configuration],
        data_repository_associations=[behind],
        kms_key_id=data.arn,
        security_group_ids=[mounts.id],
        subnet_ids=[inside.subnets[0].id],
        copy_tags_to_data_repository_associations=True,
        tags=STUDY,
    )
