"""Stores and keys aren't deleted by mistake."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard_policies.data_class import DISPOSABLE, disposable
from rackguard_policies.kept import GOES_BY, kept
from rackguard_policies.not_told import not_told
from rackguard_policies.rule import Finding, NotApplicable, Rule, Subject, Verdict
from rackguard_policies.types import ALL_KEYS, BUCKETS, FILE_SYSTEM, LUSTRE, VOLUME


def _judge(subject: Subject) -> Iterator[Verdict]:
    if reason := disposable(subject):
        yield NotApplicable(reason)
    elif (stays := kept(subject)) is None:
        yield NotApplicable(not_told(subject, GOES_BY))
    elif not stays:
        yield Finding("", "has the option protect, or retain_on_delete", "neither")


RULE = Rule(
    id="stk-protect-stateful",
    title="Stores and keys are protected in the program, unless their class of data may go",
    severity="medium",
    why="A renamed resource or a mistaken destroy deletes the data; a deleted key takes with it all that it encrypts.",
    fix="Give the resource, or the component around it, opts=ResourceOptions(protect=True).",
    types=(*BUCKETS, FILE_SYSTEM, LUSTRE, VOLUME, *ALL_KEYS),
    judge=_judge,
    parameters=DISPOSABLE,
    goes_by=GOES_BY,
    before='Key("data", enable_key_rotation=True)',
    after='Key("data", enable_key_rotation=True, opts=ResourceOptions(protect=True))',
)
