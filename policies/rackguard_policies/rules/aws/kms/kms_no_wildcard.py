"""Keys state their policies, and these don't let everybody in."""

from __future__ import annotations

from rackguard_policies.iam_document import every_statement
from rackguard_policies.kms_keys import has_policy_apart
from rackguard_policies.open_principals import NAMES_WHOM, open_to
from rackguard_policies.rule import Rule
from rackguard_policies.types import ALL_KEYS, KEY_POLICY
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="kms-no-wildcard",
    title="A key's policy is stated, and lets in nobody but whom it names",
    severity="critical",
    why="A key open to everybody opens every volume, store and log under it to any account that gets at the data.",
    fix="Name principals; where it must be everybody, add a condition on kms:CallerAccount or aws:PrincipalOrgID.",
    types=(*ALL_KEYS, KEY_POLICY),
    judge=both(
        every("policy").fine_if_absent_when(has_policy_apart).must_be_set(),
        every_statement("policy", open_to, NAMES_WHOM),
    ),
    before='Key("data", policy=json.dumps(allow_everybody))',
    after='Key("data", policy=json.dumps(allow_account))',
)
