"""Instance metadata: tokens and hops, of instances, launch templates, groups and the region."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import autoscaling, ec2, ecs
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

TOKENS = "metadataOptions.httpTokens"
HOPS = "metadataOptions.httpPutResponseHopLimit"
GOOD: Any = {"http_tokens": "required", "http_put_response_hop_limit": 1}
OFF: Any = {"http_endpoint": "disabled"}
OPTIONAL: Any = {**GOOD, "http_tokens": "optional"}
THREE: Any = {**GOOD, "http_put_response_hop_limit": 3}
TWO: Any = {**GOOD, "http_put_response_hop_limit": 2}


def instances(unknown: ec2.Vpc) -> None:
    """Instances with every answer there is, and with a launch template."""
    answers: dict[str, Any] = {
        "good": GOOD,
        "off": OFF,
        "optional": OPTIONAL,
        "silent": {"http_put_response_hop_limit": 1},
        "unknown": {**GOOD, "http_tokens": unknown.id},
        "far": TWO,
        "no-limit": {"http_tokens": "required"},
    }
    for name, options in answers.items():
        ec2.Instance(name, ami="ami-1", instance_type="g6.xlarge", metadata_options=options)
    ec2.Instance("bare", ami="ami-1", instance_type="g6.xlarge")
    ec2.Instance("host", ami="ami-1", metadata_options=TWO, tags={"rackguard:containers": "true"})
    ec2.Instance("no-host", ami="ami-1", metadata_options=TWO, tags={"rackguard:containers": "false"})
    ec2.SpotInstanceRequest("spot", ami="ami-1", instance_type="g6.xlarge", metadata_options=TWO)


def templates() -> None:
    """Launch templates, and what is made from them."""
    good = ec2.LaunchTemplate("t-good", metadata_options=GOOD)
    ec2.LaunchTemplate("t-off", metadata_options=OFF)
    ec2.LaunchTemplate("t-optional", metadata_options=OPTIONAL)
    ec2.LaunchTemplate("t-bare")
    ec2.LaunchTemplate("t-far", metadata_options=TWO)
    tags = {"rackguard:containers": "true"}
    ec2.LaunchTemplate("t-host", metadata_options=TWO, tag_specifications=[{"resource_type": "instance", "tags": tags}])
    ec2.LaunchTemplate("t-disk", metadata_options=TWO, tag_specifications=[{"resource_type": "volume", "tags": tags}])
    ec2.LaunchTemplate("t-three", metadata_options=THREE, tags=tags)
    kubernetes = ec2.LaunchTemplate("t-kubernetes", metadata_options=TWO)
    tag: Any = {"key": "kubernetes.io/cluster/llm", "value": "owned", "propagate_at_launch": True}
    group("g-kubernetes", kubernetes, tags=[tag])
    hosting = ec2.LaunchTemplate("t-ecs", metadata_options=TWO)
    provider: Any = {"auto_scaling_group_arn": group("g-ecs", hosting).arn}
    ecs.CapacityProvider("ecs", auto_scaling_group_provider=provider)
    ec2.Instance("from-template", launch_template={"id": good.id})
    ec2.Instance("from-template-weaker", launch_template={"id": good.id}, metadata_options={"http_tokens": "optional"})
    ec2.Instance("from-elsewhere", launch_template={"id": "lt-0123456789abcdef0"})


def group(name: str, template: ec2.LaunchTemplate, **more: Any) -> autoscaling.Group:
    return autoscaling.Group(name, max_size=1, min_size=0, launch_template={"id": template.id}, **more)


def groups() -> None:
    """Groups of the stack's templates, of others, and of launch configurations."""
    named = ec2.LaunchTemplate("named", name="by-name", metadata_options=GOOD)
    group("g-known", named)
    size: dict[str, Any] = {"max_size": 1, "min_size": 0}
    autoscaling.Group("g-by-name", launch_template={"name": "by-name"}, **size)
    autoscaling.Group("g-elsewhere", launch_template={"id": "lt-0123456789abcdef0"}, **size)
    autoscaling.Group(
        "g-override-elsewhere", mixed_instances_policy=mixed(named, {"launch_template_name": "x"}), **size
    )
    autoscaling.Group("g-override", mixed_instances_policy=mixed(named, {"launch_template_id": named.id}), **size)
    weak = ec2.LaunchConfiguration("weak", image_id="ami-1", instance_type="g6.xlarge")
    strong = ec2.LaunchConfiguration("strong", image_id="ami-1", instance_type="g6.xlarge", metadata_options=GOOD)
    autoscaling.Group("g-weak", launch_configuration=weak.name, **size)
    autoscaling.Group("g-strong", launch_configuration=strong.name, **size)
    autoscaling.Group("g-old", launch_configuration="made-by-hand", **size)


