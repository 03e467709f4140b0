"""Logs outlive the stack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.data_class import DISPOSABLE, disposable
from rackguard_policies.kept import GOES_BY, kept
from rackguard_policies.not_told import not_told
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import LOG_GROUP
from rackguard_policies.values import leaf, seen, truth

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is true, or the resource is retained on delete or protected"


def _judge(subject: Subject) -> Iterator[Verdict]:
    group = subject.resource
    if reason := disposable(subject):
        yield NotApplicable(reason)
        return
    flags = [leaf(group.inputs, key) for key in ("skipDestroy", "deletionProtectionEnabled")]
    stays = kept(subject)
    if stays or any(truth(flag.value) is True for flag in flags):
        return
    if stays is None:
        yield NotApplicable(not_told(subject, GOES_BY))
        return
    later = next((flag for flag in flags if flag.unknown), None)
    yield Unproven(later.path, WANTED) if later else Finding(flags[0].path, WANTED, seen(flags[0].value))


RULE = Rule(
    id="lg-protected",
    title="Log groups outlive their stack, unless their class of data may go",
    severity="medium",
    why="Whoever destroys the stack destroys the record of who did it.",
    fix="Set skip_destroy to True, or the resource's option retain_on_delete.",
    types=(LOG_GROUP,),
    judge=_judge,
    parameters=DISPOSABLE,
    goes_by=GOES_BY,
    before='LogGroup("auth", retention_in_days=365)',
    after='LogGroup("auth", retention_in_days=365, skip_destroy=True)',
)
