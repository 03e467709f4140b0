"""The example stacks: each plans without error, warns as it should, and has the figures worked by hand.

Prices are those of the catalogue's files (aws_prices.csv, aws_services.csv), for December 2026.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
import yaml

from rackguard.cli.evaluate import evaluate
from rackguard.plan.types import ClusterPlan, PoolPlan
from rackguard.report.plan_report import PlanReport

STACKS = Path(__file__).parents[2] / "stacks"
NAMES = ("dev", "prod", "staging")
NOW = datetime(2026, 12, 1, tzinfo=UTC)

WARNED = {
    "dev": {"example-key"},
    "staging": {"example-key", "ssh-range-example", "type-older-generation"},
    "prod": {"example-key"},
}
"""The g5 of staging is there to have several types to choose from."""


@cache
def report(name: str) -> PlanReport:
    return evaluate(STACKS / f"Pulumi.{name}.yaml", NOW)


def plan(name: str) -> ClusterPlan:
    planned = report(name).plan
    assert planned is not None
    return planned


def pool(stack: str, name: str) -> PoolPlan:
    return next(each for each in plan(stack).pools if each.name == name)


def usd(stack: str) -> dict[tuple[str, str], tuple[float | None, float | None, str]]:
    """USD of a month by subject and label: for certain, scaled out, and whose figure it is."""
    cost = report(stack).cost
    assert cost is not None
    return {
        (line.subject, line.label): (
            None if line.now is None else line.now.usd_per_month,
            None if line.at_max is None else line.at_max.usd_per_month,
            line.marker,
        )
        for line in cost.lines
    }


def test_there_is_a_stack_for_each_environment() -> None:
    assert set(NAMES) == set(WARNED)


@pytest.mark.parametrize("name", NAMES)
def test_plans_without_error(name: str) -> None:
    assert [problem for problem in report(name).problems if problem.level == "error"] == []
    assert plan(name).stack == name


@pytest.mark.parametrize("name", NAMES)
def test_warns_of_every_example_key_and_of_nothing_unexpected(name: str) -> None:
    found = [problem for problem in report(name).problems if problem.level == "warning"]
    assert {problem.id for problem in found} == WARNED[name]
    keys = [problem.path[-4:] for problem in found if problem.id == "example-key"]
    assert keys == [("users", number, "keys", 0) for number in range(len(plan(name).access.users))]


@pytest.mark.parametrize("name", NAMES)
def test_names_its_schema_for_editors(name: str) -> None:
    text = (STACKS / f"Pulumi.{name}.yaml").read_text(encoding="utf-8")
    (schema,) = re.findall(r"^# yaml-language-server: \$schema=(\S+)$", text, re.MULTILINE)
    assert (STACKS / schema).resolve() == STACKS.parent / "docs" / "stack-file.schema.json"


@pytest.mark.parametrize("name", NAMES)
def test_uses_no_account_or_capacity_of_anybodys(name: str) -> None:
    text = (STACKS / f"Pulumi.{name}.yaml").read_text(encoding="utf-8")
    assert yaml.safe_load(text)["config"]["rackguard:cluster"]["account_id"] == "123456789012"
    assert set(re.findall(r"\bcr-[0-9a-f]+", text)) <= {"cr-0123456789abcdef0", "cr-0fedcba9876543210"}
    assert set(re.findall(r"\bami-[0-9a-f]+", text)) <= {"ami-0123456789abcdef0"}


def test_dev_is_one_small_gpu_node_on_spot() -> None:
    (lab,) = plan("dev").pools
    assert (lab.instance_types, lab.gpu, lab.gpus_per_node) == (("g6.xlarge",), "L4", 1)
    assert (lab.nodes_min, lab.nodes_max, lab.purchase) == (1, 1, "spot")
    assert (lab.launch.market_type, lab.launch.spot_interruption_behavior) == ("spot", "terminate")
    assert [vars(interface) for interface in lab.network_interfaces] == [
        {"network_card_index": 0, "device_index": 0, "interface_type": "interface"}
    ]
    assert plan("dev").access.login_node is None
    assert plan("dev").protect is False


def test_dev_costs_what_spot_and_its_disk_cost() -> None:
    lines = usd("dev")
    # on-demand 0.8048 less the advisor's 47 %, times 730 hours; 150 GB at 0.08; a gateway at 0.045 and its address.
    assert lines["pools.lab", "1 × g6.xlarge"] == (pytest.approx(311.37712), pytest.approx(311.37712), "estimate")
    assert lines["pools.lab", "root volumes, gp3 storage"] == (pytest.approx(12), pytest.approx(12), "list")
    assert lines["network.nat", "NAT gateway"] == (pytest.approx(32.85), pytest.approx(32.85), "list")
    cost = report("dev").cost
    assert cost is not None
    # 500 GB in S3 at 0.023, and a key.
    assert cost.now.usd_per_month == pytest.approx(311.37712 + 12 + 32.85 + 3.65 + 11.5 + 1)
    assert cost.now.at_least  # flow logs and kept logs have no price in us-west-2


def test_staging_trains_in_a_reservation_made_inside_its_placement_group() -> None:
    train = pool("staging", "train")
    reservation = train.launch.reservation
    assert reservation is not None
    assert (train.instance_types, train.nodes_min, train.nodes_max) == (("p4d.24xlarge",), 2, 2)
    assert (reservation.instance_type, reservation.count, reservation.zone_id) == ("p4d.24xlarge", 2, "use2-az1")
    assert (train.placement.strategy, reservation.placement_group_name) == ("cluster", train.placement.name)
    # Four cards: an ENA interface on the first, and an EFA-only one on each.
    layout = [
        (interface.network_card_index, interface.device_index, interface.interface_type)
        for interface in train.network_interfaces
    ]
    assert layout == [
        (0, 0, "interface"),
        (0, 1, "efa-only"),
        (1, 0, "efa-only"),
        (2, 0, "efa-only"),
        (3, 0, "efa-only"),
    ]


def test_staging_has_a_login_node_and_a_spot_pool_of_several_types() -> None:
    login = plan("staging").access.login_node
    assert login is not None
    assert (login.instance_type, login.public) == ("m7i.2xlarge", True)
    spot = pool("staging", "eval")
    assert spot.launch.mixed_types == ("g6e.12xlarge", "g6e.24xlarge", "g5.12xlarge")
    assert (spot.launch.spot_allocation, spot.purchase, spot.efa) == ("price-capacity-optimized", "spot", False)


def test_staging_pays_for_its_reservation_and_at_most_for_the_dearest_spot_type() -> None:
    lines = usd("staging")
    held = pytest.approx(2 * 21.95764 * 730)
    assert lines["pools.train", "reservation of 2 × p4d.24xlarge"] == (held, held, "list")
    assert lines["pools.train", "2 × p4d.24xlarge"] == (0, 0, "included")
    # g6e.24xlarge: on-demand 15.06559 less the advisor's 63 %.
    spot = lines["pools.eval", "0 to 4 × g6e.12xlarge, g6e.24xlarge, g5.12xlarge"]
    assert spot == (0, pytest.approx(4 * 15.06559 * 0.37 * 730), "estimate")
    assert lines["access.login_node", "1 × m7i.2xlarge"] == (pytest.approx(294.336), pytest.approx(294.336), "list")
    assert lines["access.login_node", "public address"] == (pytest.approx(3.65), pytest.approx(3.65), "list")


def test_what_has_no_price_in_ohio_is_said_and_is_not_0() -> None:
    lines = usd("staging")
    for subject, label in (
        ("storage.home", "EFS storage"),
        ("storage.checkpoints", "S3 storage"),
    ):
        assert lines[subject, label] == (None, None, "no price")
    assert lines["encryption", "customer key"] == (1, 1, "list")  # the same in every region
    assert lines["network.nat", "NAT traffic"] == (None, None, "list")  # its rate is known, its use isn't


@pytest.mark.parametrize(("name", "efa", "cards"), [("train", 32, 32), ("sprint", 16, 16)])
def test_prod_nodes_have_every_efa_interface_of_their_type(name: str, efa: int, cards: int) -> None:
    interfaces = pool("prod", name).network_interfaces
    assert pool("prod", name).efa_count == efa
    assert [each.interface_type for each in interfaces].count("efa-only") == efa
    assert {each.network_card_index for each in interfaces} == set(range(cards))
    first = interfaces[0]
    assert (first.network_card_index, first.device_index, first.interface_type) == (0, 0, "interface")


def test_prod_buys_in_three_ways() -> None:
    assert [(each.name, each.purchase.value) for each in plan("prod").pools] == [
        ("train", "reservation"),
        ("sprint", "capacity_block"),
        ("eval", "spot"),
    ]
    train, sprint = pool("prod", "train"), pool("prod", "sprint")
    assert (train.launch.reservation_id, train.launch.market_type) == ("cr-0123456789abcdef0", None)
    assert (sprint.launch.reservation_id, sprint.launch.market_type) == ("cr-0fedcba9876543210", "capacity-block")
    assert train.placement.strategy is sprint.placement.strategy is None


def test_prod_waits_for_its_block() -> None:
    schedule = pool("prod", "sprint").schedule
    assert (schedule.state, schedule.max_size, schedule.desired_capacity) == ("before", 0, 0)
    # Nodes go ten minutes before AWS takes them, which is half an hour before the block's end.
    assert [(action.start_time, action.desired_capacity) for action in schedule.actions] == [
        ("2027-01-11T11:30:00Z", 4),
        ("2027-01-18T10:50:00Z", 0),
    ]


def test_prod_has_lustre_efs_and_a_bucket() -> None:
    storage = plan("prod").storage
    assert [(lustre.key, lustre.size_gib, lustre.mib_s_per_tib, lustre.mount) for lustre in storage.lustre] == [
        ("scratch", 24000, 500, "/fsx")
    ]
    assert [(efs.key, efs.mount, efs.zone_ids) for efs in storage.efs] == [("home", "/home", ("use1-az1", "use1-az2"))]
    assert [bucket.name for bucket in storage.buckets] == ["llm-prod-checkpoints-123456789012-us-east-1"]


def test_prod_pays_its_own_rate_for_the_reservation() -> None:
    cost = report("prod").cost
    assert cost is not None
    held = cost.lines[0]
    assert (held.subject, held.label) == ("pools.train", "reservation of 8 × p5.48xlarge")
    assert held.now is not None
    # 8 × 55.04 USD on demand, less the agreed 28 %.
    assert held.now.usd_per_hour == pytest.approx(317.0304)
    assert held.now.usd_per_month == pytest.approx(231432.192)
    assert (held.marker, held.source and held.source.name) == ("yours", "agreement 2026")


def test_prod_pays_a_week_of_its_block_in_advance() -> None:
    cost = report("prod").cost
    assert cost is not None
    block = next(line for line in cost.lines if line.label == "capacity block of 4 × p5en.48xlarge")
    assert block.now is not None
    # 54.92 USD an hour for each of 4 nodes; 168 hours.
    assert block.now.usd_per_hour == pytest.approx(219.68)
    assert (block.now.usd_per_month, block.now.usd_upfront) == (pytest.approx(36906.24), pytest.approx(36906.24))
    assert cost.at_max.usd_upfront == pytest.approx(36906.24)


def test_prod_costs_what_its_parts_cost() -> None:
    lines = usd("prod")
    expected = {
        ("pools.train", "root volumes, gp3 storage"): 8 * 500 * 0.08,
        ("pools.sprint", "root volumes, gp3 storage"): 4 * 500 * 0.08 * 168 / 730,
        ("access.login_node", "1 × m7i.2xlarge"): 0.4032 * 730,
        ("access.login_node", "root volumes, gp3 storage"): 100 * 0.08,
        ("storage.scratch", "Lustre, 24,000 GiB"): 24000 * 0.34,
        ("storage.home", "EFS storage"): 1000 * 0.30,
        ("storage.checkpoints", "S3 storage"): 20000 * 0.023,
        ("network.nat", "NAT gateway"): 2 * 0.045 * 730,
        ("network.nat", "public address"): 2 * 0.005 * 730,
        ("network.endpoints", "interface endpoint"): 3 * 2 * 0.01 * 730,
        ("encryption", "customer key"): 1.0,
    }
    assert {key: lines[key][0] for key in expected} == {key: pytest.approx(value) for key, value in expected.items()}
    certain = sum(expected.values()) + 231432.192 + 36906.24
    # g6e.12xlarge: on-demand 10.49264 less the advisor's 56 %; 16 nodes of it with 200 GB each.
    elastic = 16 * 10.49264 * 0.44 * 730 + 16 * 200 * 0.08
    cost = report("prod").cost
    assert cost is not None
    assert cost.now.usd_per_month == pytest.approx(certain)
    assert cost.at_max.usd_per_month == pytest.approx(certain + elastic)
    assert cost.now.at_least  # traffic and logs depend on use


def test_prod_emits_what_its_nodes_draw() -> None:
    carbon = report("prod").carbon
    assert carbon is not None
    train = carbon.lines[0]
    assert train.power is not None
    # 8 × 700 W at 76 %; 192 vCPUs at 2.12 W; 2 TiB (2,199 GB) at 0.392 W.
    assert train.power.total_w == pytest.approx(4256 + 407.04 + 2199.023255552 * 0.392)
    # PJM 396.25 g/kWh, PUE 1.15, 8 nodes; 195.97 g an hour each of having been made.
    assert train.now.operational_kg_per_hour == pytest.approx(5525.0571162 / 1000 * 1.15 * 0.39625 * 8)
    assert train.now.embodied_kg_per_hour == pytest.approx(0.19597 * 8)


def test_prod_needs_its_quotas() -> None:
    assert {(need.code, need.vcpus, need.pools) for need in plan("prod").quotas} == {
        ("L-417A185B", 8 * 192, ("train",)),
        ("L-3819A6DF", 16 * 96, ("eval",)),
        ("L-1216C47A", 8, ("login_node",)),
    }
