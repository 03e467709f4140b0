"""Volumes of machines that come and go, their backups, and images and snapshots that other accounts may use."""

from __future__ import annotations

from typing import Any

from pulumi_aws import backup, ebs, ec2, iam, kms
from tests.policies.rules.documents import allow
from tests.policies.stacks.parts.keys import KEPT, for_service, key
from tests.policies.stacks.parts.names import REGION, tags
from tests.policies.stacks.parts.roles import role, trust

PARTNER = "210987654321"
ORGANIZATION = f"arn:aws:organizations::{PARTNER}:organization/o-a1b2c3d4e5"
PARAMETERS = {
    "ebs-snapshot-share": {"accounts": [PARTNER]},
    "ami-not-public": {"accounts": [PARTNER], "organizations": [ORGANIZATION]},
}
OF_BACKUPS = "arn:aws:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup"
STUDY = tags("confidential")
LASTING = {**STUDY, "backup": "daily"}


def program() -> None:
    data = key("data", "confidential", for_service("backup.amazonaws.com"))
    volume: Any = {"availability_zone": f"{REGION}a", "encrypted": True, "kms_key_id": data.arn, "final_snapshot": True}
    ebs.Volume("results", size=2000, type="gp3", throughput=500, tags=LASTING, **volume, opts=KEPT)
    shared = {**LASTING, "cluster-file-system": "gfs2"}
    ebs.Volume("shared", size=1000, type="io2", iops=16000, multi_attach_enabled=True, tags=shared, **volume, opts=KEPT)
    _backups(data)
    _copies(data)


def _backups(data: kms.Key) -> None:
    vault = backup.Vault("vault", name="acme", kms_key_arn=data.arn, tags=STUDY)
    backup.VaultLockConfiguration(
        "vault-lock", backup_vault_name=vault.name, min_retention_days=35, max_retention_days=400, changeable_for_days=3
    )
    daily: Any = {"rule_name": "daily", "target_vault_name": vault.name, "schedule": "cron(0 3 * * ? *)"}
    monthly: Any = {"rule_name": "monthly", "target_vault_name": vault.name, "schedule": "cron(0 4 1 * ? *)"}
    daily["lifecycle"] = {"delete_after": 35}
    monthly["lifecycle"] = {"delete_after": 365, "cold_storage_after": 30}
    yearly: Any = {"rule_name": "yearly", "target_vault_name": vault.name, "schedule": "cron(0 5 1 1 ? *)"}
    plan = backup.Plan("plan", name="acme", rules=[daily, monthly, yearly], tags=STUDY)
    keeper = iam.Role("backup", assume_role_policy=trust("backup"), tags=STUDY)
    iam.RolePolicyAttachment("backup-attached", role=keeper.name, policy_arn=OF_BACKUPS)
    selected: Any = {"type": "STRINGEQUALS", "key": "backup", "value": "daily"}
    backup.Selection("selection", plan_id=plan.id, iam_role_arn=keeper.arn, selection_tags=[selected])


def _copies(data: kms.Key) -> None:
    """Of what another region holds, for people here and for a partner."""
    copy: Any = {"encrypted": True, "kms_key_id": data.arn, "tags": STUDY}
    snapshot = ebs.SnapshotCopy(
        "results-copy", source_region="us-west-2", source_snapshot_id="snap-0123456789abcdef0", **copy
    )
    image = ec2.AmiCopy(
        "nodes", name="nodes", source_ami_region="us-west-2", source_ami_id="ami-0123456789abcdef0", **copy
    )
    ec2.SnapshotCreateVolumePermission("partner-snapshot", snapshot_id=snapshot.id, account_id=PARTNER)
    ec2.AmiLaunchPermission("partner-image", image_id=image.id, account_id=PARTNER)
    ec2.AmiLaunchPermission("organization-image", image_id=image.id, organization_arn=ORGANIZATION)
    readers = role("readers", "ec2", "confidential", allow("ec2:DescribeVolumes"))
    kms.Grant(
        "partner-grant",
        key_id=data.key_id,
        grantee_principal=f"arn:aws:iam::{PARTNER}:role/launch",
        operations=["Decrypt", "DescribeKey", "ReEncryptFrom"],
    )
    scaling = iam.ServiceLinkedRole("scaling", aws_service_name="autoscaling.amazonaws.com", tags=STUDY)
    kms.Grant(
        "scaling-grant",
        key_id=data.key_id,
        grantee_principal=scaling.arn,
        operations=["Decrypt", "GenerateDataKeyWithoutPlaintext", "CreateGrant"],
    )
    kms.Grant("readers-grant", key_id=data.key_id, grantee_principal=readers.arn, operations=["Decrypt", "DescribeKey"])
