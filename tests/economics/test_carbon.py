"""Emissions of nodes, worked by hand from the packaged figures and the stated assumptions."""

from __future__ import annotations

import pytest

from rackguard.catalog.types import PurchaseOption, Source
from rackguard.economics.carbon import carbon_of_items
from rackguard.economics.power import Assumption, NodePower, node_power

# p5.48xlarge: 8 × 700 W × 0.76, 192 vCPUs × 2.12 W, 2,097,152 MiB = 2,199.023255552 GB × 0.392 W
GPU_W, CPU_W, MEMORY_W = 4256.0, 407.04, 862.017116176384
# 5.525057116176384 kW × 1.13 × 396.25 g in us-east-2
OPERATIONAL_KG = 2.4739133869819
EMBODIED_KG = 0.19597


def test_the_power_of_a_node_is_its_gpus_its_vcpus_and_its_memory(catalog):
    power = node_power("p5.48xlarge", catalog)
    assert isinstance(power, NodePower)
    assert power.gpu_w == pytest.approx(GPU_W)
    assert power.cpu_w == pytest.approx(CPU_W)
    assert power.memory_w == pytest.approx(MEMORY_W)
    assert power.total_w == pytest.approx(5525.057116176384)


def test_a_slice_of_a_gpu_draws_its_fraction(catalog):
    power = node_power("g6f.xlarge", catalog)
    assert isinstance(power, NodePower)
    assert power.gpu_w == pytest.approx(6.84)  # 72 W × 0.125 × 0.76


def test_both_memory_sizes_of_the_a100_draw_the_same(catalog):
    powers = [node_power(name, catalog) for name in ("p4d.24xlarge", "p4de.24xlarge")]
    assert [power.gpu_w for power in powers if isinstance(power, NodePower)] == pytest.approx([2432.0, 2432.0])


def test_a_cpu_node_draws_no_gpu_power(catalog):
    power = node_power("m7i.2xlarge", catalog)
    assert isinstance(power, NodePower)
    assert power.gpu_w == 0
    assert power.total_w == pytest.approx(8 * 2.12 + 34.359738368 * 0.392)


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("g7.2xlarge", "no rated power of RTX-PRO-4500-BSE is published"),
        ("g4ad.xlarge", "the catalogue has no figures of the GPU of g4ad.xlarge"),
        ("p99.48xlarge", "p99.48xlarge is not in the catalogue"),
    ],
)
def test_a_type_without_a_figure_says_what_is_missing(catalog, name, missing):
    assert node_power(name, catalog) == missing


def test_operational_and_embodied_emissions_of_eight_nodes(catalog, nodes):
    carbon = carbon_of_items([nodes("p5.48xlarge", 8)], catalog)
    (line,) = carbon.lines
    assert line.now.operational_kg_per_hour == pytest.approx(8 * OPERATIONAL_KG)
    assert line.now.embodied_kg_per_hour == pytest.approx(8 * EMBODIED_KG)
    assert carbon.now.kg_per_hour == pytest.approx(21.3590670958552)
    assert carbon.now.kg_per_month == pytest.approx(15592.1189799743)
    assert not carbon.now.at_least
    assert line.grid is not None
    assert line.grid.source == Source("GSF real-time-cloud (Electricity Maps consumption avg)", "2024")
    assert line.embodied is not None
    assert line.embodied.source == Source("boaviztapi 2.5.0 /v1/cloud/instance", "2026")
    assert line.marker == "estimate"


def test_an_elastic_pool_emits_its_minimum_for_certain_and_its_maximum_at_most(catalog, nodes):
    carbon = carbon_of_items([nodes("p5.48xlarge", 0, quantity_max=2)], catalog)
    assert carbon.now.kg_per_hour == 0
    assert carbon.at_max.kg_per_hour == pytest.approx(2 * (OPERATIONAL_KG + EMBODIED_KG))


def test_another_load_of_the_gpus_is_used_and_named(catalog, nodes):
    half = Assumption("GPU power", 0.5, "of rated power", "measured by us", Source("own meter", "2026-11"))
    carbon = carbon_of_items([nodes("p5.48xlarge", 1)], catalog, half)
    (line,) = carbon.lines
    assert line.power is not None
    assert line.power.gpu_w == pytest.approx(2800)
    assert carbon.assumptions[0] is half


def test_what_is_assumed_and_left_out_is_said_with_its_source(catalog, nodes):
    carbon = carbon_of_items([nodes("p5.48xlarge", 1)], catalog)
    stated = {item.name: (item.value, item.unit, item.source.as_of) for item in carbon.assumptions}
    assert stated == {
        "GPU power": (0.76, "of rated power", "2025-06-17"),
        "CPU power": (pytest.approx(2.12), "W per vCPU", "2021-10"),
        "memory power": (0.392, "W per GB", "2021-10"),
    }
    assert any("storage" in text for text in carbon.left_out)


def test_nodes_in_held_capacity_are_counted_once_and_volumes_not_at_all(catalog, nodes, service):
    carbon = carbon_of_items(
        [
            nodes("p5.48xlarge", 8, kind="reservation", purchase=PurchaseOption.RESERVATION),
            nodes("p5.48xlarge", 2, purchase=PurchaseOption.RESERVATION),
            service("EBS", "gp3 storage", 4000, "GB-month"),
        ],
        catalog,
    )
    assert len(carbon.lines) == 1
    assert carbon.now.kg_per_hour == pytest.approx(2 * (OPERATIONAL_KG + EMBODIED_KG))


