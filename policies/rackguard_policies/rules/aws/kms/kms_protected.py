"""Keys outlive a mistaken destroy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.data_class import DISPOSABLE, disposable
from rackguard_policies.kept import GOES_BY, kept
from rackguard_policies.not_told import not_told
from rackguard_policies.rule import Finding, NotApplicable, Rule
from rackguard_policies.types import ALL_KEYS

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    if stays := kept(subject):
        return
    if reason := disposable(subject):
        yield NotApplicable(reason)
    elif stays is None:
        yield NotApplicable(not_told(subject, GOES_BY))
    else:
        yield Finding("", "has the option protect or retain_on_delete", "neither")


RULE = Rule(
    id="kms-protected",
    title="A key is protected, or stays in the account when it goes from the program",
    severity="high",
    why="A `destroy` of the wrong stack schedules the key's deletion, and all that it encrypts goes with it.",
    fix="Give it opts=ResourceOptions(protect=True), or retain_on_delete=True.",
    types=ALL_KEYS,
    judge=_judge,
    parameters=DISPOSABLE,
    goes_by=GOES_BY,
    before='Key("data")',
    after='Key("data", opts=ResourceOptions(protect=True))',
)
