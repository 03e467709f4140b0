"""A stack split in two, the second taking what it needs from the first: each finds what is its own."""

from __future__ import annotations

from typing import Any

import pulumi
from pulumi_aws import autoscaling, ec2
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard_policies.outcome import Outcome

SUBNET = "subnet-0123456789abcdef0"


def declare_template(tokens: str) -> Any:
    return ec2.LaunchTemplate("template", instance_type="g6.xlarge", metadata_options={"http_tokens": tokens})


def declare_group(template: Any) -> None:
    made_from: Any = {"id": template, "version": "1"}
    autoscaling.Group("group", min_size=1, max_size=1, vpc_zone_identifiers=[SUBNET], launch_template=made_from)


def test_together_the_template_is_judged_for_the_group() -> None:
    graph = graph_of(lambda: declare_group(declare_template("optional").id))
    assert findings(graph, "lt-imdsv2") == {"template": ["metadataOptions.httpTokens"]}
    assert outcomes(graph, "stk-lt-effective-imds", Outcome.COMPLIANT) == {"group": [""]}


def test_apart_each_stack_finds_its_own() -> None:
    """What is another stack's is neither found nor proven, however good it is there."""
    for tokens, found in (("optional", {"template": ["metadataOptions.httpTokens"]}), ("required", {})):
        first = graph_of(lambda tokens=tokens: declare_template(tokens) and None)
        assert findings(first, "lt-imdsv2") == found
        second = graph_of(lambda: declare_group(pulumi.StackReference("organization/base/prod").get_output("template")))
        assert findings(second, "stk-lt-effective-imds") == {}
        assert outcomes(second, "stk-lt-effective-imds", Outcome.UNPROVEN) == {"group": ["launchTemplate"]}


def test_rules_of_a_group_of_another_stack_are_judged_where_they_are_declared() -> None:
    def program() -> None:
        group = pulumi.StackReference("organization/base/prod").get_output("group")
        ports = {"from_port": 22, "to_port": 22, "protocol": "tcp"}
        ec2.SecurityGroupRule("rule", type="ingress", security_group_id=group, cidr_blocks=["0.0.0.0/0"], **ports)

    assert findings(graph_of(program), "sg-no-world-ssh") == {"rule": ["cidrBlocks[0]"]}
