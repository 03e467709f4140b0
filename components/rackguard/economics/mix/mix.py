"""A split of nodes over ways to buy them, and what it costs a month."""

from __future__ import annotations

from math import fsum

from rackguard.economics.mix.option import MixOption
from rackguard.record import record


@record
class MixLine:
    """The nodes bought in one way."""

    option: MixOption
    steady_nodes: int
    """Of the nodes, those that work all month."""
    other_nodes: int
    useful_node_hours: float
    paid_node_hours: float
    """With the hours lost to interruptions and checkpoints, and those paid and not used."""
    unused_node_hours: float
    """Paid, and not used: of a commitment, a reservation or a block."""
    usd: float

    @property
    def nodes(self) -> int:
        """All of them."""
        return self.steady_nodes + self.other_nodes

    @property
    def run_node_hours(self) -> float:
        """Hours that they run: useful ones, and those lost to interruptions and checkpoints."""
        return self.paid_node_hours - self.unused_node_hours

    @property
    def lost_node_hours(self) -> float:
        """Hours lost to interruptions and checkpoints."""
        return max(self.run_node_hours - self.useful_node_hours, 0.0)

    @property
    def interruptions(self) -> float:
        """Expected interruptions of any of them."""
        return self.option.interruptions_per_hour * self.run_node_hours


@record
class Mix:
    """A split, a month long. Every figure is an expectation: interruptions may be fewer or more."""

    lines: tuple[MixLine, ...]
    """Only ways by which nodes are bought, in the order of the options."""
    usd: float
    on_demand_usd: float | None
    """What the same work costs on-demand alone; None where that has no price or misses the deadline."""

    @property
    def at_least(self) -> bool:
        """True where a rate of interruption is only known as "at least": the mix may cost more."""
        return any(line.option.at_least for line in self.lines)

    @property
    def saving_percent(self) -> float | None:
        """Against on-demand alone; below 0 where the mix costs more."""
        return None if not self.on_demand_usd else 100 * (1 - self.usd / self.on_demand_usd)

    @property
    def nodes(self) -> int:
        """All nodes."""
        return sum(line.nodes for line in self.lines)

    @property
    def held_nodes(self) -> int:
        """Nodes whose capacity is held for them; a commitment holds none."""
        return sum(line.nodes for line in self.lines if line.option.holds_capacity)

    @property
    def unused_usd(self) -> float:
        """Of the cost, what is paid and not used."""
        return fsum(line.unused_node_hours * (line.option.rate.usd or 0.0) for line in self.lines)


@record
class NoMix:
    """No split meets the demand: how many nodes find no place, and what would have to give."""

    nodes_left: int
    relax: tuple[str, ...]
