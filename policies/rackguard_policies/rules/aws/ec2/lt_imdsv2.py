"""Nodes of a launch template demand session tokens for their metadata."""

from __future__ import annotations

from rackguard_policies.metadata import switched_off
from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="lt-imdsv2",
    title="A launch template demands session tokens for instance metadata (IMDSv2), or switches it off",
    severity="high",
    why="Without a token any request that a service can be tricked into sending gets the role's credentials.",
    fix='Set metadata_options.http_tokens to "required".',
    types=(LAUNCH_TEMPLATE,),
    judge=every("metadataOptions.httpTokens").unless(switched_off).must_be("required"),
    before='LaunchTemplate("t", metadata_options={"http_tokens": "optional"})',
    after='LaunchTemplate("t", metadata_options={"http_tokens": "required"})',
)
