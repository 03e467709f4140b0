"""Metadata of a template's nodes stays on the node."""

from __future__ import annotations

from rackguard_policies.metadata import near_hops
from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE

RULE = Rule(
    id="lt-imds-hop",
    title="A launch template's metadata answers reach one hop, and two for hosts of containers",
    severity="medium",
    why="With more hops, a container or a forwarded packet gets the node's credentials.",
    fix=(
        "Set metadata_options.http_put_response_hop_limit to 1; tag hosts of containers"
        " rackguard:containers=true for 2."
    ),
    types=(LAUNCH_TEMPLATE,),
    judge=near_hops,
    before='LaunchTemplate("t", metadata_options={"http_put_response_hop_limit": 3})',
    after='LaunchTemplate("t", metadata_options={"http_put_response_hop_limit": 1})',
)
