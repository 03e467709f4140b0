"""Nodes that are wanted for more than one job: what a split over ways to buy them is worked out for."""

from typing import Annotated

from pydantic import Field

from rackguard.sizing.workload_figures import MONTH_HOURS, Figure, MonthHours, Part
from rackguard.spec.base import Model, Whole


class Demand(Model):
    """Nodes wanted month after month, whose split over ways to buy is asked for."""

    nodes: Whole | None = Field(
        default=None, ge=1, le=100_000, description="How many; as many as the best choice has where absent."
    )
    steady: Part = Field(default="0%", description="Share of the nodes that work all month.")
    critical: Part = Field(default="0%", description="Share of the nodes that AWS must not take back.")
    hours_per_month: MonthHours = Field(
        default=MONTH_HOURS, description="Hours of work a month of each node that isn't steady, in one go."
    )
    within_hours: Figure | None = Field(
        default=None, description="Hours from its start in which that work must be done; the month where absent."
    )
    months: Annotated[Whole, Field(ge=1, le=120)] = Field(
        default=12, description="How long it goes on: a commitment is paid for whole years."
    )

    @property
    def steady_share(self) -> float:
        """`steady` as a fraction."""
        return float(self.steady.rstrip("%")) / 100

    @property
    def critical_share(self) -> float:
        """`critical` as a fraction."""
        return float(self.critical.rstrip("%")) / 100
