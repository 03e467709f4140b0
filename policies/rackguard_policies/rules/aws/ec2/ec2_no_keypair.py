"""People log in to an instance by keys that are judged, never by a password."""

from __future__ import annotations

from rackguard_policies.login_keys import by_key_only
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES

RULE = Rule(
    id="ec2-no-keypair",
    title="Log-in to an instance is by key only: no password, and no key pair that the stack doesn't declare",
    severity="medium",
    why="A password can be guessed, and nobody knows how strong a key is that was made elsewhere, nor who has it.",
    fix="Leave key_name out and give each person an account with a key of their own; leave passwords off in user data.",
    types=INSTANCES,
    judge=by_key_only,
    before='Instance("i", key_name="old-shared-key")',
    after='Instance("i", user_data=people_and_their_keys)',
)
