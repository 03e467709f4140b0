"""`like: OTHER`: a pool takes from another what it doesn't say itself."""

from __future__ import annotations

from typing import Any, cast

from rackguard.spec.problem import Path, Problem
from rackguard.spec.suggest import did_you_mean

# A pool that gives one of these doesn't inherit its counterpart.
COUNTERPARTS = {
    "instance_type": "instance_types",
    "instance_types": "instance_type",
    "zone_id": "zone_ids",
    "zone_ids": "zone_id",
}

Origins = dict[tuple[str, str], str]
"""(pool, key) → the pool in which an inherited key is written."""


def resolve(pools: dict[str, Any], at: Path) -> tuple[dict[str, Any], Origins, list[Problem]]:
    """Pools with everything inherited filled in, where each inherited key is written, and what is wrong.

    A key given in the pool replaces the inherited one whole. `at` is the path of `pools` in the file.
    """
    resolver = _Resolver(pools, at)
    return {name: resolver.pool(name, ()) for name in pools}, resolver.origins, resolver.problems


class _Resolver:
    def __init__(self, pools: dict[str, Any], at: Path) -> None:
        self.pools = pools
        self.at = at
        self.done: dict[str, Any] = {}
        self.origins: Origins = {}
        self.problems: list[Problem] = []

    def pool(self, name: str, on_the_way: tuple[str, ...]) -> Any:
        if name not in self.done:
            self.done[name] = self._merge(name, self.pools[name], on_the_way)
        return self.done[name]

    def _merge(self, name: str, own: Any, on_the_way: tuple[str, ...]) -> Any:
        base = self._base(name, own, on_the_way)
        if base is None:
            return own
        left_out = {COUNTERPARTS[key] for key in own if key in COUNTERPARTS}
        merged: dict[str, Any] = {}
        for key, value in self.pool(base, (*on_the_way, name)).items():
            if key != "like" and key not in own and key not in left_out:
                merged[key] = value
                self.origins[name, key] = self.origins.get((base, key), base)
        return {**merged, **own}

    def _base(self, name: str, own: Any, on_the_way: tuple[str, ...]) -> str | None:
        if not isinstance(own, dict) or not isinstance(cast("dict[str, Any]", own).get("like"), str):
            return None
        base = cast("dict[str, str]", own)["like"]
        path: Path = (*self.at, name, "like")
        if base not in self.pools:
            known = [other for other in self.pools if other != name]
            hint = did_you_mean(base, known) or f"Pools of this cluster: {', '.join(known) or 'no other'}."
            self.problems.append(Problem("pool-like", "error", path, f"there is no pool {base!r} to be like", hint))
            return None
        if base == name or base in on_the_way:
            circle = " → ".join((*on_the_way[on_the_way.index(base) :], name, base) if base != name else (name, name))
            hint = "Write what the pools share in one of them, and let the others be like it."
            self.problems.append(
                Problem("pool-like", "error", path, f"pools are like each other in a circle: {circle}", hint)
            )
            return None
        if not isinstance(self.pools[base], dict):
            return None
        return base
