"""New instances of the region demand session tokens unless they say otherwise."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import METADATA_DEFAULTS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ec2-imds-account-default",
    title="The region's default for instance metadata demands session tokens",
    severity="medium",
    why="What is launched outside of the stack, and says nothing of metadata, would answer without a token.",
    fix='Set http_tokens to "required" in the region\'s defaults.',
    types=(METADATA_DEFAULTS,),
    judge=every("httpTokens").must_be("required"),
    before='InstanceMetadataDefaults("d", http_tokens="optional")',
    after='InstanceMetadataDefaults("d", http_tokens="required")',
)
