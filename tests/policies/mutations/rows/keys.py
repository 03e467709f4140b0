"""Keys: production's one, which encrypts everything."""

from __future__ import annotations

from tests.policies.mutations.change import gone, option, put
from tests.policies.mutations.documents import allowed
from tests.policies.mutations.mutation import Also, Mutation

KEY = "llm-prod-key-key"
ROOT = "arn:aws:iam::123456789012:role/admin"

ROWS = (
    Mutation("kms-rotation", KEY, put("enableKeyRotation", False)),
    Mutation("kms-rotation", KEY, gone("enableKeyRotation")),
    Mutation("kms-rotation-period", KEY, put("rotationPeriodInDays", 366)),
    Mutation("kms-deletion-window", KEY, put("deletionWindowInDays", 7)),
    Mutation("kms-enabled", KEY, put("isEnabled", False)),
    Mutation("kms-lockout-check", KEY, put("bypassPolicyLockoutSafetyCheck", True)),
    Mutation("kms-not-multi-region", KEY, put("multiRegion", True)),
    Mutation(
        "kms-no-wildcard",
        KEY,
        allowed("policy", Action="kms:Decrypt", Principal="*", Resource="*"),
        path="policy.Statement[4]",
    ),
    Mutation("kms-no-wildcard", KEY, gone("policy")),
    Mutation("kms-admin-user-split", KEY, allowed("policy", Action="kms:*", Principal={"AWS": ROOT}, Resource="*")),
    Mutation(
        "kms-protected",
        KEY,
        option(protect=None, retain_on_delete=None),
        also=(Also("stk-protect-stateful", "a key is among what holds a state"),),
    ),
    Mutation("stk-kms-key-sharing", "llm-prod-access-log", put("tags.environment", "dev"), on=KEY, path=""),
    Mutation(
        "stk-kms-key-sharing",
        "llm-prod-network-flow-logs-group",
        put("tags.classification", "internal"),
        on=KEY,
        path="",
    ),
    Mutation(
        "stk-kms-used-key-good",
        "llm-prod-access-log",
        put("kmsKeyId", "arn:aws:kms:us-east-1:999999999999:key/0123abcd-0000-4000-8000-0123456789ab"),
    ),
    Mutation(
        "stk-kms-used-key-good",
        "llm-prod-pool-eval-template",
        put(
            "blockDeviceMappings[0].ebs.kmsKeyId",
            "arn:aws:kms:us-east-1:999999999999:key/0123abcd-0000-4000-8000-0123456789ab",
        ),
    ),
)
