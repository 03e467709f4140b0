"""What is deleted on Lustre isn't lost in the bucket behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard_policies.bucket_companions import bucket_at, companions
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import BUCKET_VERSIONINGS, DATA_REPOSITORY
from rackguard_policies.values import leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

PATH = "s3.autoExportPolicy.events[*]"
WANTED = "is left out, or the bucket keeps versions (its versioning is Enabled)"


def _judge(subject: Subject) -> Iterator[Verdict]:
    events = [place for place in leaves(subject.resource.inputs, PATH) if place.unknown or place.value == "DELETED"]
    if not events:
        yield NotApplicable("it carries no deletions to the bucket")
        return
    versioned = _is_versioned(subject)
    for place in events:
        if versioned is None or (place.unknown and not versioned):
            yield Unproven(place.path, WANTED)
        elif not versioned:
            yield Finding(place.path, WANTED, '"DELETED"')


def _is_versioned(subject: Subject) -> bool | None:
    """None where the bucket, or its versioning, isn't known."""
    bucket = bucket_at(subject.graph, subject.resource, "dataRepositoryPath")
    if bucket is None:
        return None
    found = [bucket.inputs.get("versioning"), *_companions(subject, bucket)]
    states = [leaf(each, key) for each in found if each is not None for key in ("status", "enabled")]
    if any(state.value in ("Enabled", True) for state in states):
        return True
    return None if any(state.unknown for state in states) else False


def _companions(subject: Subject, bucket: Resource) -> Iterator[Any]:
    for each in companions(subject.graph, bucket, *BUCKET_VERSIONINGS):
        yield leaf(each.inputs, "versioningConfiguration").value


RULE = Rule(
    id="fsx-dra-delete",
    title="A link to a bucket carries deletions there only if the bucket keeps versions",
    severity="medium",
    why="A mistaken rm on a node would delete the data set itself, everywhere and for good.",
    fix="Leave DELETED out of auto_export_policy's events, or enable the bucket's versioning.",
    types=(DATA_REPOSITORY,),
    judge=_judge,
    before='DataRepositoryAssociation("data", s3={"auto_export_policy": {"events": ["NEW", "DELETED"]}})',
    after='DataRepositoryAssociation("data", s3={"auto_export_policy": {"events": ["NEW", "CHANGED"]}})',
)
