"""The cheapest way to spread demands over options whose cost grows faster with every unit: an exact algorithm.

Units of a few rows go to a few columns; a column has a limit, some columns have one together, and the cost of a cell is
convex in its units. It is a minimum-cost flow with convex arcs, solved by successive shortest paths (Ahuja, Magnanti,
Orlin, Network Flows, 1993, chapters 9 and 14): each path may move units from one column to another. Where costs are
linear along a path, as many units as fit go at once.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ROUNDING = 1e-12
"""Of the costs compared: no smaller difference makes a better path."""

Arc = tuple[int, int, float, int]
"""From, to, cost of a unit, and units that may go at that cost."""


@record
class Cell:
    """What units of a row cost in a column."""

    limit: int
    cost: Callable[[int], float]
    """Of so many units in all; convex, and 0 for none."""
    linear: bool
    """True where every unit costs the same."""


@record
class Spread:
    """Units by row and column, and what found no place."""

    units: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    """Units of each row for which there is no room."""


class _Flow:
    """Units placed so far. Nodes of the graph: rows, columns, the joint limit, and the way out."""

    def __init__(
        self, cells: Sequence[Sequence[Cell]], limits: Sequence[int], joint: frozenset[int], joint_limit: int
    ) -> None:
        self.cells, self.limits, self.joint, self.joint_limit = cells, limits, joint, joint_limit
        self.rows, self.columns = range(len(cells)), range(len(limits))
        self.units = [[0] * len(limits) for _ in cells]
        self.used = [0] * len(limits)
        self.taken = 0
        self.costs: dict[tuple[int, int], list[float]] = {}
        self.group = len(cells) + len(limits)
        self.out = self.group + 1

    def marginal(self, row: int, column: int, unit: int) -> float:
        """What the unit of that number costs, the first being 1."""
        cell = self.cells[row][column]
        if cell.linear:
            unit = 1
        known = self.costs.setdefault((row, column), [0.0])
        while len(known) <= unit:
            known.append(cell.cost(len(known)))
        return known[unit] - known[unit - 1]

    def room(self, column: int) -> int:
        """Units that a column can still take."""
        room = self.limits[column] - self.used[column]
        return min(room, self.joint_limit - self.taken) if column in self.joint else room

    def is_tight(self) -> bool:
        """True where a limit is reached that rows share: then a unit may have to make room for another."""
        return any(self.used[column] and not self.room(column) for column in self.columns)

    def cheapest(self, row: int) -> list[Arc]:
        """The way through the row's cheapest column with room: the cheapest way out as long as no limit is tight."""
        cells, units, first = self.cells[row], self.units[row], len(self.rows)
        arcs = [
            (self.marginal(row, column, units[column] + 1), column)
            for column in self.columns
            if units[column] < cells[column].limit and self.room(column)
        ]
        if not arcs:
            return []
        cost, column = min(arcs)
        run = self._run(cells[column], cells[column].limit - units[column])
        return [(row, first + column, cost, min(run, self.room(column)))]

    def arcs(self) -> list[Arc]:
        """All arcs that have room."""
        found: list[Arc] = []
        first = len(self.rows)
        for column in self.columns:
            node, used = first + column, self.used[column]
            for row in self.rows:
                cell, units = self.cells[row][column], self.units[row][column]
                if units < cell.limit:
                    found.append(
                        (row, node, self.marginal(row, column, units + 1), self._run(cell, cell.limit - units))
                    )
                if units:
                    found.append((node, row, -self.marginal(row, column, units), self._run(cell, units)))
            joint = column in self.joint
            if used < self.limits[column]:
                found.append((node, self.group if joint else self.out, 0.0, self.limits[column] - used))
            if joint and used:
                found.append((self.group, node, 0.0, used))
        if self.taken < self.joint_limit:
            found.append((self.group, self.out, 0.0, self.joint_limit - self.taken))
        return found

    @staticmethod
    def _run(cell: Cell, units: int) -> int:
        return units if cell.linear else 1

    def path(self, row: int) -> list[Arc]:
        """The cheapest way out from a row, its last arc first; empty where there is none (Bellman and Ford)."""
        arcs = self.arcs()
        costs = [inf] * (self.out + 1)
        costs[row] = 0.0
        before: dict[int, Arc] = {}
        for _ in range(self.out + 1):
            better = False
            for arc in arcs:
                start, end, cost, _units = arc
                here = costs[start]
                if here + cost < costs[end] - _ROUNDING * (abs(here) + abs(cost)):
                    costs[end], before[end], better = here + cost, arc, True
            if not better:
                break
        way: list[Arc] = []
        node = self.out
        while node != row:
            if node not in before:
                return []
            way.append(before[node])
            node = before[node][0]
        return way

    def push(self, way: list[Arc], most: int) -> int:
        """Send what fits along a way; how many units went."""
        count = min(most, *(units for *_, units in way))
        for start, end, *_ in way:
            if start < len(self.rows):
                self._move(start, end - len(self.rows), count)
            elif end < len(self.rows):
                self._move(end, start - len(self.rows), -count)
        return count

    def _move(self, row: int, column: int, count: int) -> None:
        self.units[row][column] += count
        self.used[column] += count
        self.taken += count if column in self.joint else 0


def spread(
    demands: Sequence[int],
    cells: Sequence[Sequence[Cell]],
    limits: Sequence[int],
    joint: frozenset[int] = frozenset(),
    joint_limit: int = 0,
) -> Spread:
    """Place each row's demand at the least cost in all, columns within `limits`, those in `joint` within one of theirs.

    What can be placed is placed; the rest is told.
    """
    flow = _Flow(cells, limits, joint, joint_limit)
    left = list(demands)
    for row in flow.rows:
        while left[row]:
            way = flow.path(row) if flow.is_tight() else flow.cheapest(row)
            if not way:
                break
            left[row] -= flow.push(way, left[row])
    return Spread(tuple(tuple(units) for units in flow.units), tuple(left))
