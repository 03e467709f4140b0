"""A cluster as its account has it: nodes wanted, launched and in service, why some are missing, and what they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rackguard.account.aws.questions import Denied, Unanswered
from rackguard.account.status.activity import RECENT, Activity, Failure, activity_of, failures
from rackguard.account.status.node_time import Instance, NodeTime, month_start, node_time
from rackguard.account.status.spent import Spent, spent
from rackguard.record import record

if TYPE_CHECKING:
    from datetime import datetime

    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import PoolPlan

_NAMES_AT_ONCE = 50
"""Groups by name in one question (DescribeAutoScalingGroups in the Auto Scaling API reference)."""
_STATES = (
    ("Pending", "starting"),
    ("Terminat", "ending"),
    ("Detach", "leaving"),
    ("Replacing", "with a root volume that is replaced"),
    ("RootVolumeReplaced", "starting"),
    ("", "standing by"),
)
"""What a lifecycle state starts with, and what a person calls it."""
_IN_SERVICE = "InService"


@record
class PoolStatus:
    """One pool's group and nodes."""

    name: str
    group: str
    is_there: bool
    wanted: int
    """Nodes that the group is to hold; 0 where it isn't there."""
    launched: int
    """Nodes that it has, whatever their state."""
    in_service: int
    others: tuple[tuple[str, int], ...]
    """What the other nodes do, and how many: `starting`, `ending`, `leaving`, `standing by`."""
    failures: tuple[Failure, ...]
    time: NodeTime | None
    """None where it can't be read."""
    spent: Spent
    notes: tuple[str, ...]

    @property
    def is_short(self) -> bool:
        """True where fewer nodes are in service than wanted, or there is no group to hold them."""
        return not self.is_there or self.in_service < self.wanted

    @property
    def is_failing(self) -> bool:
        """True where the latest starts fail."""
        return any(failure.is_unsolved for failure in self.failures)


def status_of(
    subject: Subject, questions: Questions, progress: Callable[[str], None] = lambda _: None
) -> tuple[PoolStatus, ...]:
    """The status of every pool of the plan, in its order.

    Raises:
        InvalidInput: without credentials, or where the account refuses to tell of groups.
    """
    pools = subject.plan.pools
    progress("groups")
    groups = {str(group["AutoScalingGroupName"]): group for group in _groups(questions, pools)}
    progress("nodes")
    instances, unread = _instances(questions, pools)
    counted: dict[str, str] = {}
    found: list[PoolStatus] = []
    for pool in pools:
        progress(f"the history of {pool.name}")
        group = groups.get(pool.group_name)
        history = _history(questions, pool.group_name, subject.now, is_there=group is not None)
        time = None if unread else node_time(history, instances.get(pool.group_name, {}), subject.now)
        cost = Spent((), (unread,), at_least=True)
        if time is not None:
            cost = spent(subject, pool, time, questions, counted)
        found.append(_pool(pool, group, failures(history, subject.now), time, cost, questions.region))
    return tuple(found)


def _groups(questions: Questions, pools: Sequence[PoolPlan]) -> Iterator[dict[str, Any]]:
    names = [pool.group_name for pool in pools]
    for first in range(0, len(names), _NAMES_AT_ONCE):
        given = {"AutoScalingGroupNames": names[first : first + _NAMES_AT_ONCE]}
        yield from questions.each("autoscaling", "describe_auto_scaling_groups", "AutoScalingGroups", **given)


