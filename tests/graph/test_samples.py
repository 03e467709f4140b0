"""What the engine wrote of a program, read, against the same program recorded offline."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.graph.conftest import named

from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, program_of, record_program
from rackguard.graph.read import preview_file, state_file
from rackguard.graph.resource import UNKNOWN, Options, Position, Secret
from rackguard.spec.problem import InvalidInput

SAMPLES = Path(__file__).parent / "samples"
PREFIX = "urn:pulumi:dev::sample::"
STACK = f"{PREFIX}pulumi:pulumi:Stack::sample-dev"
PROVIDER = f"{PREFIX}pulumi:providers:aws::aws"
KEY = f"{PREFIX}aws:kms/key:Key::key"
NETWORK = f"{PREFIX}sample:index:Nodes$sample:index:Network"
VPC = f"{NETWORK}$aws:ec2/vpc:Vpc::nodes-net-vpc"
SUBNET = f"{NETWORK}$aws:ec2/subnet:Subnet::nodes-net-subnet"
TEMPLATE = f"{PREFIX}sample:index:Nodes$aws:ec2/launchTemplate:LaunchTemplate::nodes-template"
PARENTS = {
    STACK: None,
    PROVIDER: STACK,
    f"{PREFIX}aws:ec2/securityGroup:SecurityGroup::found": STACK,
    f"{PREFIX}sample:index:Nodes::nodes": STACK,
    KEY: STACK,
    f"{NETWORK}::nodes-net": f"{PREFIX}sample:index:Nodes::nodes",
    VPC: f"{NETWORK}::nodes-net",
    f"{PREFIX}aws:s3/bucket:Bucket::data": STACK,
    SUBNET: f"{NETWORK}::nodes-net",
    TEMPLATE: f"{PREFIX}sample:index:Nodes::nodes",
    f"{PREFIX}aws:ec2/instance:Instance::login": STACK,
}
ADDED = {
    "aws": {"version": "7.51.1"},
    "key": {"region": "us-east-2"},
    "data": {"region": "us-east-2"},
    "nodes-net-vpc": {"region": "us-east-2", "enableDnsSupport": True, "instanceTenancy": "default"},
    "nodes-net-subnet": {"region": "us-east-2"},
    "nodes-template": {"region": "us-east-2"},
    "login": {"region": "us-east-2"},
}
"""Inputs that the engine and the provider add."""
TOLD_APART = {
    "key": {"tags": ({"account": UNKNOWN}, {"account": "123456789012"})},
    "data": {"tags": ({"password": Secret(known=False)}, {"password": Secret(known=True)})},
}
"""Inputs that differ: a look-up is answered; whether a secret is known isn't printed."""
ONLY_OFFLINE = {"aliases": (), "delete_before_replace": None, "version": None}
"""Options that the engine doesn't print."""


@pytest.fixture(scope="module")
def recorded() -> Graph:
    deployment = Deployment("sample", "dev", {"sample:cidr": "10.0.0.0/16"}, root=str(SAMPLES))
    return record_program(
        program_of(SAMPLES / "program"), deployment, {"aws:index/getCallerIdentity:getCallerIdentity"}
    )


@pytest.fixture(scope="module")
def preview() -> Graph:
    return preview_file(SAMPLES / "preview.json")


@pytest.mark.parametrize(
    ("read", "file"),
    [
        (preview_file, "preview.json"),
        (preview_file, "replaced-steps.json"),
        (preview_file, "refreshed.json"),
        (state_file, "state.json"),
    ],
)
def test_every_source_has_the_resources_of_the_program(read: Any, file: str):
    graph = read(SAMPLES / file)
    assert {resource.urn: resource.parent for resource in graph.resources} == PARENTS
    assert (graph.stack, graph.project) == ("dev", "sample")
    assert [one.name for one in graph.resources if not one.custom] == ["sample-dev", "nodes", "nodes-net"]
    assert [one.name for one in graph.resources if one.external] == ["found"]


def test_the_recorder_has_them_too(recorded: Graph):
    assert {resource.urn: resource.parent for resource in recorded.resources} == PARENTS


@pytest.mark.parametrize("urn", list(PARENTS))
def test_what_is_recorded_offline_is_what_the_engine_previews(recorded: Graph, preview: Graph, urn: str):
    ours, engines = recorded.by_urn[urn], preview.by_urn[urn]
    for part in ("type", "name", "custom", "external", "id", "provider", "position"):
        assert getattr(ours, part) == getattr(engines, part), part
    assert ours.dependencies == engines.dependencies
    assert ours.property_dependencies == engines.property_dependencies
    assert {**vars(ours.options), **ONLY_OFFLINE} == vars(engines.options)
    apart = TOLD_APART.get(ours.name, {})
    assert {**ours.inputs, **{key: theirs for key, (_, theirs) in apart.items()}, **ADDED.get(ours.name, {})} == (
        engines.inputs
    )
    assert {key: ours.inputs[key] for key in apart} == {key: mine for key, (mine, _) in apart.items()}


