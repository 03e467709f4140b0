"""What a security group lets through as it was last read, and nothing in the stack declares."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard.graph.read import preview_text, state_text
from rackguard.report.check_words import what
from rackguard_policies.judge import Parameters, judge
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.registry import all_rules

GROUP = "aws:ec2/securityGroup:SecurityGroup"
DEFAULT = "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup"
INGRESS = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
EGRESS = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
LEGACY = "aws:ec2/securityGroupRule:SecurityGroupRule"
TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
ID = "sg-1"
TRAFFIC = {rule.id for rule in all_rules() if rule.id.startswith(("sg-", "stk-sg-"))} - {"sg-described"}
EVERYBODY = "0.0.0.0/0"
SECRET = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "v1:x:y"}
Resource = dict[str, Any]


def resource(type_: str, name: str, id_: str, depends_on: dict[str, list[str]] | None = None, **given: Any) -> Resource:
    known = {"type": type_, "urn": f"urn:pulumi:s::p::{type_}::{name}", "custom": True, "id": id_}
    return {**known, "inputs": {}, "outputs": {}, "propertyDependencies": depends_on or {}, **given}


def group(*, inputs: dict[str, Any] | None = None, type_: str = GROUP, **read: list[Any]) -> Resource:
    """The group `g` with its rules as last read: AWS's own form of them, `ingress` and `egress`."""
    return resource(type_, "g", ID, inputs=inputs or {}, outputs={"id": ID, "ingress": [], "egress": [], **read})


def rule(name: str, type_: str = INGRESS, of: str = GROUP, **inputs: Any) -> Resource:
    urns = {"securityGroupId": [f"urn:pulumi:s::p::{of}::g"]}
    return resource(type_, name, f"sgr-{name}", urns, inputs={"securityGroupId": ID, **inputs})


def node() -> Resource:
    urns = {"vpcSecurityGroupIds": [f"urn:pulumi:s::p::{GROUP}::g"]}
    return resource(TEMPLATE, "node", "lt-1", urns, inputs={"vpcSecurityGroupIds": [ID]})


def entry(*ranges: str, protocol: str = "tcp", ports: tuple[int, int] = (22, 22), **more: Any) -> dict[str, Any]:
    """Rules of the same ports, as the provider reads them: one entry with every peer."""
    peers = {"cidrBlocks": [each for each in ranges if ":" not in each]}
    peers["ipv6CidrBlocks"] = [each for each in ranges if ":" in each]
    rest = {"prefixListIds": [], "securityGroups": [], "self": False, "description": ""}
    return {"protocol": protocol, "fromPort": ports[0], "toPort": ports[1], **peers, **rest, **more}


def state(*resources: Resource) -> Graph:
    document = {"version": 3, "deployment": {"resources": list(resources)}}
    return state_text(json.dumps(document).encode(), "state.json")


def told(graph: Graph, outcome: Outcome = Outcome.UNPROVEN, parameters: Parameters | None = None) -> list[Judgement]:
    rules = [each for each in all_rules() if each.id in TRAFFIC]
    found = judge(graph, rules, load(), parameters)
    assert [each for each in found if each.outcome is Outcome.ERRORED] == []
    return [each for each in found if each.outcome is outcome]


def places(graph: Graph, outcome: Outcome = Outcome.UNPROVEN, **parameters: Any) -> list[tuple[str, str, str]]:
    """Rule, resource and property of every such judgement of the rules about groups."""
    given: Parameters = {name.replace("_", "-"): values for name, values in parameters.items()}
    return [(one.rule, one.urn.rpartition("::")[2], one.path) for one in told(graph, outcome, given)]


def test_a_rule_that_a_hand_added_is_unproven_once_and_said_in_plain_words() -> None:
    inside = rule("inside", ipProtocol="tcp", fromPort=22, toPort=22, cidrIpv4="10.0.0.0/8")
    graph = state(group(ingress=[entry("10.0.0.0/8", EVERYBODY)]), inside, node())
    (found,) = told(graph)
    assert (found.rule, found.urn.rpartition("::")[2], found.path) == (
        "stk-sg-effective",
        "g",
        "ingress[0].cidrBlocks[1]",
    )
    assert what(found) == (
        "ingress[0].cidrBlocks[1] can't be proven: as last read, the group lets 0.0.0.0/0 in on tcp 22, which nothing "
        "here declares: `pulumi refresh`, and look again; what stays was added by hand or by another stack; "
        "wanted: keeps the whole internet out of a group that machines are in"
    )
    assert told(graph, Outcome.FINDING) == []


