"""People log in to a launch template's nodes by keys that are judged, never by a password."""

from __future__ import annotations

from rackguard_policies.login_keys import by_key_only
from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE

RULE = Rule(
    id="lt-no-keypair",
    title=(
        "Log-in to a launch template's nodes is by key only: no password, and no key pair that the stack"
        " doesn't declare"
    ),
    severity="medium",
    why="A password can be guessed, and nobody knows how strong a key is that was made elsewhere, nor who has it.",
    fix="Leave key_name out and give each person an account with a key of their own; leave passwords off in user data.",
    types=(LAUNCH_TEMPLATE,),
    judge=by_key_only,
    before='LaunchTemplate("t", key_name="old-shared-key")',
    after='LaunchTemplate("t", user_data=people_and_their_keys)',
)