def _instances(questions: Questions, pools: Sequence[PoolPlan]) -> tuple[dict[str, dict[str, Instance]], str]:
    """Nodes by group and id; why they can't be read, where that is so."""
    filters = [{"Name": "tag:aws:autoscaling:groupName", "Values": [pool.group_name for pool in pools]}]
    try:
        answers = list(questions.each("ec2", "describe_instances", "Reservations.Instances", Filters=filters))
    except Denied as denied:
        return {}, f"not known: {denied.problems[0].message}"
    found: dict[str, dict[str, Instance]] = {}
    for answer in answers:
        tags = {tag["Key"]: tag["Value"] for tag in answer.get("Tags", ())}
        instance = Instance(
            str(answer["InstanceId"]),
            str(answer.get("InstanceType", "")),
            answer["LaunchTime"],
            str(answer.get("State", {}).get("Name", "")),
        )
        found.setdefault(tags.get("aws:autoscaling:groupName", ""), {})[instance.id] = instance
    return found, ""


def _history(questions: Questions, group: str, now: datetime, *, is_there: bool) -> tuple[Activity, ...]:
    """What the group did this month and on the day before, also where it has been made anew since."""
    since = month_start(now) - RECENT
    given = {
        "AutoScalingGroupName": group,
        "IncludeDeletedGroups": True,
        "Filters": [{"Name": "StartTimeLowerBound", "Values": [since.strftime("%Y-%m-%dT%H:%M:%SZ")]}],
    }
    try:
        answers = list(questions.each("autoscaling", "describe_scaling_activities", "Activities", **given))
    except Unanswered as refused:
        if is_there or refused.code != "ValidationError":
            raise
        return ()  # a name that no group ever had
    return tuple(activity_of(answer) for answer in answers)


def _pool(
    pool: PoolPlan,
    group: Mapping[str, Any] | None,
    failed: tuple[Failure, ...],
    time: NodeTime | None,
    cost: Spent,
    region: str,
) -> PoolStatus:
    nodes: Sequence[Mapping[str, Any]] = group.get("Instances", ()) if group else ()
    states = [str(node.get("LifecycleState", "")) for node in nodes]
    return PoolStatus(
        name=pool.name,
        group=pool.group_name,
        is_there=group is not None,
        wanted=int(group.get("DesiredCapacity", 0)) if group else 0,
        launched=len(nodes),
        in_service=states.count(_IN_SERVICE),
        others=_others(states),
        failures=failed if group else (),
        time=time,
        spent=cost,
        notes=tuple(_notes(pool, group, nodes, region)),
    )


def _others(states: Sequence[str]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for state in states:
        if state != _IN_SERVICE:
            words = next(words for start, words in _STATES if state.startswith(start))
            counts[words] = counts.get(words, 0) + 1
    words = dict.fromkeys(words for _, words in _STATES)
    return tuple((each, counts[each]) for each in words if each in counts)


def _notes(
    pool: PoolPlan, group: Mapping[str, Any] | None, nodes: Sequence[Mapping[str, Any]], region: str
) -> Iterator[str]:
    if group is None:
        yield f"there is no group {pool.group_name} in {region}: `pulumi up` makes it"
        return
    if "Status" in group:
        yield "the group is being deleted"
    for process in group.get("SuspendedProcesses", ()):
        name, reason = process.get("ProcessName", ""), process.get("SuspensionReason", "")
        if name not in pool.suspended_processes:
            resume = f"aws autoscaling resume-processes --auto-scaling-group-name {pool.group_name}"
            why = f" ({reason})" if reason else ""
            yield f"{name} is suspended{why}; to resume it: `{resume} --scaling-processes {name} --region {region}`"
    ill = sum(node.get("HealthStatus", "Healthy") != "Healthy" for node in nodes)
    if ill:
        yield f"{ill} unhealthy: Auto Scaling ends and replaces them"
    if pool.schedule.state == "before":
        yield "its capacity block has not started, and the group is to hold no nodes until then"
    elif pool.schedule.state == "after":
        yield "its capacity block is over"
    allowed = (group.get("MinSize"), group.get("MaxSize"))
    if pool.schedule.state == "always" and allowed != (pool.nodes_min, pool.nodes_max):
        planned = f"{pool.nodes_min} to {pool.nodes_max}"
        yield f"the group allows {allowed[0]} to {allowed[1]} nodes, the plan {planned}: `pulumi up` sets it"
