"""Components alone: the same as inside of a cluster of the same declaration, and the same care with bad arguments."""

from __future__ import annotations

from typing import Any

import pulumi
import pytest
from pulumi import Output
from tests.aws.refusals import Record, arguments, problems, put, refused
from tests.aws.stacks import NAMES, recorded, run_program
from tests.aws.telling import called, one

from rackguard import aws
from rackguard.aws.reading import InvalidArguments
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN

KEY = "arn:aws:kms:us-west-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"
OF_THE_WHOLE = ("budget_usd_per_month", "prices", "protect")
"""What is said of a whole cluster only."""
ZONES = ("usw2-az1", "use2-az1", "use2-az2", "use1-az1", "use1-az2")
GROUPS = ("nodes", "login", "lustre", "efs", "connect")
NEEDS: dict[str, tuple[str, ...]] = {
    "EncryptionKey": (),
    "Network": ("key_arn",),
    "Access": ("key_arn", "node_subnet_ids", "public_subnet_ids", "security_group_ids"),
    "Storage": ("key_arn", "node_subnet_ids", "security_group_ids"),
    "Placement": (),
    "NodePool": ("key_arn", "node_subnet_ids", "security_group_ids"),
}
"""What each part needs of others."""
OF_A_POOL = ("Placement", "NodePool")
INSIDE = {
    "llm-staging-access-login-role": "llm-staging-login-role",
    "llm-prod-access-login-role": "llm-prod-login-role",
    "llm-staging-pool-train-placement": "llm-staging-placement-train",
}
"""What a part makes for itself when it is alone, and its name where the cluster makes it."""


def takes(part: str, stack: str, later: Any, pool: str = "lab") -> dict[str, Any]:
    """Arguments of a part of an example stack, each id of another part's being `later`."""
    ids = {
        "key_arn": later,
        "node_subnet_ids": dict.fromkeys(ZONES, later),
        "public_subnet_ids": dict.fromkeys(ZONES, later),
        "security_group_ids": dict.fromkeys(GROUPS, later),
    }
    declared = {key: value for key, value in arguments(stack).items() if key not in OF_THE_WHOLE}
    return declared | {key: ids[key] for key in NEEDS[part]} | ({"pool": pool} if part in OF_A_POOL else {})


def inputs(graph: Graph) -> dict[str, Any]:
    """Type and inputs of each resource by the name that it has inside of a cluster."""
    return {in_cluster(one.name): (one.type, one.inputs) for one in graph.resources if one.type.startswith("aws:")}


def in_cluster(name: str) -> str:
    alone = next((prefix for prefix in INSIDE if name.startswith(prefix)), "")
    return INSIDE.get(alone, "") + name.removeprefix(alone)


def each(part: str, stack: str, pool: str = "lab") -> Any:
    """Arguments in which each id is an output."""
    return takes(part, stack, Output.from_input(pulumi.UNKNOWN), pool)


def whole(part: str, stack: str, pool: str = "lab") -> Any:
    """Arguments in which all ids of a kind are one output."""
    later = Output.from_input(pulumi.UNKNOWN)
    return takes(part, stack, later, pool) | dict.fromkeys(NEEDS[part], later)


@pytest.mark.parametrize("later", [each, whole])
@pytest.mark.parametrize("stack", NAMES)
def test_parts_alone_are_those_of_the_cluster(stack: str, later: Any) -> None:
    def program() -> None:
        names = {"EncryptionKey": "key", "Network": "network", "Access": "access", "Storage": "storage"}
        for part, name in names.items():
            getattr(aws, part)(f"llm-{stack}-{name}", later(part, stack))
        for pool in arguments(stack)["pools"]:
            aws.NodePool(f"llm-{stack}-pool-{pool}", later("NodePool", stack, pool))

    assert inputs(run_program(program, stack)) == inputs(recorded(stack))


def test_a_placement_alone_is_that_of_the_cluster() -> None:
    args = takes("Placement", "staging", None, "train")
    graph = run_program(lambda: aws.Placement("llm-staging-placement-train", args), "staging")  # pyright: ignore[reportArgumentType]
    whole = inputs(recorded("staging"))
    assert inputs(graph) == {name: whole[name] for name in whole if name.startswith("llm-staging-placement-train-")}
    assert called(graph, one(graph, "CapacityReservation llm-staging-placement-train-reservation").dependencies) == [
        "PlacementGroup llm-staging-placement-train-group"
    ]


