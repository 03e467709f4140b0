"""The shape of a plan's JSON. `rackguard schema plan` is made from it, and from the types that it names.

Money is in USD, carbon in kg of CO2e, times are ISO 8601; what is not known is null, never 0. Nothing is rounded.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from rackguard.catalog.types import Embodied, GridFactor, PurchaseOption, Source
from rackguard.economics.budget import BudgetStatus
from rackguard.economics.compare import Side, Unit
from rackguard.economics.cost import Amount, Total
from rackguard.economics.emissions import CarbonTotal, PublisherTotal
from rackguard.economics.items import ItemKind
from rackguard.economics.power import Assumption, NodePower
from rackguard.economics.rates import Marker
from rackguard.economics.unsaved_work import UnsavedWork
from rackguard.plan.running_nodes import RunningNodes
from rackguard.plan.types import ClusterPlan, Decision, PoolPlan
from rackguard.report.differences import Change
from rackguard.report.guardrail_shape import GuardrailsData
from rackguard.report.resource_changes import ResourceChange
from rackguard.spec.problem import Level


class PlanData(TypedDict):
    """A stack, planned, priced and checked."""

    format: Literal["rackguard-plan"]
    version: Literal[1]
    """Raised when a key goes or changes its meaning; new keys may come without."""
    stack: str
    file: str
    """The stack file, preview or state, as it was named."""
    as_of: str
    """The moment planned for: capacity blocks depend on it. Prices have dates of their own."""
    cluster: ClusterPlan | None
    """Everything but pools and decisions; null where there are errors, and for a preview or state that was read."""
    pools: list[PoolPlan]
    """In the order of the file; empty where there are errors."""
    decisions: list[Decision]
    cost: CostData | None
    carbon: CarbonData | None
    resources: list[ResourceData]
    """Everything that a deployment would make, each after what it needs; empty where there are errors."""
    lacks: list[str]
    """What can't be told of the resources by where they were read from, in words."""
    problems: list[ProblemData]
    """In the order of the file."""
    guardrails: GuardrailsData | None
    """Null where there are errors."""
    comparison: NotRequired[ComparisonData]
    """With `--compare` and `--preview` only."""


class ResourceData(TypedDict):
    """One resource, as the program declares it."""

    urn: str
    type: str
    """`aws:ec2/vpc:Vpc`."""
    name: str
    """Its logical name."""
    parent: str | None
    """URN of the component that it belongs to."""
    inputs: dict[str, Any]
    """By the provider's names. `{"$unknown": true}` stands for what is known once it is deployed, `{"$secret": true}`
    for what is never shown."""
    dependencies: list[str]
    """URNs."""
    propertyDependencies: dict[str, list[str]]
    """For each input the URNs that its value comes from."""
    options: dict[str, Any]
    """Options that are set: `protect`, `retainOnDelete`, `ignoreChanges`, …"""


class ProblemData(TypedDict):
    """One thing wrong, or worth knowing."""

    id: str
    """`rackguard explain ID` says more."""
    level: Level
    path: list[str | int]
    """Keys and list indexes from the root of the file."""
    message: str
    hint: str
    """What to do; empty where the message says it."""
    file: str | None
    line: int | None
    """From 1; null where the problem has no place in a file."""
    column: int | None


class CostData(TypedDict):
    """What the cluster costs."""

    currency: Literal["USD"]
    now: Total
    """What is certain: the smallest or desired number of nodes."""
    max: Total
    """Every pool scaled out."""
    budget: BudgetData | None
    """Null where no budget is declared."""
    priced: PricedData
    unsaved_work: list[UnsavedWork]
    """What spot pools without a checkpoint store are expected to lose; empty for a preview or state: it can't tell."""
    lines: list[CostLineData]


class BudgetData(TypedDict):
    """The month against the budget."""

    now: VerdictData
    max: VerdictData


