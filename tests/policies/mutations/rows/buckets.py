"""Buckets and their companions: production's checkpoints, and the access logs of these."""

from __future__ import annotations

from tests.policies.mutations.change import added, gone, left_out, option, put
from tests.policies.mutations.documents import allowed, no_statement, statement
from tests.policies.mutations.mutation import Also, Mutation

from rackguard_policies.types import (
    BUCKET_ACLS,
    BUCKET_LOGGINGS,
    BUCKET_OBJECT_LOCKS,
    BUCKET_VERSIONINGS,
    BUCKET_WEBSITES,
)

DATA = "llm-prod-storage-bucket-checkpoints"
LOGS = "llm-prod-storage-access-logs"
DATA_NAME, LOGS_NAME = "llm-prod-checkpoints-123456789012-us-east-1", "llm-prod-123456789012-us-east-1-access-logs"
BY_DEFAULT = "rules[0].applyServerSideEncryptionByDefault"
NOT_OURS = Also("stk-kms-used-key-good", "AWS's own key is none of the stack's either")
LOCK = {"rule": {"defaultRetention": {"mode": "GOVERNANCE", "days": 365}}}
NO_LONGER = "a bucket that no access logs go to is one for data"
NO_LOGS = (
    Also("stk-s3-companions", NO_LONGER, "", f"{LOGS}-bucket"),
    Also("s3-policy-deny-unencrypted", NO_LONGER, "policy", f"{LOGS}-policy"),
    Also("s3-sse-kms", NO_LONGER, f"{BY_DEFAULT}.sseAlgorithm", f"{LOGS}-encryption"),
    Also("s3-sse-cmk", NO_LONGER, f"{BY_DEFAULT}.kmsMasterKeyId", f"{LOGS}-encryption"),
)
SWITCHES = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")

