"""Roles and their policies."""

from __future__ import annotations

import json

from tests.policies.mutations.change import Change, added, put, together
from tests.policies.mutations.documents import allowed, statement
from tests.policies.mutations.mutation import Also, Mutation

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.types import POLICY, ROLE_POLICY, ROLE_POLICY_ATTACHMENT

TRAIN = "llm-prod-pool-train-role"
FLOW_LOGS = "llm-prod-network-flow-logs-role"
ATTACHED = "llm-prod-pool-eval-role-attachment-1"
OF_TRAIN, OF_LOGIN = f"{TRAIN}-policy-1", "llm-prod-login-role-policy-1"
"""Policies with nine statements and with three."""
GITHUB = "arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com"
ADMIN = "arn:aws:iam::aws:policy/AdministratorAccess"
TAGS = {"owner": "ml", "environment": "prod", "classification": "phi"}
BRANCH = {"StringLike": {"token.actions.githubusercontent.com:sub": "repo:we/models:*"}}
LAUNCH = {
    "Effect": "Allow",
    "Action": "ec2:RunInstances",
    "Resource": "arn:aws:ec2:us-east-1:123456789012:instance/job-*",
}
READ = {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::data/*"}
ANYTHING = {"Effect": "Allow", "Action": "*", "Resource": "*"}


def in_policy(rule: str, policy: str, change: Change, at: int, *also: Also) -> Mutation:
    """A statement of a policy, which the finding counts from 0."""
    return Mutation(rule, policy, change, path=f"policy.Statement[{at}]", also=also)


def trusted(rule: str, role: str, change: Change, at: int) -> Mutation:
    """A statement of whom a role trusts."""
    return Mutation(rule, role, change, path=f"assumeRolePolicy.Statement[{at}]")


def document(*statements: dict[str, str]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": statements})


def attached(*statements: dict[str, str]) -> Change:
    """A second policy of the training nodes' role."""
    return together(
        added(POLICY, "second", {"policy": document(*statements), "tags": TAGS}),
        added(ROLE_POLICY_ATTACHMENT, "bond", {"role": UNKNOWN, "policyArn": UNKNOWN}, role=TRAIN, policyArn="second"),
    )


def writes(at: int, because: str) -> Also:
    return Also("iam-write-scoped", because, path=f"policy.Statement[{at}]")


ROWS = (
    in_policy("iam-no-star-star", OF_TRAIN, allowed("policy", Action="*", Resource="*"), 9),
    in_policy("iam-no-star-star", OF_LOGIN, allowed("policy", NotAction="iam:*", Resource="*"), 3),
    in_policy("iam-no-service-star", OF_TRAIN, allowed("policy", Action="s3:*", Resource="arn:aws:s3:::data/*"), 9),
    in_policy(
        "iam-no-escalation",
        OF_LOGIN,
        allowed("policy", Action="iam:PassRole", Resource="*"),
        3,
        writes(3, "AWS counts passing a role on as writing"),
    ),
    Mutation(
        "iam-no-escalation",
        OF_LOGIN,
        together(
            allowed("policy", Action="iam:PassRole", Resource="arn:aws:iam::123456789012:role/job-*"),
            allowed("policy", **LAUNCH),
        ),
    ),
    in_policy("iam-no-exfil", OF_TRAIN, statement("policy", "ReadUsers", Resource="*"), 0),
    in_policy("iam-no-exfil", OF_LOGIN, allowed("policy", Action="s3:GetObject", Resource="*"), 3),
    in_policy(
        "iam-kms-scoped",
        OF_TRAIN,
        allowed("policy", Action="kms:Decrypt", Resource="*"),
        9,
        writes(9, "AWS counts decrypting as writing"),
    ),
    in_policy(
        "iam-no-trail-control",
        OF_TRAIN,
        allowed(
            "policy", Action="cloudtrail:StopLogging", Resource="arn:aws:cloudtrail:us-east-1:123456789012:trail/t"
        ),
        9,
    ),
    in_policy("iam-write-scoped", OF_LOGIN, statement("policy", "WriteLogInRecords", Resource="*"), 2),
    Mutation("iam-no-admin-attach", ATTACHED, put("policyArn", ADMIN)),
    Mutation("iam-no-admin-attach", TRAIN, put("managedPolicyArns", [ADMIN]), path="managedPolicyArns[0]"),
    Mutation("iam-no-inline", TRAIN, added(ROLE_POLICY, "new", {"policy": document(READ)}, role=TRAIN), on="new"),
    Mutation(
        "iam-no-inline",
        TRAIN,
        put("inlinePolicies", [{}, {"name": "read", "policy": document(READ)}]),
        path="inlinePolicies[1].policy",
    ),
    Mutation(
        "iam-rolepolicy-same",
        TRAIN,
        put("inlinePolicies", [{"name": "all", "policy": document(READ, ANYTHING)}]),
        path="inlinePolicies[0].policy.Statement[1]",
        also=(Also("iam-no-inline", "only inline policies are judged so", path="inlinePolicies[0].policy"),),
    ),
    Mutation("iam-session", TRAIN, put("maxSessionDuration", 43200)),
    trusted("iam-trust-no-star", TRAIN, statement("assumeRolePolicy", "Ec2", Principal={"AWS": "*"}), 0),
    trusted(
        "iam-confused-deputy", FLOW_LOGS, statement("assumeRolePolicy", "FlowLogsOfThisAccount", Condition=None), 0
    ),
    trusted(
        "iam-oidc-sub",
        TRAIN,
        allowed("assumeRolePolicy", Action="sts:AssumeRoleWithWebIdentity", Principal={"Federated": GITHUB}),
        1,
    ),
    trusted(
        "iam-oidc-sub",
        TRAIN,
        allowed(
            "assumeRolePolicy",
            Action="sts:AssumeRoleWithWebIdentity",
            Principal={"Federated": GITHUB},
            Condition=BRANCH,
        ),
        1,
    ),
    Mutation(
        "stk-iam-effective-role",
        OF_TRAIN,
        together(
            allowed("policy", Action="iam:PassRole", Resource="arn:aws:iam::123456789012:role/job-*"), attached(LAUNCH)
        ),
        path="",
        on=TRAIN,
    ),
    Mutation(
        "stk-iam-effective-role",
        ATTACHED,
        put("policyArn", "arn:aws:iam::123456789012:policy/theirs"),
        path="unproven: policyArn",
    ),
)
