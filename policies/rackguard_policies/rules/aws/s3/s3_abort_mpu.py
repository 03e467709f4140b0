"""Uploads that were never finished go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import BUCKET_LIFECYCLES
from rackguard_policies.values import Leaf, leaf, leaves, number

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

LONGEST_DAYS = 30
WANTED_OF = f"has an enabled rule that removes the parts of unfinished uploads within {LONGEST_DAYS} days"


def _judge(subject: Subject) -> Iterator[Verdict]:
    places = list(leaves(subject.resource.inputs, "rules[*]"))
    days = [leaf(place.value, "abortIncompleteMultipartUpload.daysAfterInitiation") for place in places if _on(place)]
    if any((number(each.value) or LONGEST_DAYS + 1) <= LONGEST_DAYS for each in days):
        return
    unknown = any(place.unknown for place in (*places, *days))
    yield Unproven("rules", WANTED_OF) if unknown else Finding("rules", WANTED_OF, "none")


def _on(place: Leaf) -> bool:
    return leaf(place.value, "status").value == "Enabled"


RULE = Rule(
    id="s3-abort-mpu",
    title="A lifecycle configuration removes the parts of unfinished uploads",
    severity="low",
    why="Parts of a checkpoint whose node was reclaimed are billed and never listed; after months they are terabytes.",
    fix="Add a rule with abort_incomplete_multipart_upload.days_after_initiation of 30 or less.",
    types=BUCKET_LIFECYCLES,
    judge=_judge,
    before='BucketLifecycleConfiguration("data", bucket=bucket.id, rules=[expire_old_versions])',
    after='BucketLifecycleConfiguration("data", bucket=bucket.id, rules=[expire_old_versions, abort_uploads])',
)
