"""Metadata IOPS of a Lustre file system are ones that FSx offers."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

SMALL = (1500, 3000, 6000)
STEP = 12000
MOST = 192000


def _check(context: Context) -> Iterator[Found]:
    for name, store in context.stack.cluster.storage.items():
        iops = store.lustre.metadata_iops if store.lustre else None
        if iops is not None and iops not in SMALL and (iops <= 0 or iops % STEP or iops > MOST):
            message = f"is {iops}; allowed: 1500, 3000, 6000, or multiples of {STEP} up to {MOST}"
            yield found(("storage", name, "lustre", "metadata_iops"), message)


VALIDATOR = Validator(
    id="lustre-metadata-iops",
    level="error",
    summary="Metadata IOPS are 1,500, 3,000, 6,000 or a multiple of 12,000 up to 192,000.",
    why="FSx takes no other figures (AWS FSx API, FileSystemLustreMetadataConfiguration, 2026).",
    hint="Leave it out: then it follows the size.",
    check=_check,
)
