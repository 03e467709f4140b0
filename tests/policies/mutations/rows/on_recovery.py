"""Volumes, backups, and what other accounts may use, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import gone, option, put
from tests.policies.mutations.mutation import Also, Mutation

row = partial(Mutation, stack="recovery")
NOT_OURS = Also("stk-kms-used-key-good", "AWS's own key is none of the stack's either")
STRANGER = "999999999999"
ELSEWHERE = f"arn:aws:organizations::{STRANGER}"

ROWS = (
    row("ebs-encrypted", "results", gone("encrypted")),
    row("ebs-encrypted", "shared", put("encrypted", "false")),
    row("ebs-cmk", "results", gone("kmsKeyId")),
    row("ebs-cmk", "shared", put("kmsKeyId", "alias/aws/ebs"), also=(NOT_OURS,)),
    row("ebs-final-snapshot", "shared", put("finalSnapshot", False)),
    row("ebs-final-snapshot", "results", gone("finalSnapshot")),
    row("ebs-multi-attach", "results", put("multiAttachEnabled", True)),
    row("ebs-multi-attach", "shared", gone("tags.cluster-file-system"), path="multiAttachEnabled"),
    row("stk-backup-coverage", "results", gone("tags.backup"), path=""),
    row("stk-backup-coverage", "shared", put("tags.backup", "weekly"), path=""),
    row("stk-protect-stateful", "results", option(protect=False)),
    row("backup-retention", "plan", put("rules[1].lifecycle.deleteAfter", 34)),
    row("backup-vault-kms", "vault", gone("kmsKeyArn")),
    row("backup-vault-kms", "vault", put("forceDestroy", True)),
    row("backup-vault-lock", "vault-lock", gone("minRetentionDays")),
    row("backup-vault-lock", "vault-lock", put("minRetentionDays", 6)),
    row("ebs-snapshot-copy-cmk", "results-copy", gone("encrypted")),
    row("ebs-snapshot-copy-cmk", "results-copy", gone("kmsKeyId")),
    row("ebs-snapshot-share", "partner-snapshot", put("accountId", "all")),
    row("ebs-snapshot-share", "partner-snapshot", put("accountId", STRANGER)),
    row("ami-copy-encrypted", "nodes", gone("encrypted")),
    row("ami-copy-encrypted", "nodes", gone("kmsKeyId")),
    row("ami-not-public", "partner-image", put("accountId", STRANGER)),
    row("ami-not-public", "partner-image", put("group", "all")),
    row(
        "ami-not-public",
        "organization-image",
        put("organizationArn", f"{ELSEWHERE}:organization/o-x"),
    ),
    row(
        "ami-not-public",
        "organization-image",
        put("organizationalUnitArn", f"{ELSEWHERE}:ou/o-x/ou-y"),
    ),
    row("kms-grant-scope", "partner-grant", put("granteePrincipal", "arn:aws:iam::210987654321:root")),
    row("kms-grant-scope", "readers-grant", put("operations[2]", "CreateGrant")),
    row(
        "kms-grant-scope",
        "scaling-grant",
        put("granteePrincipal", "arn:aws:iam::210987654321:role/any"),
        path="operations[2]",
    ),
    row("kms-grant-scope", "partner-grant", put("operations[0]", "RetireGrant")),
)
