"""A sizing as plain data, for JSON and for whatever renders it: bytes, seconds, and the name of each formula."""

from __future__ import annotations

from typing import Any

from rackguard.sizing.sizing import Range, Sizing


def as_data(sizing: Sizing) -> dict[str, Any]:
    """The whole sizing; keys carry their units."""
    needs = sizing.needs
    return {
        "task": sizing.task,
        "model": sizing.model,
        "on": sizing.on,
        "gpu": sizing.gpu,
        "gpus": sizing.gpus,
        "nodes": sizing.nodes,
        "layout": {
            "strategy": sizing.layout.strategy,
            "data": sizing.layout.data,
            "tensor": sizing.layout.tensor,
            "pipeline": sizing.layout.pipeline,
            "expert": sizing.layout.expert,
            "recomputation": sizing.layout.recomputation,
            "why": sizing.layout.why,
        },
        "memory_per_gpu": {
            "components": [
                {"name": component.name, "bytes": round(component.bytes), "formula": component.formula}
                for component in sizing.components
            ],
            "total_bytes": round(sizing.total_bytes),
            "usable_bytes": round(sizing.usable_bytes),
            "memory_bytes": round(sizing.memory_bytes),
            "free_share": sizing.free_share,
            "fits": sizing.fits,
            "would_fit_with": list(sizing.remedies),
        },
        "times": [
            {"name": part.name, **_range(part.seconds, "seconds"), "formula": part.formula, "assumed": part.efficiency}
            for part in sizing.durations
        ],
        "job": _range(sizing.job_seconds, "seconds") if sizing.job_seconds else None,
        "gpu_hours": _range(sizing.gpu_hours, "hours") if sizing.gpu_hours else None,
        "rate": _rate(sizing),
        "flops": sizing.flops,
        "needs": {
            "gpus": needs.gpus,
            "memory_bytes_per_gpu": round(needs.memory_bytes_per_gpu),
            "precision": needs.precision,
            "interconnect": needs.interconnect,
            "gpus_per_node": needs.gpus_per_node,
            "physical_cores_per_gpu": list(needs.cores_per_gpu),
            "ram_bytes_per_node": round(needs.ram_bytes_per_node),
            "storage_read_bytes_per_second": needs.read_bytes_per_second,
            "checkpoint_bytes": None if needs.checkpoint_bytes is None else round(needs.checkpoint_bytes),
            "checkpoint_write_seconds": needs.checkpoint_seconds,
        },
        "unmet": list(sizing.unmet),
        "missing": list(sizing.missing),
        "assumptions": list(sizing.assumptions),
    }


def _range(span: Range, unit: str) -> dict[str, float]:
    return {f"low_{unit}": span.low, f"expected_{unit}": span.expected, f"high_{unit}": span.high}


def _rate(sizing: Sizing) -> dict[str, Any] | None:
    rate = sizing.rate
    if rate is None:
        return None
    found = {"of": rate.name, **_range(rate.per_second, "per_second")}
    return {**found, "formula": rate.formula, "assumed": rate.efficiency}
