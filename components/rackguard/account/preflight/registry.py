"""All checks of an account, in the order in which they are told."""

from __future__ import annotations

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.checks import (
    account_region,
    image,
    network_quotas,
    offering,
    quotas,
    run_instances_dry_run,
)

ALL: tuple[Check, ...] = (
    account_region.CHECK,
    quotas.CHECK,
    network_quotas.CHECK,
    offering.CHECK,
    image.CHECK,
    run_instances_dry_run.CHECK,
)