def test_a_previewed_resource_is_read_whole(preview: Graph):
    template = preview.by_urn[TEMPLATE]
    assert template.inputs == {
        "blockDeviceMappings": [
            {"deviceName": "/dev/xvda", "ebs": {"encrypted": "true", "kmsKeyId": UNKNOWN, "volumeSize": 100}}
        ],
        "instanceType": "p5.48xlarge",
        "name": "nodes",
        "networkInterfaces": [
            {"networkCardIndex": 0, "subnetId": UNKNOWN},
            {"networkCardIndex": 1, "subnetId": "subnet-00000000"},
        ],
        "region": "us-east-2",
        "userData": Secret(known=True),
    }
    assert template.dependencies == (KEY, SUBNET, VPC)
    assert template.property_dependencies == {
        "blockDeviceMappings": (KEY,),
        "instanceType": (),
        "name": (),
        "networkInterfaces": (SUBNET,),
        "userData": (),
    }
    assert template.options == Options(ignore_changes=("imageId",))
    assert template.position == Position("program/__main__.py", 32)
    assert template.provider == f"{PROVIDER}::04da6b54-80e4-46f7-96ec-b56ff0331ba9"
    assert named(preview, "data").options == Options(
        protect=True, retain_on_delete=True, custom_timeouts={"create": "30m"}
    )


def test_exports_are_known_by_the_recorder_and_the_state(recorded: Graph, preview: Graph):
    assert recorded.outputs == {"bucket": "sample-data", "key": UNKNOWN, "secret": Secret(known=True)}
    assert state_file(SAMPLES / "state.json").outputs == {
        "bucket": "sample-data",
        "key": "arn:aws:kms:us-east-2:123456789012:key-4dfebe07301179704",
        "secret": Secret(known=True),
    }
    assert preview.outputs == {}
    assert "what the stack exports" in preview.lacks


def test_a_state_knows_what_the_cloud_answered():
    state = state_file(SAMPLES / "state.json")
    vpc, subnet, data = state.by_urn[VPC], state.by_urn[SUBNET], named(state, "data")
    assert (vpc.id, subnet.inputs["vpcId"]) == ("vpc-1876198cc0df2bb4e", "vpc-1876198cc0df2bb4e")
    assert vpc.outputs["arn"] == "arn:aws:ec2:us-east-2:123456789012:vpc-1876198cc0df2bb4e"
    assert data.inputs["tags"] == data.outputs["tags"] == {"password": Secret(known=True)}
    assert (data.options.protect, data.options.retain_on_delete) == (True, True)
    assert named(state, "login").options.deleted_with == data.urn
    assert subnet.property_dependencies == {"cidrBlock": (), "vpcId": (VPC,)}


def test_what_is_replaced_is_as_it_will_be():
    graph = preview_file(SAMPLES / "replaced-steps.json")
    assert (graph.by_urn[VPC].inputs["cidrBlock"], graph.by_urn[VPC].id) == ("10.1.0.0/16", None)
    assert graph.by_urn[SUBNET].inputs["vpcId"] is UNKNOWN
    assert "ids of what is made anew, and what the cloud will answer" in graph.lacks


def test_a_preview_of_changes_alone_says_what_it_leaves_out():
    graph = preview_file(SAMPLES / "replaced.json")
    assert [one.name for one in graph.resources] == [
        "sample-dev",
        "found",
        "nodes-net",
        "nodes-net-vpc",
        "nodes-net-subnet",
        "nodes-template",
    ]
    assert graph.lacks[-1] == ("5 resources that don't change: `pulumi preview --json --show-sames` prints them")


def test_after_a_refresh_resources_are_as_the_program_declares_them():
    graph = preview_file(SAMPLES / "refreshed.json")
    assert graph.by_urn[KEY].inputs["description"] == "volumes"
    assert named(graph, "login").id is None


def test_a_preview_that_failed_says_why():
    with pytest.raises(InvalidInput) as caught:
        preview_file(SAMPLES / "failed.json")
    (problem,) = caught.value.problems
    assert problem.message == (
        "the preview failed: Program failed with an unhandled exception: ValueError: the address range is none"
    )


def test_the_recorder_says_why_too():
    with pytest.raises(ValueError, match=r"^the address range is none$"):
        record_program(program_of(SAMPLES / "program"), Deployment("sample", "dev", {"sample:cidr": "none"}))
