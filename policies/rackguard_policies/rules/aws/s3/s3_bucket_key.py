"""Buckets under a KMS key ask KMS once for many objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_ENCRYPTIONS
from rackguard_policies.values import Leaf, leaf, leaves
from rackguard_policies.vocabulary import every_of


def _of_kms(inputs: Any) -> Iterator[Leaf]:
    for place in leaves(inputs, "rules[*]"):
        algorithm = leaf(place.value, "applyServerSideEncryptionByDefault.sseAlgorithm")
        if algorithm.unknown or algorithm.value == "aws:kms":
            flag = leaf(place.value, "bucketKeyEnabled")
            yield Leaf(f"{place.path}.bucketKeyEnabled", flag.value)


RULE = Rule(
    id="s3-bucket-key",
    title="A bucket encrypted with KMS uses a bucket key",
    severity="low",
    why="Without it each object asks KMS for a key of its own: a node that reads a data set pays for each, and waits.",
    fix="Set bucket_key_enabled.",
    types=BUCKET_ENCRYPTIONS,
    judge=every_of(_of_kms).must_be_on(),
    before='BucketServerSideEncryptionConfiguration("data", rules=[with_algorithm("aws:kms")])',
    after='BucketServerSideEncryptionConfiguration("data", rules=[{…, "bucket_key_enabled": True}])',
)
