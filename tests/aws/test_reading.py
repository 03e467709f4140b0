"""Arguments of a whole cluster: everything that is wrong is said at once, and nothing is made of them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pulumi
import pytest
from pulumi import Output
from tests.aws.refusals import Record, arguments, problems, put, refused
from tests.aws.stacks import NAMES, recorded
from tests.aws.telling import one

from rackguard.aws import GpuCluster
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Secret

OUTPUT = "is an output, which is only known once something is deployed; a cluster is planned before that"
KINDS = "allowed: text, numbers, true, false, lists and mappings"
VPC, SUBNET = "vpc-0123456789abcdef0", "subnet-0123456789abcdef1"


class Other:
    """A value of a kind that no declaration has."""


BAD: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"name": ..., "region": ..., "pools": ...},
        ["`region` is required", "`name` is required", "`pools` is required"],
    ),
    ({"region": None}, ["`region` is required"]),
    ({"region": ""}, ["`region` is ''; allowed: an AWS region: `us-east-2`"]),
    ({"region": 3}, ["`region` is 3; allowed: an AWS region: `us-east-2`"]),
    ({"region": "us-west-2a"}, ["`region` is 'us-west-2a'; allowed: an AWS region: `us-east-2`"]),
    ({"colour": "red", "pool": {}}, ["unknown key `colour`", "unknown key `pool`"]),
    (
        {"budget_usd_per_month": "x", "protect": "yes", "pools.lab.nodes": {"min": 1.5, "max": "two"}},
        [
            "`budget_usd_per_month` is 'x'; allowed: a number",
            "`protect` is 'yes'; allowed: true or false",
            "`pools.lab.nodes.min` is 1.5; allowed: a whole number",
            "`pools.lab.nodes.max` is 'two'; allowed: a whole number",
        ],
    ),
    ({"budget_usd_per_month": float("nan")}, ["`budget_usd_per_month` is nan; allowed: a number"]),
    ({"pools": None}, ["`pools` is required"]),
    ({"pools": {}}, ["`pools` is an empty mapping; allowed: at least 1 item"]),
    ({"pools": []}, ["`pools` is an empty list; allowed: a mapping, each name with its own declaration"]),
    ({"pools.spare": None}, ["`pools.spare` is empty"]),
    ({"storage.spare": None}, ["`storage.spare` is empty"]),
    ({"tags.team": None}, ["`tags.team` is empty"]),
    ({"pools.lab.labels": {"team": None}}, ["`pools.lab.labels.team` is empty"]),
    ({"access.users": [None]}, ["`access.users[0]` is empty"]),
    ({"name": b"llm"}, [f"name: is of type bytes; {KINDS}"]),
    ({"access.ssh_from": {"10.0.0.0/8"}, "pools.lab.root": Other()}, [
        f"access.ssh_from: is of type set; {KINDS}",
        f"pools.lab.root: is of type Other; {KINDS}",
    ]),
    ({"tags": {"owner": "a", 3: "b"}}, ["tags: has the key 3; allowed: text"]),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "wanted"), BAD, ids=[" ".join(map(str, changes)) for changes, _ in BAD])
def test_what_is_wrong(record: Record, changes: dict[str, Any], wanted: list[str]) -> None:
    assert problems(refused(record, GpuCluster, put(arguments("dev"), changes))) == wanted


@pytest.mark.parametrize(("args", "kind"), [(7, "int"), ("llm", "str"), ([1], "list"), (Other(), "Other")])
def test_arguments_are_a_mapping(record: Record, args: Any, kind: str) -> None:
    assert refused(record, GpuCluster, args) == [
        f"the arguments are of type {kind}; allowed: a mapping",
        "→ Give each by its name.",
    ]


NEEDED = [
    "`region` is required",
    "`name` is required",
    "`account_id` is required",
    "`tags` is required",
    "`access` is required",
    "`pools` is required",
]


@pytest.mark.parametrize("args", [{}, None])
def test_without_any_argument(record: Record, args: Any) -> None:
    assert problems(refused(record, GpuCluster, args)) == NEEDED


def test_arguments_that_are_left_out(record: Record) -> None:
    assert problems(refused(record, lambda name, _: GpuCluster(name), {})) == NEEDED


def test_a_name_that_is_no_text_does_not_hide_what_is_missing(record: Record) -> None:
    assert problems(refused(record, GpuCluster, {1: 2})) == ["the arguments have the key 1; allowed: text", *NEEDED]


@pytest.mark.parametrize("key", ["regon", "Region", "regions"])
def test_a_mistyped_region_is_guessed(record: Record, key: str) -> None:
    assert refused(record, GpuCluster, put(arguments("dev"), {"region": ..., key: "us-west-2"})) == [
        f"unknown key `{key}`",
        "→ Did you mean `region`?",
    ]


def test_the_region_is_among_the_known_keys(record: Record) -> None:
    problem, hint = refused(record, GpuCluster, put(arguments("dev"), {"xyz": 1}))
    assert problem == "unknown key `xyz`"
    assert hint == (
        "→ Known keys: region, name, account_id, tags, budget_usd_per_month, prices, protect, network, access,"
        " encryption, logs, storage, pools, exceptions."
    )


def test_values_of_no_kind_do_not_hide_other_problems(record: Record) -> None:
    wrong = {"region": Other(), "pools.lab.root": Other(), "pools.lab.nodes.max": "two", "tags.3": "b", "colour": "red"}
    args = put(arguments("dev"), wrong)
    args["tags"][3] = args["tags"].pop("3")
    args["access"]["users"] = [Other()]
    assert sorted(problems(refused(record, GpuCluster, args))) == [
        "`pools.lab.nodes.max` is 'two'; allowed: a whole number",
        f"access.users[0]: is of type Other; {KINDS}",
        f"pools.lab.root: is of type Other; {KINDS}",
        f"region: is of type Other; {KINDS}",
        "tags: has the key 3; allowed: text",
        "unknown key `colour`",
    ]


@pytest.mark.parametrize(
    "path", ["name", "region", "network.cidr", "pools.lab.zone_id", "pools.lab.nodes", "pools.lab"]
)
def test_an_output_is_no_value(record: Record, path: str) -> None:
    assert refused(record, GpuCluster, lambda: put(arguments("dev"), {path: Output.from_input("x")})) == [
        f"{path}: {OUTPUT}",
        "→ Give the value itself; ids of an existing network may be outputs.",
    ]


def test_outputs_do_not_hide_other_problems(record: Record) -> None:
    def args() -> dict[str, Any]:
        wrong = {"name": Output.from_input("llm"), "pools.lab.nodes.max": "two", "colour": "red"}
        return put(arguments("dev"), wrong)

    assert sorted(problems(refused(record, GpuCluster, args))) == [
        "`pools.lab.nodes.max` is 'two'; allowed: a whole number",
        f"name: {OUTPUT}",
        "unknown key `colour`",
    ]


def test_what_is_left_out_may_be_none(record: Record) -> None:
    args = put(arguments("dev"), {"encryption": None, "logs": None, "pools.lab.commitment": None, "prices": None})
    assert made(record, args) == made(record, arguments("dev"))


@pytest.mark.parametrize("stack", NAMES)
def test_whole_numbers_of_other_languages_are_whole(record: Record, stack: str) -> None:
    args = json.loads(json.dumps(arguments(stack)), parse_int=float)
    assert isinstance(next(iter(args["pools"].values()))["nodes"]["max"], float)
    assert made(record, args) == made(record, arguments(stack))


def test_containers_of_any_kind_are_taken(record: Record) -> None:
    class Names(dict[str, Any]):
        pass

    args = arguments("dev")
    args["access"]["ssh_from"] = tuple(args["access"]["ssh_from"])
    args["pools"] = Names(args["pools"])
    assert made(record, args) == made(record, arguments("dev"))


def made(record: Record, args: dict[str, Any]) -> dict[str, Any]:
    """The inputs of everything that a cluster is made of."""
    graph = record(lambda: GpuCluster("it", args))  # pyright: ignore[reportArgumentType] (plain dicts)
    return {resource.urn: resource.inputs for resource in graph.resources if resource.custom}


def in_network(vpc: Any, subnet: Any) -> dict[str, Any]:
    """The dev stack in an existing VPC."""
    existing = {"vpc_id": vpc, "cidr": "10.60.0.0/20", "subnets": [{"id": subnet, "zone_id": "usw2-az1"}]}
    return put(arguments("dev"), {"network": {"existing": existing}})


def placed(graph: Graph) -> tuple[Any, Any]:
    """Where a cluster's nodes are: the VPC of their group, their subnets."""
    group = one(graph, "SecurityGroup it-network-nodes-group").inputs["vpcId"]
    return group, one(graph, "Group it-pool-lab-group").inputs["vpcZoneIdentifiers"]


