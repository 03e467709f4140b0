"""Buckets dispose of what is old, by rules that are on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import BUCKET_LIFECYCLES
from rackguard_policies.values import leaf, leaves
from rackguard_policies.vocabulary import both, every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

DISPOSAL = ("expiration", "noncurrentVersionExpiration")
WANTED_OF = "has one rule or more with expiration or noncurrentVersionExpiration"


def _disposes(subject: Subject) -> Iterator[Verdict]:
    places = list(leaves(subject.resource.inputs, "rules[*]"))
    found = [leaf(place.value, key) for place in places for key in DISPOSAL if not place.unknown]
    if any(not each.absent for each in found):
        return
    unknown = any(place.unknown for place in places)
    yield Unproven("rules", WANTED_OF) if unknown else Finding("rules", WANTED_OF, "none")


RULE = Rule(
    id="s3-lifecycle",
    title="A lifecycle configuration has a rule for disposal, and its rules are on",
    severity="low",
    why="Data kept for ever costs for ever, and is still there to be stolen when nobody needs it any more.",
    fix='Add a rule with expiration or noncurrent_version_expiration and status "Enabled".',
    types=BUCKET_LIFECYCLES,
    judge=both(every("rules[*].status").must_be("Enabled"), _disposes),
    before='BucketLifecycleConfiguration("data", bucket=bucket.id, rules=[{…, "status": "Disabled"}])',
    after='BucketLifecycleConfiguration("data", bucket=bucket.id, rules=[expire_old_versions])',
)
