"""Rules for what a stack costs, and what they are told of one."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import autoscaling, ec2
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.catalog.catalog import load
from rackguard.catalog.types import PurchaseOption
from rackguard.cli.cost_facts import facts_of
from rackguard.economics.cost import price_items
from rackguard.economics.items import BillableItem
from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource
from rackguard_policies.cost_facts import CostFacts, HeldCapacity, NodeHours
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.registry import by_id

CLUSTER = "rackguard-aws:index:GpuCluster"
SPOT, TRAIN = NodeHours("eval", "spot", 300, priced=True), NodeHours("train", "reservation", 700, priced=True)
UNPRICED = NodeHours("lab", "on_demand", 200, priced=False)


def cluster(name: str, **inputs: Any) -> Resource:
    return Resource(f"urn:pulumi:s::p::{CLUSTER}::{name}", CLUSTER, name, None, None, custom=False, inputs=inputs)


def told(rule: str, cost: CostFacts | None, *clusters: Resource, **parameters: Any) -> list[tuple[str, str]]:
    """Outcome, and what is there instead."""
    found = judge(Graph("s", "p", clusters), [by_id()[rule]], load(), {rule: parameters}, cost)
    return [(each.outcome.value, each.seen or each.note) for each in found]


@pytest.mark.parametrize(
    ("certain", "most", "nodes", "expected"),
    [
        (900, 1000, (TRAIN,), ("compliant", "")),
        (1000.01, 2000, (TRAIN,), ("finding", "$1,000 for certain")),
        (900, 1200, (UNPRICED,), ("finding", "$1,200 once everything is scaled out")),
        (900, 1000, (TRAIN, UNPRICED), ("unproven", "")),
    ],
)
def test_budget(certain: float, most: float, nodes: tuple[NodeHours, ...], expected: tuple[str, str]) -> None:
    cost = CostFacts(certain, most, nodes)
    assert told("cost-budget", cost, cluster("c", budget_usd_per_month=1000)) == [expected]
    assert told("cost-budget", cost, cluster("c", budgetUsdPerMonth="1000")) == [expected]
    assert told("cost-budget", cost, usd_per_month=1000) == [expected]


def test_a_budget_is_unproven_where_nodes_are_not_counted() -> None:
    cost = CostFacts(500, 500, uncounted=("an unknown number of × p5.48xlarge",))
    wanted = [("unproven", "a month costs $1,000 or less, with an unknown number of × p5.48xlarge")]
    assert [(each.outcome.value, each.wanted) for each in judged_by("cost-budget", cost, 1000)] == wanted
    dear = CostFacts(1500, 1500, uncounted=("an unknown number of × p5.48xlarge",))
    assert told("cost-budget", dear, usd_per_month=1000) == [("finding", "$1,500 for certain")]


def judged_by(rule: str, cost: CostFacts, usd_per_month: int) -> list[Judgement]:
    """Every judgement of a rule on an empty stack of that cost."""
    given = {rule: {"usd_per_month": usd_per_month}}
    return judge(Graph("s", "p", ()), [by_id()[rule]], load(), given, cost)


def test_nodes_of_an_unknown_number_or_type_are_not_counted() -> None:
    def item(quantity: float | None, types: tuple[str, ...]) -> BillableItem:
        return BillableItem(
            f"{quantity} of {types}", "g", "instance", quantity, "hour", "us-east-1", instance_types=types
        )

    items = [item(1, ("g6.xlarge",)), item(None, ("g6.xlarge",)), item(1, ())]
    assert facts_of(price_items(items, load()), load()).uncounted == ("None of ('g6.xlarge',)", "1 of ()")


def test_budgets_of_several_clusters_add_up_where_each_has_one() -> None:
    cost = CostFacts(1500, 1500)
    one, two = cluster("one", budget_usd_per_month=1000), cluster("two", budget_usd_per_month=600)
    assert told("cost-budget", cost, one) == [("finding", "$1,500 for certain")]
    assert told("cost-budget", cost, one, two) == [("compliant", "")]
    assert told("cost-budget", cost, one, cluster("three")) == [("not applicable", "no budget is declared")]


@pytest.mark.parametrize(
    ("rule", "parameters"),
    [
        ("cost-budget", {"usd_per_month": 1}),
        ("cost-spot-share", {"most_percent": 50}),
        ("cost-unpriced-share", {}),
        ("cost-idle-reservation", {}),
    ],
)
def test_without_a_cost_nothing_is_proven(rule: str, parameters: dict[str, Any]) -> None:
    assert told(rule, None, **parameters) == [("unproven", "")]


def test_share_of_spot() -> None:
    cost = CostFacts(1, 1, (SPOT, TRAIN))
    assert told("cost-spot-share", cost) == [("not applicable", "any share is allowed")]
    assert told("cost-spot-share", cost, least_percent=30) == [("compliant", "")]
    assert told("cost-spot-share", cost, least_percent=31) == [("finding", "30 %")]
    assert told("cost-spot-share", cost, most_percent=29) == [("finding", "30 %")]
    assert told("cost-spot-share", CostFacts(1, 1), most_percent=29) == [("not applicable", "the stack has no GPUs")]


def test_share_without_price() -> None:
    cost = CostFacts(1, 1, (SPOT, TRAIN, UNPRICED))
    assert told("cost-unpriced-share", cost) == [("finding", "17 %: lab")]
    assert told("cost-unpriced-share", cost, percent=17) == [("compliant", "")]
    assert told("cost-unpriced-share", CostFacts(1, 1, (SPOT,)), percent=0) == [("compliant", "")]
    assert told("cost-unpriced-share", CostFacts(1, 1)) == [("not applicable", "the stack has no GPUs")]


def test_capacity_that_no_node_can_use() -> None:
    full, half = HeldCapacity("full", 8, 8), HeldCapacity("half", 4, 2)
    cost = CostFacts(1, 1, capacities=(full, half))
    assert told("cost-idle-reservation", cost) == [("finding", "2 of 4 nodes (half)")]
    assert told("cost-idle-reservation", CostFacts(1, 1, capacities=(full,))) == [("compliant", "")]
    assert told("cost-idle-reservation", CostFacts(1, 1)) == [("not applicable", "the stack holds no capacity")]


def test_types_that_are_allowed() -> None:
    def program() -> None:
        good = ec2.LaunchTemplate("good", instance_type="g6e.12xlarge")
        ec2.LaunchTemplate("dear", instance_type="p5en.48xlarge")
        ec2.LaunchTemplate("later", instance_type=good.id)
        of: Any = {"launch_template_specification": {"launch_template_id": good.id}}
        of["overrides"] = [{"instance_type": "g6e.24xlarge"}, {"instance_type": "p4d.24xlarge"}]
        autoscaling.Group("group", max_size=1, min_size=0, mixed_instances_policy={"launch_template": of})
        ec2.Instance("from-template", launch_template={"id": good.id})

    graph = graph_of(program)
    assert set(outcomes(graph, "cost-types-allowed", Outcome.NOT_APPLICABLE)) == {
        "good", "dear", "later", "group", "from-template"
    }  # fmt: skip
    assert findings(graph, "cost-types-allowed", types=["g6e.*"]) == {
        "dear": ["instanceType"],
        "group": ["mixedInstancesPolicy.launchTemplate.overrides[1].instanceType"],
    }
    assert outcomes(graph, "cost-types-allowed", Outcome.UNPROVEN, types=["*"]) == {"later": ["instanceType"]}


def item(kind: Any, quantity: float, most: float, purchase: PurchaseOption | None, **given: Any) -> BillableItem:
    type_ = given.pop("type_", "p4d.24xlarge")
    common: dict[str, Any] = {"subject": "pools.train", "unit": "hour", "region": "us-east-2", **given}
    return BillableItem(f"{kind} {most:g}", kind=kind, quantity=quantity, quantity_max=most, purchase=purchase,
                        instance_types=(type_,), **common)  # fmt: skip


def test_what_rules_are_told_of_a_cost() -> None:
    held = item("reservation", 4, 4, PurchaseOption.RESERVATION, capacity="cr-1")
    inside = item("instance", 1, 3, PurchaseOption.RESERVATION, capacity="cr-1")
    spot = item("instance", 0, 2, PurchaseOption.SPOT, subject="pools.eval")
    empty = item("reservation", 2, 2, PurchaseOption.RESERVATION, capacity="cr-2", subject="held")
    login = item("cpu_instance", 1, 1, PurchaseOption.ON_DEMAND, subject="access.login_node", type_="m7i.large")
    cost = price_items([held, inside, spot, empty, login], load())
    facts = facts_of(cost, load())
    assert (facts.usd_per_month, facts.usd_per_month_at_max) == (cost.now.usd_per_month, cost.at_max.usd_per_month)
    assert [(node.label, node.purchase, node.gpu_hours) for node in facts.nodes] == [
        ("reservation 4", "reservation", 8 * 4 * 730),
        ("instance 2", "spot", 8 * 2 * 730),
        ("reservation 2", "reservation", 8 * 2 * 730),
    ]
    assert facts.capacities == (HeldCapacity("reservation 4", 4, 3), HeldCapacity("reservation 2", 2, 0))
