"""The file systems of production: EFS and FSx for Lustre."""

from __future__ import annotations

from tests.policies.mutations.change import gone, left_out, put
from tests.policies.mutations.documents import allowed, no_statement, statement
from tests.policies.mutations.mutation import Also, Mutation

EFS = "llm-prod-storage-efs-home-file-system"
EFS_POLICY = "llm-prod-storage-efs-home-policy"
EFS_BACKUPS = "llm-prod-storage-efs-home-backups"
LUSTRE = "llm-prod-storage-lustre-scratch-file-system"
MOUNTS = ["elasticfilesystem:ClientMount", "elasticfilesystem:ClientWrite"]
NOT_OURS = Also("stk-kms-used-key-good", "AWS's own key is none of the stack's either")

ROWS = (
    Mutation("efs-encrypted", EFS, put("encrypted", False)),
    Mutation("efs-encrypted", EFS, gone("encrypted")),
    Mutation("efs-cmk", EFS, gone("kmsKeyId")),
    Mutation("efs-cmk", EFS, put("kmsKeyId", "alias/aws/elasticfilesystem"), also=(NOT_OURS,)),
    Mutation("efs-regional", EFS, put("availabilityZoneName", "us-east-1a")),
    Mutation("efs-backup", EFS_BACKUPS, put("backupPolicy.status", "DISABLED")),
    Mutation("stk-backup-coverage", EFS_BACKUPS, left_out(), on=EFS),
    Mutation("efs-policy-tls", EFS_POLICY, left_out(), on=EFS, path=""),
    Mutation("efs-policy-tls", EFS_POLICY, gone("policy")),
    Mutation("efs-policy-tls", EFS_POLICY, no_statement("policy", "DenyWithoutTls")),
    Mutation(
        "efs-policy-tls", EFS_POLICY, statement("policy", "DenyWithoutTls", Action=["elasticfilesystem:ClientWrite"])
    ),
    Mutation(
        "efs-policy-tls",
        EFS_POLICY,
        allowed("policy", Action=MOUNTS, Principal={"AWS": "*"}),
        path="policy.Statement[2]",
    ),
    Mutation("fsx-backup", LUSTRE, put("automaticBackupRetentionDays", 6)),
    Mutation("fsx-cmk", LUSTRE, gone("kmsKeyId")),
    Mutation("fsx-cmk", LUSTRE, put("kmsKeyId", "alias/aws/fsx"), also=(NOT_OURS,)),
    Mutation("fsx-copy-tags", LUSTRE, gone("copyTagsToBackups")),
    Mutation("fsx-copy-tags", LUSTRE, put("copyTagsToBackups", False)),
    Mutation("fsx-final-backup", LUSTRE, put("skipFinalBackup", True)),
    Mutation("fsx-final-backup", LUSTRE, gone("skipFinalBackup")),
    Mutation("fsx-logging", LUSTRE, put("logConfiguration.level", "WARN_ONLY")),
    Mutation("fsx-logging", LUSTRE, gone("logConfiguration.destination")),
    Mutation("fsx-persistent", LUSTRE, put("deploymentType", "SCRATCH_2")),
)
