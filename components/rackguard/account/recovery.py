"""What became of interrupted operations: a decision about a state and the account's answers, which changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from rackguard.account.cloud import Cloud, Found
from rackguard.account.interrupted import Interrupted, Operation
from rackguard.account.put_again import is_put_again
from rackguard.graph.graph import PROVIDER_PREFIX
from rackguard.graph.resource import Resource
from rackguard.record import record

Fate = Literal["in flight", "missing", "put again", "not told", "again"]
"""What became of an operation:

in flight    the account has made it and the state doesn't know it: it is imported
missing      it was never made, or is gone: `up` makes it
put again    a setting: `up` puts it again, over itself
not told     it can't be told whether it was made: a person looks
again        an update or a deletion: the same command does it again
"""
HOLDS_DATA = frozenset(
    {
        "aws:autoscaling/group:Group",
        "aws:cloudwatch/logGroup:LogGroup",
        "aws:ec2/instance:Instance",
        "aws:efs/fileSystem:FileSystem",
        "aws:fsx/lustreFileSystem:LustreFileSystem",
        "aws:kms/key:Key",
        "aws:s3/bucket:Bucket",
        "aws:ssm/parameter:Parameter",
    }
)
"""Types that may hold somebody's work, or open it: none is taken for rubbish because no state knows it."""


@record
class Outcome:
    """What became of one operation."""

    operation: Operation
    fate: Fate
    found: Found | None = None
    """What is in flight; with "not told", what somebody has, and the account doesn't say who."""


@record
class Orphan:
    """What the account has, and neither the state nor an operation accounts for."""

    found: Found
    twin: Resource | None
    """What it was made as, and is there already: the state has another one."""

    @property
    def may_go(self) -> bool:
        """True where it is the account's, and the stack has another one in its place or nobody's work can be in it."""
        return not self.found.refused and (self.twin is not None or self.found.type not in HOLDS_DATA)


@record
class Recovery:
    """Everything that is to be told and done about an interrupted stack."""

    interrupted: Interrupted
    outcomes: tuple[Outcome, ...]
    orphans: tuple[Orphan, ...]
    tags: Mapping[str, str]
    """By which orphans were looked for; none where the stack has no tags of ours: then none were."""

    def of(self, *fates: Fate) -> tuple[Outcome, ...]:
        """Outcomes of these kinds."""
        return tuple(outcome for outcome in self.outcomes if outcome.fate in fates)

    @property
    def is_clean(self) -> bool:
        """True where nothing is left to do."""
        return not self.outcomes and not self.orphans


Clouds = Callable[[Resource], Cloud]
"""From a resource to the region that it is in."""


def recovery_of(
    interrupted: Interrupted, clouds: Clouds, tags: Mapping[str, str], told: Callable[[str], None]
) -> Recovery:
    """Look for everything that was under way; `told` hears what is being looked for.

    Raises:
        InvalidInput: where the account doesn't answer.
    """
    taken = set(interrupted.ids)
    outcomes: list[Outcome] = []
    orphans: list[Orphan] = []
    for operation in interrupted.operations:
        resource = operation.resource
        if operation.doing not in ("creating", "importing"):
            outcomes.append(Outcome(operation, "again"))
            continue
        cloud = clouds(resource)
        told(resource.name)
        if is_put_again(resource.type) or not cloud.knows(resource.type, resource.inputs):
            outcomes.append(Outcome(operation, "put again" if is_put_again(resource.type) else "not told"))
            continue
        strangers = _strangers(cloud.find(resource.type, resource.inputs), taken)
        there = interrupted.graph.by_urn.get(resource.urn)
        if strangers and not there:
            found = strangers.pop(0)
            outcomes.append(Outcome(operation, "not told" if found.refused else "in flight", found))
        else:
            outcomes.append(Outcome(operation, "again" if there else "missing"))
        orphans += [Orphan(found, there or resource) for found in strangers]
    for cloud in _regions(interrupted, clouds) if tags else ():
        told("what is tagged")
        orphans += [Orphan(found, None) for found in _strangers(cloud.tagged(tags), taken)]
    return Recovery(interrupted, tuple(outcomes), tuple(orphans), tags)


def _strangers(found: Iterable[Found], taken: set[tuple[str, str]]) -> list[Found]:
    """What isn't accounted for yet; it is from now on."""
    strangers: list[Found] = []
    for each in found:
        key = (each.type, each.id)
        if key not in taken:
            taken.add(key)
            strangers.append(each)
    return strangers


def _regions(interrupted: Interrupted, clouds: Clouds) -> list[Cloud]:
    """Each region once in which the stack has, or was to have, anything."""
    resources = (*interrupted.graph.resources, *(operation.resource for operation in interrupted.operations))
    found = (clouds(resource) for resource in resources if resource.type.startswith(("aws:", f"{PROVIDER_PREFIX}aws")))
    return list({id(cloud): cloud for cloud in found}.values())