SSH: dict[str, Any] = {"ipProtocol": "tcp", "fromPort": 22, "toPort": 22}
OLD_SSH: dict[str, Any] = {"type": "ingress", "protocol": "tcp", "fromPort": 22, "toPort": 22}
INLINE: dict[str, Any] = {"protocol": "tcp", "fromPort": 22, "toPort": 22}


@pytest.mark.parametrize(
    ("declared", "read"),
    [
        pytest.param([rule("r", **SSH, cidrIpv4=EVERYBODY)], entry(EVERYBODY), id="stand-alone"),
        pytest.param([rule("r", **SSH, cidrIpv4=EVERYBODY, description="d")], entry(EVERYBODY), id="description"),
        pytest.param(
            [rule("r", **SSH, cidrIpv4=EVERYBODY), rule("s", **SSH, cidrIpv6="::/0")],
            entry(EVERYBODY, "::/0"),
            id="merged into one entry",
        ),
        pytest.param(
            [rule("r", LEGACY, **OLD_SSH, cidrBlocks=["10.0.0.0/8", EVERYBODY], ipv6CidrBlocks=["0::0/0"])],
            entry(EVERYBODY, "10.0.0.0/8", "::/0"),
            id="legacy",
        ),
        pytest.param(
            [rule("r", ipProtocol="all", cidrIpv4=EVERYBODY)], entry(EVERYBODY, protocol="-1", ports=(0, 0)), id="all"
        ),
        pytest.param(
            [rule("r", ipProtocol="-1", fromPort=-1, toPort=-1, cidrIpv4=EVERYBODY)],
            entry(EVERYBODY, protocol="-1", ports=(0, 0)),
            id="-1",
        ),
        pytest.param([rule("r", **{**SSH, "ipProtocol": "6"}, cidrIpv4=EVERYBODY)], entry(EVERYBODY), id="a number"),
        pytest.param(
            [rule("r", ipProtocol="tcp", cidrIpv4=EVERYBODY)], entry(EVERYBODY, ports=(0, 65535)), id="no ports"
        ),
        pytest.param([rule("r", ipProtocol="-1", cidrIpv4=EVERYBODY)], entry(EVERYBODY), id="a wider one"),
        pytest.param(
            [rule("r", ipProtocol="icmpv6", fromPort=-1, toPort=-1, cidrIpv6="::/0")],
            entry("::/0", protocol="icmpv6", ports=(-1, -1)),
            id="ICMP",
        ),
        pytest.param(
            [rule("r", ipProtocol="47", cidrIpv4=EVERYBODY)], entry(EVERYBODY, protocol="47", ports=(0, 0)), id="GRE"
        ),
        pytest.param(
            [{**rule("r", **SSH, cidrIpv4=EVERYBODY), "propertyDependencies": {}}], entry(EVERYBODY), id="named by id"
        ),
    ],
)
def test_a_declared_rule_accounts_for_itself_in_the_form_of_aws(declared: list[Resource], read: Any) -> None:
    """It is a finding, whose part in the group isn't told again."""
    graph = state(group(ingress=[read]), *declared, node())
    assert places(graph) == []
    assert {urn for _, urn, _ in places(graph, Outcome.FINDING)} >= {declared[-1]["urn"].rpartition("::")[2]}


def test_inline_rules_account_for_themselves_and_for_nothing_more() -> None:
    """A refresh of inputs makes no list longer than it is declared: what a hand adds is in the outputs alone."""
    inputs = {"ingress": [{**INLINE, "cidrBlocks": ["10.0.0.0/8", "10.0.0.0/9"]}]}
    read = [entry("::/0"), entry("10.0.0.0/8", "10.0.0.0/9", EVERYBODY)]
    found = places(state(group(inputs=inputs, ingress=read), node()))
    assert found == [
        ("stk-sg-effective", "g", "ingress[0].ipv6CidrBlocks[0]"),
        ("stk-sg-effective", "g", "ingress[1].cidrBlocks[2]"),
    ]


