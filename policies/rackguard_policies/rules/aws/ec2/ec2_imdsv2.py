"""Instances demand session tokens for their metadata."""

from __future__ import annotations

from rackguard_policies.launch_templates import left_to_template
from rackguard_policies.metadata import switched_off
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ec2-imdsv2",
    title="An instance demands session tokens for its metadata (IMDSv2), or switches it off",
    severity="high",
    why="Without a token any request that a service can be tricked into sending gets the role's credentials.",
    fix='Set metadata_options.http_tokens to "required", or switch the endpoint off.',
    types=INSTANCES,
    judge=left_to_template(
        every("metadataOptions.httpTokens").unless(switched_off).must_be("required"), "metadataOptions", "lt-imdsv2"
    ),
    before='Instance("i", metadata_options={"http_tokens": "optional"})',
    after='Instance("i", metadata_options={"http_tokens": "required"})',
)
