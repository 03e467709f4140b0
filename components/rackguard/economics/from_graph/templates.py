"""What the nodes of a group or an instance are made from: its launch template or launch configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.economics.from_graph.inputs import mapping, sequence, text

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
CONFIGURATION = "aws:ec2/launchConfiguration:LaunchConfiguration"
TEMPLATES = (TEMPLATE, CONFIGURATION)
ROOT = "root"
"""Stands for the root volume's device, which an instance doesn't name."""
_INPUTS = ("launchTemplate", "mixedInstancesPolicy", "launchConfiguration")


def template_of(graph: Graph, owner: Resource) -> Resource | None:
    """The template that the inputs of a group or an instance name, by dependency or by id; None where it isn't here."""
    for key in _INPUTS:
        if found := graph.sources(owner, key, *TEMPLATES):
            return found[0]
    policy = mapping(mapping(owner.inputs.get("mixedInstancesPolicy")).get("launchTemplate"))
    named = mapping(owner.inputs.get("launchTemplate")) or mapping(policy.get("launchTemplateSpecification"))
    ids = (named.get("id"), named.get("launchTemplateId"), owner.inputs.get("launchConfiguration"))
    found = (graph.with_id(text(one), *TEMPLATES) for one in ids)
    return next((one for one in found if one), None)


def template_inputs(template: Resource | None) -> dict[str, Any]:
    """A template's inputs, a launch configuration's in the shape of a template's; empty for none."""
    if template is None:
        return {}
    declared = template.outputs if template.external else template.inputs
    if template.type == TEMPLATE:
        return declared
    market = {"instanceMarketOptions": {"marketType": "spot"}} if declared.get("spotPrice") is not None else {}
    return {**market, "instanceType": declared.get("instanceType"), **with_volumes(declared)}


def with_volumes(inputs: dict[str, Any]) -> dict[str, Any]:
    """An instance's volumes in the shape of a template's."""
    root = mapping(inputs.get("rootBlockDevice"))
    others = [mapping(device) for device in sequence(inputs.get("ebsBlockDevices"))]
    blocks = [
        *([{"deviceName": ROOT, "ebs": root}] if root else []),
        *({"deviceName": device.get("deviceName"), "ebs": device} for device in others),
    ]
    return {"blockDeviceMappings": blocks} if blocks else {}