def test_a_pool_without_a_group_or_a_reservation_has_an_empty_placement() -> None:
    def program() -> None:
        made = aws.Placement("it", takes("Placement", "dev", None))  # pyright: ignore[reportArgumentType]
        assert (made.group_name, made.group_arn, made.reservation_id, made.reservation_arn) == (None,) * 4

    assert inputs(run_program(program, "dev")) == {}


def test_further_zones_get_a_subnet(record: Record) -> None:
    args = takes("Network", "dev", KEY) | {"zone_ids": ["usw2-az2"]}
    graph = record(lambda: aws.Network("net", args))  # pyright: ignore[reportArgumentType]
    zones = {
        one.name: one.inputs["availabilityZoneId"]
        for one in graph.of_type("aws:ec2/subnet:Subnet")
        if one.name.startswith("net-nodes-")
    }
    assert zones == {"net-nodes-usw2-az1": "usw2-az1", "net-nodes-usw2-az2": "usw2-az2"}


def test_a_network_alone_needs_no_people_and_no_pools(record: Record) -> None:
    args = {key: value for key, value in takes("Network", "dev", KEY).items() if key not in ("access", "pools")}
    graph = record(lambda: aws.Network("net", args | {"zone_ids": ["usw2-az1"]}))  # pyright: ignore[reportArgumentType]
    assert graph.of_type("aws:ec2/securityGroup:SecurityGroup") == ()
    assert one(graph, "Subnet net-nodes-usw2-az1").inputs["cidrBlock"] == "10.60.2.0/23"
    assert one(graph, "LogGroup net-flow-logs-group").inputs["kmsKeyId"] == KEY


def test_ids_of_other_parts_reach_the_resources(record: Record) -> None:
    def program() -> None:
        args = takes("NodePool", "dev", "later")
        args["key_arn"] = Output.from_input(KEY)
        args["node_subnet_ids"] = {"usw2-az1": Output.from_input(pulumi.UNKNOWN)}
        args["security_group_ids"] = {"nodes": "sg-0123456789abcdef0"}
        aws.NodePool("pool", args)  # pyright: ignore[reportArgumentType]

    graph = record(program)
    template = one(graph, "LaunchTemplate pool-template").inputs
    assert template["blockDeviceMappings"][0]["ebs"]["kmsKeyId"] == KEY
    assert template["networkInterfaces"][0]["securityGroups"] == ["sg-0123456789abcdef0"]
    assert one(graph, "Group pool-group").inputs["vpcZoneIdentifiers"] == [UNKNOWN]


def of_network(network: aws.Network, part: str, stack: str, pool: str = "lab") -> Any:
    """Arguments whose ids are the network's outputs, as they are."""
    return takes(part, stack, KEY, pool) | {key: getattr(network, key) for key in NEEDS[part] if key != "key_arn"}


def waits_for(graph: Graph, kind_and_name: str, prefix: str = "net-") -> list[str]:
    """What of the network, by the start of its name, a resource depends on."""
    found = called(graph, one(graph, kind_and_name).dependencies)
    return [name for name in found if name.partition(" ")[2].startswith(prefix)]


def test_a_pool_of_a_networks_outputs_waits_for_its_rules_routes_and_endpoints(record: Record) -> None:
    def program() -> None:
        network = aws.Network("net", takes("Network", "dev", KEY))  # pyright: ignore[reportArgumentType]
        aws.NodePool("pool", of_network(network, "NodePool", "dev"))

    graph = record(program)
    assert waits_for(graph, "LaunchTemplate pool-template") == [
        "SecurityGroup net-connect-group",
        "SecurityGroup net-nodes-group",
        "SecurityGroupEgressRule net-connect-egress-ssh-nodes",
        "SecurityGroupEgressRule net-nodes-egress-all-nodes",
        "SecurityGroupEgressRule net-nodes-egress-http",
        "SecurityGroupEgressRule net-nodes-egress-https",
        "SecurityGroupEgressRule net-nodes-egress-s3",
        "SecurityGroupIngressRule net-nodes-ingress-all-nodes",
        "SecurityGroupIngressRule net-nodes-ingress-ssh-10-0-0-0-8",
        "SecurityGroupIngressRule net-nodes-ingress-ssh-connect",
    ]
    assert waits_for(graph, "Group pool-group") == [
        "FlowLog net-flow-logs",
        "Route net-nodes-usw2-az1-default-route",
        "Route net-public-usw2-az1-default-route",
        "RouteTableAssociation net-nodes-usw2-az1-association",
        "RouteTableAssociation net-public-usw2-az1-association",
        "Subnet net-nodes-usw2-az1",
        "VpcEndpoint net-endpoint-s3",
    ]
    assert "LaunchTemplate pool-template" in called(graph, one(graph, "Group pool-group").dependencies)


