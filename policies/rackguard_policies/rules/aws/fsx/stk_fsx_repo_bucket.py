"""The buckets behind Lustre are those whose rules are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import bucket_at
from rackguard_policies.lustre import LINKS
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.types import DATA_REPOSITORY, LUSTRE
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is a bucket of this stack, or an approved one"
_PATHS = {DATA_REPOSITORY: ("dataRepositoryPath",), LUSTRE: LINKS}


def _judge(subject: Subject) -> Iterator[Verdict]:
    resource = subject.resource
    found = [leaf(resource.inputs, path) for path in _PATHS[resource.type]]
    if resource.type == LUSTRE and all(place.absent for place in found):
        yield NotApplicable("no bucket stands behind it by itself")
        return
    for place in found:
        if place.absent or bucket_at(subject.graph, resource, place.path):
            continue
        if place.unknown:
            yield Unproven(place.path, WANTED)
        elif not _approved(str(place.value), subject.parameters["approved"]):
            yield Finding(place.path, WANTED, seen(place.value))


def _approved(path: str, names: list[str]) -> bool:
    return path.removeprefix("s3://").partition("/")[0] in names


RULE = Rule(
    id="stk-fsx-repo-bucket",
    title="The bucket behind a Lustre file system is one of the stack, whose rules judge it, or an approved one",
    severity="high",
    why="Whatever is on Lustre is copied to the bucket behind it; an open or plain one undoes all care taken here.",
    fix="Link to a bucket of the stack, or put the bucket's name into the parameter approved.",
    types=(DATA_REPOSITORY, LUSTRE),
    judge=_judge,
    parameters={
        "approved": Parameter(
            [],
            {"type": "array", "items": {"type": "string", "minLength": 3}},
            "names of buckets elsewhere that may stand behind a file system",
        )
    },
    before='DataRepositoryAssociation("data", data_repository_path="s3://somewhere/data", ...)',
    after='DataRepositoryAssociation("data", data_repository_path=data.bucket.apply("s3://{}".format), ...)',
)
