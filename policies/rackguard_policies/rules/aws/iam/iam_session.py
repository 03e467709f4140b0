"""Sessions of roles end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Parameter, Rule
from rackguard_policies.types import ROLE
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    yield from every("maxSessionDuration").fine_if_absent().must_be_at_most(subject.parameters["seconds"])(subject)


RULE = Rule(
    id="iam-session",
    title="A session of a role lasts no longer than the time set",
    severity="low",
    why="Stolen credentials of a session work until it ends; nodes renew theirs by themselves.",
    fix="Leave max_session_duration out: it is an hour then.",
    types=(ROLE,),
    judge=_judge,
    parameters={
        "seconds": Parameter(
            14400, {"type": "integer", "minimum": 3600, "maximum": 43200}, "seconds for which a session lasts at most"
        )
    },
    before='Role("r", assume_role_policy=trust, max_session_duration=43200)',
    after='Role("r", assume_role_policy=trust)',
)
