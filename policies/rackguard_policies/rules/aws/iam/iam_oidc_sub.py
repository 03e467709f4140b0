"""Pipelines assume roles from a branch or environment that is named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rackguard_policies.granted import narrows
from rackguard_policies.iam_document import every_statement
from rackguard_policies.rule import Rule
from rackguard_policies.types import ROLE

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Statement

PROVIDER = re.compile(r".*:oidc-provider/(.+)")
GITHUB = re.compile(
    r"repo:[^*?:/]+/[^*?:/]+:(?:ref:refs/(?:heads|tags)/|environment:|job_workflow_ref:)[^*?].*"
    r"|repository_owner_id:\d+:repository_id:\d+:[^*?].+"
)
OTHER = re.compile(r"[^*?:]+:[^*?:]+:[^*?].*")
WANTED_OF = "has a condition on <provider>:sub that names repository and branch, tag or environment"


def _fault(statement: Statement) -> str:
    found = (PROVIDER.fullmatch(name) for kind, name in statement.principals if kind == "Federated")
    hosts = [match.group(1).lower() for match in found if match]
    return ", ".join(host for host in hosts if not _is_pinned(statement, host)) if statement.allows else ""


def _is_pinned(statement: Statement, host: str) -> bool:
    shape = GITHUB if "githubusercontent" in host else OTHER
    subs = [each for each in statement.conditions if each.key == f"{host}:sub" and narrows(each)]
    return any(all(map(shape.fullmatch, condition.values)) for condition in subs)


RULE = Rule(
    id="iam-oidc-sub",
    title="A role that a pipeline assumes names repository and branch, tag or environment",
    severity="high",
    why="Otherwise any pipeline of the provider, or any branch that anybody may push, deploys with the role.",
    fix='Add StringEquals on "<provider>:sub": "repo:acme/cluster:ref:refs/heads/main".',
    types=(ROLE,),
    judge=every_statement("assumeRolePolicy", _fault, WANTED_OF),
    before='Role("ci", assume_role_policy=json.dumps(trust_github({"sub": "repo:acme/*"})))',
    after='Role("ci", assume_role_policy=json.dumps(trust_github({"sub": "repo:acme/cluster:environment:prod"})))',
)
