"""EFS has a throughput figure exactly in its provisioned mode."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, store in context.stack.cluster.storage.items():
        efs = store.efs
        if efs and efs.throughput == "provisioned" and efs.provisioned_mib_s is None:
            message = "is provisioned, but `provisioned_mib_s` isn't given; allowed: 1 to 3414 MiB/s"
            yield found(("storage", name, "efs", "throughput"), message)
        elif efs and efs.throughput != "provisioned" and efs.provisioned_mib_s is not None:
            path = ("storage", name, "efs", "provisioned_mib_s")
            allowed = "allowed with provisioned alone"
            yield found(path, f"is {efs.provisioned_mib_s:g}, but `throughput` is {efs.throughput}; {allowed}")


VALIDATOR = Validator(
    id="efs-throughput",
    level="error",
    summary="EFS has `provisioned_mib_s` exactly where its throughput is provisioned.",
    why="EFS refuses the mode without a figure, and ignores a figure without the mode (AWS EFS API, CreateFileSystem).",
    hint="Give both or neither; `elastic` grows with the load.",
    check=_check,
)