def test_ids_that_are_picked_from_a_networks_outputs_wait_the_same(record: Record) -> None:
    def program() -> None:
        network = aws.Network("net", takes("Network", "dev", KEY))  # pyright: ignore[reportArgumentType]
        args = of_network(network, "NodePool", "dev")
        aws.NodePool("by-outputs", args)
        args["node_subnet_ids"] = {"usw2-az1": network.node_subnet_ids["usw2-az1"]}
        args["security_group_ids"] = {"nodes": network.security_group_ids["nodes"]}
        aws.NodePool("by-ids", args)

    graph = record(program)
    for kind, name in (("LaunchTemplate", "template"), ("Group", "group")):
        by_ids = waits_for(graph, f"{kind} by-ids-{name}")
        assert len(by_ids) > 6
        assert waits_for(graph, f"{kind} by-outputs-{name}") == by_ids


def test_a_lustre_file_system_of_a_networks_outputs_waits_for_its_rules(record: Record) -> None:
    def program() -> None:
        network = aws.Network("net", takes("Network", "prod", KEY))  # pyright: ignore[reportArgumentType]
        aws.Storage("store", of_network(network, "Storage", "prod"))

    assert waits_for(record(program), "LustreFileSystem store-lustre-scratch-file-system", "net-lustre-") == [
        "SecurityGroup net-lustre-group",
        "SecurityGroupEgressRule net-lustre-egress-lustre-login-1018",
        "SecurityGroupEgressRule net-lustre-egress-lustre-login-988",
        "SecurityGroupEgressRule net-lustre-egress-lustre-lustre-1018",
        "SecurityGroupEgressRule net-lustre-egress-lustre-lustre-988",
        "SecurityGroupEgressRule net-lustre-egress-lustre-nodes-1018",
        "SecurityGroupEgressRule net-lustre-egress-lustre-nodes-988",
        "SecurityGroupIngressRule net-lustre-ingress-lustre-login-1018",
        "SecurityGroupIngressRule net-lustre-ingress-lustre-login-988",
        "SecurityGroupIngressRule net-lustre-ingress-lustre-lustre-1018",
        "SecurityGroupIngressRule net-lustre-ingress-lustre-lustre-988",
        "SecurityGroupIngressRule net-lustre-ingress-lustre-nodes-1018",
        "SecurityGroupIngressRule net-lustre-ingress-lustre-nodes-988",
    ]


def test_a_login_node_of_a_networks_outputs_waits_for_the_internet(record: Record) -> None:
    def program() -> None:
        network = aws.Network("net", takes("Network", "staging", KEY))  # pyright: ignore[reportArgumentType]
        aws.Access("access", of_network(network, "Access", "staging"))

    assert waits_for(record(program), "Instance access-login", "net-public-") == [
        "Route net-public-use2-az1-default-route",
        "RouteTableAssociation net-public-use2-az1-association",
        "Subnet net-public-use2-az1",
    ]


def test_ids_of_an_output_that_is_known_reach_the_resources(record: Record) -> None:
    def program() -> None:
        ids = {
            "node_subnet_ids": Output.from_input({"usw2-az1": "subnet-1", "usw2-az2": "subnet-2"}),
            "security_group_ids": Output.from_input({"login": "sg-1", "nodes": "sg-2"}),
        }
        aws.NodePool("pool", takes("NodePool", "dev", KEY) | ids)  # pyright: ignore[reportArgumentType]

    graph = record(program)
    assert one(graph, "LaunchTemplate pool-template").inputs["networkInterfaces"][0]["securityGroups"] == ["sg-2"]
    assert one(graph, "Group pool-group").inputs["vpcZoneIdentifiers"] == ["subnet-1"]


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        (
            {"usw2-az2": "subnet-2"},
            [
                "node_subnet_ids.usw2-az1: is missing",
                "→ Give the id of usw2-az1: `node_subnet_ids` of a Network.",
            ],
        ),
        (
            {"usw2-az1": ""},
            [
                "node_subnet_ids.usw2-az1: is ''; allowed: an id, or an output",
                "→ Give the id as AWS shows it, or an output.",
            ],
        ),
        (
            ["subnet-1"],
            [
                "node_subnet_ids: is a list; allowed: a mapping of names to ids, or an output of one",
                "→ Give each id by its zone id or its group's name.",
            ],
        ),
    ],
)
def test_what_an_output_turns_out_to_lack_is_said(record: Record, ids: Any, said: list[str]) -> None:
    def program() -> None:
        args = takes("NodePool", "dev", KEY) | {"node_subnet_ids": Output.from_input(ids)}
        aws.NodePool("pool", args)  # pyright: ignore[reportArgumentType]

    with pytest.raises(InvalidArguments) as caught:
        record(program)
    first, *lines = str(caught.value).splitlines()
    assert first == "pool: its arguments can't be used"
    assert [line.strip() for line in lines] == said


