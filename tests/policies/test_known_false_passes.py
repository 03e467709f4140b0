"""What other rule sets let pass or call compliant, each seen in one of them: here each is a finding."""

from __future__ import annotations

import sys
from datetime import date
from typing import Any, get_args

import pytest
from pulumi_aws import ec2, s3, vpc
from tests.policies.recorded import findings, graph_of, judged

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource
from rackguard_policies import framework
from rackguard_policies.exception_checks import EXPIRED, NO_REASON, TOO_LONG, UNUSED
from rackguard_policies.exceptions import RuleException, waive
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.registry import all_rules, by_id
from rackguard_policies.rule import SEVERITIES, Severity

KNOWN = (
    "ssh_from_everywhere_behind_a_rule_for_the_group_itself",
    "all_protocols_in_a_rule_apart",
    "everywhere_by_ipv6_in_a_rule_apart",
    "half_of_everywhere_in_a_rule_apart",
    "two_halves_of_everywhere_are_everywhere",
    "no_ports_in_a_rule_apart",
    "an_unencrypted_mapping_of_a_template",
    "no_mapping_in_a_template",
    "flags_of_a_template_are_texts",
    "a_public_address_on_a_later_network_card",
    "two_of_four_switches_of_a_public_access_block",
    "a_bucket_without_a_public_access_block",
    "firewalls_templates_and_exports_of_gcp",
    "a_severity_that_is_missing",
    "an_exception_without_a_reason",
    "an_exception_that_never_expires",
    "an_exception_that_is_over",
    "an_exception_that_matches_nothing",
    "a_control_that_names_checks_that_arent_there",
)
"""Every one that is known; each has a test of that name."""
TODAY = date(2026, 12, 1)


def test_each_has_a_test() -> None:
    there = {name.removeprefix("test_") for name in vars(sys.modules[__name__]) if name.startswith("test_")}
    assert there - {"each_has_a_test"} == set(KNOWN)


def rule_apart(**given: Any) -> Graph:
    def program() -> None:
        group = ec2.SecurityGroup("group", description="Nodes")
        vpc.SecurityGroupIngressRule("rule", security_group_id=group.id, description="d", **given)

    return graph_of(program)


def test_ssh_from_everywhere_behind_a_rule_for_the_group_itself() -> None:
    def program() -> None:
        efa: Any = {"protocol": "-1", "from_port": 0, "to_port": 0, "self": True}
        ssh: Any = {"protocol": "tcp", "from_port": 22, "to_port": 22, "cidr_blocks": ["0.0.0.0/0"]}
        ec2.SecurityGroup("group", ingress=[efa, ssh])

    assert findings(graph_of(program), "sg-no-world-ssh") == {"group": ["ingress[1].cidrBlocks[0]"]}


def test_all_protocols_in_a_rule_apart() -> None:
    graph = rule_apart(ip_protocol="-1", cidr_ipv4="0.0.0.0/0")
    for rule in ("sg-no-world-ssh", "sg-no-world-rdp", "sg-no-world-common", "sg-no-world-ingress", "sg-no-http"):
        assert findings(graph, rule) == {"rule": ["cidrIpv4"]}


def test_everywhere_by_ipv6_in_a_rule_apart() -> None:
    graph = rule_apart(ip_protocol="tcp", from_port=22, to_port=22, cidr_ipv6="::/0")
    assert findings(graph, "sg-no-world-ssh") == {"rule": ["cidrIpv6"]}


@pytest.mark.parametrize("half", ["0.0.0.0/1", "128.0.0.0/1"])
def test_half_of_everywhere_in_a_rule_apart(half: str) -> None:
    graph = rule_apart(ip_protocol="tcp", from_port=22, to_port=22, cidr_ipv4=half)
    assert findings(graph, "sg-no-world-ssh") == {"rule": ["cidrIpv4"]}


def test_two_halves_of_everywhere_are_everywhere() -> None:
    """Ranges that are each somebody's own, in rules of three kinds, add up to a large part of the internet."""

    def program() -> None:
        ranges = [f"{n}.0.0.0/8" for n in range(64, 80)]
        rule: Any = {"protocol": "tcp", "from_port": 22, "to_port": 22}
        inline: Any = {**rule, "cidr_blocks": ranges[:6]}
        group = ec2.SecurityGroup("group", description="Nodes", ingress=[inline])
        ec2.SecurityGroupRule("old", type="ingress", security_group_id=group.id, cidr_blocks=ranges[6:10], **rule)
        for each in ranges[10:]:
            ports: Any = {"ip_protocol": "tcp", "from_port": 22, "to_port": 22}
            vpc.SecurityGroupIngressRule(each, security_group_id=group.id, cidr_ipv4=each, **ports)
        ec2.Instance("node", instance_type="g6.xlarge", vpc_security_group_ids=[group.id])

    assert findings(graph_of(program), "stk-sg-effective") == {"group": [""]}


def test_no_ports_in_a_rule_apart() -> None:
    assert findings(rule_apart(ip_protocol="tcp", cidr_ipv4="0.0.0.0/0"), "sg-no-world-ssh") == {"rule": ["cidrIpv4"]}


def template(**given: Any) -> Graph:
    return graph_of(lambda: ec2.LaunchTemplate("template", instance_type="p5.48xlarge", **given))


