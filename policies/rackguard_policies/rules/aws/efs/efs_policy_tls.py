"""File systems are mounted with TLS, by those who are named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.iam_document import faults, statements
from rackguard_policies.open_principals import open_to
from rackguard_policies.plain_http import refuses_plain_http
from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import FILE_SYSTEM, FILE_SYSTEM_POLICY
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.iam_document import Statement
    from rackguard_policies.rule import Subject, Verdict

MOUNT = "elasticfilesystem:ClientMount"
NAMED = "lets in those only that it names"
TLS = f"denies {MOUNT} to everybody without TLS (aws:SecureTransport is false)"


def _judge(subject: Subject) -> Iterator[Verdict]:
    resource = subject.resource
    if resource.type == FILE_SYSTEM:
        if not _has_policy(subject, resource):
            yield Finding("", "has a file-system policy: without one everybody who reaches it may mount", "nothing")
        return
    place = leaf(resource.inputs, "policy")
    if place.absent:
        yield Finding(place.path, TLS, seen(place.value))
        return
    yield from faults(place, open_to, NAMED)
    found = statements(place)
    if found is not None and not any(map(_refuses, found)):
        yield Finding(place.path, TLS)


def _refuses(statement: Statement) -> bool:
    return not statement.not_resources and refuses_plain_http(statement, MOUNT)


def _has_policy(subject: Subject, system: Resource) -> bool:
    graph = subject.graph
    named = graph.with_text(FILE_SYSTEM_POLICY, "fileSystemId", system.id) if system.id else ()
    policies = (*graph.dependents(system.urn, FILE_SYSTEM_POLICY), *named)
    return any(
        system.urn in policy.property_dependencies.get("fileSystemId", ()) or policy in named for policy in policies
    )


RULE = Rule(
    id="efs-policy-tls",
    title="A file system has a policy that refuses mounts without TLS, and of those whom it does not name",
    severity="high",
    why="Without a policy whoever reaches the mount target may mount, as root, and files travel in the clear.",
    fix='Add a file-system policy: deny to everybody where aws:SecureTransport is "false", allow the roles of nodes.',
    types=(FILE_SYSTEM, FILE_SYSTEM_POLICY),
    judge=_judge,
    before='FileSystem("home", encrypted=True)',
    after='FileSystemPolicy("home", file_system_id=home.id, policy=tls_only_for(role))',
)
