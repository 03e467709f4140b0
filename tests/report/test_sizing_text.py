"""A sizing as text: what is assumed of the hardware is told in figures, beside what it is a share of."""

from __future__ import annotations

from typing import Any

from rackguard.report.layout import Style
from rackguard.report.sizing_text import as_markdown, render
from rackguard.sizing.read_workload import parse
from rackguard.sizing.size import size
from rackguard.sizing.sizing import Sizing

SCIENCE = {"ranks": 8, "memory_gib": 10, "flop_per_step": 9.7e12, "bytes_per_step": 1.555e11, "steps": 100}


def sized(on: str, gpus: int | None = None, **given: Any) -> Sizing:
    workload, problems = parse(given)
    assert workload, problems
    return size(workload, on, gpus)


def lines(sizing: Sizing) -> list[str]:
    return [" ".join(line.split()) for line in render(sizing, Style()).splitlines()]


def test_times_and_speed_name_the_efficiency_that_they_assume() -> None:
    # A step takes 1 s at the A100's 9.7 TFLOPS, 0.1 s at its 1,555 GB/s: 2 s at half the peak, 1.25 s to 3.33 s.
    told = lines(sized("p4d.24xlarge", science=SCIENCE))
    table = told.index("time low s expected s high s formula")
    assert told[table + 1 : table + 8] == [
        "compute 125 200 333.333 science [1]",
        "memory traffic 11.1111 12.5 16.6667 science [2]",
        "the whole job 125 200 333.333",
        "",
        "a second low expected high formula",
        "steps 0.3 0.5 0.8 science [1]",
        "",
    ]
    assert told[-2:] == [
        "[1] 0.3 to 0.8, 0.5 expected, of the vector peak (assumed of kernels)",
        "[2] 0.6 to 0.9, 0.8 expected, of the memory's bandwidth (assumed of stencils)",
    ]


def test_what_is_served_without_an_end_has_its_speed_and_no_empty_table() -> None:
    # ResNet-50 on a T4: 65 TFLOPS over 2 x 4.09 GMAC, of which 0.12 to 0.24 come through.
    sizing = sized("T4", 1, vision={"task": "serve", "model": "resnet-50", "images_per_s": 100})
    told = lines(sizing)
    assert [line for line in told if line.startswith("time")] == []
    assert "images 953.545 1,430.32 1,907.09 vision [1]" in told
    assert as_markdown(sizing).splitlines().count("| a second | low | expected | high | formula |") == 1


def test_what_no_figure_tells_has_neither() -> None:
    told = lines(sized("RTX-PRO-4500-BSE", 8, science=SCIENCE))
    assert [line for line in told if line.startswith(("time", "a second", "steps"))] == []
    assert told[-2:] == [
        "Not known: no fp64 peak is known of RTX-PRO-4500-BSE.",
        "Not known: no memory bandwidth is known of RTX-PRO-4500-BSE.",
    ]
