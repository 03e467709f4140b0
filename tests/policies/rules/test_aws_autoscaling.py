"""Auto Scaling groups: what nodes are made from, tags, health checks and zones."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import autoscaling, ec2, lb
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

SPECIFICATION = "mixedInstancesPolicy.launchTemplate.launchTemplateSpecification"
OVERRIDES = "mixedInstancesPolicy.launchTemplate.overrides"
CLASS = {"key": "classification", "value": "phi"}
ELSEWHERE = {"id": "lt-0123456789abcdef0", "version": "7"}


def group(name: str, **more: Any) -> autoscaling.Group:
    return autoscaling.Group(name, max_size=2, min_size=0, **more)


def mixed(specification: Any, *overrides: Any) -> Any:
    return {
        "launch_template": {"launch_template_specification": specification, "overrides": list[Any](overrides)},
    }


def versions(template: ec2.LaunchTemplate, unknown: ec2.Vpc) -> None:
    """Versions that are numbers, aliases, left out and not known."""
    group("v-number", launch_template=ELSEWHERE)
    group("v-latest-number", launch_template={"id": template.id, "version": template.latest_version.apply(str)})
    group("v-latest", launch_template={"id": template.id, "version": "$Latest"})
    group("v-none", launch_template={"id": template.id})
    group("v-unknown", launch_template={**ELSEWHERE, "version": unknown.id})
    named = {"launch_template_id": template.id}
    override = {"launch_template_specification": {**named, "version": "$Default"}}
    group("v-mixed", mixed_instances_policy=mixed({**named, "version": "$Latest"}, {"instance_type": "m7i.large"}))
    group(
        "v-override", mixed_instances_policy=mixed({**named, "version": "1"}, {"instance_type": "m7i.large"}, override)
    )


def old(configuration: ec2.LaunchConfiguration) -> None:
    """Groups of launch configurations, whose tags are all that nodes have."""
    group("o-known", launch_configuration="made-by-hand", tags=[{**CLASS, "propagate_at_launch": True}])
    group("o-unknown", launch_configuration=configuration.name, tags=[{**CLASS, "propagate_at_launch": False}])


def tags(unknown: ec2.Vpc) -> None:
    """Tags of groups whose launch template isn't the stack's."""
    other = {"key": "owner", "value": "ml", "propagate_at_launch": True}
    group("p-kept", launch_template=ELSEWHERE, tags=[other, {**CLASS, "propagate_at_launch": False}])
    group("p-handed-on", launch_template=ELSEWHERE, tags=[other, {**CLASS, "propagate_at_launch": True}])
    group("p-none", launch_template=ELSEWHERE)
    group("p-unknown", launch_template=ELSEWHERE, tags=[{**CLASS, "propagate_at_launch": unknown.enable_dns_support}])


def behind(template: ec2.LaunchTemplate) -> None:
    """Groups behind load balancers, by their own input and by attachments."""
    targets = lb.TargetGroup("targets")
    launch: Any = {"id": template.id}
    group("h-alone", launch_template=launch)
    group("h-good", launch_template=launch, target_group_arns=[targets.arn], health_check_type="ELB")
    group("h-bad", launch_template=launch, target_group_arns=[targets.arn], health_check_type="EC2")
    group("h-silent", launch_template=launch, traffic_sources=[{"identifier": "x"}])
    attached = group("h-attached", launch_template=launch)
    autoscaling.Attachment("attachment", autoscaling_group_name=attached.name, lb_target_group_arn=targets.arn)


def zones(network: ec2.Vpc) -> None:
    """Groups in one zone and in more."""
    place = {"a": "use2-az1", "b": "use2-az2", "again": "use2-az1"}
    subnets = {
        name: ec2.Subnet(name, vpc_id=network.id, cidr_block="10.0.0.0/24", availability_zone_id=zone)
        for name, zone in place.items()
    }
    service: Any = {"id": ec2.LaunchTemplate("service", instance_type="m7i.large").id}
    gpu: Any = {"id": ec2.LaunchTemplate("gpu", instance_type="p5.48xlarge").id}
    cluster: Any = {"id": ec2.LaunchTemplate("hpc", instance_type="hpc7a.96xlarge", placement={"group_name": "g"}).id}
    in_one = [subnets["a"].id]
    group("z-two", launch_template=service, vpc_zone_identifiers=[subnets["a"].id, subnets["b"].id])
    group("z-one", launch_template=service, vpc_zone_identifiers=in_one)
    group("z-same", launch_template=service, vpc_zone_identifiers=[subnets["a"].id, subnets["again"].id])
    group("z-names", launch_template=service, availability_zones=["us-east-2a", "us-east-2b"])
    group("z-unknown", launch_template=service, vpc_zone_identifiers=network.arn.apply(lambda arn: [arn]))
    group("z-elsewhere", launch_template=ELSEWHERE, vpc_zone_identifiers=in_one)
    group("z-gpu", launch_template=gpu, vpc_zone_identifiers=in_one)
    group("z-placed", launch_template=cluster, vpc_zone_identifiers=in_one)
    policy = mixed({"launch_template_id": service["id"]}, {"instance_type": "g6e.12xlarge"})
    group("z-gpu-override", mixed_instances_policy=policy, vpc_zone_identifiers=in_one)
    for name, type_ in (("z-old", "m7i.large"), ("z-old-gpu", "p4d.24xlarge")):
        configuration = ec2.LaunchConfiguration(f"{name}-configuration", image_id="ami-1", instance_type=type_)
        group(name, launch_configuration=configuration.name, vpc_zone_identifiers=in_one)
    group("z-old-elsewhere", launch_configuration="made-by-hand", vpc_zone_identifiers=in_one)


def program() -> None:
    network = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
    template = ec2.LaunchTemplate("template", instance_type="m7i.large")
    versions(template, network)
    old(ec2.LaunchConfiguration("configuration", image_id="ami-1", instance_type="m7i.large"))
    tags(network)
    behind(template)
    zones(network)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def of(found: dict[str, list[str]], prefix: str) -> dict[str, list[str]]:
    """Those of the groups that a test is about."""
    return {name: paths for name, paths in found.items() if name.startswith(prefix)}


def test_groups_use_launch_templates(graph: Graph) -> None:
    path = "launchConfiguration"
    assert of(findings(graph, "asg-uses-lt"), "o-") == {"o-known": [path], "o-unknown": [path]}
    assert outcomes(graph, "asg-uses-lt", Outcome.UNPROVEN) == {}


def test_groups_name_a_version(graph: Graph) -> None:
    assert of(findings(graph, "asg-lt-version-pinned"), "v-") == {
        "v-latest": ["launchTemplate.version"],
        "v-none": ["launchTemplate.version"],
        "v-mixed": [f"{SPECIFICATION}.version"],
        "v-override": [f"{OVERRIDES}[1].launchTemplateSpecification.version"],
    }
    assert outcomes(graph, "asg-lt-version-pinned", Outcome.UNPROVEN) == {"v-unknown": ["launchTemplate.version"]}


def test_the_class_reaches_nodes_whose_template_is_elsewhere(graph: Graph) -> None:
    rule = "asg-tags-propagate"
    assert of(findings(graph, rule), "p-") == {"p-kept": ["tags"], "p-none": ["tags"]}
    assert of(findings(graph, rule), "o-") == {"o-unknown": ["tags"]}
    assert outcomes(graph, rule, Outcome.UNPROVEN) == {"p-unknown": ["tags"]}
    assert {"v-latest", "h-alone"} <= set(outcomes(graph, rule, Outcome.NOT_APPLICABLE))


def test_groups_behind_a_load_balancer_ask_it(graph: Graph) -> None:
    path = ["healthCheckType"]
    assert findings(graph, "asg-elb-healthcheck") == {"h-bad": path, "h-silent": path, "h-attached": path}
    assert set(outcomes(graph, "asg-elb-healthcheck", Outcome.COMPLIANT)) == {"h-good"}


def test_groups_of_services_span_zones_and_gpu_nodes_need_not(graph: Graph) -> None:
    rule, path = "asg-multi-az", ["vpcZoneIdentifiers"]
    assert of(findings(graph, rule), "z-") == {"z-one": path, "z-same": path, "z-old": path}
    assert of(outcomes(graph, rule, Outcome.UNPROVEN), "z-") == {
        "z-unknown": path, "z-elsewhere": path, "z-old-elsewhere": path
    }  # fmt: skip
    assert of(outcomes(graph, rule, Outcome.NOT_APPLICABLE), "z-").keys() == {
        "z-gpu", "z-placed", "z-gpu-override", "z-old-gpu"
    }  # fmt: skip
