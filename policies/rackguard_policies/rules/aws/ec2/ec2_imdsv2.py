"""Instances demand session tokens for their metadata."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCE
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ec2-imdsv2",
    title="Instance metadata demands session tokens (IMDSv2)",
    severity="high",
    why="Without a token any request that a service can be tricked into sending gets the role's credentials.",
    fix='Set metadata_options.http_tokens to "required", or switch the endpoint off.',
    types=(INSTANCE,),
    judge=every("metadataOptions.httpTokens").must_be("required"),
    before='Instance("i", metadata_options={"http_tokens": "optional"})',
    after='Instance("i", metadata_options={"http_tokens": "required"})',
)
