"""EBS volumes of a launch; the model names their types alone.

Source: EBS user guide, volume types, 2026 (gp3 and io2 as raised in 2025), and EC2's messages as users report them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.aws.opinion.existing import Thing


@dataclass(frozen=True)
class _Bounds:
    size_gib: tuple[int, int]
    iops: tuple[int, int] | None = None
    """None where operations can't be asked for."""
    iops_per_gib: int = 0
    iops_needed: bool = False


_OF_TYPE = {
    "gp3": _Bounds((1, 65536), (3000, 80000), 500),
    "io2": _Bounds((4, 65536), (100, 256000), 1000, iops_needed=True),
    "io1": _Bounds((4, 16384), (100, 64000), 50, iops_needed=True),
    "gp2": _Bounds((1, 16384)),
    "st1": _Bounds((125, 16384)),
    "sc1": _Bounds((125, 16384)),
    "standard": _Bounds((1, 1024)),
}
_GP3_IOPS, _GP3_MIB_S = 3000, (125, 2000)


def refused(mappings: list[dict[str, Any]], image: Thing | None) -> Iterator[str]:
    """What is wrong with the block devices of a launch."""
    for name, times in Counter(mapping.get("DeviceName") for mapping in mappings).items():
        if times > 1:
            yield f"InvalidBlockDeviceMapping: The device '{name}' is used in more than one block-device mapping"
    for mapping in mappings:
        volume = mapping.get("Ebs", {})
        yield from _volume(volume)
        yield from _smaller_than_image(mapping.get("DeviceName"), volume, image)


def _volume(volume: dict[str, Any]) -> Iterator[str]:
    kind, size, iops = volume.get("VolumeType", "gp2"), volume.get("VolumeSize"), volume.get("Iops")
    bounds = _OF_TYPE.get(kind)
    if bounds is None:
        return  # the model refuses it
    if size is not None and not bounds.size_gib[0] <= size <= bounds.size_gib[1]:
        yield f"InvalidParameterValue: Volume of {size}GiB is invalid for {kind}; {_range(bounds.size_gib)} GiB"
    yield from _operations(kind, bounds, size, iops)
    yield from _throughput(kind, volume.get("Throughput"), iops or _GP3_IOPS)
    if volume.get("KmsKeyId") and not volume.get("Encrypted"):
        yield "InvalidParameterDependency: The parameter KmsKeyId requires the parameter Encrypted to be set."


def _operations(kind: str, bounds: _Bounds, size: int | None, iops: int | None) -> Iterator[str]:
    if iops is None:
        if bounds.iops_needed:
            yield f"MissingParameter: The request must contain the parameter iops for {kind} volumes"
        return
    if bounds.iops is None:
        yield f"InvalidParameterCombination: The parameter iops is not supported for {kind} volumes."
        return
    if not bounds.iops[0] <= iops <= bounds.iops[1]:
        yield f"InvalidParameterValue: Volume iops of {iops} is invalid for {kind}; {_range(bounds.iops)}"
    if size and iops > max(size * bounds.iops_per_gib, bounds.iops[0]):
        ratio, most = iops / size, bounds.iops_per_gib
        yield f"InvalidParameterValue: Iops to volume size ratio of {ratio:.6f} is too high; maximum is {most}"


def _throughput(kind: str, mib_s: int | None, iops: int) -> Iterator[str]:
    if mib_s is None:
        return
    if kind != "gp3":
        yield "InvalidParameterCombination: throughput can only be specified for volumeType gp3."
        return
    if not _GP3_MIB_S[0] <= mib_s <= _GP3_MIB_S[1]:
        yield f"InvalidParameterValue: Throughput of {mib_s} MiBps is invalid for gp3; {_range(_GP3_MIB_S)}"
    if mib_s / iops > 0.25:
        yield (
            f"InvalidParameterValue: Throughput (MiBps) to iops ratio of {mib_s / iops:.6f} is too high;"
            " maximum is 0.250000 MiBps per iops"
        )


def _smaller_than_image(device: str | None, volume: dict[str, Any], image: Thing | None) -> Iterator[str]:
    size = volume.get("VolumeSize")
    for disk in (image or {}).get("ebsBlockDevices", []):
        if disk["deviceName"] == device and size is not None and size < disk["volumeSize"]:
            yield (
                f"InvalidBlockDeviceMapping: Volume of size {size}GB is smaller than the snapshot of {device},"
                f" expect size >= {disk['volumeSize']}GB"
            )


def _range(bounds: tuple[int, int]) -> str:
    return f"{bounds[0]} to {bounds[1]} allowed"
