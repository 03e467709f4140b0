"""What nodes are wanted for: how many, how long, and what may happen to them."""

from __future__ import annotations

from math import ceil, isfinite

from rackguard.economics.items import HOURS_PER_MONTH
from rackguard.record import record
from rackguard.spec.problem import InvalidInput, Problem

MOST_NODES = 100_000
_ROUNDING = 1e-9


@record
class Demand:
    """Nodes of one type for a month. A share of nodes is rounded up to whole ones."""

    nodes: int
    steady_share: float = 0.0
    """Share of the nodes, 0 to 1, that work all month."""
    critical_share: float = 0.0
    """Share of the nodes, 0 to 1, that AWS must not take back."""
    hours: float = HOURS_PER_MONTH
    """Hours of work a month of each node that isn't steady, in one go."""
    deadline_hours: float | None = None
    """Hours from the start in which that work must be done, interruptions expected; None for the month."""
    together: bool = False
    """True where one interrupted node stops all that are bought in the same way (EFA)."""
    write_hours: float | None = 0.0
    """Hours to write a checkpoint; None where nothing is saved, and work starts anew."""
    restart_hours: float = 0.0
    """Hours from an interruption until work goes on: a new node, its boot, the checkpoint read."""

    @property
    def steady_nodes(self) -> int:
        """Nodes that work all month."""
        return ceil(self.nodes * self.steady_share - _ROUNDING)

    @property
    def critical_nodes(self) -> int:
        """Nodes that AWS must not take back."""
        return ceil(self.nodes * self.critical_share - _ROUNDING)


def check(demand: Demand) -> None:
    """Raise InvalidInput with everything that makes no sense in a demand."""
    problems = [
        _refusal(name, value, allowed)
        for name, value, fine, allowed in (
            ("nodes", demand.nodes, 1 <= demand.nodes <= MOST_NODES, f"1 to {MOST_NODES:,}"),
            ("steady_share", demand.steady_share, 0 <= demand.steady_share <= 1, "0 to 1"),
            ("critical_share", demand.critical_share, 0 <= demand.critical_share <= 1, "0 to 1"),
            ("hours", demand.hours, 0 < demand.hours <= HOURS_PER_MONTH, f"above 0, to {HOURS_PER_MONTH:g}"),
            ("deadline_hours", demand.deadline_hours, _is_none_or_above_0(demand.deadline_hours), "above 0"),
            ("write_hours", demand.write_hours, _is_none_or_0_or_more(demand.write_hours), "0 or more"),
            ("restart_hours", demand.restart_hours, _is_none_or_0_or_more(demand.restart_hours), "0 or more"),
        )
        if not fine
    ]
    if problems:
        raise InvalidInput(problems)


def _is_none_or_above_0(value: float | None) -> bool:
    return value is None or (isfinite(value) and value > 0)


def _is_none_or_0_or_more(value: float | None) -> bool:
    return value is None or (isfinite(value) and value >= 0)


def _refusal(name: str, value: float | None, allowed: str) -> Problem:
    return Problem("impossible-figure", "error", ("demand", name), f"is {value:g}", f"Allowed: {allowed}.")
