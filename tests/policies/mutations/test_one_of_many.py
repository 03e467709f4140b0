"""Of many resources, interfaces or statements of a kind any one may be broken: its rule finds that one alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import pytest
from tests.aws import stacks
from tests.policies.mutations.change import Change, gone, option, put
from tests.policies.mutations.documents import allowed, no_statement, statement
from tests.policies.mutations.stacks import stack_of

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Outcome
from rackguard_policies.registry import by_id
from rackguard_policies.types import (
    BUCKET,
    BUCKET_OWNERSHIP,
    BUCKET_POLICY,
    BUCKET_PUBLIC_ACCESS_BLOCK,
    EGRESS_RULE,
    FILE_SYSTEM,
    INGRESS_RULE,
    KEY,
    LAUNCH_TEMPLATE,
    LOG_GROUP,
    LUSTRE,
    MOUNT_TARGET,
    PARAMETER,
    POLICY,
    ROLE,
    SECURITY_GROUP,
    SUBNET,
    VPC_ENDPOINT,
)

Changes = Callable[[Resource], Iterable[Change]]


def always(*changes: Change) -> Changes:
    return lambda _: changes


def interfaces(resource: Resource) -> Iterable[Change]:
    """One change for each of a template's interfaces."""
    for index in range(len(resource.inputs["networkInterfaces"])):
        yield gone(f"networkInterfaces[{index}].securityGroups")


def everywhere(resource: Resource) -> Iterable[Change]:
    """One change for each statement of a policy, which then allows everything it allows, and more, everywhere."""
    for each in json.loads(resource.inputs["policy"])["Statement"]:
        yield statement("policy", each["Sid"], Action="*", Resource="*")


MANY: tuple[tuple[str, tuple[str, ...], Changes], ...] = (
    ("lt-nic-sg", (LAUNCH_TEMPLATE,), interfaces),
    ("lt-imdsv2", (LAUNCH_TEMPLATE,), always(put("metadataOptions.httpTokens", "optional"))),
    ("lt-ebs-encrypted", (LAUNCH_TEMPLATE,), always(put("blockDeviceMappings[0].ebs.encrypted", False))),
    ("lt-image-pinned", (LAUNCH_TEMPLATE,), always(put("imageId", "resolve:ssm:/images/latest"))),
    ("sg-no-world-ingress", (INGRESS_RULE,), always(put("cidrIpv4", "0.0.0.0/0"), put("cidrIpv6", "::/0"))),
    ("sg-described", (SECURITY_GROUP, INGRESS_RULE, EGRESS_RULE), always(gone("description"))),
    ("subnet-no-auto-public-ip", (SUBNET,), always(put("mapPublicIpOnLaunch", True))),
    ("vpce-policy", (VPC_ENDPOINT,), always(gone("policy"))),
    ("efs-mt-sg", (MOUNT_TARGET,), always(gone("securityGroups"))),
    ("iam-no-star-star", (POLICY,), everywhere),
    ("iam-trust-no-star", (ROLE,), always(allowed("assumeRolePolicy", Action="sts:AssumeRole", Principal="*"))),
    ("s3-tls-only", (BUCKET_POLICY,), always(no_statement("policy", "DenyPlainHttp"))),
    ("s3-tls-min", (BUCKET_POLICY,), always(no_statement("policy", "DenyOldTls"))),
    ("s3-bpa-all", (BUCKET_PUBLIC_ACCESS_BLOCK,), always(gone("restrictPublicBuckets"), put("blockPublicAcls", 0))),
    ("s3-acl-disabled", (BUCKET_OWNERSHIP,), always(put("rule.objectOwnership", "ObjectWriter"))),
    ("s3-tags", (BUCKET,), always(gone("tags"))),
    ("lg-kms", (LOG_GROUP,), always(gone("kmsKeyId"))),
    ("lg-retention", (LOG_GROUP,), always(put("retentionInDays", 7))),
    ("ssm-secure", (PARAMETER,), always(put("name", "/ours/api-key"))),
    ("stk-required-tags", (SUBNET, ROLE, BUCKET, LOG_GROUP, SECURITY_GROUP, LAUNCH_TEMPLATE), always(gone("tags"))),
)
IN_PRODUCTION: tuple[tuple[str, tuple[str, ...], Changes], ...] = (
    (
        "stk-protect-stateful",
        (BUCKET, FILE_SYSTEM, LUSTRE, KEY),
        always(option(protect=False, retain_on_delete=False)),
    ),
    ("lg-protected", (LOG_GROUP,), always(option(protect=None, retain_on_delete=None))),
)
"""What disposable stacks needn't."""
CASES = [
    *((stack, *case) for stack in stacks.NAMES for case in MANY),
    *(("prod", *case) for case in IN_PRODUCTION),
]


@pytest.mark.parametrize(
    ("stack", "rule", "types", "changes"), CASES, ids=[f"{stack}: {rule}" for stack, rule, *_ in CASES]
)
def test_the_one_that_is_broken_is_found(stack: str, rule: str, types: tuple[str, ...], changes: Changes) -> None:
    graph = stack_of(stack).graph
    broken = [(each, change) for each in graph.of_type(*types) for change in changes(each)]
    assert len(broken) >= 2 or stack != "prod"
    assert [(each.urn, found_by(rule, change.made(graph, each))) for each, change in broken] == [
        (each.urn, {each.urn}) for each, _ in broken
    ]


def found_by(rule: str, graph: Graph) -> set[str]:
    """URNs of what a rule finds."""
    judgements = judge(graph, [by_id()[rule]], load())
    return {each.urn for each in judgements if each.outcome not in (Outcome.COMPLIANT, Outcome.NOT_APPLICABLE)}
