"""Nothing is mounted over the system's own directories."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

WHOLE = (
    *(
        "/bin",
        "/boot",
        "/dev",
        "/etc",
        "/lib",
        "/lib32",
        "/lib64",
        "/libx32",
        "/proc",
        "/root",
        "/run",
        "/sbin",
        "/snap",
    ),
    *("/sys", "/usr", "/var/lib/rackguard", "/var/log"),
    # The Deep Learning AMIs' own: EFA, Open MPI, agents, containers, the disks that they mount themselves
    # (`nvme_location` of their release notes, 2026, is /opt/dlami/nvme), tools, PyTorch.
    *("/opt/amazon", "/opt/aws", "/opt/containerd", "/opt/dlami", "/opt/nvidia", "/opt/pytorch"),
)
"""Not to be mounted over, nor anything below."""
THEMSELVES = ("/opt", "/tmp", "/var", "/var/cache", "/var/lib", "/var/tmp")  # noqa: S108 (refused, not used)
"""Not to be mounted over; below, there may be room for a mount (`/var/lib/docker`)."""


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.uses import mount_path

    cluster = context.stack.cluster
    for name, store in cluster.storage.items():
        if store.kind != "s3":
            directory = mount_path(name, store)
            path = ("storage", name, "mount") if store.mount else ("storage", name)
            yield from _judge(path, directory, homes=store.kind == "efs")
    for name, pool in cluster.pools.items():
        for index, volume in enumerate(pool.data_volumes):
            yield from _judge(("pools", name, "data_volumes", index, "mount"), volume.mount, homes=False)


def _judge(path: tuple[str | int, ...], directory: str, *, homes: bool) -> Iterator[Found]:
    said = f"is {directory}" if path[-1] == "mount" else f"would be mounted at {directory}, its name"
    if directory in THEMSELVES or any(directory == top or directory.startswith(f"{top}/") for top in WHOLE):
        yield found(path, f"{said}, a directory of the system; allowed: one of your own, such as /data")
    elif directory == "/home" and not homes:
        yield found(path, f"{said}; allowed for homes: EFS alone")
    elif directory.startswith("/home/"):
        yield found(path, f"{said}, where a person's home is; allowed: a place outside /home")


VALIDATOR = Validator(
    id="mount-path-system",
    level="error",
    summary="Stores and volumes are mounted outside the system's directories, and only EFS at /home.",
    why="A mount hides what is below it: programs, drivers, settings, or people's homes. Homes on a volume are gone"
    " with the node, and Lustre is for large files read in parallel.",
    hint="Mount it at a directory of its own: `/data`, `/fsx`.",
    check=_check,
)