OUTPUT_OF = {
    "key_arn": "→ Give `key_arn` of an EncryptionKey or of a GpuCluster, or a key's ARN.",
    "node_subnet_ids": "→ Give `node_subnet_ids` of a Network or of a GpuCluster, or ids by their zone ids.",
    "security_group_ids": "→ Give `security_group_ids` of a Network or of a GpuCluster, or ids by the groups' names.",
    "pool": "→ Name one of the pools under `pools`.",
}


@pytest.mark.parametrize("part", NEEDS)
def test_a_part_needs_what_makes_it(record: Record, part: str) -> None:
    required = {"name", "region", "account_id", "tags", *NEEDS[part]} - {"public_subnet_ids"}
    required |= {"pool"} if part in OF_A_POOL else set()
    make = getattr(aws, part)
    said = [
        line
        for key in sorted(required)
        for line in (f"{key}: is missing", OUTPUT_OF.get(key, "→ Every such component needs it."))
    ]
    assert refused(record, make, {}) == said
    assert refused(record, make, None) == said
    assert refused(record, lambda name, _: make(name), {}) == said


@pytest.mark.parametrize("part", NEEDS)
@pytest.mark.parametrize(("args", "kind"), [(7, "int"), ("llm", "str"), ([1], "list")])
def test_a_parts_arguments_are_a_mapping(record: Record, part: str, args: Any, kind: str) -> None:
    assert problems(refused(record, getattr(aws, part), args)) == [
        f"the arguments are of type {kind}; allowed: a mapping"
    ]


@pytest.mark.parametrize("part", NEEDS)
def test_everything_that_is_wrong_with_a_part_is_said_at_once(record: Record, part: str) -> None:
    changes = {"netwrok": {}, "name": "LLM", "region": ..., "pools.lab.nodes.max": 0, "access.users": [], "budget": 1}
    args = put(takes(part, "dev", KEY), changes)
    assert problems(refused(record, getattr(aws, part), args)) == [
        "netwrok: is no argument of this component",
        "budget: is no argument of this component",
        "region: is missing",
        "`name` is 'LLM'; allowed: 1 to 32 lower-case letters, digits and hyphens, starting with a letter: `llm-prod`",
        "`access.users` is an empty list; allowed: at least 1 item",
        "`pools.lab.nodes.max` is 0; allowed: at least 1",
    ]


@pytest.mark.parametrize("part", NEEDS)
def test_a_mistyped_argument_is_guessed(record: Record, part: str) -> None:
    said = refused(record, getattr(aws, part), takes(part, "dev", KEY) | {"netwrok": {}})
    assert said == ["netwrok: is no argument of this component", "→ Did you mean 'network'?"]


@pytest.mark.parametrize("part", NEEDS)
def test_what_a_validator_finds_in_a_part_is_refused(record: Record, part: str) -> None:
    args = put(takes(part, "dev", KEY), {"pools.lab.instance_type": "g9.xlarge"})
    (said,) = problems(refused(record, getattr(aws, part), args))
    assert said.startswith("`pools.lab.instance_type` is g9.xlarge")


@pytest.mark.parametrize("part", NEEDS)
def test_a_region_that_is_not_known_is_refused(record: Record, part: str) -> None:
    said = problems(refused(record, getattr(aws, part), takes(part, "dev", KEY) | {"region": "us-wst-2"}))
    assert any(line.startswith("`region` is us-wst-2, where the catalogue knows no GPU type") for line in said)


