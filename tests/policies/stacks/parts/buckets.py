"""Private buckets with all that belongs to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pulumi_aws import kms, s3
from tests.policies.rules.documents import NO_TLS, allow, deny, text
from tests.policies.stacks.parts.keys import KEPT
from tests.policies.stacks.parts.names import ACCOUNT

OLD_TLS = {"NumericLessThan": {"s3:TlsVersion": "1.2"}}
OTHER_KEY = {"Null": {"s3:x-amz-server-side-encryption-aws-kms-key-id": "false"}}
SWITCHES = ("block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets")
RETENTION_DAYS = 2192
"""Six years, for which evidence is kept."""


def arn(name: str) -> str:
    """Of a bucket by its logical name."""
    return f"arn:aws:s3:::acme-{name}"


def logs_bucket(
    name: str, tags: Mapping[str, str], senders: list[str], statements: list[Any] | None = None
) -> s3.Bucket:
    """One that takes the access logs of the buckets `senders`: under S3's own key, since it takes no other."""
    own = {
        "StringEquals": {"aws:SourceAccount": ACCOUNT},
        "ArnEquals": {"aws:SourceArn": [arn(one) for one in senders]},
    }
    deliver = allow("s3:PutObject", f"{arn(name)}/*", {"Service": "logging.s3.amazonaws.com"}, own)
    allowed = [*([deliver] if senders else []), *(statements or [])]
    return _bucket(name, tags, {"sse_algorithm": "AES256"}, allowed, {"days": RETENTION_DAYS})


def bucket(
    name: str,
    tags: Mapping[str, str],
    key: kms.Key,
    access_logs: s3.Bucket,
    *,
    statements: list[Any] | None = None,
    locked: bool = False,
) -> s3.Bucket:
    """One under a key, which logs who reads it; `locked` for as long as evidence is kept."""
    encryption = {"sse_algorithm": "aws:kms", "kms_master_key_id": key.arn}
    denial = deny("s3:PutObject", f"{arn(name)}/*", condition=OTHER_KEY)
    expiration = {"days": RETENTION_DAYS} if locked else {"expired_object_delete_marker": True}
    made = _bucket(name, tags, encryption, [denial, *(statements or [])], expiration, locked=locked)
    s3.BucketLogging(f"{name}-logging", bucket=made.id, target_bucket=access_logs.id, target_prefix=f"{name}/")
    if locked:
        rule: Any = {"default_retention": {"mode": "COMPLIANCE", "days": RETENTION_DAYS}}
        s3.BucketObjectLockConfiguration(f"{name}-lock", bucket=made.id, rule=rule)
    return made


def _bucket(
    name: str, tags: Mapping[str, str], encryption: Any, statements: list[Any], expiration: Any, *, locked: bool = False
) -> s3.Bucket:
    made = s3.Bucket(
        name, bucket=f"acme-{name}", object_lock_enabled=True if locked else None, tags=dict(tags), opts=KEPT
    )
    s3.BucketPublicAccessBlock(f"{name}-public", bucket=made.id, **dict.fromkeys(SWITCHES, True))
    s3.BucketOwnershipControls(f"{name}-ownership", bucket=made.id, rule={"object_ownership": "BucketOwnerEnforced"})
    s3.BucketVersioning(f"{name}-versions", bucket=made.id, versioning_configuration={"status": "Enabled"})
    rule: Any = {"apply_server_side_encryption_by_default": encryption, "blocked_encryption_types": ["SSE-C"]}
    if "kms_master_key_id" in encryption:
        rule["bucket_key_enabled"] = True
    s3.BucketServerSideEncryptionConfiguration(f"{name}-encryption", bucket=made.id, rules=[rule])
    everything = [arn(name), f"{arn(name)}/*"]
    always = [deny("s3:*", everything, condition=each) for each in (NO_TLS, OLD_TLS)]
    s3.BucketPolicy(f"{name}-policy", bucket=made.id, policy=text(*always, *statements))
    lifecycle: Any = [
        {
            "id": "objects",
            "status": "Enabled",
            "filter": {},
            "expiration": expiration,
            "noncurrent_version_expiration": {"noncurrent_days": 30},
        },
        {
            "id": "unfinished-uploads",
            "status": "Enabled",
            "filter": {},
            "abort_incomplete_multipart_upload": {"days_after_initiation": 7},
        },
    ]
    s3.BucketLifecycleConfiguration(f"{name}-lifecycle", bucket=made.id, rules=lifecycle)
    return made