ROWS = (
    *(Mutation("s3-bpa-all", f"{DATA}-public-access", put(switch, False)) for switch in SWITCHES),
    Mutation("s3-bpa-all", f"{LOGS}-public-access", gone("blockPublicPolicy")),
    Mutation("s3-acl-disabled", f"{DATA}-ownership", put("rule.objectOwnership", "BucketOwnerPreferred")),
    Mutation("s3-acl-disabled", f"{LOGS}-ownership", gone("rule.objectOwnership")),
    Mutation(
        "s3-acl-not-public",
        f"{DATA}-bucket",
        added(BUCKET_ACLS[0], "acl", {"bucket": DATA_NAME, "acl": "public-read"}, bucket=f"{DATA}-bucket"),
        path="acl",
        on="acl",
    ),
    Mutation("s3-no-inline-acl", f"{LOGS}-bucket", put("acl", "private")),
    Mutation("s3-no-inline-acl", f"{DATA}-bucket", put("grants", [{"type": "CanonicalUser"}])),
    Mutation("s3-versioning", f"{DATA}-versioning", put("versioningConfiguration.status", "Suspended")),
    Mutation("s3-versioning", f"{LOGS}-versioning", put("versioningConfiguration.status", "Disabled")),
    Mutation("s3-sse-kms", f"{DATA}-encryption", put(f"{BY_DEFAULT}.sseAlgorithm", "AES256")),
    Mutation("s3-sse-cmk", f"{DATA}-encryption", gone(f"{BY_DEFAULT}.kmsMasterKeyId")),
    Mutation("s3-sse-cmk", f"{DATA}-encryption", put(f"{BY_DEFAULT}.kmsMasterKeyId", "alias/aws/s3"), also=(NOT_OURS,)),
    Mutation("s3-bucket-key", f"{DATA}-encryption", put("rules[0].bucketKeyEnabled", False)),
    Mutation("s3-bucket-key", f"{DATA}-encryption", gone("rules[0].bucketKeyEnabled")),
    Mutation("s3-sse-block-ssec", f"{LOGS}-encryption", put("rules[0].blockedEncryptionTypes", [])),
    Mutation("s3-sse-block-ssec", f"{DATA}-encryption", gone("rules[0].blockedEncryptionTypes")),
    Mutation("s3-lifecycle", f"{LOGS}-lifecycle", put("rules[0].status", "Disabled")),
    Mutation("s3-lifecycle", f"{DATA}-lifecycle", gone("rules[0]"), path="rules"),
    Mutation("s3-abort-mpu", f"{DATA}-lifecycle", gone("rules[1]"), path="rules"),
    Mutation(
        "s3-abort-mpu",
        f"{LOGS}-lifecycle",
        put("rules[1].abortIncompleteMultipartUpload.daysAfterInitiation", 60),
        path="rules",
    ),
    Mutation("stk-lifecycle-vs-retention", f"{LOGS}-lifecycle", put("rules[0].expiration.days", 30)),
    Mutation("s3-force-destroy", f"{DATA}-bucket", put("forceDestroy", True)),
    Mutation(
        "s3-tags",
        f"{LOGS}-bucket",
        gone("tags.classification"),
        path="tags",
        also=(Also("stk-required-tags", "the class of data is one of the tags that everything has", path="tags"),),
    ),
    Mutation("s3-no-website", f"{DATA}-bucket", put("website", {"indexDocument": "index.html"})),
    Mutation(
        "s3-no-website",
        f"{LOGS}-bucket",
        added(BUCKET_WEBSITES[0], "site", {"bucket": LOGS_NAME}, bucket=f"{LOGS}-bucket"),
        on="site",
    ),
    Mutation("s3-access-logging", f"{DATA}-access-logs", put("targetBucket", DATA_NAME), also=NO_LOGS),
    Mutation("s3-access-logging", f"{DATA}-access-logs", gone("targetBucket"), also=NO_LOGS),
    Mutation("s3-tls-only", f"{DATA}-policy", no_statement("policy", "DenyPlainHttp")),
    Mutation("s3-tls-only", f"{LOGS}-policy", statement("policy", "DenyPlainHttp", Action="s3:PutObject")),
    Mutation(
        "s3-tls-only", f"{LOGS}-policy", statement("policy", "DenyPlainHttp", Resource=f"arn:aws:s3:::{LOGS_NAME}")
    ),
    Mutation(
        "s3-tls-min",
        f"{DATA}-policy",
        statement("policy", "DenyOldTls", Condition={"NumericLessThan": {"s3:TlsVersion": "1.1"}}),
    ),
    Mutation("s3-tls-min", f"{LOGS}-policy", no_statement("policy", "DenyOldTls")),
    Mutation(
        "s3-policy-deny-unencrypted",
        f"{DATA}-policy",
        statement("policy", "DenyOtherKeys", Resource=f"arn:aws:s3:::{DATA_NAME}/models/*"),
    ),
    Mutation("s3-policy-deny-unencrypted", f"{DATA}-policy", no_statement("policy", "DenyOtherKeys")),
    Mutation(
        "s3-policy-no-public",
        f"{DATA}-policy",
        allowed("policy", Action="s3:GetObject", Principal="*", Resource="*"),
        path="policy.Statement[5]",
    ),
    Mutation(
        "s3-policy-no-public",
        f"{LOGS}-policy",
        statement("policy", "DeliverAccessLogs", Principal="*", Condition=None),
        path="policy.Statement[2]",
    ),
    Mutation("stk-s3-companions", f"{DATA}-public-access", left_out(), on=f"{DATA}-bucket"),
    Mutation("stk-s3-companions", f"{DATA}-ownership", left_out(), on=f"{DATA}-bucket"),
    Mutation("stk-s3-companions", f"{DATA}-versioning", left_out(), on=f"{DATA}-bucket"),
    Mutation("stk-s3-companions", f"{LOGS}-policy", left_out(), on=f"{LOGS}-bucket"),
    Mutation("stk-s3-companions", f"{DATA}-encryption", left_out(), on=f"{DATA}-bucket"),
    Mutation("stk-s3-companions", f"{DATA}-access-logs", left_out(), on=f"{DATA}-bucket", also=NO_LOGS),
    Mutation(
        "stk-s3-duplicate-companion",
        f"{DATA}-bucket",
        added(
            BUCKET_VERSIONINGS[0],
            "twice",
            {"bucket": DATA_NAME, "versioningConfiguration": {"status": "Enabled"}},
            bucket=f"{DATA}-bucket",
        ),
        on="twice",
    ),
    Mutation(
        "stk-s3-log-bucket",
        f"{LOGS}-public-access",
        left_out(),
        on=f"{LOGS}-bucket",
        also=(Also("stk-s3-companions", "a bucket for logs is a bucket", on=f"{LOGS}-bucket"),),
    ),
    Mutation("stk-s3-log-bucket", f"{LOGS}-bucket", put("objectLockEnabled", True)),
    Mutation(
        "stk-s3-log-bucket",
        f"{LOGS}-bucket",
        added(BUCKET_OBJECT_LOCKS[0], "lock", {"bucket": LOGS_NAME, **LOCK}, bucket=f"{LOGS}-bucket"),
        on="lock",
    ),
    Mutation(
        "stk-s3-log-bucket",
        f"{LOGS}-bucket",
        added(BUCKET_LOGGINGS[0], "back", {"bucket": LOGS_NAME, "targetBucket": DATA_NAME}, bucket=f"{LOGS}-bucket"),
        on="back",
        path="targetBucket",
        also=(Also("stk-s3-log-bucket", "a circle has two ends", "targetBucket", f"{DATA}-access-logs"),),
    ),
    Mutation("stk-protect-stateful", f"{DATA}-bucket", option(protect=None)),
)
