"""What a statement of a policy grants: actions by their patterns, and whether it says of which resources."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Condition, Statement

_KINDS = re.compile(
    "alias|cluster|file-system|function|group|instance|instance-profile|key|log-group|network-interface|parameter"
    "|policy|repository|role|secret|security-group|server-certificate|snapshot|stream|table|task-definition|user|volume"
)
"""Kinds of resources in ARNs, of which `kind/*` is every one."""
_READS = re.compile(
    r"(?:Get|List|Describe|BatchGet|Head|Lookup|Search|Query|Scan|Select|View|Check|Test|Simulate)(?:[A-Z*?].*)?"
)
_WITHOUT_RESOURCES = re.compile(
    "cloudwatch:PutMetricData|ec2messages:(?:AcknowledgeMessage|DeleteMessage|FailMessage|SendReply)"
    "|ssm:UpdateInstanceInformation|ssmmessages:(?:Create|Open)(?:Control|Data)Channel"
    "|xray:Put(?:TelemetryRecords|TraceSegments)",
    re.IGNORECASE,
)
"""Writing actions that know no resources (AWS Service Authorization Reference, 2026): `*` is all one can say."""
_SAYS_NOTHING = re.compile(
    "aws:(?:currenttime|epochtime|multifactorauthage|multifactorauthpresent|requestedregion|securetransport"
    "|tokenissuetime|useragent)|s3:(?:tlsversion|signatureversion)"
)
"""Keys of conditions that narrow down when or how something is done, and not to what."""


def is_everything(action: str) -> bool:
    """True for a pattern of every action of every service."""
    return "*" in action and set(action) <= set("*?:")


def is_whole_service(action: str) -> bool:
    """True for a pattern of every action of a service: `s3:*`, `s3:**`."""
    _, _, name = action.partition(":")
    return bool(name) and set(name) == {"*"} and not is_everything(action)


def grants(statement: Statement, *actions: str) -> tuple[str, ...]:
    """Those of `actions` that a statement allows, be it by what it doesn't name."""
    if not statement.allows:
        return ()
    if statement.not_actions:
        named = _fitting(statement.not_actions, actions)
        return tuple(action for action in actions if action not in named)
    return _fitting(statement.actions, actions)


def writes(statement: Statement) -> tuple[str, ...]:
    """Patterns of a statement that allow more than reading, but for whole services and what knows no resources."""
    named = (action for action in statement.actions if not is_everything(action) and not is_whole_service(action))
    return tuple(action for action in named if not _reads(action) and not _WITHOUT_RESOURCES.fullmatch(action))


def is_scoped(statement: Statement) -> bool:
    """True where a statement names its resources: neither everything nor every one of a kind."""
    return bool(statement.resources) and not any(map(is_every_resource, statement.resources))


def is_every_resource(arn: str) -> bool:
    """True for `*` and for an ARN of every resource of a service or of a kind: `…:parameter/*`, `arn:aws:s3:::*`."""
    parts = arn.split(":", 5)
    if len(parts) < 6:
        return "*" in arn
    kind, _, rest = parts[5].replace("/", ":").partition(":")
    return set(kind) <= set("*?") or (bool(_KINDS.fullmatch(kind)) and parts[2] != "s3" and set(rest) <= set("*?:"))


def is_narrowed(statement: Statement) -> bool:
    """True where a condition narrows a statement down to something."""
    return any(narrows(condition) and not _SAYS_NOTHING.fullmatch(condition.key) for condition in statement.conditions)


def narrows(condition: Condition) -> bool:
    """True for a condition that something must have a value other than any; what must *not* be narrows nothing."""
    operator = condition.operator.lower()
    vague = "not" in operator or operator.endswith("ifexists") or operator.startswith(("forallvalues", "null"))
    return not vague and bool(condition.values) and not any(set(value) <= {"*"} for value in condition.values)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), re.IGNORECASE)


def matches(pattern: str, action: str) -> bool:
    """True where an action fits a pattern of a policy, in which `*` and `?` stand for any letters and one."""
    return bool(_pattern(pattern).fullmatch(action))


@lru_cache(maxsize=4096)
def _fitting(patterns: tuple[str, ...], actions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(action for action in actions if any(matches(pattern, action) for pattern in patterns))


def _reads(action: str) -> bool:
    return bool(_READS.fullmatch(action.partition(":")[2]))
