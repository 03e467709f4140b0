"""Volumes aren't provisioned for more IOPS than the node can have."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools, volumes
from rackguard.plan.validators.interface import Context, Found, Validator

DEFAULT_IOPS = 3000


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, kind in typed_pools(context):
        given = [(volume.iops or DEFAULT_IOPS, path) for path, volume in volumes(name, pool)]
        total = sum(iops for iops, _ in given)
        most, path = max(given, key=lambda pair: pair[0])
        if kind.ebs_max_iops is not None and total > kind.ebs_max_iops:
            together = "" if len(given) == 1 else f", and {total} together with the other volumes"
            yield found(
                (*path, "iops"), f"is {most}{together}, but {kind.name} reaches {kind.ebs_max_iops} IOPS on EBS"
            )


VALIDATOR = Validator(
    id="volume-iops-above-link",
    level="warning",
    summary="The volumes of a node have together no more IOPS than the node reaches.",
    why="What is beyond is paid for and never reached (AWS EC2 user guide, EBS-optimized instances, 2026-10).",
    hint="Lower the IOPS, or use the local NVMe.",
    check=_check,
)
