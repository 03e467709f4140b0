"""What a stack costs, as rules are told it: they price nothing themselves."""

from __future__ import annotations

from rackguard.record import record

SPOT = "spot"


@record
class NodeHours:
    """The GPU-hours of one kind of nodes in a month, everything scaled out."""

    label: str
    """`0 to 16 × g6e.12xlarge`."""
    purchase: str
    """`on_demand`, `spot`, `reservation` or `capacity_block`; empty where it isn't known."""
    gpu_hours: float
    priced: bool


@record
class HeldCapacity:
    """A reservation or capacity block that is paid for, used or not."""

    label: str
    held: float
    """Nodes that it holds."""
    usable: float
    """Nodes that the stack may ever run in it."""


@record
class CostFacts:
    """A month's cost."""

    usd_per_month: float
    """What is certain."""
    usd_per_month_at_max: float
    """With everything scaled out."""
    nodes: tuple[NodeHours, ...] = ()
    capacities: tuple[HeldCapacity, ...] = ()
    uncounted: tuple[str, ...] = ()
    """Nodes whose number or type isn't known: what they cost isn't in the figures."""

    def gpu_hours(self, *, priced: bool | None = None, purchase: str = "") -> float:
        """GPU-hours of all nodes, or of those that are (not) priced, or bought so."""
        return sum(
            node.gpu_hours
            for node in self.nodes
            if (priced is None or node.priced is priced) and purchase in ("", node.purchase)
        )
