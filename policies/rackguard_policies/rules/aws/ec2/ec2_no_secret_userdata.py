"""Nothing secret is in an instance's user data."""

from __future__ import annotations

from rackguard_policies.credential_shapes import no_credentials
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES

RULE = Rule(
    id="ec2-no-secret-userdata",
    title="User data holds no credentials",
    severity="critical",
    why="Whoever may describe the instance reads its user data, and so does every process on it.",
    fix="Read the secret on the machine, by its role, from Secrets Manager or a parameter.",
    types=INSTANCES,
    judge=no_credentials("userData", "userDataBase64"),
    before='Instance("i", user_data="export DB_PASSWORD=hunter2hunter2")',
    after='Instance("i", user_data="aws secretsmanager get-secret-value --secret-id db")',
)
