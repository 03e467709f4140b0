"""The lists that come with the rules name what the provider has, and hold all that they say they hold."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pulumi_aws
import pytest

from rackguard_policies.ignored_changes import guards
from rackguard_policies.packaged import DATA, lines
from rackguard_policies.registry import names
from rackguard_policies.rule import Rule

DECLARED = re.compile(r"super\(\w+, __self__\)\.__init__\(\s*'(aws:[^']+)'")
INPUT = re.compile(r'__props__\.__dict__\["(\w+)"\]')
PROVIDER = Path(pulumi_aws.__file__ or "").parent

OTHERWISE_JUDGED = {
    "alarmName": "names",
    "arn": "of a profile within a block whose name is guarded",
    "availabilityZoneName": "availability, and it can't be changed in place",
    "availabilityZones": "availability",
    "bucket": "which bucket a companion is of: a change makes a new companion",
    "capacityReservationSpecification": "where capacity is taken from",
    "cidrBlock": "can't be changed in place",
    "description": "words",
    "enableDnsHostnames": "names of machines",
    "enableDnsSupport": "names of machines",
    "fileSystemId": "which file system a companion is of",
    "healthCheckType": "availability",
    "instanceMarketOptions": "how a machine is bought",
    "instanceType": "size",
    "ipv4IpamPoolId": "can't be changed in place",
    "loadBalancers": "availability",
    "name": "names",
    "placementGroup": "speed",
    "port": "of a target, behind a protocol that is guarded",
    "s3": "of a link to a bucket, whose bucket is guarded",
    "targetGroupArns": "availability",
    "targetType": "can't be changed in place",
    "trafficSources": "availability",
    "value": "of a parameter: another place may own it, and its type is guarded",
    "vpcId": "can't be changed in place",
}
"""What rules read of their resources although a change of it that is overlooked makes nothing less safe."""


@cache
def classes() -> dict[str, str]:
    """The provider's resources: tokens, and the source that declares each."""
    texts = [file.read_text(encoding="utf-8") for file in sorted(PROVIDER.glob("*/*.py"))]
    return {token: text for text in texts for token in DECLARED.findall(text)}


@cache
def inputs(token: str) -> frozenset[str]:
    return frozenset(camel(name) for name in INPUT.findall(classes()[token]))


def camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.title() for word in others)


def test_eligible_services_are_modules_of_the_provider() -> None:
    assert len(classes()) > 1500
    modules = {token.split(":")[1].partition("/")[0] for token in classes()}
    assert lines("eligible_services.txt") - modules == set()


def test_the_list_of_eligible_services_says_what_each_stands_for_and_from_when_it_is() -> None:
    given = (DATA / "eligible_services.txt").read_text(encoding="utf-8").splitlines()
    assert "of 2026-05-22" in " ".join(given[:3])
    services = [line for line in given if line and not line.startswith("#")]
    assert [line for line in services if not re.fullmatch(r"[a-z0-9]+  # \S.+", line)] == []
    assert len(services) == len(lines("eligible_services.txt"))


@pytest.mark.parametrize("service", ["grafana", "imagebuilder", "lightsail", "vpclattice", "apprunner", "gamelift"])
def test_what_the_reference_does_not_name_is_not_listed(service: str) -> None:
    """Read in the reference of 2026-05-22."""
    assert service not in lines("eligible_services.txt")


def test_the_list_of_what_takes_tags_is_the_providers() -> None:
    taking = {token for token, text in classes().items() if '__props__.__dict__["tags"] = tags\n' in text}
    objects = {"aws:s3/bucketObject:BucketObject", "aws:s3/bucketObjectv2:BucketObjectv2"}
    assert objects < taking
    assert lines("aws_taggable.txt") == taking - objects


def test_guarded_properties_are_the_providers() -> None:
    everything = frozenset[str]().union(*(inputs(token) for token in classes()))
    assert len(everything) > 4000
    for entry in sorted(lines("guarded_properties.txt")):
        token, _, name = entry.rpartition(".")
        assert name in (inputs(token) if token else everything), entry


def read(rule: Rule, source: str) -> Iterator[tuple[str, str]]:
    """Type and property for each property of its resources that a rule's file names."""
    texts = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    paths = {text for text in texts if isinstance(text, str) and re.fullmatch(r"[a-z]\w+([.\[].*)?", text)}
    for token in rule.types:
        own = inputs(token) if token in classes() else frozenset[str]()
        yield from ((token, name) for path in paths if (name := re.split(r"[.\[]", path)[0]) in own)


def test_what_rules_judge_is_guarded() -> None:
    unguarded: set[str] = set()
    for module in map(import_module, names()):
        source = Path(module.__file__ or "").read_text(encoding="utf-8")
        unguarded |= {name for token, name in read(module.RULE, source) if not guards(name, token)}
    assert unguarded == OTHERWISE_JUDGED.keys()
