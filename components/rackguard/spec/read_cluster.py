"""From a cluster's plain values to the cluster, or to all that is wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from rackguard.spec import inherit
from rackguard.spec.left_out import Doubts, LeftOut
from rackguard.spec.private_places import private_problems
from rackguard.spec.problem import Path, Problem

if TYPE_CHECKING:
    from rackguard.spec.cluster import Cluster


class Reading:
    """What was understood of a cluster, what is wrong with it, and what is needed to say more about it later.

    Paths are those of the file, from the cluster down, with each mistyped key under its right name.
    """

    def __init__(
        self,
        cluster: Cluster | None = None,
        problems: Iterable[Problem] = (),
        origins: inherit.Origins | None = None,
        left_out: LeftOut | None = None,
        doubts: Doubts | None = None,
        renamed: dict[Path, str] | None = None,
    ) -> None:
        """Take what was found; nothing at all where no cluster could be read."""
        self.cluster = cluster
        self.problems = tuple(problems)
        self.origins = origins or {}
        self.left_out = left_out or LeftOut()
        self.doubts = doubts or Doubts()
        self._renamed = renamed or {}

    def as_written(self, problem: Problem, at: Path) -> Problem | None:
        """A problem found in the cluster, at its path in the file; None where it says nothing certain.

        `at` is the cluster's path in the file.
        """
        if problem.path[: len(at)] != at:
            return problem
        path = self.left_out.original(problem.path[len(at) :])
        return None if self.doubts.cover(path) else replace(problem, path=at + path)

    def origin(self, path: Path) -> Path:
        """The place where what `path` (in the file) leads to is written: in another pool where it is inherited."""
        head, rest = path[:3], path[3:]
        if head[2:] == ("pools",) and len(rest) > 1:
            origin = self.origins.get((str(rest[0]), str(rest[1])))
            return (*head, origin, *rest[1:]) if origin else path
        return path

    def in_file(self, path: Path) -> Path:
        """The path with mistyped keys as they are written."""
        return tuple(self._renamed.get(path[2 : index + 1], part) for index, part in enumerate(path))


def read_cluster(values: dict[str, Any], at: Path, refused: Collection[Path] = ()) -> Reading:
    """Read a cluster; `at` is its path in the file, `refused` are places in it that were reported already."""
    private = private_problems(values, at)
    if not refused and not private and not _has_empty_or_secret(values):
        pools = values.get("pools")
        resolved = inherit.resolve(_pools(pools), at)
        reading = _valid({**values, "pools": resolved.pools} if isinstance(pools, dict) else values, resolved)
        if reading:
            return reading
    return _read_with_slips(values, at, {*refused, *(problem.path[len(at) :] for problem in private)}, private)


def _valid(values: dict[str, Any], resolved: inherit.Resolved) -> Reading | None:
    from rackguard.spec.cluster import Cluster

    try:
        cluster = Cluster.model_validate(values)
    except ValidationError:
        return None
    return None if resolved.problems or resolved.unresolved else Reading(cluster, origins=resolved.origins)


def _read_with_slips(values: dict[str, Any], at: Path, refused: Collection[Path], said: Collection[Problem]) -> Reading:
    """As `read_cluster`; `said` are problems of the places in `refused` that nobody reported yet."""
    from rackguard.spec.salvage import Salvage
    from rackguard.spec.survey import Survey

    survey = Survey(values, at, refused)
    values = survey.values
    resolved = inherit.resolve(_pools(values.get("pools")), (*at, "pools"))
    if isinstance(values.get("pools"), dict):
        values = {**values, "pools": resolved.pools}
    salvage = Salvage(values, at, resolved.origins)
    salvage.leave_out(_with_heirs(survey.left_out, resolved.origins))
    salvage.doubts.add(_with_heirs({*survey.meant, *refused}, resolved.origins))
    salvage.run(resolved.unresolved)
    problems = [*survey.problems, *resolved.problems, *salvage.problems]
    problems = [problem for problem in problems if problem.path[len(at) :] not in refused]
    if not problems and not refused:
        problems = salvage.unsaid  # never refuse without a reason
    return Reading(
        salvage.cluster, [*said, *problems], resolved.origins, salvage.left_out, salvage.doubts, survey.renamed
    )


def _with_heirs(paths: Collection[Path], origins: inherit.Origins) -> set[Path]:
    """The paths, and those in the pools that inherit what stands there."""
    heirs: dict[tuple[str, str], list[str]] = {}
    for (pool, key), origin in origins.items():
        heirs.setdefault((origin, key), []).append(pool)
    found = set(paths)
    for path in paths:
        if len(path) > 2 and path[0] == "pools":
            found.update((path[0], heir, *path[2:]) for heir in heirs.get((str(path[1]), str(path[2])), ()))
    return found


def _pools(pools: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", pools) if isinstance(pools, dict) else {}


def _has_empty_or_secret(value: Any) -> bool:
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        return "secure" in items or any(map(_has_empty_or_secret, items.values()))
    return any(map(_has_empty_or_secret, cast("list[Any]", value))) if isinstance(value, list) else value is None
