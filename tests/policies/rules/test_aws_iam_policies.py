"""IAM policies: what their statements allow, alone, inline and together."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pulumi_aws import ec2, iam
from tests.policies.recorded import findings, graph_of, outcomes
from tests.policies.rules.documents import allow, deny, text

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

EC2: Any = allow("sts:AssumeRole", principal={"Service": "ec2.amazonaws.com"})
LAMBDA: Any = allow("sts:AssumeRole", principal={"Service": "lambda.amazonaws.com"})
TAGGED: Any = {"StringEquals": {"aws:ResourceTag/cluster": "llm"}}
REGION: Any = {"StringEquals": {"aws:RequestedRegion": "us-east-2"}}
ALIAS: Any = {"ForAnyValue:StringEquals": {"kms:ResourceAliases": "alias/llm"}}
TO_EC2: Any = {"StringEquals": {"iam:PassedToService": "ec2.amazonaws.com"}}
NODE = "arn:aws:iam::123456789012:role/node"
NODES = "arn:aws:iam::123456789012:role/node-*"
PARAMETERS = "arn:aws:ssm:us-east-2:123456789012:parameter"
FIRST = ["policy.Statement[0]"]

DOCUMENTS: dict[str, Any] = {
    "read": allow("s3:GetObject", "arn:aws:s3:::data/*"),
    "everything": allow("*"),
    "everything-twice": allow("*:*", ["arn:aws:s3:::data", "*"]),
    "all-but-iam": {"Effect": "Allow", "NotAction": "iam:*", "Resource": "*"},
    "everything-of-one": allow("*", "arn:aws:s3:::data/*"),
    "no-resource": {"Effect": "Allow", "Action": "*", "NotResource": "arn:aws:s3:::data"},
    "denies": deny("*", "*"),
    "service": allow(["s3:GetObject", "s3:*"], "arn:aws:s3:::data/*"),
    "end-any": allow("ec2:TerminateInstances"),
    "end-tagged": allow("ec2:TerminateInstances", condition=TAGGED),
    "end-in-region": allow("ec2:TerminateInstances", condition=REGION),
    "end-all-of-account": allow("ec2:Terminate*", "arn:aws:ec2:us-east-2:123456789012:instance/*"),
    "describe": allow(["ec2:Describe*", "ssm:UpdateInstanceInformation", "cloudwatch:PutMetricData"]),
    "read-all": allow("s3:Get*", ["arn:aws:s3:::*", "arn:aws:s3:::*/*"]),
    "read-parameters": allow("ssm:GetParameter", f"{PARAMETERS}/*"),
    "read-some-parameters": allow("ssm:GetParameter", f"{PARAMETERS}/llm/*"),
    "decrypt-any": allow("kms:Decrypt"),
    "decrypt-by-service": allow("kms:Decrypt", condition={"StringEquals": {"kms:ViaService": "s3.amazonaws.com"}}),
    "decrypt-alias": allow("kms:Decrypt", "arn:aws:kms:us-east-2:123456789012:key/*", condition=ALIAS),
    "stop-trail": allow("cloudtrail:Stop*", "arn:aws:cloudtrail:us-east-2:123456789012:trail/t"),
    "pass-any": allow("iam:PassRole", condition=TO_EC2),
    "attach-any": allow("iam:Attach*"),
    "pass-named": [allow("iam:PassRole", NODE), allow("ec2:RunInstances", "arn:aws:ec2:*:*:subnet/subnet-1")],
    "pass-pattern": [allow("iam:PassRole", NODES), allow("ec2:RunInstances", "arn:aws:ec2:*:*:subnet/subnet-1")],
    "pass-pattern-to": [
        allow("iam:PassRole", NODES, condition=TO_EC2),
        allow("ec2:RunInstances", "arn:aws:ec2:*:*:subnet/subnet-1"),
    ],
}


def policies() -> None:
    """Every document as a policy, and one unknown."""
    for name, document in DOCUMENTS.items():
        iam.Policy(name, policy=text(*(document if isinstance(document, list) else [document])))
    iam.Policy("unknown", policy=ec2.Vpc("vpc").arn)


def roles() -> None:
    """Roles of machines whose policies are apart, inline and of elsewhere."""
    launch: Any = allow("ec2:RunInstances", "arn:aws:ec2:*:*:subnet/subnet-1")
    passing = iam.Policy("passes", policy=text(allow("iam:PassRole", NODES)))
    launching = iam.Policy("launches", policy=text(launch))
    for name, trust in (("machine", EC2), ("function", LAMBDA)):
        role = iam.Role(name, name=name, assume_role_policy=text(trust))
        for policy, arn in (("passing", passing.arn), ("launching", launching.arn)):
            iam.RolePolicyAttachment(f"{name}-{policy}", role=role.name, policy_arn=arn)
    held = iam.Role("held", assume_role_policy=text(LAMBDA), inline_policies=[{"name": "a", "policy": text(launch)}])
    iam.InstanceProfile("profile", role=held.name)
    iam.RolePolicy("held-inline", role=held.id, policy=text(allow("iam:PassRole", NODES)))
    iam.Role("unknown-trust", assume_role_policy=ec2.Vpc("fourth").arn, inline_policies=[{"policy": passing.arn}])
    served = iam.Role("served", name="served", assume_role_policy=text(EC2))
    aws = "arn:aws:iam::aws:policy"
    for name, arn in (("ssm", f"{aws}/AmazonSSMManagedInstanceCore"), ("agent", f"{aws}/CloudWatchAgentServerPolicy")):
        iam.RolePolicyAttachment(f"served-{name}", role="served", policy_arn=arn)
    iam.RolePolicyAttachment("served-admin", role=served.name, policy_arn=f"{aws}/AdministratorAccess")
    iam.RolePolicyAttachmentsExclusive("listed", role_name="x", policy_arns=[passing.arn, f"{aws}/AmazonS3FullAccess"])
    iam.PolicyAttachment("function-too", roles=["x"], policy_arn=f"{aws}/job-function/SystemAdministrator")
    iam.RolePolicyAttachment("unknown-arn", role="x", policy_arn=ec2.Vpc("other").arn)
    iam.Role("old", assume_role_policy=text(LAMBDA), managed_policy_arns=[f"{aws}/PowerUserAccess"])


def inline() -> None:
    """Inline policies of every kind."""
    user = iam.User("user")
    iam.UserPolicy("user-inline", user=user.name, policy=text(allow("s3:GetObject", "arn:aws:s3:::data/*")))
    bad: Any = [{"name": "a", "policy": text(allow("s3:GetObject", "arn:aws:s3:::data/*"), allow("*"))}]
    iam.Role("inlined", assume_role_policy=text(LAMBDA), inline_policies=bad)
    iam.Role("emptied", assume_role_policy=text(LAMBDA), inline_policies=[{}])
    iam.GroupPolicy("group-inline", group="g", policy=text(allow("kms:Decrypt")))
    iam.RolePolicy("unknown-inline", role="r", policy=ec2.Vpc("third").arn)
    iam.AccessKey("key", user=user.name)


def program() -> None:
    policies()
    roles()
    inline()


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        ("iam-no-star-star", {"everything", "everything-twice", "all-but-iam", "no-resource"}),
        ("iam-no-service-star", {"everything-of-one", "service"}),
        ("iam-write-scoped", {"end-any", "end-in-region", "end-all-of-account", "attach-any",
                              "decrypt-any"}),
        ("iam-no-exfil", {"read-all", "read-parameters"}),
        ("iam-kms-scoped", {"decrypt-any", "decrypt-by-service"}),
        ("iam-no-trail-control", {"stop-trail"}),
    ],
)  # fmt: skip
def test_statements_with_a_fault_are_found(graph: Graph, rule: str, names: set[str]) -> None:
    assert findings(graph, rule) == dict.fromkeys(names, FIRST)
    assert outcomes(graph, rule, Outcome.UNPROVEN) == {"unknown": ["policy"]}


def test_ways_to_any_permission_are_found(graph: Graph) -> None:
    assert findings(graph, "iam-no-escalation") == {
        "pass-any": FIRST,
        "attach-any": FIRST,
        "pass-pattern": ["policy"],
    }
    assert outcomes(graph, "iam-no-escalation", Outcome.UNPROVEN) == {"unknown": ["policy"]}


def test_inline_policies_are_held_to_the_same(graph: Graph) -> None:
    assert findings(graph, "iam-rolepolicy-same") == {
        "inlined": ["inlinePolicies[0].policy.Statement[1]"],
        "group-inline": ["policy.Statement[0]", "policy.Statement[0]"],
    }
    assert outcomes(graph, "iam-rolepolicy-same", Outcome.UNPROVEN) == {
        "unknown-trust": ["inlinePolicies[0].policy"],
        "unknown-inline": ["policy"],
    }


def test_inline_policies_are_found(graph: Graph) -> None:
    assert findings(graph, "iam-no-inline") == {
        "held": ["inlinePolicies[0].policy"],
        "inlined": ["inlinePolicies[0].policy"],
        "held-inline": [""],
        "unknown-inline": [""],
        "user-inline": [""],
        "group-inline": [""],
    }
    assert outcomes(graph, "iam-no-inline", Outcome.UNPROVEN) == {"unknown-trust": ["inlinePolicies[0].policy"]}


def test_policies_of_full_access_are_not_attached(graph: Graph) -> None:
    assert findings(graph, "iam-no-admin-attach") == {
        "served-admin": ["policyArn"],
        "function-too": ["policyArn"],
        "listed": ["policyArns[1]"],
        "old": ["managedPolicyArns[0]"],
    }
    assert outcomes(graph, "iam-no-admin-attach", Outcome.UNPROVEN) == {"unknown-arn": ["policyArn"]}


def test_policies_of_a_machine_are_taken_together(graph: Graph) -> None:
    assert findings(graph, "stk-iam-effective-role") == {"machine": [""], "held": [""]}
    assert outcomes(graph, "stk-iam-effective-role", Outcome.UNPROVEN) == {
        "served-agent": ["policyArn"],
        "unknown-trust": [""],
    }
    assert {"function", "inlined"} <= set(outcomes(graph, "stk-iam-effective-role", Outcome.NOT_APPLICABLE))


@pytest.mark.parametrize(("own", "by_name"), [("pass-any", "run"), ("run", "pass-any")])
def test_half_by_the_role_itself_and_half_by_its_name_is_a_way(own: str, by_name: str) -> None:
    halves = {"pass-any": text(allow("iam:PassRole")), "run": text(allow("ec2:RunInstances"))}

    def program() -> None:
        for name in ("one", "another"):
            role = iam.Role(name, name="shared", assume_role_policy=text(EC2))
            iam.RolePolicy(f"{name}-own", role=role.id, policy=halves[own])
        iam.RolePolicy("by-name", role="shared", policy=halves[by_name])
        iam.Role("other", name="other", assume_role_policy=text(EC2))

    assert findings(graph_of(program), "stk-iam-effective-role") == {"one": [""], "another": [""]}


def test_users_and_keys_are_found(graph: Graph) -> None:
    assert findings(graph, "iam-no-user") == {"user": [""]}
    assert findings(graph, "iam-no-access-key") == {"key": [""]}


def test_a_single_statement_is_read_as_a_list_of_one(graph: Graph) -> None:
    single = graph_of(lambda: iam.Policy("single", policy=json.dumps({"Statement": allow("*")})))
    assert findings(single, "iam-no-star-star") == {"single": ["policy.Statement"]}
