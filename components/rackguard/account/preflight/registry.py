"""All checks of an account, in the order in which they are told."""

from __future__ import annotations

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.checks import account_region

ALL: tuple[Check, ...] = (account_region.CHECK,)
