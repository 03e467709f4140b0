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

Arc = tuple[int, int, int]
"""From, to, and units that may go at the cost of one."""


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
        self.tight = False
        """True once a limit has been reached that rows share: then a unit may have to make room for another."""
        self.costs = [[[0.0] for _ in limits] for _ in cells]
        """Of so many units of a cell, as far as it has been asked for."""
        self.next = [[inf] * len(limits) for _ in cells]
        """What a further unit of a cell costs; infinite where its limit is reached."""
        self.last = [[0.0] * len(limits) for _ in cells]
        """What the last unit of a cell cost."""
        self.group = len(cells) + len(limits)
        self.out = self.group + 1
        for row in self.rows:
            for column in self.columns:
                self.value(row, column)

    def value(self, row: int, column: int) -> None:
        """Work out anew what one unit more and the last one of a cell cost."""
        cell, units, known = self.cells[row][column], self.units[row][column], self.costs[row][column]
        after = 1 if cell.linear else units + 1
        while len(known) <= after and units < cell.limit:
            known.append(cell.cost(len(known)))
        last = 1 if cell.linear else units
        self.last[row][column] = known[last] - known[last - 1] if units else 0.0
        self.next[row][column] = known[after] - known[after - 1] if units < cell.limit else inf

    def room(self, column: int) -> int:
        """Units that a column can still take."""
        room = self.limits[column] - self.used[column]
        return min(room, self.joint_limit - self.taken) if column in self.joint else room

    def cheapest(self, row: int) -> list[Arc]:
        """The way through the row's cheapest column with room: the cheapest way out as long as no limit is tight."""
        found: int | None = None
        least = inf
        for column, cost in enumerate(self.next[row]):
            if cost < least and self.room(column):
                found, least = column, cost
        if found is None:
            return []
        _, node, units = self.arc(row, len(self.rows) + found)
        return [(row, node, min(units, self.room(found)))]

    def path(self, row: int) -> list[Arc]:
        """The cheapest way out from a row, its last arc first; empty where there is none (Bellman and Ford)."""
        costs = [inf] * (self.out + 1)
        costs[row] = 0.0
        before: dict[int, int] = {}
        rows = [row]
        for _ in range(self.out + 1):
            self._place(rows, costs, before)
            self._leave(costs, before)
            rows = self._give_back(row, costs, before)
            if not rows:
                break
        way: list[Arc] = []
        node = self.out
        while node != row:
            if node not in before:
                return []
            way.append(self.arc(before[node], node))
            node = before[node]
        return way

    def _place(self, rows: Sequence[int], costs: list[float], before: dict[int, int]) -> None:
        """Relax what leads from rows into columns, as far as their cells have room."""
        first = len(self.rows)
        for row in rows:
            here = costs[row]
            for node, cost in enumerate(self.next[row], first):
                reached = here + cost
                if reached < costs[node] and _is_less(reached, costs[node], here, cost):
                    costs[node], before[node] = reached, row

    def _leave(self, costs: list[float], before: dict[int, int]) -> None:
        """Relax what leads from columns with room to the joint limit and the way out, and back from the limit."""
        first, group, out = len(self.rows), self.group, self.out
        for column in self.columns:
            here = costs[first + column]
            end = group if column in self.joint else out
            if here < costs[end] and self.used[column] < self.limits[column]:
                costs[end], before[end] = here, first + column
        if costs[group] < costs[out] and self.taken < self.joint_limit:
            costs[out], before[out] = costs[group], group
        for column in self.joint:
            node = first + column
            if self.used[column] and costs[group] < costs[node] and _is_less(costs[group], costs[node], costs[group]):
                costs[node], before[node] = costs[group], group

    def _give_back(self, start: int, costs: list[float], before: dict[int, int]) -> list[int]:
        """Relax what leads from columns to the rows whose units they hold, and return those that cost less now.

        A way back to where it starts is no way out.
        """
        first = len(self.rows)
        fell: list[int] = []
        for row in self.rows:
            if row == start:
                continue
            was = costs[row]
            for column, units in enumerate(self.units[row]):
                here, cost = costs[first + column], self.last[row][column]
                reached = here - cost
                if units and reached < costs[row] and _is_less(reached, costs[row], here, cost):
                    costs[row], before[row] = reached, first + column
            if costs[row] < was:
                fell.append(row)
        return fell

    def arc(self, start: int, end: int) -> Arc:
        """An arc with the units that may go along it at the cost of one."""
        first = len(self.rows)
        if start < first:
            cell, units = self.cells[start][end - first], self.units[start][end - first]
            return (start, end, cell.limit - units if cell.linear else 1)
        if start == self.group:
            return (start, end, self.joint_limit - self.taken if end == self.out else self.used[end - first])
        if end < first:
            return (start, end, self.units[end][start - first] if self.cells[end][start - first].linear else 1)
        return (start, end, self.limits[start - first] - self.used[start - first])

    def push(self, way: list[Arc], most: int) -> int:
        """Send what fits along a way; how many units went."""
        count = min(most, *[units for _, _, units in way])
        for start, end, _ in way:
            if start < len(self.rows):
                self._move(start, end - len(self.rows), count)
            elif end < len(self.rows):
                self._move(end, start - len(self.rows), -count)
        return count

    def _move(self, row: int, column: int, count: int) -> None:
        self.units[row][column] += count
        self.value(row, column)
        self.used[column] += count
        self.taken += count if column in self.joint else 0
        self.tight = self.tight or not self.room(column)


def _is_less(cost: float, other: float, *parts: float) -> bool:
    """True where a cost is below another by more than what the rounding of its parts makes."""
    return cost < other - _ROUNDING * sum(map(abs, parts))


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
            way = flow.path(row) if flow.tight else flow.cheapest(row)
            if not way:
                break
            left[row] -= flow.push(way, left[row])
    return Spread(tuple(tuple(units) for units in flow.units), tuple(left))
