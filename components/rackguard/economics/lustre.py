"""What FSx for Lustre includes in the price of its storage."""

from __future__ import annotations

STEP_GIB, STEP_IOPS = 24000, 12000


def metadata_iops_included(size_gib: int) -> int:
    """Metadata IOPS that a size has without a surcharge: those that the automatic mode gives it.

    Source: FSx for Lustre user guide, "Managing metadata performance", 2026.
    """
    steps = ((1200, 1500), (2400, 3000), (9600, 6000), (STEP_GIB * 2 - 1, 12000))
    small = next((iops for most_gib, iops in steps if size_gib <= most_gib), None)
    return small or size_gib // STEP_GIB * STEP_IOPS
