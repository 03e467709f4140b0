"""The packaged catalogue, and items as a plan makes them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rackguard.catalog.catalog import Catalog, load
from rackguard.catalog.types import PurchaseOption
from rackguard.economics.items import BillableItem

MakeItem = Callable[..., BillableItem]


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load()


@pytest.fixture(scope="session")
def nodes() -> MakeItem:
    def make(instance_type: str | tuple[str, ...], quantity: float | None, **changes: object) -> BillableItem:
        types = (instance_type,) if isinstance(instance_type, str) else instance_type
        given = {
            "label": f"{types[0]} nodes",
            "subject": "pools.train",
            "kind": "instance",
            "unit": "hour",
            "region": "us-east-2",
            "purchase": PurchaseOption.ON_DEMAND,
            **changes,
        }
        return BillableItem(quantity=quantity, instance_types=types, **given)

    return make


@pytest.fixture(scope="session")
def service() -> MakeItem:
    def make(name: str, item: str, quantity: float | None, unit: str, **changes: object) -> BillableItem:
        given = {"label": item, "subject": f"storage.{name}", "kind": "volume", "region": "us-east-1", **changes}
        return BillableItem(service=(name, item), quantity=quantity, unit=unit, **given)

    return make
