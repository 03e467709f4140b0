"""From a stack file to a checked declaration, or to everything that is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, cast

from rackguard.record import record
from rackguard.spec import inherit, patterns
from rackguard.spec.problem import Path, Problem
from rackguard.spec.salvage import at_original_place, follows, validate
from rackguard.spec.stack import Stack
from rackguard.spec.suggest import did_you_mean

if TYPE_CHECKING:
    from rackguard.spec.cluster import Cluster
    from rackguard.spec.yaml_source import Document

CLUSTER: Path = ("config", "rackguard:cluster")
REGION: Path = ("config", "aws:region")
CLI_KEYS = ("config", "encryptionsalt", "secretsprovider", "encryptedkey", "environment")
"""The keys that Pulumi's CLI knows at the top of a stack file."""


@record
class Loaded:
    """A stack file after reading: what it declares (as far as it could be understood) and what is wrong."""

    stack: Stack | None
    problems: tuple[Problem, ...]
    document: Document
    origins: inherit.Origins


def load_stack(path: FilePath) -> Loaded:
    """Read the stack file at `path`.

    Raises:
        CannotRead: where there is no such file, or it can't be read.
    """
    from rackguard.spec.yaml_source import read_file

    return check(read_file(path), stack_name(path))


def stack_name(path: FilePath) -> str:
    """`prod` of `stacks/Pulumi.prod.yaml`; the file's name without its ending otherwise."""
    stem = path.name.removesuffix(".yaml").removesuffix(".yml")
    return stem.removeprefix("Pulumi.") or stem


def check(document: Document, name: str) -> Loaded:
    """Check a document that was read; every problem has its place, in file order."""
    problems = list(document.problems)
    origins: inherit.Origins = {}
    stack = None
    if document.data is not None or not problems:
        stack, found, origins = _stack(document.data, name)
        problems += found
    placed = {_placed(problem, document, origins): None for problem in problems}
    return Loaded(stack, tuple(sorted(placed, key=_file_order)), document, origins)


def place(problems: list[Problem], loaded: Loaded) -> list[Problem]:
    """Give problems found later their places in the file, and put all of them in file order.

    Left out are those that only exist because something could not be understood.
    """
    left_out = loaded.stack.left_out if loaded.stack else ()
    own = [at_original_place(problem, left_out) for problem in problems]
    placed = {
        _placed(problem, loaded.document, loaded.origins): None
        for problem in own
        if not follows(problem.path[len(CLUSTER) :], left_out)
    }
    return sorted({**dict.fromkeys(loaded.problems), **placed}, key=_file_order)


def _file_order(problem: Problem) -> tuple[int, int, str, str]:
    mark = problem.mark
    return (mark.line, mark.column, problem.id, problem.message) if mark else (0, 0, problem.id, problem.message)


def _placed(problem: Problem, document: Document, origins: inherit.Origins) -> Problem:
    if problem.mark:
        return problem
    path = problem.path
    pools = (*CLUSTER, "pools")
    if len(path) > len(pools) + 1 and path[: len(pools)] == pools:
        pool, key = path[len(pools)], path[len(pools) + 1]
        origin = origins.get((str(pool), str(key)))
        if origin:
            path = (*pools, origin, *path[len(pools) + 1 :])
    return replace(problem, mark=document.mark(path))


def _stack(data: Any, name: str) -> tuple[Stack | None, list[Problem], inherit.Origins]:
    if not isinstance(data, dict):
        hint = "Start with `config:`; `rackguard schema` describes the whole file."
        message = "the file is empty" if data is None else "the file is not a mapping"
        return None, [Problem("stack-file", "error", (), f"{message}; a Pulumi stack file is needed", hint)], {}
    top = cast("dict[str, Any]", data)
    problems = [_unknown_top_key(key) for key in top if key not in CLI_KEYS]
    config = top.get("config")
    if not isinstance(config, dict):
        hint = "Declare the cluster under `config:`, `rackguard:cluster:`."
        message = "`config` is required" if config is None else "`config` is not a mapping"
        return None, [*problems, Problem("stack-file", "error", ("config",), message, hint)], {}
    settings = cast("dict[str, Any]", config)
    region, found = _region(settings)
    problems += found + [_unknown_setting(key) for key in settings if _unknown(key)]
    cluster, left_out, found, origins = _cluster(settings.get("rackguard:cluster"))
    problems += found
    if cluster is None or region is None:
        return None, problems, origins
    raw = cast("dict[str, Any]", settings["rackguard:cluster"])
    stack = Stack(name, region, cluster, left_out, _keys(raw.get("storage")), _keys(raw.get("pools")))
    return stack, problems, origins


def _keys(value: Any) -> frozenset[str]:
    return frozenset(cast("dict[str, Any]", value)) if isinstance(value, dict) else frozenset()


def _unknown_top_key(key: str) -> Problem:
    hint = did_you_mean(key, CLI_KEYS) or "Pulumi drops it silently; put it under `config:` or take it out."
    return Problem("stack-key", "warning", (key,), f"`{key}` is not a key of a Pulumi stack file", hint)


def _unknown(key: str) -> bool:
    return key != "rackguard:cluster" and (key.startswith("rackguard:") or key == "cluster")


def _unknown_setting(key: str) -> Problem:
    return Problem(
        "stack-setting", "error", ("config", key), f"unknown setting `{key}`", "The only one is `rackguard:cluster`."
    )


def _region(settings: dict[str, Any]) -> tuple[str | None, list[Problem]]:
    import re

    region = settings.get("aws:region")
    if region is None:
        hint = "Add `aws:region: us-east-2` under `config:`; it is the only place for the region."
        return None, [Problem("stack-region", "error", REGION, "`aws:region` is required", hint)]
    if not isinstance(region, str) or not re.match(patterns.REGION, region):
        message = f"`aws:region` is {region!r}; allowed: {patterns.WORDS[patterns.REGION]}"
        hint = (
            "Leave out the zone's letter." if isinstance(region, str) and re.match(patterns.REGION, region[:-1]) else ""
        )
        return None, [Problem("stack-region", "error", REGION, message, hint)]
    return region, []


def _cluster(data: Any) -> tuple[Cluster | None, tuple[Path, ...], list[Problem], inherit.Origins]:
    if data is None:
        hint = "Declare it there; `rackguard schema` describes it."
        return None, (), [Problem("spec-missing", "error", CLUSTER, "`rackguard:cluster` is required", hint)], {}
    if not isinstance(data, dict):
        message = "`rackguard:cluster` is not a mapping; allowed: one cluster's declaration"
        return None, (), [Problem("spec-value", "error", CLUSTER, message)], {}
    values = cast("dict[str, Any]", data)
    problems: list[Problem] = []
    origins: inherit.Origins = {}
    pools = values.get("pools")
    if isinstance(pools, dict):
        resolved, origins, problems = inherit.resolve(cast("dict[str, Any]", pools), (*CLUSTER, "pools"))
        values = {**values, "pools": resolved}
    cluster, left_out, found = validate(values, CLUSTER)
    return cluster, left_out, problems + found, origins
