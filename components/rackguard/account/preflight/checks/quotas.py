"""The account's vCPU quotas hold what the plan needs, beside what others use."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from rackguard.account.aws.questions import Denied
from rackguard.account.preflight import quota as quotas
from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome
from rackguard.plan.quotas import LOGIN_NODE

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.quota import Quota
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import QuotaNeed

_ID = "quotas"


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    own = _Own(subject, questions)
    for need in subject.plan.quotas:
        found = _found(need, questions)
        if found is None:
            message = (
                f"{need.vcpus:,} vCPUs needed of {_named(need.code, need.name)}, which Service Quotas doesn't list"
            )
            hint = "Look for it in the console of Service Quotas, under Amazon EC2."
            yield Outcome(_ID, "unknown", _where(need), message, hint)
        elif found.value < need.vcpus:  # whatever others use
            yield _verdict(need, found, None, subject, questions)
        else:
            try:
                others = _others(need, found, own, questions)
            except Denied as denied:
                message = f"{_message(need, found, None)}; what others use isn't known"
                hint = f"Give these credentials {denied.action or 'the right to ask'}."
                yield Outcome(_ID, "unknown", _where(need), message, hint)
            else:
                yield _verdict(need, found, others, subject, questions)


def _others(need: QuotaNeed, found: Quota, own: _Own, questions: Questions) -> float | None:
    """What is in use, but for what the stack itself runs; None where it isn't counted."""
    used = quotas.in_use(questions, found, own.subject.now)
    if not used:
        return used
    return max(used - sum(own.vcpus.get(pool, 0) for pool in need.pools), 0)


def _found(need: QuotaNeed, questions: Questions) -> Quota | None:
    if need.code:
        return quotas.quota_of(questions, "ec2", need.code)
    return quotas.quota_named(questions, "ec2", need.name)


def _verdict(need: QuotaNeed, found: Quota, others: float | None, subject: Subject, questions: Questions) -> Outcome:
    message = _message(need, found, others)
    if found.value >= need.vcpus + (others or 0):
        return Outcome(_ID, "ok", _where(need), message)
    # Others may be done by then; too small a quota never holds the pool.
    status = "warning" if found.value >= need.vcpus else "problem"
    if not found.adjustable:
        return Outcome(_ID, status, _where(need), message, "AWS does not raise it on request: ask its support.")
    asked = quotas.open_request(questions, found)
    hint = f"{asked[:1].upper()}{asked[1:]}." if asked else "Ask for an increase; AWS takes days to grant a large one."
    command = quotas.increase(found, need.vcpus + (others or 0), subject.plan.region)
    return Outcome(_ID, status, _where(need), message, hint, command)


def _message(need: QuotaNeed, found: Quota, others: float | None) -> str:
    used = "" if others is None else f", {others:,.0f} in use by others"
    return f"{need.vcpus:,} vCPUs needed, {found.value:,.0f} granted{used}: {_named(found.code, found.name)}"


class _Own:
    """What the stack itself runs already: its need holds it. Asked for once, and only where it matters."""

    def __init__(self, subject: Subject, questions: Questions) -> None:
        self.subject = subject
        self._questions = questions

    @cached_property
    def vcpus(self) -> dict[str, int]:
        """By pool."""
        wanted = {
            "tag:rackguard:cluster": self.subject.plan.name,
            "tag:rackguard:stack": self.subject.plan.stack,
            "instance-state-name": "running",
        }
        filters = [{"Name": name, "Values": [value]} for name, value in wanted.items()]
        running: dict[str, int] = {}
        for instance in self._questions.each("ec2", "describe_instances", "Reservations.Instances", Filters=filters):
            tags = {tag["Key"]: tag["Value"] for tag in instance.get("Tags", ())}
            cpu = instance.get("CpuOptions", {})
            pool = tags.get("rackguard:pool", LOGIN_NODE)
            running[pool] = running.get(pool, 0) + cpu.get("CoreCount", 0) * cpu.get("ThreadsPerCore", 0)
        return running


def _where(need: QuotaNeed) -> str:
    return ", ".join(f"access.{name}" if name == LOGIN_NODE else f"pools.{name}" for name in need.pools)


def _named(code: str | None, name: str) -> str:
    return f"{code} {name}" if code else name


CHECK = Check(
    id=_ID,
    title="vCPU quotas hold what the plan needs",
    permissions=(
        "cloudwatch:GetMetricStatistics",
        "ec2:DescribeInstances",
        *quotas.PERMISSIONS,
        quotas.REQUESTS_PERMISSION,
        "servicequotas:ListServiceQuotas",
    ),
    run=_run,
)
