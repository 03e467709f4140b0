"""What can be wrong with an exception: each a finding, explained like a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.record import record

if TYPE_CHECKING:
    from rackguard_policies.rule import Severity


@record
class Check:
    """What can be wrong with an exception."""

    id: str
    title: str
    severity: Severity
    why: str
    fix: str


EXPIRED = Check(
    "exception-expired",
    "An exception ends no later than it is needed",
    "high",
    "It no longer covers anything: what it covered is a finding again.",
    "Mend what it covered, or have its owner decide anew, with another day.",
)
UNUSED = Check(
    "exception-unused",
    "An exception covers something",
    "low",
    "What it covered is mended or gone; left in place it would cover what comes later, unseen.",
    "Take it out.",
)
TOO_WIDE = Check(
    "exception-too-wide",
    "An exception from a critical or high rule names its resource",
    "high",
    "A pattern over everything would switch the rule off for resources that nobody has thought of: it covers nothing.",
    "Name the resource, or so much of its name that nothing else can match.",
)
TOO_LONG = Check(
    "exception-too-long",
    "An exception lasts a year at most",
    "medium",
    "One that never ends is a rule switched off: nobody looks at the risk again.",
    "Give a day within a year; when it comes, the owner decides anew.",
)
NO_REASON = Check(
    "exception-without-reason",
    "An exception says why",
    "medium",
    "An auditor can't tell a considered risk from a forgotten one.",
    "Say what stands against the rule here, and what is done instead.",
)
NO_OWNER = Check(
    "exception-without-owner",
    "An exception has an owner",
    "medium",
    "Nobody answers for the risk, and nobody is asked when the exception ends.",
    "Name who answers for it: a person or a team.",
)
UNKNOWN_RULE = Check(
    "exception-unknown-rule",
    "An exception names a rule that exists",
    "medium",
    "It covers nothing, and whoever wrote it believes that it does.",
    "Write the rule's id as `rackguard list rules` has it.",
)
CHECKS = (EXPIRED, UNUSED, TOO_WIDE, TOO_LONG, NO_REASON, NO_OWNER, UNKNOWN_RULE)
