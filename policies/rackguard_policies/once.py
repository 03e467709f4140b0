"""What several rules work out of one resource or one graph, worked out once: neither ever changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource

Of = TypeVar("Of", Graph, Resource)
Found = TypeVar("Found")


def once(work: Callable[[Of], Found]) -> Callable[[Of], Found]:
    """`work`, whose result is kept with what it is worked out of, and goes with it."""

    @wraps(work)
    def kept(of: Of) -> Found:
        worked_out = of.worked_out
        if work not in worked_out:
            worked_out[work] = work(of)
        return worked_out[work]

    return kept
