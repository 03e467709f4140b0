"""Volumes aren't provisioned for more throughput than the node's link to EBS carries."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools, volumes
from rackguard.plan.validators.interface import Context, Found, Validator

DEFAULT_MIB_S = 125
BYTES_A_MIB = 2**20


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, kind in typed_pools(context):
        given = [(volume.throughput_mib_s or DEFAULT_MIB_S, path) for path, volume in volumes(name, pool)
                 if volume.type == "gp3"]  # fmt: skip
        if not given or kind.ebs_max_mib_s is None:
            continue
        total = sum(throughput for throughput, _ in given)
        # AWS states the link in 10^6 bytes a second, and throughput in MiB.
        link = int(kind.ebs_max_mib_s * 10**6 / BYTES_A_MIB)
        most, path = max(given, key=lambda pair: pair[0])
        if total > link:
            together = "" if len(given) == 1 else f", and {total} MiB/s together with the others"
            message = f"is {most}{together}, but {kind.name}'s link to EBS carries {link} MiB/s"
            yield found((*path, "throughput_mib_s"), message)


VALIDATOR = Validator(
    id="volume-throughput-above-link",
    level="warning",
    summary="The volumes of a node have together no more throughput than its link to EBS.",
    why="What is beyond the link is paid for and never reached (AWS EC2 user guide, EBS-optimized instances, 2026-10).",
    hint="Lower the throughput, or use the local NVMe or Lustre.",
    check=_check,
)
