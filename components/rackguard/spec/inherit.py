"""`like: OTHER`: a pool takes from another what it doesn't say itself."""

from __future__ import annotations

from typing import Any, cast

from rackguard.record import record
from rackguard.spec.problem import Path, Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import shown

# A pool that gives one of these doesn't inherit its counterpart.
COUNTERPARTS = {
    "instance_type": "instance_types",
    "instance_types": "instance_type",
    "zone_id": "zone_ids",
    "zone_ids": "zone_id",
}

NEVER = frozenset({"like", "renamed_from"})
"""What is a pool's own: two pools can't have had one name."""

Origins = dict[tuple[str, str], str]
"""(pool, key) → the pool in which an inherited key is written."""

Pools = dict[str, Any]


@record
class Resolved:
    """Pools with everything inherited filled in."""

    pools: Pools
    origins: Origins
    problems: tuple[Problem, ...]
    unresolved: frozenset[str]
    """Pools of which it isn't known what they inherit."""


def resolve(pools: Pools, at: Path) -> Resolved:
    """Fill in what pools inherit, however they are ordered and however long the chains are.

    A key given in the pool replaces the inherited one whole; given empty, it is not taken over. `at` is the path of
    `pools` in the file.
    """
    resolver = _Resolver(pools, at)
    for name in pools:
        resolver.resolve(name)
    merged = {name: resolver.merged[name] for name in pools}
    return Resolved(merged, resolver.origins, tuple(resolver.problems), frozenset(resolver.unresolved))


class _Resolver:
    def __init__(self, pools: Pools, at: Path) -> None:
        self.pools = pools
        self.at = at
        self.merged: Pools = {}
        self.origins: Origins = {}
        self.problems: list[Problem] = []
        self.unresolved: set[str] = set()

    def resolve(self, name: str) -> None:
        chain: dict[str, str | None] = {}
        current: str | None = name
        while current is not None and current not in self.merged and current not in chain:
            base = self._base(current)
            chain[current] = base
            current = base
        if current in chain and current not in self.merged:
            self._refuse_circle(list(chain)[list(chain).index(current) :])
        for pool, base in reversed(chain.items()):
            self.merged[pool] = self._merge(pool, base)

    def _base(self, name: str) -> str | None:
        own = self.pools[name]
        if not isinstance(own, dict) or "like" not in own:
            return None
        base = cast("Pools", own)["like"]
        if not isinstance(base, str):
            self.unresolved.add(name)
            return None
        if base not in self.pools:
            self.unresolved.add(name)
            known = [other for other in self.pools if other != name]
            hint = did_you_mean(base, known) or f"Pools of this cluster: {', '.join(known[:20]) or 'no other'}."
            self._note(name, f"is {shown(base)}, and there is no such pool", hint)
            return None
        return base

    def _refuse_circle(self, circle: list[str]) -> None:
        self.unresolved.update(circle)
        first = min(circle, key=list(self.pools).index)
        start = circle.index(first)
        names = [*circle[start:], *circle[:start], first]
        words = " → ".join(names if len(names) <= 12 else [*names[:6], "…", *names[-5:]])
        hint = "Write what the pools share in one of them, and let the others be like it."
        self._note(first, f"leads in a circle: {words}", hint)

    def _note(self, name: str, message: str, hint: str) -> None:
        self.problems.append(
            Problem("pool-like", "error", (*self.at, name, "like"), f"`pools.{name}.like` {message}", hint)
        )

    def _merge(self, name: str, base: str | None) -> Any:
        own = self.pools[name]
        if not isinstance(own, dict) or "like" not in own:
            return cast("Any", own)
        given = cast("Pools", own)
        inherited = self.merged.get(base) if base else None
        if base in self.unresolved or not isinstance(inherited, dict):
            self.unresolved.add(name)
            inherited = {}
        left_out = {COUNTERPARTS[key] for key in given if key in COUNTERPARTS} | {*NEVER, *given}
        taken = {key: value for key, value in cast("Pools", inherited).items() if key not in left_out}
        for key in taken:
            self.origins[name, key] = self.origins.get((str(base), key), str(base))
        return {**taken, **{key: value for key, value in given.items() if value is not None or key == "like"}}
