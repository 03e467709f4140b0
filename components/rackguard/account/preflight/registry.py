"""All checks of an account, in the order in which they are told."""

from __future__ import annotations

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.checks import (
    account_region,
    block_offerings,
    capacity_blocks,
    existing_key,
    existing_network,
    image,
    lustre,
    network_quotas,
    offering,
    quotas,
    reservations,
    run_instances_dry_run,
    service_linked_roles,
    spot_placement_score,
)

ALL: tuple[Check, ...] = (
    account_region.CHECK,
    quotas.CHECK,
    network_quotas.CHECK,
    offering.CHECK,
    reservations.CHECK,
    capacity_blocks.CHECK,
    block_offerings.CHECK,
    spot_placement_score.CHECK,
    image.CHECK,
    service_linked_roles.CHECK,
    existing_key.CHECK,
    existing_network.CHECK,
    lustre.CHECK,
    run_instances_dry_run.CHECK,
)
