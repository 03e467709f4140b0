"""Machine images: where AWS publishes the Deep Learning AMI, what it holds, and which driver a GPU needs."""

from __future__ import annotations

from rackguard.catalog.tables import Row, table, whole
from rackguard.catalog.types import Source
from rackguard.catalog.unknown_name import UnknownName
from rackguard.record import record


@record
class DlamiRelease:
    """A release of a Deep Learning base AMI, the newest whose content is known; AWS makes one about every week."""

    os: str
    architecture: str
    release: str
    """Date of the release."""
    nvidia_driver: str
    default_cuda: str
    efa_installer: str | None
    families: tuple[str, ...]
    """Instance families that the release notes list; empty where the list is not known."""
    source: Source


@record
class DriverRule:
    """Which NVIDIA driver a GPU needs."""

    gpu: str
    min_branch: int | None
    """Oldest driver branch that knows the GPU (`595` of 595.91.07); None where every branch in use does."""
    max_branch: int | None
    """Last branch that still drives the GPU; None where the newest does."""
    min_driver: str | None
    """Oldest driver version listed for the GPU, where one is."""
    kernel_modules: frozenset[str]
    """`open`, `proprietary`, or both; `grid` for a slice, which needs NVIDIA's GRID driver."""
    min_kernel: str | None
    min_cuda: str | None
    """Oldest CUDA toolkit that AWS supports with the GPU, where it says so."""
    min_efa_installer: str | None
    """Oldest EFA installer that AWS supports with the GPU, where it says so."""
    min_ofi_nccl: str | None
    """Oldest aws-ofi-nccl plugin that AWS supports with the GPU, where it says so."""
    note: str
    source: Source

    def allows(self, driver: str) -> bool:
        """True where a driver version (`580.126.09`) or branch (`580`) can drive the GPU."""
        branch = int(driver.partition(".")[0])
        if not (self.min_branch or 0) <= branch <= (self.max_branch or branch):
            return False
        return self.min_driver is None or "." not in driver or at_least(driver, self.min_driver)


def at_least(version: str, least: str) -> bool:
    """True where a dotted version (`13.2`, `595.91.07`) is `least` or newer."""
    given, wanted = ([int(part) for part in text.split(".")] for text in (version, least))
    return given >= wanted


def dlami_parameter(os: str, architecture: str) -> tuple[str, Source]:
    """The public SSM parameter that holds the id of the newest base image; raises UnknownName."""
    row = _row("dlami_parameters.csv", os, architecture)
    if row is None:
        known = (f"{row['os']} {row['architecture']}" for row in table("dlami_parameters.csv", "os").all_rows())
        raise UnknownName("Deep Learning AMI", f"{os} {architecture}", known)
    return row["ssm_parameter"], Source(row["source"], row["as_of"])


def dlami_release(os: str, architecture: str) -> DlamiRelease | None:
    """What the newest known release holds; None where its content is not known."""
    row = _row("dlami_releases.csv", os, architecture)
    if row is None:
        return None
    return DlamiRelease(
        os=os,
        architecture=architecture,
        release=row["release"],
        nvidia_driver=row["nvidia_driver"],
        default_cuda=row["default_cuda"],
        efa_installer=row["efa_installer"] or None,
        families=tuple(row["families"].split("|")) if row["families"] else (),
        source=Source(row["source"], row["release"]),
    )


def dlami_systems() -> tuple[str, ...]:
    """The operating systems that have a base image."""
    return table("dlami_parameters.csv", "os").keys


def driver_rule(gpu: str, fraction: float = 1.0) -> DriverRule | None:
    """The driver that a GPU, or a slice of it (g6f, gr6f), needs; None where no rule is known."""
    name = gpu if fraction == 1.0 else f"{gpu} slice"
    for row in table("gpu_drivers.csv", "gpu").rows(name):
        return DriverRule(
            gpu=name,
            min_branch=whole(row["min_branch"]),
            max_branch=whole(row["max_branch"]),
            min_driver=row["min_driver"] or None,
            kernel_modules=frozenset(row["kernel_modules"].split("|")),
            min_kernel=row["min_kernel"] or None,
            min_cuda=row["min_cuda"] or None,
            min_efa_installer=row["min_efa_installer"] or None,
            min_ofi_nccl=row["min_ofi_nccl"] or None,
            note=row["note"],
            source=Source(row["source"], row["as_of"]),
        )
    return None


def _row(file: str, os: str, architecture: str) -> Row | None:
    return next((row for row in table(file, "os").rows(os) if row["architecture"] == architecture), None)