@pytest.mark.parametrize(
    ("read", "words"),
    [
        (entry(EVERYBODY), "lets 0.0.0.0/0 in on tcp 22,"),
        (entry(EVERYBODY, ports=(442, 443)), "lets 0.0.0.0/0 in on tcp 442 to 443,"),
        (entry(EVERYBODY, ports=(0, 443)), "lets 0.0.0.0/0 in on tcp 0 to 443,"),
        (entry(EVERYBODY, ports=(443, 444)), "lets 0.0.0.0/0 in on tcp 443 to 444,"),
        (entry(EVERYBODY, protocol="udp", ports=(443, 443)), "lets 0.0.0.0/0 in on udp 443,"),
        (entry("128.0.0.0/1"), "lets 128.0.0.0/1 in on tcp 22,"),
        (entry("::/0", ports=(443, 443)), "lets ::/0 in on tcp 443,"),
        (entry(EVERYBODY, protocol="-1", ports=(0, 0)), "lets 0.0.0.0/0 in on every protocol,"),
        (entry(EVERYBODY, protocol="icmp", ports=(3, 4)), "lets 0.0.0.0/0 in on icmp,"),
        (entry(EVERYBODY, protocol="47", ports=(0, 0)), "lets 0.0.0.0/0 in on 47,"),
    ],
)
def test_what_a_declared_rule_does_not_let_through_is_not_its(read: Any, words: str) -> None:
    """Beside a rule for everybody on tcp 443, one for the group itself, another direction's and another group's."""
    web = rule("web", ipProtocol="tcp", fromPort=443, toPort=443, cidrIpv4=EVERYBODY)
    ping = rule("ping", ipProtocol="icmp", fromPort=8, toPort=-1, cidrIpv4=EVERYBODY)
    itself = rule("self", ipProtocol="-1", referencedSecurityGroupId=ID)
    out = rule("out", EGRESS, ipProtocol="-1", cidrIpv4=EVERYBODY)
    other = rule("other", ipProtocol="-1", cidrIpv4=EVERYBODY, securityGroupId="sg-2")
    other["propertyDependencies"] = {}
    (found,) = told(state(group(ingress=[read]), web, ping, itself, out, other, node()))
    assert found.rule == "stk-sg-effective"
    assert words in found.note


def test_what_was_read_and_is_no_finding_is_none_unproven_either() -> None:
    harmless = [entry("52.1.2.0/28", "10.0.0.0/8"), entry(protocol="-1", ports=(0, 0), self=True)]
    others = [entry(securityGroups=["sg-9"])]
    assert places(state(group(ingress=[*harmless, *others]), node())) == []


@pytest.mark.parametrize("read", [{}, {"ingress": None}, {"ingress": "sg"}, {"ingress": [None, "x", 7, {}]}])
def test_nothing_is_said_where_nobody_has_looked(read: dict[str, Any]) -> None:
    """A group is made before its rules."""
    inside = rule("inside", **SSH, cidrIpv4="10.0.0.0/8")
    assert places(state({**group(), "outputs": read}, inside, node())) == []


def test_a_preview_tells_what_was_read_of_a_group_that_stays() -> None:
    """And foresees nothing of one that is made."""
    unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
    foreseen = {"ingress": [entry(cidrBlocks=[unknown])], "egress": unknown}
    made = [{**group(), "id": "", "outputs": foreseen}, {**node(), "inputs": {"vpcSecurityGroupIds": [unknown]}}]
    stays = [group(ingress=[entry(EVERYBODY)]), node()]
    found = [
        preview_text(json.dumps({"steps": [step("create", each) for each in made]}).encode(), "preview.json"),
        preview_text(json.dumps({"steps": [step("same", each) for each in stays]}).encode(), "preview.json"),
    ]
    assert [places(each) for each in found] == [[], [("stk-sg-effective", "g", "ingress[0].cidrBlocks[0]")]]


def step(operation: str, after: Resource) -> dict[str, Any]:
    if operation == "create":
        return {"op": operation, "urn": after["urn"], "newState": after}
    new = {key: value for key, value in after.items() if key not in ("id", "outputs")}
    return {"op": operation, "urn": after["urn"], "oldState": after, "newState": new}


def test_a_secret_range_may_be_what_was_read() -> None:
    """It is unproven itself; that isn't told twice."""
    hidden = rule("hidden", **SSH, cidrIpv4=SECRET)
    found = places(state(group(ingress=[entry(EVERYBODY)]), hidden, node()))
    assert {each for each in found if each[1] == "g"} == set()
    assert ("stk-sg-effective", "hidden", "cidrIpv4") in found


def test_a_secret_hides_what_was_read() -> None:
    """`additionalSecretOutputs` makes it one; where the inline rules are secret, they are unproven themselves."""
    read = {"ingress": SECRET, "egress": SECRET}
    graph = state({**group(), "outputs": read}, node())
    assert places(graph) == [("sg-egress-limited", "g", "egress"), ("stk-sg-effective", "g", "ingress")]
    assert {one.note for one in told(graph)} == {
        "what the group was last read to let through is a secret in the state, and secrets are looked into nowhere"
    }
    assert places(state({**group(), "outputs": {"ingress": SECRET}})) == [("sg-no-world-ingress", "g", "ingress")]
    declared = state({**group(inputs=read), "outputs": read}, node())
    assert [one.note for one in told(declared)] == [""] * len(told(declared))
    assert ("stk-sg-effective", "g", "ingress") in places(declared)


