"""Root of machines that aren't the stack's is nobody on Lustre."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard_policies.attached_groups import MACHINES, in_group, named_groups
from rackguard_policies.rule import NotApplicable, Rule
from rackguard_policies.security_group_rules import rules_of
from rackguard_policies.types import LUSTRE
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

PATH = "rootSquashConfiguration.rootSquash"


def _squashed(found: Any) -> bool:
    """`uid:gid`, neither of them 0."""
    ids = found.split(":") if isinstance(found, str) else []
    return len(ids) == 2 and all(each.isdigit() and int(each) > 0 for each in ids)


def _judge(subject: Subject) -> Iterator[Verdict]:
    given = next(every(PATH).places(subject.resource.inputs))
    if given.absent and _own_machines_only(subject):
        yield NotApplicable("machines of the stack alone may mount it, whose roots the stack names")
        return
    yield from every(PATH).must(_squashed, 'is "uid:gid" with neither 0')(subject)


def _own_machines_only(subject: Subject) -> bool:
    attached = named_groups(subject.graph, subject.resource, "securityGroupIds[*]")
    return (
        bool(attached.groups) and not attached.elsewhere and all(_closed(subject, group) for group in attached.groups)
    )


def _closed(subject: Subject, group: Resource) -> bool:
    """True where every rule lets in the group itself or groups of machines of the stack."""
    for rule in rules_of(subject.graph, group, "ingress"):
        groups = rule.groups(subject.graph)
        kinds = {peer.kind for peer in rule.peers}
        if not kinds <= {"self", "group"} or not all(_is_ours(subject, each) for each in groups):
            return False
        if any(peer.kind == "group" and not _resolved(peer.leaf.value, groups) for peer in rule.peers):
            return False
    return True


def _resolved(value: Any, groups: tuple[Resource, ...]) -> bool:
    return bool(groups) and (not isinstance(value, str) or value in {group.id for group in groups})


def _is_ours(subject: Subject, group: Resource) -> bool:
    return any(member.type in (*MACHINES, LUSTRE) for member in in_group(subject.graph, group))


RULE = Rule(
    id="fsx-root-squash",
    title="Root of a client is nobody on Lustre, unless only machines of the stack may mount it",
    severity="high",
    why="Whoever is root on any machine that may mount the file system reads and changes everybody's files.",
    fix='Set root_squash_configuration with root_squash "65534:65534", or let in groups of the stack\'s machines only.',
    types=(LUSTRE,),
    judge=_judge,
    before='LustreFileSystem("scratch", security_group_ids=["sg-0123456789abcdef0"])',
    after='LustreFileSystem("scratch", ..., root_squash_configuration={"root_squash": "65534:65534"})',
)
