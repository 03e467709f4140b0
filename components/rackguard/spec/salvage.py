"""Checking what can be checked: what is refused is left out, and the rest is validated again."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from rackguard.spec.cluster import Cluster
from rackguard.spec.left_out import Doubts, LeftOut
from rackguard.spec.problem import Path, Problem

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_STAND_INS: dict[str, Any] = {
    "name": "cluster",
    "account_id": "000000000000",
    "tags": {"owner": "nobody", "environment": "none", "classification": "phi"},
    "access": {"users": [{"name": "nobody", "keys": [""]}]},
    "pools": {"none": {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}},
}
"""What stands in for a required part that can't be understood, so that the others can be checked."""

_DECISIVE = frozenset({"purchase", "efa"})
"""Keys without which a pool would be checked as something that it isn't meant to be."""

_JUDGED_BY_POOLS: tuple[Path, ...] = (("network", "existing", "subnets"), ("access", "login_node"))
"""Places of which nothing certain can be said where pools are left out: whether they are used, and fit."""


class Salvage:
    """A cluster as far as it is understood, and what is wrong with it.

    `cluster` is None where nothing is. Paths are those of the file, from the cluster down.
    """

    def __init__(self, values: dict[str, Any], at: Path, inherited: Collection[tuple[str, str]] = ()) -> None:
        """Of `values`, the cluster's with `like` resolved; `inherited` are the (pool, key) not written in the pool."""
        self.cluster: Cluster | None = None
        self.problems: list[Problem] = []
        self.unsaid: list[Problem] = []
        """Those held to be consequences of others."""
        self.left_out = LeftOut()
        self.doubts = Doubts()
        self._values = values
        self._at = at
        self._inherited = inherited

    def leave_out(self, paths: Collection[Path]) -> None:
        """Leave out what is refused already."""
        self.left_out.add(paths)
        self.doubts.add(paths)

    def run(self, unresolved: Collection[str] = ()) -> None:
        """Validate until the rest is valid; `unresolved` are pools of which only what they say themselves is judged."""
        later = {("pools", name) for name in unresolved}
        while True:
            values = self.left_out.pruned(self._values)
            stand_ins = {key: value for key, value in _STAND_INS.items() if (key,) in self.left_out.paths}
            new = self._validated({**values, **stand_ins}) | later
            later = set[Path]()
            if new <= self.left_out.paths:
                break
            self.leave_out(new)
        if any(path[0] == "pools" and len(path) < 3 for path in self.left_out.paths):
            self.doubts.add(_JUDGED_BY_POOLS)

    def _validated(self, values: dict[str, Any]) -> set[Path]:
        """Validate once; returns what is to be left out."""
        from rackguard.spec.rejection import problem_of

        try:
            self.cluster = Cluster.model_validate(values)
        except ValidationError as error:
            refused = error.errors(include_url=False)
        else:
            return set()
        new: set[Path] = set()
        for detail in refused:
            if _is_only_shortened(detail):
                continue
            path = self.left_out.original(tuple(part for part in detail["loc"] if part != "[key]"))
            kind = detail["type"]
            if kind != "exactly_one":
                consequence = self._is_consequence(path, kind, of_key=detail["loc"][-1:] == ("[key]",))
                (self.unsaid if consequence else self.problems).append(problem_of(detail, path, self._at))
            new.add(_to_leave_out(path, kind))
        return new

    def _is_consequence(self, path: Path, kind: str, *, of_key: bool) -> bool:
        return not of_key and (self.doubts.cover(path) or self._is_inherited(path, kind))

    def _is_inherited(self, path: Path, kind: str) -> bool:
        """True for what is wrong with, or missing from, the pool that another is like."""
        if len(path) < 3 or path[0] != "pools":
            return False
        pool, key = str(path[1]), str(path[2])
        if (pool, key) in self._inherited:
            return True
        own = cast("dict[str, Any]", self._values["pools"]).get(pool)
        return kind == "missing" and len(path) == 3 and isinstance(own, dict) and "like" in own


def _is_only_shortened(detail: ErrorDetails) -> bool:
    """True for a list or map that is too short only because items of it, refused themselves, aren't counted."""
    context: dict[str, Any] = detail.get("ctx") or {}
    return detail["type"] == "too_short" and len(detail["input"]) >= context["min_length"]


def _to_leave_out(path: Path, kind: str) -> Path:
    """What to leave out so that the rest can be checked: the value itself, or the owner of what is missing."""
    if kind == "missing" and len(path) > 1:
        return path[:-1]
    return path[:-1] if len(path) == 3 and path[0] == "pools" and path[2] in _DECISIVE else path
