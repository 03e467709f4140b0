"""Resources that may be billed and that nothing here reads: counted and named, never left out as if they were free."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rackguard.economics.from_graph.free import costs_nothing
from rackguard.economics.from_graph.nodes import GROUP, INSTANCE, RESERVATION, SCHEDULE
from rackguard.economics.from_graph.services import SERVICES
from rackguard.economics.from_graph.templates import TEMPLATES
from rackguard.economics.from_graph.volumes import VOLUME
from rackguard.economics.items import BillableItem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard.graph.graph import Graph

SUBJECT = "not priced"
READ = frozenset({GROUP, INSTANCE, RESERVATION, SCHEDULE, VOLUME, *TEMPLATES, *SERVICES})
"""Types whose cost, if any, is among the other items."""


def unread_items(graph: Graph) -> Iterator[BillableItem]:
    """One item without a price for each type of resource that isn't read, with how many of it there are."""
    found = Counter(
        resource.type
        for resource in graph.resources
        if resource.custom and not resource.external and resource.type not in READ and not costs_nothing(resource.type)
    )
    for type_, count in sorted(found.items()):
        yield BillableItem(f"{count:,} × {type_}", SUBJECT, "other", count, "resource", "")