def test_nodes_of_a_block_emit_for_its_hours(catalog, nodes):
    block = nodes("p5.48xlarge", 1, purchase=PurchaseOption.CAPACITY_BLOCK, hours=168)
    carbon = carbon_of_items([block], catalog)
    assert carbon.now.kg_per_month == pytest.approx(168 * (OPERATIONAL_KG + EMBODIED_KG))


def test_a_gpu_without_rated_power_has_no_figure_and_makes_the_sum_at_least(catalog, nodes):
    carbon = carbon_of_items([nodes("g7.2xlarge", 1, region="us-east-1"), nodes("p5.48xlarge", 1)], catalog)
    line = carbon.lines[0]
    assert (line.marker, line.power, line.now.operational_kg_per_hour) == ("no figure", None, None)
    assert line.now.kg_per_hour == pytest.approx(0.00533)
    assert line.note == "no rated power of RTX-PRO-4500-BSE is published"
    assert carbon.now.at_least
    assert (carbon.known.operational_gpu_hours, carbon.known.gpu_hours) == (8 * 730, 9 * 730)
    assert carbon.known.operational_percent == pytest.approx(100 * 8 / 9)
    assert carbon.known.embodied_percent == 100


def test_emissions_of_a_part_of_a_stack_are_at_least(catalog, nodes):
    """What else there may be is in no line: the sums say so, and the subjects that are there stay as they are."""
    carbon = carbon_of_items([nodes("p5.48xlarge", 1)], catalog, whole=False)
    assert (carbon.now.at_least, carbon.at_max.at_least) == (True, True)
    assert carbon.now.kg_per_hour == pytest.approx(OPERATIONAL_KG + EMBODIED_KG)
    assert [(now.at_least, most.at_least) for now, most in carbon.by_subject().values()] == [(False, False)]
    assert not carbon_of_items([nodes("p5.48xlarge", 1)], catalog).now.at_least


def test_a_type_without_an_embodied_figure_keeps_its_operational_one(catalog, nodes):
    carbon = carbon_of_items([nodes("p5e.48xlarge", 1)], catalog)
    (line,) = carbon.lines
    assert line.now.embodied_kg_per_hour is None
    assert line.now.kg_per_hour == pytest.approx(OPERATIONAL_KG)
    assert line.note == "no embodied figure of p5e.48xlarge"
    assert carbon.now.at_least
    assert carbon.known.embodied_percent == 0


def test_neither_power_nor_grid_nor_embodied_is_no_figure_at_all(catalog, nodes):
    carbon = carbon_of_items([nodes("p99.48xlarge", 1, region="xx-west-9")], catalog)
    (line,) = carbon.lines
    assert (line.now.kg_per_hour, line.now.kg_per_month, line.marker) == (None, None, "no figure")
    assert line.note.split("; ") == [
        "p99.48xlarge is not in the catalogue",
        "no grid factor of xx-west-9",
        "no embodied figure of p99.48xlarge",
    ]
    assert carbon.known.operational_percent is None


def test_a_region_without_a_grid_factor_has_no_operational_figure(catalog, nodes):
    (line,) = carbon_of_items([nodes("p5.48xlarge", 1, region="xx-west-9")], catalog).lines
    assert line.power is not None
    assert (line.marker, line.now.operational_kg_per_hour) == ("no figure", None)


def test_a_pool_of_several_types_emits_as_if_all_were_the_hungriest(catalog, nodes):
    (line,) = carbon_of_items([nodes(("g6e.12xlarge", "g6e.24xlarge", "g7.2xlarge"), 1)], catalog).lines
    assert line.instance_type == "g6e.24xlarge"
    assert line.note == "as if all were g6e.24xlarge; no rated power of RTX-PRO-4500-BSE is published"
    assert line.now.embodied_kg_per_hour == pytest.approx(0.05518)


def test_other_publishers_factors_are_shown_beside(catalog, nodes):
    carbon = carbon_of_items([nodes("p5.48xlarge", 1, quantity_max=2, region="us-west-2")], catalog)
    months = {total.publisher: total.now_kg_per_month for total in carbon.by_publisher}
    energy_kwh = 5.525057116176384 * 1.12 * 730
    embodied = EMBODIED_KG * 730
    assert months == {
        "Electricity Maps, production": pytest.approx(energy_kwh * 0.06882 + embodied),
        "WattTime, marginal": pytest.approx(energy_kwh * 0.47666 + embodied),
        "Cloud Carbon Footprint": pytest.approx(energy_kwh * 0.3509 + embodied),
    }
    assert carbon.now.kg_per_month == pytest.approx(energy_kwh * 0.11976 + embodied)
    doubled = [2 * total.now_kg_per_month for total in carbon.by_publisher]
    assert [total.max_kg_per_month for total in carbon.by_publisher] == pytest.approx(doubled)


def test_a_publisher_without_every_region_is_left_out(catalog, nodes):
    items = [nodes("p5.48xlarge", 1), nodes("p5.48xlarge", 1, region="eu-central-2")]
    publishers = [total.publisher for total in carbon_of_items(items, catalog).by_publisher]
    assert publishers == ["Electricity Maps, production", "WattTime, marginal"]


def test_no_nodes_emit_nothing(catalog):
    carbon = carbon_of_items([], catalog)
    assert (carbon.now.kg_per_hour, carbon.now.at_least, carbon.by_publisher) == (0, False, ())


def test_no_node_without_a_figure_leaves_the_certain_part_known(catalog, nodes):
    carbon = carbon_of_items([nodes("g7.2xlarge", 0, quantity_max=1, region="us-east-1")], catalog)
    assert (carbon.now.at_least, carbon.at_max.at_least) == (False, True)
