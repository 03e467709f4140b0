"""The reference of the workload file: a table for each model, from the models themselves."""

from __future__ import annotations

from collections.abc import Iterator

from stack_file import section

from rackguard.sizing.shape import ModelShape
from rackguard.sizing.workload import Parallel, Workload

SHARED = {ModelShape: "shape", Parallel: "parallel"}
"""What several kinds of work take, under headings of their own."""


def lines() -> Iterator[str]:
    """A heading and a table for each model, in the order of the file; what several take comes last."""
    yield from section("", Workload, "The workload", SHARED)
    for model, name in SHARED.items():
        yield from section(name, model, shared=SHARED)