@pytest.mark.parametrize("part", OF_A_POOL)
def test_a_pool_that_is_not_there(record: Record, part: str) -> None:
    pool = getattr(aws, part)
    assert refused(record, pool, takes(part, "dev", KEY, "labb")) == [
        "pool: is 'labb'; allowed: a name under `pools`: lab",
        "→ Did you mean 'lab'?",
    ]
    args = takes(part, "dev", KEY)
    del args["pools"]
    assert refused(record, pool, args) == [
        "pool: is 'lab'; allowed: a name under `pools`: there are none",
        "→ Name one of the pools.",
    ]
    assert problems(refused(record, pool, takes(part, "dev", KEY) | {"pool": 3})) == [
        "pool: is 3; allowed: a name under `pools`: lab"
    ]


def test_every_id_that_is_missing_is_named(record: Record) -> None:
    none = {"node_subnet_ids": {"use1-az9": "subnet-1"}, "security_group_ids": {}}
    assert refused(record, aws.NodePool, takes("NodePool", "prod", KEY, "eval") | none) == [
        "security_group_ids.nodes: is missing",
        "→ Give the id of nodes: `security_group_ids` of a Network.",
        "node_subnet_ids.use1-az1: is missing",
        "→ Give the id of use1-az1: `node_subnet_ids` of a Network.",
        "node_subnet_ids.use1-az2: is missing",
        "→ Give the id of use1-az2: `node_subnet_ids` of a Network.",
    ]
    assert problems(refused(record, aws.Storage, takes("Storage", "prod", KEY) | none)) == [
        "node_subnet_ids.use1-az1: is missing",
        "node_subnet_ids.use1-az2: is missing",
        "security_group_ids.lustre: is missing",
        "security_group_ids.efs: is missing",
    ]
    staging = takes("Access", "staging", KEY) | none
    del staging["public_subnet_ids"]
    assert problems(refused(record, aws.Access, staging)) == [
        "security_group_ids.login: is missing",
        "security_group_ids.connect: is missing",
        "node_subnet_ids.use2-az1: is missing",
        "public_subnet_ids.use2-az1: is missing",
    ]


def test_ids_of_the_wrong_kind(record: Record) -> None:
    wrong = {"key_arn": 7, "node_subnet_ids": ["subnet-1"], "security_group_ids": {"nodes": None, "login": ""}}
    assert problems(refused(record, aws.NodePool, takes("NodePool", "dev", KEY) | wrong)) == [
        "node_subnet_ids: is a list; allowed: a mapping of names to ids, or an output of one",
        "security_group_ids.login: is ''; allowed: an id, or an output",
        "key_arn: is 7; allowed: the ARN of a key, or an output",
    ]


class Other:
    """A value of a kind that no declaration has."""


def test_values_of_no_kind_do_not_hide_other_problems_of_a_part(record: Record) -> None:
    wrong = {"key_arn": Other(), "node_subnet_ids": {"usw2-az1": Other()}, "pool": "labb", "pools.lab.nodes.max": 0}
    said = problems(refused(record, aws.NodePool, put(takes("NodePool", "dev", KEY), wrong)))
    kinds = "is of type Other; allowed: text, numbers, true, false, lists and mappings"
    assert sorted(said) == [
        "`pools.lab.nodes.max` is 0; allowed: at least 1",
        f"key_arn: {kinds}",
        f"node_subnet_ids.usw2-az1: {kinds}",
        "pool: is 'labb'; allowed: a name under `pools`: lab",
    ]


def test_further_zones_are_of_the_region(record: Record) -> None:
    args = takes("Network", "dev", KEY) | {"zone_ids": ["usw2-az2", "use1-az1"]}
    problem, hint = refused(record, aws.Network, args)
    assert problem.startswith("`zone_ids[1]` is use1-az1, which isn't in us-west-2; allowed: usw2-az1, ")
    assert hint == "→ Use a zone id of the region in `region`, or change the region."


@pytest.mark.parametrize(
    ("zones", "wanted"),
    [
        ("usw2-az1", "zone_ids: is 'usw2-az1'; allowed: a list of zone ids"),
        (["us-west-2a"], "zone_ids[0]: is 'us-west-2a'; allowed: a zone id such as `usw2-az1`"),
        (["usw2-az1", 3], "zone_ids[1]: is 3; allowed: a zone id such as `usw2-az1`"),
    ],
)
def test_zones_of_the_wrong_kind(record: Record, zones: Any, wanted: str) -> None:
    (said,) = problems(refused(record, aws.Network, takes("Network", "dev", KEY) | {"zone_ids": zones}))
    assert said.replace("`use2-az1`", "`usw2-az1`").startswith(wanted)