def mixed(template: ec2.LaunchTemplate, override: dict[str, Any]) -> Any:
    overrides = [{"instance_type": "g6.xlarge"}, {"launch_template_specification": override}]
    return {
        "launch_template": {
            "launch_template_specification": {"launch_template_id": template.id},
            "overrides": overrides,
        }
    }


def program() -> None:
    instances(ec2.Vpc("vpc", cidr_block="10.0.0.0/16"))
    templates()
    groups()
    ec2.InstanceMetadataDefaults("region-good", http_tokens="required")
    ec2.InstanceMetadataDefaults("region-weak", http_tokens="no-preference")
    ec2.InstanceMetadataDefaults("region-silent")


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_instances_demand_tokens(graph: Graph) -> None:
    assert findings(graph, "ec2-imdsv2") == {
        "optional": [TOKENS],
        "silent": [TOKENS],
        "bare": [TOKENS],
        "from-template-weaker": [TOKENS],
    }
    assert outcomes(graph, "ec2-imdsv2", Outcome.UNPROVEN) == {
        "unknown": [TOKENS],
        "from-elsewhere": ["launchTemplate"],
    }
    assert set(outcomes(graph, "ec2-imdsv2", Outcome.NOT_APPLICABLE)) == {"off", "from-template"}


def test_instances_answer_one_hop_and_two_for_containers(graph: Graph) -> None:
    assert findings(graph, "ec2-imds-hop") == {
        "far": [HOPS],
        "no-limit": [HOPS],
        "bare": [HOPS],
        "no-host": [HOPS],
        "spot": [HOPS],
        "from-template-weaker": [HOPS],
    }
    assert outcomes(graph, "ec2-imds-hop", Outcome.UNPROVEN) == {"from-elsewhere": ["launchTemplate"]}


def test_templates_demand_tokens(graph: Graph) -> None:
    assert findings(graph, "lt-imdsv2") == {"t-optional": [TOKENS], "t-bare": [TOKENS]}
    assert set(outcomes(graph, "lt-imdsv2", Outcome.NOT_APPLICABLE)) == {"t-off"}


def test_templates_answer_one_hop_and_two_for_containers(graph: Graph) -> None:
    assert findings(graph, "lt-imds-hop") == {
        "t-bare": [HOPS],
        "t-far": [HOPS],
        "t-disk": [HOPS],
        "t-three": [HOPS],
    }


def test_groups_are_followed_to_what_their_nodes_are_made_from(graph: Graph) -> None:
    assert findings(graph, "stk-lt-effective-imds") == {"weak": [TOKENS]}
    override = "mixedInstancesPolicy.launchTemplate.overrides[1].launchTemplateSpecification"
    assert outcomes(graph, "stk-lt-effective-imds", Outcome.UNPROVEN) == {
        "g-elsewhere": ["launchTemplate"],
        "g-override-elsewhere": [override],
        "g-old": ["launchConfiguration"],
    }
    assert {"g-known", "g-by-name", "g-override", "g-strong"} <= set(
        outcomes(graph, "stk-lt-effective-imds", Outcome.COMPLIANT)
    )


def test_the_regions_default_demands_tokens(graph: Graph) -> None:
    path = "httpTokens"
    assert findings(graph, "ec2-imds-account-default") == {"region-weak": [path], "region-silent": [path]}
