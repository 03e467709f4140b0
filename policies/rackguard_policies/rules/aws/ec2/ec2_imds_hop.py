"""Metadata of an instance stays on it."""

from __future__ import annotations

from rackguard_policies.launch_templates import left_to_template
from rackguard_policies.metadata import near_hops
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES

RULE = Rule(
    id="ec2-imds-hop",
    title="An instance's metadata answers reach one hop, and two for hosts of containers",
    severity="medium",
    why="With more hops, a container or a forwarded packet gets the machine's credentials.",
    fix=(
        "Set metadata_options.http_put_response_hop_limit to 1; tag hosts of containers"
        " rackguard:containers=true for 2."
    ),
    types=INSTANCES,
    judge=left_to_template(near_hops, "metadataOptions", "lt-imds-hop"),
    before='Instance("i", metadata_options={"http_put_response_hop_limit": 3})',
    after='Instance("i", metadata_options={"http_put_response_hop_limit": 1})',
)