def disk(name: str, **ebs: Any) -> dict[str, Any]:
    return {"device_name": name, "ebs": ebs}


def test_an_unencrypted_mapping_of_a_template() -> None:
    graph = template(block_device_mappings=[disk("/dev/sda1", encrypted="true"), disk("/dev/sdb", volume_size=8)])
    assert findings(graph, "lt-ebs-encrypted") == {"template": ["blockDeviceMappings[1].ebs.encrypted"]}


def test_no_mapping_in_a_template() -> None:
    """What the image says holds then, which nobody sees here."""
    assert findings(template(), "lt-root-declared") == {"template": ["blockDeviceMappings"]}


def test_flags_of_a_template_are_texts() -> None:
    mappings = [disk("/dev/sda1", encrypted="false", delete_on_termination="false"), disk("/dev/sdb", encrypted="true")]
    cards = [{"associate_public_ip_address": "true"}, {"associate_public_ip_address": "false"}]
    graph = template(block_device_mappings=mappings, network_interfaces=cards)
    assert findings(graph, "lt-ebs-encrypted") == {"template": ["blockDeviceMappings[0].ebs.encrypted"]}
    assert findings(graph, "lt-no-public-ip") == {"template": ["networkInterfaces[0].associatePublicIpAddress"]}


def test_a_public_address_on_a_later_network_card() -> None:
    cards = [{"network_card_index": n, "associate_public_ip_address": str(n == 31).lower()} for n in range(32)]
    found = findings(template(network_interfaces=cards), "lt-no-public-ip")
    assert found == {"template": ["networkInterfaces[31].associatePublicIpAddress"]}


def test_two_of_four_switches_of_a_public_access_block() -> None:
    def program() -> None:
        bucket = s3.Bucket("bucket").id
        s3.BucketPublicAccessBlock("half", bucket=bucket, block_public_acls=True, block_public_policy=True)

    assert findings(graph_of(program), "s3-bpa-all") == {"half": ["ignorePublicAcls", "restrictPublicBuckets"]}


def test_a_bucket_without_a_public_access_block() -> None:
    found = judged(graph_of(lambda: s3.Bucket("bucket")), "stk-s3-companions")
    assert (Outcome.FINDING, "has a public-access block") in {(each.outcome, each.wanted) for each in found}


def test_firewalls_templates_and_exports_of_gcp() -> None:
    """No rule is of GCP yet, so that none may say anything of its resources, least that they are compliant."""
    bad = {
        "gcp:compute/firewall:Firewall": {"allows": [{"protocol": "tcp"}], "sourceRanges": ["::/0"]},
        "gcp:compute/regionInstanceTemplate:RegionInstanceTemplate": {
            "networkInterfaces": [{}, {"accessConfigs": [{}]}]
        },
        "gcp:filestore/instance:Instance": {"networks": [{"network": "default"}]},
    }
    resources = tuple(
        Resource(f"urn:pulumi:s::p::{type_}::bad", type_, "bad", None, None, custom=True, inputs=inputs)
        for type_, inputs in bad.items()
    )
    found = judge(Graph("s", "p", resources), all_rules(), load())
    assert {each.rule for each in found if each.urn in {one.urn for one in resources}} == set()


def test_a_severity_that_is_missing() -> None:
    """A gate from a severity upwards lets nothing pass that has none: every rule has one, of those that gates know."""
    assert get_args(Severity) == SEVERITIES
    assert {rule.id for rule in all_rules() if rule.severity not in SEVERITIES} == set()


def test_an_exception_without_a_reason() -> None:
    for reason in ("", " ", "-", "TODO", "n/a"):
        assert told(exception(reason=reason)) == [(FOUND.rule, Outcome.FINDING), (NO_REASON.id, Outcome.FINDING)]


def test_an_exception_that_never_expires() -> None:
    assert (TOO_LONG.id, Outcome.FINDING) in told(exception(until=date(9999, 12, 31)))
    with pytest.raises(TypeError, match="until"):
        RuleException("kms-rotation", "key", REASON, "ana")  # pyright: ignore[reportCallIssue]


def test_an_exception_that_is_over() -> None:
    over = exception(until=date(2026, 11, 30))
    assert told(over) == [(FOUND.rule, Outcome.FINDING), (EXPIRED.id, Outcome.FINDING)]


def test_an_exception_that_matches_nothing() -> None:
    other = exception(resource="another-key")
    assert told(other) == [(FOUND.rule, Outcome.FINDING), (UNUSED.id, Outcome.FINDING)]


def test_a_control_that_names_checks_that_arent_there() -> None:
    named = {rule for name in framework.known() for rule in framework.load(name).rules}
    assert named - by_id().keys() == set()


REASON = "The vendor's image needs it; the subnet has no way out."
FOUND = Judgement("kms-rotation", "urn:pulumi:s::p::aws:kms/key:Key::key", Outcome.FINDING, "enableKeyRotation")


def exception(**changes: Any) -> RuleException:
    given = {"rule": "kms-rotation", "resource": "key", "reason": REASON, "owner": "ana", "until": date(2027, 3, 31)}
    return RuleException(**{**given, **changes})


def told(*exceptions: RuleException) -> list[tuple[str, Outcome]]:
    return [(each.rule, each.outcome) for each in waive([FOUND], exceptions, all_rules(), TODAY, ())]
