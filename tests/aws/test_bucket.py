"""A bucket has every companion from the start, and never loses one before it goes itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pulumi_aws import kms
from tests.aws.provider_schema import check
from tests.aws.recorded import inputs, made, needs, types

from rackguard.aws.bucket import Bucket, BucketParts
from rackguard.graph.resource import UNKNOWN
from rackguard.plan.types import BucketPlan

if TYPE_CHECKING:
    from tests.aws.conftest import Record

    from rackguard.graph.graph import Graph

KEY = "arn:aws:kms:us-east-2:123456789012:key/11111111-2222-3333-4444-555555555555"
TAGS = {"owner": "ml", "classification": "internal", "rackguard:cluster": "llm"}
DATA = BucketPlan(
    key="data",
    name="llm-data",
    arn="arn:aws:s3:::llm-data",
    policy={"Version": "2012-10-17", "Statement": [{"Sid": "DenyPlainHttp", "Effect": "Deny"}]},
    noncurrent_days=14,
    expire_days=None,
    object_lock_days=None,
    expected_gib=500,
    classification="phi",
    access_logs_bucket="llm-logs",
)
LOGS = replace(
    DATA,
    key="access-logs",
    name="llm-logs",
    arn="arn:aws:s3:::llm-logs",
    expire_days=400,
    classification="internal",
    access_logs_bucket=None,
    encryption="AES256",
    force_destroy=True,
)
COMPANIONS = {"data-access-logs", "data-encryption", "data-lifecycle", "data-ownership", "data-policy"}
COMPANIONS |= {"data-public-access", "data-versioning"}


def graph_of(record: Record, plan: BucketPlan = DATA) -> Graph:
    return record(lambda: Bucket.planned("data", BucketParts(plan, TAGS, KEY)))


def test_every_companion_of_a_bucket(record: Record) -> None:
    graph = graph_of(record)
    assert types(graph) == {
        "data-bucket": "aws:s3/bucket:Bucket",
        "data-public-access": "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
        "data-ownership": "aws:s3/bucketOwnershipControls:BucketOwnershipControls",
        "data-policy": "aws:s3/bucketPolicy:BucketPolicy",
        "data-encryption": "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
        "data-versioning": "aws:s3/bucketVersioning:BucketVersioning",
        "data-lifecycle": "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
        "data-access-logs": "aws:s3/bucketLogging:BucketLogging",
    }
    assert inputs(graph) == {
        "data-bucket": {
            "bucket": "llm-data",
            "forceDestroy": False,
            "tags": {"owner": "ml", "classification": "phi", "rackguard:cluster": "llm"},
        },
        "data-public-access": {
            "bucket": "llm-data",
            "blockPublicAcls": True,
            "blockPublicPolicy": True,
            "ignorePublicAcls": True,
            "restrictPublicBuckets": True,
        },
        "data-ownership": {"bucket": "llm-data", "rule": {"objectOwnership": "BucketOwnerEnforced"}},
        "data-policy": {
            "bucket": "llm-data",
            "policy": '{"Statement":[{"Effect":"Deny","Sid":"DenyPlainHttp"}],"Version":"2012-10-17"}',
        },
        "data-encryption": {
            "bucket": "llm-data",
            "rules": [
                {
                    "applyServerSideEncryptionByDefault": {"sseAlgorithm": "aws:kms", "kmsMasterKeyId": KEY},
                    "bucketKeyEnabled": True,
                    "blockedEncryptionTypes": ["SSE-C"],
                }
            ],
        },
        "data-versioning": {"bucket": "llm-data", "versioningConfiguration": {"status": "Enabled"}},
        "data-lifecycle": {
            "bucket": "llm-data",
            "rules": [
                {
                    "id": "objects",
                    "status": "Enabled",
                    "filter": {},
                    "expiration": {"expiredObjectDeleteMarker": True},
                    "noncurrentVersionExpiration": {"noncurrentDays": 14},
                },
                {
                    "id": "unfinished-uploads",
                    "status": "Enabled",
                    "filter": {},
                    "abortIncompleteMultipartUpload": {"daysAfterInitiation": 7},
                },
            ],
        },
        "data-access-logs": {"bucket": "llm-data", "targetBucket": "llm-logs", "targetPrefix": "llm-data/"},
    }


def test_a_bucket_of_access_logs_has_s3s_own_encryption_and_logs_to_nowhere(record: Record) -> None:
    found = inputs(graph_of(record, LOGS))
    assert set(found) == {"data-bucket", *COMPANIONS} - {"data-access-logs"}
    assert found["data-bucket"]["forceDestroy"] is True
    assert found["data-bucket"]["tags"]["classification"] == "internal"
    assert found["data-encryption"]["rules"] == [
        {"applyServerSideEncryptionByDefault": {"sseAlgorithm": "AES256"}, "blockedEncryptionTypes": ["SSE-C"]}
    ]


def test_objects_expire_where_that_is_planned(record: Record) -> None:
    objects = inputs(graph_of(record, LOGS))["data-lifecycle"]["rules"][0]
    assert objects["expiration"] == {"days": 400}


def test_object_lock_goes_on_by_its_companion(record: Record) -> None:
    graph = graph_of(record, replace(DATA, object_lock_days=30))
    found = inputs(graph)
    # Given at the bucket, it would replace one that is there already, with all that it holds.
    assert "objectLockEnabled" not in found["data-bucket"]
    assert types(graph)["data-object-lock"] == "aws:s3/bucketObjectLockConfiguration:BucketObjectLockConfiguration"
    assert found["data-object-lock"] == {
        "bucket": "llm-data",
        "rule": {"defaultRetention": {"mode": "COMPLIANCE", "days": 30}},
    }
    assert needs(graph)["data-object-lock"] == {"data-bucket", "data-versioning"}


def test_companions_come_in_an_order_that_leaves_nothing_open(record: Record) -> None:
    assert needs(graph_of(record)) == {
        "data-public-access": {"data-bucket"},
        "data-ownership": {"data-bucket", "data-public-access"},
        "data-policy": {"data-bucket", "data-public-access"},
        "data-encryption": {"data-bucket"},
        "data-versioning": {"data-bucket"},
        "data-lifecycle": {"data-bucket", "data-versioning"},
        "data-access-logs": {"data-bucket"},
    }


def test_access_logs_start_when_they_can_be_delivered(record: Record) -> None:
    def program() -> None:
        logs = Bucket.planned("logs", BucketParts(LOGS, TAGS, KEY))
        Bucket.planned("data", BucketParts(DATA, TAGS, KEY, logs.ready))

    assert needs(record(program))["data-access-logs"] == {
        "data-bucket",
        "logs-encryption",
        "logs-ownership",
        "logs-policy",
        "logs-public-access",
    }


def test_a_bucket_that_cant_be_deleted_keeps_its_companions(record: Record) -> None:
    graph = graph_of(record, replace(DATA, object_lock_days=30))
    bucket = next(resource.urn for resource in made(graph) if resource.name == "data-bucket")
    going = {resource.name for resource in made(graph) if resource.options.deleted_with == bucket}
    assert going == {*COMPANIONS, "data-object-lock"}


def test_a_key_that_is_yet_to_be_made_comes_first(record: Record) -> None:
    def program() -> None:
        key = kms.Key("key")
        Bucket.planned("data", BucketParts(DATA, TAGS, key.arn))

    graph = record(program)
    default = inputs(graph)["data-encryption"]["rules"][0]["applyServerSideEncryptionByDefault"]
    assert default == {"sseAlgorithm": "aws:kms", "kmsMasterKeyId": UNKNOWN}
    assert needs(graph)["data-encryption"] == {"data-bucket", "key"}


@pytest.mark.parametrize(("plan", "first"), [(DATA, {"key"}), (LOGS, set[str]())])
def test_a_bucket_that_cant_be_deleted_keeps_its_key(record: Record, plan: BucketPlan, first: set[str]) -> None:
    def program() -> None:
        key = kms.Key("key")
        Bucket.planned("data", BucketParts(plan, TAGS, key.arn))

    assert needs(record(program)).get("data-bucket", set()) == first


def test_name_and_arn_are_known_before_there_is_a_bucket(record: Record) -> None:
    def program() -> None:
        bucket = Bucket.planned("data", BucketParts(DATA, TAGS, KEY))
        kms.Key("reader", description=bucket.bucket_name, policy=bucket.bucket_arn)

    graph = record(program)
    assert inputs(graph)["reader"] == {"description": "llm-data", "policy": "arn:aws:s3:::llm-data"}
    assert needs(graph)["reader"] == {"data-bucket"}


def test_all_belong_to_one_component(record: Record) -> None:
    graph = graph_of(record)
    (component,) = graph.of_type("rackguard-aws:index:Bucket")
    assert component.name == "data"
    assert {resource.parent for resource in made(graph)} == {component.urn}


@pytest.mark.parametrize("plan", [DATA, LOGS, replace(DATA, object_lock_days=1, expire_days=9)])
def test_the_provider_knows_every_input(record: Record, plan: BucketPlan) -> None:
    graph = graph_of(record, plan)
    assert [problem for resource in graph.resources for problem in check(resource)] == []
