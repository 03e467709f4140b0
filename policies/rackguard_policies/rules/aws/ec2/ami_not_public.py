"""Images are shared with known accounts only."""

from __future__ import annotations

from rackguard_policies.listed_accounts import ACCOUNTS, ORGANIZATIONS, listed
from rackguard_policies.rule import Rule
from rackguard_policies.types import IMAGE_SHARE
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="ami-not-public",
    title="An image is shared with listed accounts and organizations only, never with everybody",
    severity="critical",
    why="Whoever may launch an image reads what is on its disks.",
    fix="Take the permission out, or list the account or organization in the parameters accounts and organizations.",
    types=(IMAGE_SHARE,),
    judge=both(
        every("group").must_be_left_out(),
        listed("accountId", "accounts"),
        listed("organizationArn", "organizations"),
        listed("organizationalUnitArn", "organizations"),
    ),
    parameters={**ACCOUNTS, **ORGANIZATIONS},
    before='AmiLaunchPermission("p", image_id=id, group="all")',
    after='AmiLaunchPermission("p", image_id=id, account_id="123456789012")  # listed',
)
