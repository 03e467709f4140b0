"""Log groups and parameters."""

from __future__ import annotations

from tests.policies.mutations.change import gone, option, put
from tests.policies.mutations.mutation import Also, Mutation

LOG_INS = "llm-prod-access-log"
OF_LUSTRE = "llm-prod-storage-lustre-scratch-log-group"
NOT_OURS = Also("stk-kms-used-key-good", "AWS's own key is none of the stack's either")

ROWS = (
    Mutation("lg-kms", LOG_INS, gone("kmsKeyId")),
    Mutation("lg-kms", OF_LUSTRE, put("kmsKeyId", "alias/aws/logs"), also=(NOT_OURS,)),
    Mutation("lg-protected", OF_LUSTRE, option(protect=None, retain_on_delete=None), path="skipDestroy"),
    Mutation("lg-retention", LOG_INS, put("retentionInDays", 2191)),
    Mutation("lg-retention", OF_LUSTRE, gone("retentionInDays")),
    Mutation("ssm-secure", "llm-prod-access-user-ben", put("name", "/rackguard/llm-prod/password"), path="type"),
    Mutation("ssm-secure", "llm-prod-access-user-ana", put("insecureValue", "-----BEGIN OPENSSH PRIVATE KEY-----")),
)
