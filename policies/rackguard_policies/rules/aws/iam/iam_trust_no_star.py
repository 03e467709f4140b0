"""Roles are assumed by those whom they name."""

from __future__ import annotations

from rackguard_policies.iam_document import every_statement
from rackguard_policies.open_principals import NAMES_WHOM, open_to
from rackguard_policies.rule import Rule
from rackguard_policies.types import ROLE

RULE = Rule(
    id="iam-trust-no-star",
    title="A role's trust policy lets in nobody but whom it names",
    severity="critical",
    why="A role that everybody may assume is everybody's: any account of AWS gets its permissions.",
    fix="Name services, accounts or roles as principals; for an organization add a condition on aws:PrincipalOrgID.",
    types=(ROLE,),
    judge=every_statement("assumeRolePolicy", open_to, NAMES_WHOM),
    before='Role("r", assume_role_policy=json.dumps(trust({"AWS": "*"})))',
    after='Role("r", assume_role_policy=json.dumps(trust({"Service": "ec2.amazonaws.com"})))',
)
