"""Local NVMe is only asked for where there is some."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, kind in typed_pools(context):
        if pool.local_nvme == "raid0" and kind.instance_store is None:
            yield found(("pools", name, "local_nvme"), f"is raid0, but {kind.name} has no local NVMe; allowed: none")


VALIDATOR = Validator(
    id="local-nvme-absent",
    level="error",
    summary="`local_nvme: raid0` is only given for types with local NVMe.",
    why="/local would be a directory of the root volume, slow and soon full (AWS EC2 user guide, instance store).",
    hint="Take it out, or choose a type with local NVMe.",
    check=_check,
)