def test_what_is_only_read_accounts_for_nothing() -> None:
    """Nobody judges it, so that its part in the group has to be told."""
    read = {**rule("read", **SSH, cidrIpv4=EVERYBODY), "propertyDependencies": {}, "external": True}
    found = places(state(group(ingress=[entry(EVERYBODY)]), read, node()))
    assert found == [("stk-sg-effective", "g", "ingress[0].cidrBlocks[0]")]


def test_a_group_without_machines_of_the_stack_is_another_rules() -> None:
    """Those of another stack, of endpoints or of file systems."""
    graph = state(group(ingress=[entry(EVERYBODY), entry(EVERYBODY, ports=(443, 443))]))
    found = [("sg-no-world-ingress", "g", f"ingress[{number}].cidrBlocks[0]") for number in (0, 1)]
    assert places(graph) == found
    assert places(graph, sg_no_world_ingress={"open_ports": [443]}) == found[:1]


def test_ranges_that_a_hand_added_open_a_group_together_with_declared_ones() -> None:
    declared = [rule(f"r{first}", **SSH, cidrIpv4=f"{first}.0.0.0/8") for first in (32, 34)]
    graph = state(group(ingress=[entry("32.0.0.0/8", "33.0.0.0/8", "34.0.0.0/8")]), *declared, node())
    (found,) = told(graph)
    assert (found.rule, found.path) == ("stk-sg-effective", "")
    assert found.note == (
        "as last read, the group has rules that nothing here declares: `pulumi refresh`, and look again; "
        "what stays was added by hand or by another stack"
    )
    apart = state(group(ingress=[entry("32.0.0.0/8", "35.0.0.0/8")]), declared[0], node())
    assert places(apart) == []


def test_a_way_out_that_a_hand_added() -> None:
    web = rule("web", EGRESS, ipProtocol="tcp", fromPort=443, toPort=443, cidrIpv4=EVERYBODY)
    everything = entry(EVERYBODY, "::/0", "10.0.0.0/8", protocol="-1", ports=(0, 0))
    graph = state(group(egress=[entry(EVERYBODY, ports=(443, 443)), everything, entry(EVERYBODY)]), web, node())
    assert [(one.rule, one.path, one.note.partition(": ")[0]) for one in told(graph)] == [
        (
            "sg-egress-limited",
            f"egress[1].{key}[0]",
            "as last read, the group lets traffic out to " + peer + " on every protocol, which nothing here declares",
        )
        for key, peer in (("cidrBlocks", EVERYBODY), ("ipv6CidrBlocks", "::/0"))
    ]


def test_a_default_group_that_a_hand_filled() -> None:
    """The adopted group is declared with empty lists, which a refresh leaves empty."""
    read: dict[str, Any] = {
        "ingress": [entry(protocol="-1", ports=(0, 0), self=True), entry(securityGroups=["sg-9"])],
        "egress": [entry(EVERYBODY, protocol="-1", ports=(0, 0))],
    }
    graph = state(group(type_=DEFAULT, inputs={"ingress": [], "egress": []}, **read))
    assert places(graph) == [
        ("sg-default-closed", "g", "ingress[0].self"),
        ("sg-default-closed", "g", "ingress[1].securityGroups[0]"),
        ("sg-default-closed", "g", "egress[0].cidrBlocks[0]"),
    ]
    assert "the group lets its own members in on every protocol" in told(graph)[0].note
    itself = rule("self", of=DEFAULT, ipProtocol="-1", referencedSecurityGroupId=ID)
    named = rule("named", of=DEFAULT, **SSH, referencedSecurityGroupId="sg-9")
    graph = state(group(type_=DEFAULT, ingress=read["ingress"]), itself, named)
    assert places(graph) == []
    assert [each for each in places(graph, Outcome.FINDING) if each[0] == "sg-default-closed"] == [
        ("sg-default-closed", "self", "securityGroupId"),
        ("sg-default-closed", "named", "securityGroupId"),
    ]


def test_a_prefix_list_that_a_hand_let_in() -> None:
    known = rule("known", ipProtocol="tcp", fromPort=22, toPort=22, prefixListId="pl-1")
    graph = state(group(ingress=[entry(prefixListIds=["pl-1", "pl-2", "pl-3"])]), known, node())
    assert places(graph, stk_sg_prefix_list={"approved": ["pl-1", "pl-3"]}) == [
        ("stk-sg-prefix-list", "g", "ingress[0].prefixListIds[1]")
    ]
