"""One property of the production stack's machines weakened: exactly one rule more finds it, of all rules there are."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from tests.aws.stacks import recorded

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Outcome
from rackguard_policies.registry import all_rules
from rackguard_policies.types import GROUP, INSTANCE, LAUNCH_TEMPLATE

Change = Callable[[Any], object]
BAD = {Outcome.FINDING, Outcome.UNPROVEN, Outcome.ERRORED}
DISK = "blockDeviceMappings[0].ebs"

WEAKENED: list[tuple[str, str, str, Change]] = [
    (
        INSTANCE,
        "ec2-imdsv2",
        "metadataOptions.httpTokens",
        lambda i: i["metadataOptions"].update(httpTokens="optional"),
    ),
    (
        INSTANCE,
        "ec2-imds-hop",
        "metadataOptions.httpPutResponseHopLimit",
        lambda i: i["metadataOptions"].update(httpPutResponseHopLimit=2),
    ),
    (INSTANCE, "ec2-no-public-ip", "associatePublicIpAddress", lambda i: i.update(associatePublicIpAddress=True)),
    (INSTANCE, "ec2-no-public-ipv6", "ipv6AddressCount", lambda i: i.update(ipv6AddressCount=1)),
    (INSTANCE, "ec2-root-encrypted", "rootBlockDevice.encrypted", lambda i: i["rootBlockDevice"].update(encrypted=0)),
    (INSTANCE, "ec2-ebs-cmk", "rootBlockDevice.kmsKeyId", lambda i: i["rootBlockDevice"].pop("kmsKeyId")),
    (
        INSTANCE,
        "ec2-scratch-deleted",
        "rootBlockDevice.deleteOnTermination",
        lambda i: i["rootBlockDevice"].update(deleteOnTermination="false"),
    ),
    (INSTANCE, "ec2-instance-profile", "iamInstanceProfile", lambda i: i.pop("iamInstanceProfile")),
    (INSTANCE, "ec2-explicit-sg", "vpcSecurityGroupIds", lambda i: i.pop("vpcSecurityGroupIds")),
    (INSTANCE, "ec2-in-vpc-subnet", "subnetId", lambda i: i.pop("subnetId")),
    (INSTANCE, "ec2-src-dst-check", "sourceDestCheck", lambda i: i.update(sourceDestCheck=False)),
    (INSTANCE, "ec2-termination-protect", "disableApiTermination", lambda i: i.pop("disableApiTermination")),
    (INSTANCE, "ec2-detailed-monitoring", "monitoring", lambda i: i.update(monitoring=False)),
    (INSTANCE, "ec2-ami-approved", "ami", lambda i: i.update(ami="resolve:ssm:/images/latest")),
    (INSTANCE, "ec2-volume-tags", "volumeTags", lambda i: i["volumeTags"].pop("classification")),
    (INSTANCE, "ec2-no-keypair", "keyName", lambda i: i.update(keyName="shared")),
    (INSTANCE, "ec2-no-secret-userdata", "userData", lambda i: i.update(userData="TOKEN=abcdef123456")),
    (LAUNCH_TEMPLATE, "lt-imdsv2", "metadataOptions.httpTokens", lambda i: i["metadataOptions"].pop("httpTokens")),
    (
        LAUNCH_TEMPLATE,
        "lt-imds-hop",
        "metadataOptions.httpPutResponseHopLimit",
        lambda i: i["metadataOptions"].update(httpPutResponseHopLimit=2.0),
    ),
    (LAUNCH_TEMPLATE, "lt-root-declared", "blockDeviceMappings", lambda i: i.pop("blockDeviceMappings")),
    (LAUNCH_TEMPLATE, "lt-ebs-encrypted", f"{DISK}.encrypted", lambda i: _disk(i).update(encrypted="false")),
    (LAUNCH_TEMPLATE, "lt-ebs-cmk", f"{DISK}.kmsKeyId", lambda i: _disk(i).pop("kmsKeyId")),
    (
        LAUNCH_TEMPLATE,
        "lt-scratch-deleted",
        f"{DISK}.deleteOnTermination",
        lambda i: _disk(i).pop("deleteOnTermination"),
    ),
    (
        LAUNCH_TEMPLATE,
        "lt-no-public-ip",
        "networkInterfaces[0].associatePublicIpAddress",
        lambda i: i["networkInterfaces"][0].update(associatePublicIpAddress="true"),
    ),
    (
        LAUNCH_TEMPLATE,
        "lt-nic-sg",
        "networkInterfaces[31].securityGroups",
        lambda i: i["networkInterfaces"][31].pop("securityGroups"),
    ),
    (LAUNCH_TEMPLATE, "lt-instance-profile", "iamInstanceProfile", lambda i: i.pop("iamInstanceProfile")),
    (LAUNCH_TEMPLATE, "lt-image-pinned", "imageId", lambda i: i.update(imageId="resolve:ssm:/images/latest")),
    (LAUNCH_TEMPLATE, "lt-monitoring", "monitoring.enabled", lambda i: i["monitoring"].update(enabled="false")),
    (LAUNCH_TEMPLATE, "lt-tag-specs", "tagSpecifications", lambda i: i["tagSpecifications"].pop(1)),
    (LAUNCH_TEMPLATE, "lt-no-keypair", "keyName", lambda i: i.update(keyName="shared")),
    (LAUNCH_TEMPLATE, "lt-no-secret-userdata", "userData", lambda i: i.update(userData="TOKEN=abcdef123456")),
    (GROUP, "asg-lt-version-pinned", "launchTemplate.version", lambda i: i["launchTemplate"].update(version="$Latest")),
]


def _disk(inputs: Any) -> Any:
    return inputs["blockDeviceMappings"][0]["ebs"]


def bad(graph: Graph) -> set[tuple[str, str, str]]:
    judgements = judge(graph, all_rules(), load())
    return {(each.rule, each.urn, each.path) for each in judgements if each.outcome in BAD}


@pytest.fixture(scope="module")
def before() -> set[tuple[str, str, str]]:
    return bad(recorded("prod"))


@pytest.mark.parametrize(("type_", "rule", "path", "weaken"), WEAKENED, ids=[each[1] for each in WEAKENED])
def test_one_rule_more_finds_it(
    type_: str, rule: str, path: str, weaken: Change, before: set[tuple[str, str, str]]
) -> None:
    graph = recorded("prod")
    target = graph.of_type(type_)[0]
    weaker = replace(target, inputs=deepcopy(target.inputs))
    weaken(weaker.inputs)
    resources = tuple(weaker if each is target else each for each in graph.resources)
    assert bad(replace(graph, resources=resources)) - before == {(rule, target.urn, path)}
