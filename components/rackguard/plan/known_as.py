"""What a pool is called in the account: its first name, whatever the stack calls it since.

No group, template, role or reservation can be given another name there: a new name is a new one, and the end of the
nodes that run in the old one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.types import Decision

if TYPE_CHECKING:
    from rackguard.plan.types import PoolPlan
    from rackguard.spec.pool import Pool


def known_as(name: str, pool: Pool | PoolPlan) -> str:
    """The part that is the pool's in names and tags of AWS."""
    return pool.renamed_from[0] if pool.renamed_from else name


def name_decisions(name: str, pool: Pool) -> tuple[Decision, ...]:
    """What a renamed pool is called, and why; nothing for others."""
    if not pool.renamed_from:
        return ()
    reason = "Another name in AWS would be another group, with other nodes; take `renamed_from` out, and it is."
    return (Decision("pool-name", f"pools.{name}", f"still {known_as(name, pool)} in AWS", reason),)
