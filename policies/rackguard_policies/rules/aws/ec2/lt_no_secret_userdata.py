"""Nothing secret is in a launch template's user data."""

from __future__ import annotations

from rackguard_policies.credential_shapes import no_credentials
from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE

RULE = Rule(
    id="lt-no-secret-userdata",
    title="A launch template's user data holds no credentials",
    severity="critical",
    why=(
        "Whoever may describe the template reads it, in every version that was ever made, and so does every"
        " process on a node."
    ),
    fix="Read the secret on the node, by its role, from Secrets Manager or a parameter.",
    types=(LAUNCH_TEMPLATE,),
    judge=no_credentials("userData"),
    before='LaunchTemplate("t", user_data=b64("export HF_TOKEN=hf_..."))',
    after='LaunchTemplate("t", user_data=b64("aws secretsmanager get-secret-value --secret-id hub"))',
)
