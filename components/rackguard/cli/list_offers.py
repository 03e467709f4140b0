"""`rackguard list offers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.cli.listing import filter_problems, print_rows
from rackguard.report.sources import cited
from rackguard.spec.problem import InvalidInput

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from rackguard.catalog.catalog import Catalog
    from rackguard.cli.listing import Table
    from rackguard.economics.offers.find import Found
    from rackguard.economics.offers.offer import Offer
    from rackguard.economics.offers.wanted import Wanted


def run(given: Namespace) -> int:
    """Print the offers that match, the cheapest first, and why the others don't; returns the exit code."""
    from rackguard.catalog.catalog import load
    from rackguard.economics.offers.find import find_offers

    catalog = load()
    found = find_offers(_wanted(given, catalog), catalog)
    print_rows(_rows(found.offers), given.format, _remarks(found))
    return 0


def _wanted(given: Namespace, catalog: Catalog) -> Wanted:
    from rackguard.catalog.types import Commitment, PurchaseOption
    from rackguard.economics.offers.wanted import Wanted

    problems = filter_problems(given.gpu, given.region or [], catalog)
    if problems:
        raise InvalidInput(problems)
    return Wanted(
        gpu=given.gpu,
        regions=frozenset(given.region) if given.region else None,
        purchases=frozenset(PurchaseOption(name) for name in given.purchase) if given.purchase else None,
        commitments=tuple(Commitment(name) for name in dict.fromkeys(given.commitment or ())),
        memory_bytes=given.memory * 2**30 if given.memory else None,
        precision=given.precision,
        gpus_per_node=given.gpus,
        interconnect="rdma" if given.rdma else "none",
        nvlink=given.nvlink,
        most_usd_per_hour=given.max_price,
    )


def _rows(offers: Iterable[Offer]) -> Table:
    """A row for all zones of a region that have the same price."""
    rows: dict[tuple[object, ...], dict[str, Any]] = {}
    for offer in offers:
        rate = offer.rate
        key = (offer.instance_type, offer.region, offer.purchase, offer.commitment, rate.usd, rate.note)
        row = rows.setdefault(key, _row(offer))
        row["zones"].append(offer.zone_id)
    return sorted(rows.values(), key=lambda row: (row["usd_per_hour"] is None, row["usd_per_hour"] or 0.0))


def _row(offer: Offer) -> dict[str, Any]:
    rate = offer.rate
    bought = offer.purchase.value if offer.commitment is None else f"{offer.purchase.value}, {offer.commitment.value}"
    return {
        "type": offer.instance_type,
        "gpu": offer.kind.gpu,
        "gpus": offer.kind.gpu_count or offer.kind.gpu_fraction,
        "region": offer.region,
        "zones": [],
        "purchase": bought,
        "usd_per_hour": rate.usd,
        "usd_per_gpu_hour": offer.usd_per_gpu_hour,
        "price": rate.marker,
        "taken_back_a_month": _taken_back(offer),
        "source": cited(rate.source, rate.note) or None,
    }


def _taken_back(offer: Offer) -> str | None:
    """The Spot Instance Advisor's bucket; None where it has none."""
    if offer.purchase != "spot":
        return "never"
    return offer.taken_back.basis.partition(" ")[0] if offer.taken_back else None


def _remarks(found: Found) -> list[str]:
    if not found.exclusions:
        return []
    return [f"Left out: {'; '.join(each.text for each in found.exclusions)}."]
