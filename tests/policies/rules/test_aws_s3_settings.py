"""Buckets: public access, encryption, versions, lifecycles, and what buckets say inline."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import kms, lb, s3
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

FLAGS = ("block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets")
ALL: dict[str, Any] = dict.fromkeys(FLAGS, True)
ALGORITHM = "rules[0].applyServerSideEncryptionByDefault.sseAlgorithm"
KEY_ID = "rules[0].applyServerSideEncryptionByDefault.kmsMasterKeyId"
INLINE = "serverSideEncryptionConfiguration.rule.applyServerSideEncryptionByDefault"


def access(bucket: s3.Bucket) -> None:
    """Public-access blocks and access lists."""
    s3.BucketPublicAccessBlock("all-four", bucket=bucket.id, **ALL)
    s3.BucketPublicAccessBlock("two", bucket="b", block_public_acls=True, ignore_public_acls=True)
    s3.BucketPublicAccessBlock("one-off", bucket="c", **{**ALL, "block_public_policy": False})
    s3.AccountPublicAccessBlock("account-good", **ALL)
    s3.AccountPublicAccessBlock("account-bare")
    for ownership in ("BucketOwnerEnforced", "ObjectWriter"):
        s3.BucketOwnershipControls(ownership, bucket=bucket.id, rule={"object_ownership": ownership})
    s3.BucketAcl("acl-private", bucket=bucket.id, acl="private")
    s3.BucketAcl("acl-public", bucket=bucket.id, acl="authenticated-read")
    grant: Any = {
        "permission": "READ",
        "grantee": {"type": "Group", "uri": "http://acs.amazonaws.com/groups/s3/LogDelivery"},
    }
    world: Any = {**grant, "grantee": {"type": "Group", "uri": "http://acs.amazonaws.com/groups/global/AllUsers"}}
    policy: Any = {"owner": {"id": "1"}, "grants": [grant, world]}
    s3.BucketAcl("acl-grants", bucket=bucket.id, access_control_policy=policy)
    s3.BucketObject("object", bucket=bucket.id, acl="public-read")
    inline: Any = [{"permissions": ["READ"], "type": "Group", "uri": world["grantee"]["uri"]}]
    s3.Bucket("inline", acl="public-read", grants=inline, policy="{}", tags={"classification": "phi"})


def encryption(key: kms.Key, bucket: s3.Bucket) -> None:
    """Default encryption by every algorithm, of data and of logs."""
    logs = s3.Bucket("logs", bucket="logs", tags={"classification": "phi"})
    s3.BucketLogging("logging", bucket=bucket.id, target_bucket="logs", target_prefix="")
    balanced = s3.Bucket("lb-logs", tags={"classification": "phi"})
    lb.LoadBalancer("lb", access_logs={"bucket": balanced.bucket, "enabled": True})
    own: Any = {"sse_algorithm": "aws:kms", "kms_master_key_id": key.arn}
    more: Any = {"bucket_key_enabled": True, "blocked_encryption_types": ["SSE-C"]}
    answers: dict[str, tuple[s3.Bucket, Any, Any]] = {
        "e-good": (bucket, own, more),
        "e-aes": (bucket, {"sse_algorithm": "AES256"}, more),
        "e-logs": (logs, {"sse_algorithm": "AES256"}, {"blocked_encryption_types": ["SSE-C"]}),
        "e-lb-logs": (balanced, {"sse_algorithm": "AES256"}, {"blocked_encryption_types": ["SSE-C"]}),
        "e-aws-key": (bucket, {"sse_algorithm": "aws:kms", "kms_master_key_id": "alias/aws/s3"}, more),
        "e-no-bucket-key": (bucket, own, {"blocked_encryption_types": ["NONE"]}),
        "e-unknown": (bucket, {"sse_algorithm": bucket.arn, "kms_master_key_id": bucket.arn}, {}),
    }
    for name, (of, default, rest) in answers.items():
        rule: Any = {"apply_server_side_encryption_by_default": default, **rest}
        s3.BucketServerSideEncryptionConfiguration(name, bucket=of.id, rules=[rule])
    configuration: Any = {"rule": {"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}}
    s3.Bucket(
        "e-inline",
        server_side_encryption_configuration=configuration,
        versioning={"enabled": False},
        tags={"classification": "phi"},
    )


def settings(bucket: s3.Bucket) -> None:
    """Versions, lifecycles, websites, replication."""
    for status in ("Enabled", "Suspended"):
        s3.BucketVersioning(f"v-{status}", bucket=bucket.id, versioning_configuration={"status": status})
    old: Any = {"id": "old", "status": "Enabled", "noncurrent_version_expiration": {"noncurrent_days": 30}}
    parts: Any = {"id": "parts", "status": "Enabled", "abort_incomplete_multipart_upload": {"days_after_initiation": 7}}
    late: Any = {**parts, "abort_incomplete_multipart_upload": {"days_after_initiation": 90}}
    for name, rules in (
        ("l-good", [old, parts]),
        ("l-off", [old, {**parts, "status": "Disabled"}]),
        ("l-parts", [parts]),
        ("l-late", [old, late]),
        ("l-none", []),
    ):
        s3.BucketLifecycleConfiguration(name, bucket=bucket.id, rules=rules)
    s3.Bucket("emptied", force_destroy=True, tags={"classification": "phi"})
    s3.Bucket("emptied-test", force_destroy=True, tags={"classification": "internal"})
    s3.Bucket("untagged")
    s3.Bucket("unknown-tags", tags={"classification": bucket.arn})
    s3.Bucket("site-inline", website={"index_document": "index.html"}, tags={"classification": "phi"})
    shop = s3.Bucket("shop", tags={"classification": "public"})
    for name, of in (("site", bucket), ("site-public", shop)):
        s3.BucketWebsiteConfiguration(name, bucket=of.id, index_document={"suffix": "index.html"})
    critical = {"classification": "phi", "criticality": "Critical"}
    copied = s3.Bucket("copied", tags=critical)
    s3.Bucket("alone", tags=critical)
    rule: Any = {"status": "Disabled", "destination": {"bucket": "arn:aws:s3:::elsewhere"}}
    enabled: Any = {**rule, "status": "Enabled"}
    s3.BucketReplicationConfig("replication", bucket=copied.id, role="r", rules=[enabled, rule])


def program() -> None:
    bucket = s3.Bucket("data", bucket="data", tags={"classification": "phi"})
    access(bucket)
    encryption(kms.Key("key"), bucket)
    settings(bucket)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_public_access_is_blocked_by_all_four(graph: Graph) -> None:
    assert findings(graph, "s3-bpa-all") == {
        "two": ["blockPublicPolicy", "restrictPublicBuckets"],
        "one-off": ["blockPublicPolicy"],
    }
    assert findings(graph, "s3-account-bpa") == {
        "account-bare": ["blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets"]
    }


def test_access_lists_are_off_and_not_public(graph: Graph) -> None:
    assert findings(graph, "s3-acl-disabled") == {"ObjectWriter": ["rule.objectOwnership"]}
    assert findings(graph, "s3-acl-not-public") == {
        "acl-public": ["acl"],
        "acl-grants": ["accessControlPolicy.grants[1].grantee.uri"],
        "object": ["acl"],
        "inline": ["acl", "grants[0].uri"],
    }
    assert findings(graph, "s3-no-inline-acl") == {"inline": ["acl", "grants", "policy"]}


def test_buckets_encrypt_with_a_key_of_their_owner(graph: Graph) -> None:
    assert findings(graph, "s3-sse-kms") == {"e-aes": [ALGORITHM], "e-inline": [f"{INLINE}.sseAlgorithm"]}
    assert findings(graph, "s3-sse-cmk") == {
        "e-aes": [KEY_ID],
        "e-aws-key": [KEY_ID],
        "e-inline": [f"{INLINE}.kmsMasterKeyId"],
    }
    assert outcomes(graph, "s3-sse-kms", Outcome.UNPROVEN) == {"e-unknown": [ALGORITHM]}
    assert outcomes(graph, "s3-sse-cmk", Outcome.UNPROVEN) == {"e-unknown": [KEY_ID]}
    assert {"e-logs", "e-lb-logs", "data"} <= set(outcomes(graph, "s3-sse-kms", Outcome.NOT_APPLICABLE))


def test_uploads_and_calls_of_kms_are_few(graph: Graph) -> None:
    blocked = "rules[0].blockedEncryptionTypes"
    assert findings(graph, "s3-sse-block-ssec") == {"e-no-bucket-key": [blocked], "e-unknown": [blocked]}
    assert findings(graph, "s3-bucket-key") == {
        "e-no-bucket-key": ["rules[0].bucketKeyEnabled"],
        "e-unknown": ["rules[0].bucketKeyEnabled"],
    }


def test_versions_are_kept(graph: Graph) -> None:
    assert findings(graph, "s3-versioning") == {
        "v-Suspended": ["versioningConfiguration.status"],
        "e-inline": ["versioning.enabled"],
    }


def test_lifecycles_dispose(graph: Graph) -> None:
    assert findings(graph, "s3-lifecycle") == {"l-off": ["rules[1].status"], "l-parts": ["rules"], "l-none": ["rules"]}
    assert findings(graph, "s3-abort-mpu") == {"l-off": ["rules"], "l-late": ["rules"], "l-none": ["rules"]}


def test_buckets_tell_their_class_and_stay(graph: Graph) -> None:
    assert findings(graph, "s3-force-destroy") == {"emptied": ["forceDestroy"]}
    assert "emptied-test" in outcomes(graph, "s3-force-destroy", Outcome.NOT_APPLICABLE)
    assert findings(graph, "s3-tags") == {"untagged": ["tags"]}
    assert outcomes(graph, "s3-tags", Outcome.UNPROVEN) == {"unknown-tags": ["tags"]}


def test_buckets_are_no_websites(graph: Graph) -> None:
    assert findings(graph, "s3-no-website") == {"site-inline": ["website"], "site": [""]}
    assert set(outcomes(graph, "s3-no-website", Outcome.NOT_APPLICABLE)) == {"site-public", "shop"}


def test_critical_buckets_have_a_copy(graph: Graph) -> None:
    assert findings(graph, "s3-replication") == {"alone": [""], "replication": ["rules[1].status"]}
