"""Print a table of the documentation, made from the code: `python docs/reference.py NAME`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import component_reference
import software_tables
import stack_file
import workload_file

from rackguard.account.preflight.registry import ALL as PREFLIGHT
from rackguard.account.status.causes import CAUSES
from rackguard.catalog.catalog import load
from rackguard.catalog.types import InstanceType
from rackguard.economics import power
from rackguard.economics.carbon import operational_kg_per_hour
from rackguard.plan import cidr
from rackguard.plan.decision_words import DECISIONS
from rackguard.plan.network_interfaces import addresses_per_node, plan_interfaces
from rackguard.plan.types import NetworkInterface
from rackguard.plan.validators.registry import ALL
from rackguard.report.plan_schema import plan_schema
from rackguard.report.problems_text import NAMES
from rackguard.spec.problem_words import PROBLEMS

EXAMPLE = ("p5.48xlarge", "us-east-1")
"""The type and region of the worked example of carbon."""
PLAN_PARTS = (
    "",
    "PoolPlan",
    "NetworkInterface",
    "Decision",
    "CostData",
    "CostLineData",
    "CarbonData",
    "CarbonLineData",
    "ProblemData",
)
"""The parts of a plan's JSON that the page shows, the whole first."""


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A Markdown table of cells that are Markdown already; a pipe in a cell stays one."""
    for row in (heading, ["---"] * len(heading), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def validators() -> Iterator[str]:
    """Every check of a stack file before launch."""
    yield from (f"{len(ALL)} checks.", "")
    rows = [(f"`{check.id}`", NAMES[check.level], check.summary, check.why, check.hint) for check in ALL]
    yield from table(("id", "level", "what must hold", "otherwise", "what to do"), rows)


def preflight() -> Iterator[str]:
    """Every check of an account, and the permissions that it may need."""
    yield from (f"{len(PREFLIGHT)} checks.", "")
    rows = [
        (f"`{check.id}`", check.title, ", ".join(f"`{one}`" for one in check.permissions) or "none")
        for check in PREFLIGHT
    ]
    yield from table(("id", "what must hold", "permissions"), rows)


def status_causes() -> Iterator[str]:
    """Why nodes don't start."""
    rows = [(f"`{cause.id}`", cause.words, cause.action, cause.source) for cause in CAUSES]
    return table(("cause", "what has happened", "what to do", "source"), rows)


def problems() -> Iterator[str]:
    """What may be wrong with a file before it can be checked."""
    return table(("id", "what it means"), [(f"`{name}`", words) for name, words in PROBLEMS.items()])


def decisions() -> Iterator[str]:
    """What the planner decides."""
    return table(("id", "what is decided"), [(f"`{name}`", words) for name, words in DECISIONS.items()])


def vpc() -> Iterator[str]:
    """How a VPC is cut, size by size."""
    rows: list[Sequence[str]] = []
    for prefix in range(cidr.LARGEST, cidr.SMALLEST + 1):
        ranges = cidr.lay_out(f"10.0.0.0/{prefix}", ["use2-az1"])
        if ranges is None:
            sys.exit(f"a /{prefix} has no room for a zone")
        part, slots = ranges["use2-az1"], cidr.slot_count(prefix)
        free = cidr.size(part.nodes) - cidr.AWS_KEPT
        public = f"`{part.public}`" if part.public else "none"
        rows.append((f"/{prefix}", str(slots), str(max(1, slots - 1)), f"`{part.nodes}`", f"{free:,}", public))
    heading = (
        "VPC at 10.0.0.0",
        "slots",
        "zones",
        "node subnet of `az1`",
        "addresses for nodes",
        "public subnet of `az1`",
    )
    return table(heading, rows)


def interfaces() -> Iterator[str]:
    """The interfaces of a node with EFA; types that are laid out alike share a row."""
    layouts: dict[tuple[str, ...], list[str]] = {}
    for kind in load().instance_types():
        if not kind.legacy and kind.network_cards.max_efa:
            layouts.setdefault(_layout(kind), []).append(f"`{kind.name}`")
    rows = [(", ".join(names), *cells) for cells, names in layouts.items()]
    return table(("types", "cards", "`single_address`", "addresses", "`max_ip_bandwidth`", "addresses"), rows)


def _layout(kind: InstanceType) -> tuple[str, ...]:
    single = plan_interfaces(kind, "single_address", efa=True)
    most = plan_interfaces(kind, "max_ip_bandwidth", efa=True)
    second = "the same" if most == single else _cards(most)
    counts = [str(addresses_per_node(planned)) for planned in (single, most)]
    return (str(len(kind.network_cards.cards)), _cards(single), counts[0], second, counts[1])


