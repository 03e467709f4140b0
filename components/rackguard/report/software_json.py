"""The software that fits a type, as plain data."""

from __future__ import annotations

from typing import Any

from rackguard.advice.software import FittingSoftware
from rackguard.report.sources import cited


def software_data(fitting: FittingSoftware | str) -> dict[str, Any]:
    """The image and the build that fit; with why not, where no image does."""
    if isinstance(fitting, str):
        return {"image": None, "pytorch": None, "unknown": [], "lacks": fitting}
    release, build = fitting.image.release, fitting.pytorch
    image = {
        "dlami": fitting.image.system,
        "release": release.release,
        "nvidia_driver": release.nvidia_driver,
        "cuda": release.default_cuda,
        "source": cited(release.source),
    }
    pytorch = (
        {
            "version": build.version,
            "cuda": build.cuda,
            "index": build.index,
            "python": build.python,
            "nccl": build.nccl,
            "source": cited(build.source),
        }
        if build
        else None
    )
    lacks = "no build of PyTorch that is known fits" if fitting.wants_pytorch and build is None else None
    return {"image": image, "pytorch": pytorch, "unknown": list(fitting.unknown), "lacks": lacks}
