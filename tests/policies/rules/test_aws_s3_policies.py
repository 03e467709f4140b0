"""Bucket policies: TLS, keys, and whom they let in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pulumi_aws import s3
from tests.policies.recorded import findings, graph_of, outcomes
from tests.policies.rules.documents import BUCKET, NO_TLS, allow, deny, text

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

TLS: Any = deny("s3:*", BUCKET, condition=NO_TLS)
OLD_TLS: Any = deny("s3:*", BUCKET, condition={"NumericLessThan": {"s3:TlsVersion": "1.2"}})
KEY_HEADER = "s3:x-amz-server-side-encryption-aws-kms-key-id"
OTHER_KEYS: Any = deny("s3:PutObject", BUCKET[1], condition={"Null": {KEY_HEADER: "false"}})
GOOD = (TLS, OLD_TLS, OTHER_KEYS)


def read(condition: Any) -> Any:
    return allow("s3:GetObject", BUCKET[1], "*", condition)


OPEN: dict[str, Any] = {
    "open": allow("s3:GetObject", BUCKET[1], "*"),
    "open-aws": allow("s3:GetObject", BUCKET[1], {"AWS": "*"}),
    "open-world": read({"IpAddress": {"aws:SourceIp": ["10.0.0.0/8", "0.0.0.0/1"]}}),
    "open-arn": read({"ArnLike": {"aws:SourceArn": "arn:aws:s3:*:*:*"}}),
    "open-if-there": read({"StringEqualsIfExists": {"aws:PrincipalOrgID": "o-1"}}),
    "open-tls": read({"Bool": {"aws:SecureTransport": "true"}}),
    "open-all-values": read({"ForAllValues:StringEquals": {"aws:PrincipalOrgID": "o-1"}}),
}
CLOSED: dict[str, Any] = {
    "org": read({"StringEquals": {"aws:PrincipalOrgID": "o-1"}}),
    "vpc": read({"StringEquals": {"aws:sourceVpce": ["vpce-1", "vpce-2"]}}),
    "arn": read({"ArnLike": {"aws:SourceArn": "arn:aws:cloudtrail:*:123456789012:trail/*"}}),
    "office": read({"IpAddress": {"aws:SourceIp": "198.51.100.0/24"}}),
    "named": allow("s3:GetObject", BUCKET[1], {"AWS": "arn:aws:iam::123456789012:role/r"}),
}
WEAK: dict[str, Any] = {
    "tls-of-one": deny("s3:*", BUCKET, {"AWS": "arn:aws:iam::1:role/r"}, NO_TLS),
    "tls-of-reads": deny("s3:GetObject", BUCKET, condition=NO_TLS),
    "tls-of-bucket": deny("s3:*", BUCKET[0], condition=NO_TLS),
    "tls-of-objects": deny("s3:*", BUCKET[1], condition=NO_TLS),
    "tls-turned": deny("s3:*", BUCKET, condition={"Bool": {"aws:SecureTransport": "true"}}),
    "tls-of-office": deny("s3:*", BUCKET, condition={**NO_TLS, "IpAddress": {"aws:SourceIp": "10.0.0.0/8"}}),
    "tls-allowed": allow("s3:*", BUCKET, {"AWS": "arn:aws:iam::1:role/r"}, NO_TLS),
}


def of_keys(resource: Any, operator: str, value: str) -> Any:
    return deny("s3:PutObject", resource, condition={operator: {KEY_HEADER: value}})


KEY = "arn:aws:kms:us-east-1:123456789012:key/0123abcd-0000-4000-8000-0123456789ab"
OTHER_DENIALS: dict[str, Any] = {
    "keys-but-ours": of_keys("arn:aws:s3:::data*", "StringNotEqualsIfExists", KEY),
    "keys-everywhere": of_keys("*", "ArnNotEquals", KEY),
}
WEAK_DENIALS: dict[str, Any] = {
    "keys-ours": of_keys(BUCKET[1], "StringEquals", KEY),
    "keys-none": of_keys(BUCKET[1], "Null", "true"),
    "keys-below": of_keys("arn:aws:s3:::data/models/*", "Null", "false"),
    "keys-of-bucket": of_keys(BUCKET[0], "Null", "false"),
}


def program() -> None:
    bucket = s3.Bucket("data", bucket="data")

    def policy(name: str, *statements: Any) -> None:
        s3.BucketPolicy(name, bucket="other", policy=text(*statements))

    for name, opening in {**OPEN, **CLOSED}.items():
        policy(name, *GOOD, opening)
    for name, weak in WEAK.items():
        policy(name, OLD_TLS, OTHER_KEYS, weak)
    policy("everything", deny("*", "*", {"AWS": "*"}, {"Bool": {"aws:SecureTransport": False}}), OLD_TLS, OTHER_KEYS)
    policy("tls-1-1", TLS, deny("s3:*", BUCKET, condition={"NumericLessThan": {"s3:TlsVersion": 1.1}}), OTHER_KEYS)
    policy("any-key", TLS, OLD_TLS)
    for name, fine in OTHER_DENIALS.items():
        policy(name, TLS, OLD_TLS, fine)
    for name, weak in WEAK_DENIALS.items():
        policy(name, TLS, OLD_TLS, weak)
    s3.BucketPolicy("single", bucket="other", policy=json.dumps({"Statement": TLS}))
    s3.BucketPolicy("unknown", bucket="other", policy=bucket.arn)
    s3.BucketPolicy("broken", bucket="other", policy="{")
    s3.Bucket("inline", policy=text(OPEN["open"]))
    s3.Bucket("logs", bucket="logs")
    s3.BucketLogging("logging", bucket=bucket.id, target_bucket="logs", target_prefix="")
    s3.BucketPolicy("of-logs", bucket="logs", policy=text(TLS, OLD_TLS))


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_plain_http_is_denied_to_everybody_and_everywhere(graph: Graph) -> None:
    assert findings(graph, "s3-tls-only") == {name: ["policy"] for name in (*WEAK, "inline")}
    assert outcomes(graph, "s3-tls-only", Outcome.UNPROVEN) == {"unknown": ["policy"], "broken": ["policy"]}
    assert set(outcomes(graph, "s3-tls-only", Outcome.NOT_APPLICABLE)) == {"data", "logs"}


def test_old_tls_is_denied(graph: Graph) -> None:
    assert findings(graph, "s3-tls-min") == {name: ["policy"] for name in ("tls-1-1", "single", "inline")}


def test_nobody_gets_in_unnamed(graph: Graph) -> None:
    expected = {name: ["policy.Statement[3]"] for name in OPEN}
    assert findings(graph, "s3-policy-no-public") == {**expected, "inline": ["policy.Statement[0]"]}
    assert outcomes(graph, "s3-policy-no-public", Outcome.UNPROVEN) == {"unknown": ["policy"], "broken": ["policy"]}


def test_uploads_under_other_keys_are_denied(graph: Graph) -> None:
    expected = ("any-key", "single", *WEAK_DENIALS)
    assert findings(graph, "s3-policy-deny-unencrypted") == {name: ["policy"] for name in expected}
    assert set(outcomes(graph, "s3-policy-deny-unencrypted", Outcome.NOT_APPLICABLE)) == {"of-logs"}