def _cards(planned: Iterable[NetworkInterface]) -> str:
    """What each card carries: `card 0: ENA + EFA-only; cards 1–31: EFA-only`."""
    names = {"interface": "ENA", "efa": "ENA with EFA", "efa-only": "EFA-only"}
    carried: dict[int, list[str]] = {}
    for interface in planned:
        carried.setdefault(interface.network_card_index, []).append(names[interface.interface_type])
    by_load: dict[str, list[int]] = {}
    for card, carries in carried.items():
        by_load.setdefault(" + ".join(carries), []).append(card)
    return "; ".join(f"{_numbers(cards)}: {carries}" for carries, cards in by_load.items())


def _numbers(cards: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for card in cards:
        if runs and runs[-1][-1] == card - 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs]
    return f"card{'s' if len(cards) > 1 else ''} {', '.join(texts)}"


def plan_json() -> Iterator[str]:
    """The keys of a plan's JSON, part by part."""
    schema = plan_schema()
    for name in PLAN_PARTS:
        part: dict[str, Any] = schema["$defs"][name] if name else schema
        yield from (f"### {f'`{name}`' if name else 'The whole'}", "", part["description"], "")
        rows = [(f"`{key}`", _kind(value), value.get("description", "")) for key, value in part["properties"].items()]
        yield from table(("key", "value", "what it is"), rows)
        yield ""


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join("null" if value is None else f"`{value}`" for value in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array" and "items" in schema:
        return f"list of {_kind(schema['items'])}"
    if kind == "object" and "additionalProperties" in schema:
        return f"map of {_kind(schema['additionalProperties'])}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def assumptions() -> Iterator[str]:
    """What the carbon figures assume, and what they leave out."""
    rows = [
        (given.name, f"{given.value:.3g} {given.unit}", given.basis, f"{given.source.name}, {given.source.as_of}")
        for given in (power.GPU_LOAD, power.CPU_W, power.MEMORY_W)
    ]
    yield from table(("figure", "value", "basis", "source"), rows)
    yield from (
        "",
        "Not counted, so that the figures are too low by it:",
        "",
        *(f"- {words}" for words in power.LEFT_OUT),
    )


def carbon_example() -> Iterator[str]:
    """One node's hour, step by step."""
    catalog, (name, region) = load(), EXAMPLE
    kind, drawn = catalog.find_instance_type(name), power.node_power(name, catalog)
    grid, embodied = catalog.grid(region), catalog.embodied(name)
    if not (kind and kind.gpu and grid and embodied and isinstance(drawn, power.NodePower)):
        sys.exit(f"the catalogue lacks a figure of {name} in {region}")
    load_share, memory_gb = power.GPU_LOAD.value, kind.memory_mib * 1024 * 1024 / 1e9
    building, running = drawn.total_w * grid.pue, operational_kg_per_hour(drawn, grid)
    rows = [
        ("GPUs", f"{kind.gpu_count} × {catalog.gpu(kind.gpu).tdp_w:g} W × {load_share:g}", f"{drawn.gpu_w:,.0f} W"),
        ("vCPUs", f"{kind.vcpus} × {power.CPU_W.value:.3g} W", f"{drawn.cpu_w:,.0f} W"),
        ("memory", f"{memory_gb:,.0f} GB × {power.MEMORY_W.value:g} W", f"{drawn.memory_w:,.0f} W"),
        ("with the building", f"{drawn.total_w:,.0f} W × PUE {grid.pue:g}", f"{building:,.0f} W"),
        ("running", f"{building / 1000:,.2f} kWh × {grid.g_co2e_per_kwh:g} g", f"{running:,.3f} kgCO2e"),
        ("making it", f"{embodied.total_kg:,.0f} kg over {embodied.lifetime_hours:,.0f} hours",
         f"{embodied.g_per_hour / 1000:,.3f} kgCO2e"),
        ("**an hour**", "", f"**{running + embodied.g_per_hour / 1000:,.3f} kgCO2e**"),
    ]  # fmt: skip
    return table((f"one hour of a {name} in {region}", "", ""), rows)


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "assumptions": assumptions,
    "carbon-example": carbon_example,
    "components": component_reference.lines,
    "decisions": decisions,
    "interfaces": interfaces,
    "plan-json": plan_json,
    "preflight": preflight,
    "problems": problems,
    "software-builds": lambda: table(*software_tables.builds()),
    "software-containers": lambda: table(*software_tables.containers()),
    "software-cuda": lambda: table(*software_tables.cuda()),
    "software-gpus": lambda: table(*software_tables.gpus()),
    "stack-file": stack_file.lines,
    "status-causes": status_causes,
    "validators": validators,
    "vpc": vpc,
    "workload-file": workload_file.lines,
}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in TABLES:
        sys.exit(f"usage: python docs/reference.py {'|'.join(TABLES)}")
    sys.stdout.write("\n".join(TABLES[sys.argv[1]]()).rstrip() + "\n")
