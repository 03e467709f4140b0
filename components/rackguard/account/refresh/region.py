"""What one region answers: its types, where they are offered, and their prices. A refusal costs its own table alone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from functools import cache

from rackguard.account.aws.questions import Denied, Questions
from rackguard.account.refresh.price_rows import block_rows, on_demand_rows, spot_rows
from rackguard.account.refresh.type_row import is_gpu, type_row
from rackguard.catalog.catalog import Catalog
from rackguard.catalog.tables import Row
from rackguard.catalog.types import PurchaseOption
from rackguard.record import record
from rackguard.spec.problem import InvalidInput

PERMISSIONS = (
    "ec2:DescribeAvailabilityZones",
    "ec2:DescribeCapacityBlockOfferings",
    "ec2:DescribeInstanceTypeOfferings",
    "ec2:DescribeInstanceTypes",
    "ec2:DescribeRegions",
    "ec2:DescribeSpotPriceHistory",
    "pricing:GetProducts",
)
BLOCK_HOURS = 24
"""The length that blocks are asked for: a day is the shortest that AWS sells."""
PRICE_LIST_REGION = "us-east-1"
"""The Price List API answers for all regions in a few: AWS Price List API reference, endpoints."""
_SOLD_PLAINLY = {
    "operatingSystem": "Linux",
    "tenancy": "Shared",
    "preInstalledSw": "NA",
    "capacitystatus": "Used",
    "marketoption": "OnDemand",
    "operation": "RunInstances",
    "instanceFamily": "GPU instance",
}
"""P types are also listed as capacity blocks, and every type as a reservation's unused part."""

ZoneIds = Callable[[], dict[str, str]]
"""The ids of a region's zones by their names, which are each account's own; asked once."""


@record
class Unread:
    """A table of a region that AWS didn't answer; what was known of it stays."""

    region: str
    table: str
    message: str
    hint: str
    permission: str = ""
    """What these credentials lack; empty where it is something else."""


@record
class Part:
    """What was asked of a region in one go."""

    region: str
    as_of: str
    rows: dict[str, list[Row]]
    """By the tables that were read whole, also where nothing is in them."""
    unread: tuple[Unread, ...]


class _Answers:
    """Gathers what is read and what isn't."""

    def __init__(self, region: str, as_of: str) -> None:
        self._region, self._as_of = region, as_of
        self._rows: dict[str, list[Row]] = {}
        self._unread: list[Unread] = []

    def read(self, table: str, ask: Callable[[], list[Row]]) -> list[Row]:
        try:
            self._rows[table] = ask()
        except InvalidInput as refused:
            first = refused.problems[0]
            lacking = refused.action if isinstance(refused, Denied) else ""
            self._unread.append(Unread(self._region, table, first.message, first.hint, lacking))
        except (ArithmeticError, KeyError, TypeError, ValueError) as odd:
            message = f"AWS's answer is not as its API describes it: {type(odd).__name__}"
            self._unread.append(Unread(self._region, table, message, "A newer version of rackguard may read it."))
        return self._rows.get(table, [])

    def part(self) -> Part:
        return Part(self._region, self._as_of, self._rows, tuple(self._unread))


def read_ec2(questions: Questions, known: Catalog, now: datetime) -> Part:
    """Types, offerings, spot prices and blocks of the region that is asked.

    Where types or offerings aren't told, prices are asked of what was `known` before.
    """
    region, as_of = questions.region, now.date().isoformat()
    answers = _Answers(region, as_of)
    types = answers.read("types", lambda: _types(questions, as_of))
    before = known.instance_types()
    gpu_types = {row["instance_type"] for row in types}.union(kind.name for kind in before)
    offered = answers.read("offerings", lambda: _offerings(questions, gpu_types, as_of))
    here = sorted({row["instance_type"] for row in offered} or {each.instance_type for each in known.offerings(region)})
    sold = {row["instance_type"] for row in types if "capacity-block" in row["usage_classes"].split("|")}
    sold.update(kind.name for kind in before if PurchaseOption.CAPACITY_BLOCK in kind.purchase_options)
    zone_ids = cache(lambda: _zone_ids(questions))
    answers.read("spot", lambda: _spot(questions, here, zone_ids, now))
    answers.read("capacity_blocks", lambda: _blocks(questions, sold.intersection(here), zone_ids, as_of))
    return answers.part()


def read_price_list(questions: Questions, region: str, now: datetime) -> Part:
    """The on-demand rates of a region's GPU types, from the Price List API."""
    as_of = now.date().isoformat()
    answers = _Answers(region, as_of)
    wanted = [{"Type": "TERM_MATCH", "Field": field, "Value": value} for field, value in _SOLD_PLAINLY.items()]
    wanted.append({"Type": "TERM_MATCH", "Field": "regionCode", "Value": region})
    given = {"ServiceCode": "AmazonEC2", "Filters": wanted}

    def ask() -> list[Row]:
        products: list[str] = [*questions.each("pricing", "get_products", "PriceList", **given)]  # pyright: ignore[reportAssignmentType] (of JSON texts)
        return on_demand_rows(products, region, as_of)

    answers.read("on_demand", ask)
    return answers.part()


def _types(questions: Questions, as_of: str) -> list[Row]:
    items = questions.each("ec2", "describe_instance_types", "InstanceTypes")
    return [type_row(item, as_of) for item in items if is_gpu(item)]


def _offerings(questions: Questions, gpu_types: Collection[str], as_of: str) -> list[Row]:
    zones: dict[str, set[str]] = {}
    listed = questions.each(
        "ec2", "describe_instance_type_offerings", "InstanceTypeOfferings", LocationType="availability-zone-id"
    )
    for item in listed:
        if item["InstanceType"] in gpu_types:
            zones.setdefault(item["InstanceType"], set()).add(item["Location"])
    return [
        {"region": questions.region, "instance_type": name, "az_ids": "|".join(sorted(found)), "as_of": as_of}
        for name, found in zones.items()
    ]


def _spot(questions: Questions, types: list[str], zone_ids: ZoneIds, now: datetime) -> list[Row]:
    """The prices in force now: StartTime in the present gives each zone's latest."""
    if not types:
        return []
    history = questions.each(
        "ec2",
        "describe_spot_price_history",
        "SpotPriceHistory",
        InstanceTypes=types,
        ProductDescriptions=["Linux/UNIX", "Linux/UNIX (Amazon VPC)"],
        StartTime=now,
    )
    return spot_rows(history, questions.region, zone_ids(), now.date().isoformat())


def _blocks(questions: Questions, types: Collection[str], zone_ids: ZoneIds, as_of: str) -> list[Row]:
    offers = [
        offer
        for name in sorted(types)
        for offer in questions.each(
            "ec2",
            "describe_capacity_block_offerings",
            "CapacityBlockOfferings",
            InstanceType=name,
            InstanceCount=1,
            CapacityDurationHours=BLOCK_HOURS,
        )
    ]
    return block_rows(offers, questions.region, zone_ids(), as_of) if offers else []


def _zone_ids(questions: Questions) -> dict[str, str]:
    """By the zones' names, which are this account's own."""
    zones = questions.each("ec2", "describe_availability_zones", "AvailabilityZones")
    return {zone["ZoneName"]: zone["ZoneId"] for zone in zones}
