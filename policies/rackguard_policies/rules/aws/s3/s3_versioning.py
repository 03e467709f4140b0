"""Buckets keep the versions of their objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import says_inline
from rackguard_policies.bucket_inline import inline_path
from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_VERSIONINGS, BUCKETS
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    if subject.resource.type in BUCKETS:
        path = inline_path(subject.resource, "versioning.enabled")
        yield from every(path).unless(says_inline("versioning")).must_be_on()(subject)
    else:
        yield from every("versioningConfiguration.status").must_be("Enabled")(subject)


RULE = Rule(
    id="s3-versioning",
    title="A bucket's versioning is enabled",
    severity="high",
    why="Without versions one overwrite or delete, by mistake or by malice, is the end of a checkpoint or a log.",
    fix='Set versioning_configuration.status to "Enabled".',
    types=(*BUCKET_VERSIONINGS, *BUCKETS),
    judge=_judge,
    before='BucketVersioning("data", bucket=bucket.id, versioning_configuration={"status": "Suspended"})',
    after='BucketVersioning("data", bucket=bucket.id, versioning_configuration={"status": "Enabled"})',
)
