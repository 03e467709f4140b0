"""Who may become a role, for how long, and within what."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import ec2, iam
from tests.policies.recorded import findings, graph_of, outcomes
from tests.policies.rules.documents import allow, text

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

FIRST = ["assumeRolePolicy.Statement[0]"]
GITHUB = "token.actions.githubusercontent.com"
GITLAB = "gitlab.com"
FLOWS: Any = {"Service": "vpc-flow-logs.amazonaws.com"}


def trust(principal: Any, condition: Any = None) -> Any:
    return allow("sts:AssumeRole", principal=principal, condition=condition)


def pipeline(subject: Any, host: str = GITHUB, operator: str = "StringLike") -> Any:
    principal = {"Federated": f"arn:aws:iam::123456789012:oidc-provider/{host}"}
    condition = {operator: {f"{host}:sub": subject}, "StringEquals": {f"{host}:aud": "sts.amazonaws.com"}}
    return allow("sts:AssumeRoleWithWebIdentity", principal=principal, condition=condition)


TRUSTS: dict[str, Any] = {
    "node": trust({"Service": "ec2.amazonaws.com"}),
    "anybody": trust({"AWS": "*"}),
    "anybody-listed": trust({"AWS": ["123456789012", "*"]}),
    "organization": trust({"AWS": "*"}, {"StringEquals": {"aws:PrincipalOrgID": "o-1"}}),
    "flows": trust(FLOWS),
    "flows-here": trust(FLOWS, {"StringEquals": {"aws:SourceAccount": "123456789012"}}),
    "flows-of-any": trust(FLOWS, {"ArnLike": {"aws:SourceArn": "arn:aws:ec2:*:*:vpc-flow-log/*"}}),
    "two-services": trust({"Service": ["ec2.amazonaws.com", "backup.amazonaws.com"]}),
    "main": pipeline("repo:acme/cluster:ref:refs/heads/main"),
    "production": pipeline(["repo:acme/cluster:environment:prod", "repo:acme/cluster:ref:refs/tags/v*"]),
    "any-branch": pipeline("repo:acme/cluster:*"),
    "any-repository": pipeline("repo:acme/*"),
    "one-of-two": pipeline(["repo:acme/cluster:environment:prod", "repo:acme/*"]),
    "pull-request": pipeline("repo:acme/cluster:pull_request", operator="StringEquals"),
    "if-there": pipeline("repo:acme/cluster:environment:prod", operator="StringEqualsIfExists"),
    "no-subject": allow(
        "sts:AssumeRoleWithWebIdentity",
        principal={"Federated": f"arn:aws:iam::1:oidc-provider/{GITHUB}"},
        condition={"StringEquals": {f"{GITHUB}:aud": "sts.amazonaws.com"}},
    ),
    "gitlab-main": pipeline("project_path:acme/cluster:ref_type:branch:ref:main", GITLAB),
    "gitlab-any": pipeline("project_path:acme/*", GITLAB),
}


def program() -> None:
    for name, statement in TRUSTS.items():
        iam.Role(name, assume_role_policy=text(statement))
    iam.Role("unknown", assume_role_policy=ec2.Vpc("vpc").arn)
    boundary = "arn:aws:iam::123456789012:policy/boundary"
    node = text(TRUSTS["node"])
    iam.Role("bounded", assume_role_policy=node, permissions_boundary=boundary, max_session_duration=14400)
    iam.Role("long", assume_role_policy=node, permissions_boundary=boundary[:-1], max_session_duration=14401)
    url = "https://gitlab.com"
    for name, audiences in (("named", ["sts.amazonaws.com"]), ("any", ["sts.amazonaws.com", "*"]), ("none", [])):
        iam.OpenIdConnectProvider(name, url=url, client_id_lists=audiences)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_nobody_becomes_a_role_unnamed(graph: Graph) -> None:
    assert findings(graph, "iam-trust-no-star") == {"anybody": FIRST, "anybody-listed": FIRST}
    assert outcomes(graph, "iam-trust-no-star", Outcome.UNPROVEN) == {"unknown": ["assumeRolePolicy"]}


def test_services_act_for_one_account(graph: Graph) -> None:
    expected = {"flows": FIRST, "flows-of-any": FIRST, "two-services": FIRST}
    assert findings(graph, "iam-confused-deputy") == expected
    services = ["ec2.amazonaws.com", "backup.amazonaws.com"]
    assert findings(graph, "iam-confused-deputy", services=services) == {"flows": FIRST, "flows-of-any": FIRST}
    assert outcomes(graph, "iam-confused-deputy", Outcome.UNPROVEN) == {"unknown": ["assumeRolePolicy"]}


def test_pipelines_name_branch_or_environment(graph: Graph) -> None:
    loose = ("any-branch", "any-repository", "one-of-two", "pull-request", "if-there", "no-subject", "gitlab-any")
    assert findings(graph, "iam-oidc-sub") == dict.fromkeys(loose, FIRST)
    assert outcomes(graph, "iam-oidc-sub", Outcome.UNPROVEN) == {"unknown": ["assumeRolePolicy"]}


def test_sessions_end_within_four_hours(graph: Graph) -> None:
    assert findings(graph, "iam-session") == {"long": ["maxSessionDuration"]}
    assert findings(graph, "iam-session", seconds=3600) == {
        "bounded": ["maxSessionDuration"],
        "long": ["maxSessionDuration"],
    }


def test_a_boundary_is_asked_for_where_there_is_one(graph: Graph) -> None:
    assert findings(graph, "iam-boundary") == {}
    assert "node" in outcomes(graph, "iam-boundary", Outcome.NOT_APPLICABLE)
    found = findings(graph, "iam-boundary", boundary="arn:aws:iam::123456789012:policy/boundary")
    assert found.keys() == {*TRUSTS, "unknown", "long"}


def test_federations_name_their_audiences(graph: Graph) -> None:
    assert findings(graph, "iam-oidc-provider") == {"any": ["clientIdLists[1]"], "none": ["clientIdLists"]}
