"""A stack: one environment's cluster, where it runs, and the file that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.spec.cluster import Cluster


@record
class Stack:
    """What a stack file declares, checked for its shape."""

    name: str
    region: str
    cluster: Cluster
    left_out: tuple[tuple[str | int, ...], ...] = ()
    """Paths that could not be understood and were left out, so that the rest can be checked too."""
    declared_stores: frozenset[str] = frozenset()
    """Every name under `storage`, those left out included."""
    declared_pools: frozenset[str] = frozenset()