async def later(value: str) -> str:
    await asyncio.sleep(0)
    return value


def test_ids_of_an_existing_network_may_be_outputs(record: Record) -> None:
    def program() -> None:
        unknown = pulumi.Output.from_input(pulumi.UNKNOWN)
        GpuCluster("it", in_network(unknown, Output.from_input(SUBNET)))  # pyright: ignore[reportArgumentType]

    assert placed(record(program)) == (UNKNOWN, [SUBNET])
    text = record(lambda: GpuCluster("it", in_network(VPC, SUBNET)))  # pyright: ignore[reportArgumentType]
    assert placed(text) == (VPC, [SUBNET])
    awaited = record(lambda: GpuCluster("it", in_network(later(VPC), later(SUBNET))))  # pyright: ignore[reportArgumentType]
    assert placed(awaited) == (VPC, [SUBNET])
    secret = record(lambda: GpuCluster("it", in_network(Output.secret(VPC), SUBNET)))  # pyright: ignore[reportArgumentType]
    assert placed(secret) == (Secret(known=True), [SUBNET])


def test_ids_of_an_existing_network_have_their_form(record: Record) -> None:
    assert problems(refused(record, GpuCluster, in_network(SUBNET, 7))) == [
        f"`network.existing.vpc_id` is '{SUBNET}'; allowed: the id of a VPC: `vpc-0123456789abcdef0`",
        "`network.existing.subnets[0].id` is 7; allowed: the id of a subnet: `subnet-0123456789abcdef0`",
    ]


def test_the_component_shows_what_was_declared() -> None:
    cluster = one(recorded("dev"), "GpuCluster llm-dev")
    assert cluster.inputs == arguments("dev")
