"""Lists name each thing once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.spec.cluster import Cluster
    from rackguard.spec.problem import Path


def _check(context: Context) -> Iterator[Found]:
    for path, items in _lists(context.stack.cluster):
        for index, item in enumerate(items):
            if item in items[:index]:
                yield found((*path, index), f"is {item}, which is in the list already")


def _lists(cluster: Cluster) -> Iterator[tuple[Path, Sequence[str]]]:
    yield ("network", "endpoints"), cluster.network.endpoints
    yield ("network", "peered_cidrs"), cluster.network.peered_cidrs
    yield ("access", "ssh_from"), cluster.access.ssh_from
    if cluster.access.login_node:
        yield ("access", "login_node", "mounts"), cluster.access.login_node.mounts
    for name, pool in cluster.pools.items():
        yield ("pools", name, "renamed_from"), pool.renamed_from
        yield ("pools", name, "instance_types"), pool.instance_types or ()
        yield ("pools", name, "zone_ids"), pool.zone_ids or ()
        yield ("pools", name, "mounts"), pool.mounts


VALIDATOR = Validator(
    id="item-repeated",
    level="error",
    summary="Lists of types, zones, mounts, ranges and endpoints name each thing once.",
    why="AWS refuses doubles (a type in a mixed group, a rule of a security group), and something else was probably"
    " meant.",
    hint="Take it out, or write what was meant.",
    check=_check,
)