class VerdictData(TypedDict):
    """One size of the cluster against the budget."""

    status: BudgetStatus
    """`unknown`: what is priced stays within, but something has no price."""
    budget_usd_per_month: float
    usd_per_month: float
    at_least: bool
    """True where the month costs this or more: something has no price or depends on use."""
    estimated: bool
    """True where an estimate is among the figures."""
    unpriced: list[str]
    """Labels of what has no price."""
    by_use: list[str]
    """Labels of what only use will tell; not in the figure."""
    percent: float


class PricedData(TypedDict):
    """How much of the plan is priced, in lines and in GPU-hours of a month scaled out."""

    lines_priced: int
    lines: int
    """Without those `included` in another."""
    gpu_hours_priced: float
    gpu_hours_estimated: float
    """Those of the priced whose rate is an estimate."""
    gpu_hours: float
    gpu_percent: float | None
    """Null where the plan has no GPU."""


class CostLineData(TypedDict):
    """One item, or the share of its hours that a commitment covers."""

    subject: str
    """What was declared, as a path: `pools.train`, `storage.scratch`."""
    label: str
    kind: ItemKind
    purchase: PurchaseOption | None
    instance_types: list[str]
    region: str
    quantity: float | None
    """What is certain; null where only use will tell."""
    quantity_max: float | None
    unit: str
    hours: float
    """Hours billed in a month; of a capacity block all its hours."""
    rate_usd: float | None
    """USD of one unit; null where there is no price."""
    price_kind: Marker
    """Whose figure the rate is."""
    source: Source | None
    note: str
    by_use: bool
    """True where the rate is known, and only use will tell how much of it."""
    now: Amount | None
    max: Amount | None


class CarbonData(TypedDict):
    """What the nodes emit. Every figure is an estimate."""

    unit: Literal["kgCO2e"]
    now: CarbonTotal
    max: CarbonTotal
    known: KnownData
    by_publisher: list[PublisherTotal]
    """The month's totals with other publishers' grid factors."""
    assumptions: list[Assumption]
    left_out: list[str]
    lines: list[CarbonLineData]


class KnownData(TypedDict):
    """How much has a figure, in GPU-hours of a month scaled out."""

    operational_gpu_hours: float
    embodied_gpu_hours: float
    gpu_hours: float
    operational_percent: float | None
    embodied_percent: float | None


class CarbonLineData(TypedDict):
    """The nodes of one item."""

    subject: str
    label: str
    instance_type: str
    """The type that the figures are of: of several the one that draws the most power."""
    figure: Literal["estimate", "no figure"]
    power_of_a_node: NodePower | None
    grid: GridFactor | None
    embodied: Embodied | None
    note: str
    now: EmissionData
    max: EmissionData


class EmissionData(TypedDict):
    """What a line emits at one size; null where there is no figure."""

    operational_kg_per_hour: float | None
    embodied_kg_per_hour: float | None
    hours_in_month: float
    kg_per_hour: float | None
    kg_per_month: float | None


class ComparisonData(TypedDict):
    """What changes from another stack, or from what is deployed, to this one."""

    stack: str
    """The other stack; in a preview this one."""
    file: str
    problems: list[ProblemData]
    """Of the other stack."""
    changes: list[Change] | None
    """Everything that differs but for decisions; null, as is all that follows, where either stack has errors.

    Null in a preview, as is what becomes of running nodes: both are known of clusters of ours only.
    """
    running_nodes: RunningNodes | None
    resources: list[ResourceChange] | None
    cost: list[DifferenceData] | None
    carbon: list[DifferenceData] | None


class DifferenceData(TypedDict):
    """A subject's figures of a month, before and after."""

    subject: str
    """`total` for the sum."""
    unit: Unit
    before: Side | None
    """Null where the stack has no such subject."""
    after: Side | None
    kind: Literal["added", "removed", "changed", "same"]
    now_change: float | None
    """Null where either side is only known as "at least"."""
    max_change: float | None
