"""What the checks of software find: links of the chain that came out in one way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found

if TYPE_CHECKING:
    from rackguard.plan.software.link import About, Outcome
    from rackguard.spec.problem import Path

RESTS_ON: tuple[Path, ...] = (
    ("pools", "*", "software", "cuda"),
    ("pools", "*", "software", "driver"),
    ("pools", "*", "image", "dlami"),
    ("pools", "*", "image", "id"),
)
"""What the chain takes from elsewhere than the key that it names."""


def links_found(context: Context, outcome: Outcome, *about: About) -> Iterator[Found]:
    """The links of all pools with that outcome, each once, however many types it is the same for."""
    seen: set[tuple[Path, str]] = set()
    for name, pool, _, kind in typed_pools(context):
        if pool.software is None:
            continue
        from rackguard.plan.software.chain import chain

        for link in chain(kind, pool.image, pool.software, context.catalog, context.now):
            path = ("pools", name, "software", *link.at)
            if link.outcome == outcome and link.about in about and (path, link.words) not in seen:
                seen.add((path, link.words))
                yield found(path, link.words, link.hint)
