"""Instance metadata: tokens."""

from __future__ import annotations

import pytest
from pulumi_aws import ec2
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN
from rackguard_policies.outcome import Outcome


def program() -> None:
    """Instances with every answer there is."""
    tokens = {
        "good": "required",
        "bad-optional": "optional",
    }
    for name, value in tokens.items():
        ec2.Instance(name, ami="ami-1", instance_type="g6.xlarge", metadata_options={"http_tokens": value})
    ec2.Instance("bad-default", ami="ami-1", instance_type="g6.xlarge")
    unknown = ec2.Vpc("vpc", cidr_block="10.0.0.0/16").id
    ec2.Instance("unknown", ami="ami-1", instance_type="g6.xlarge", metadata_options={"http_tokens": unknown})


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_tokens_are_demanded(graph: Graph) -> None:
    path = "metadataOptions.httpTokens"
    assert findings(graph, "ec2-imdsv2") == {"bad-optional": [path], "bad-default": [path]}
    assert outcomes(graph, "ec2-imdsv2", Outcome.UNPROVEN) == {"unknown": [path]}
    assert set(outcomes(graph, "ec2-imdsv2", Outcome.COMPLIANT)) == {"good"}
    assert UNKNOWN in [each.inputs.get("metadataOptions", {}).get("httpTokens") for each in graph.resources]
