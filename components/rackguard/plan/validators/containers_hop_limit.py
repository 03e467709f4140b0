"""Containers reach the instance's credentials only where that is meant."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        if pool.containers:
            message = "is true: the metadata hop limit is 2, and every container can use the node's role"
            yield found(("pools", name, "containers"), message)


VALIDATOR = Validator(
    id="containers-hop-limit",
    level="info",
    summary="Instance metadata is out of reach for containers unless they need it.",
    why="With a hop limit of 1, containers behind a bridge can't fetch the node's credentials; with 2 they can"
    " (AWS EC2 user guide, instance metadata options).",
    hint="Leave `containers` out where containers don't call AWS.",
    check=_check,
)
