"""Components that refuse their arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from tests.aws.stacks import config_of

from rackguard.aws.reading import InvalidArguments
from rackguard.graph.graph import Graph

Record = Callable[[Callable[[], object]], Graph]


def arguments(stack: str) -> dict[str, Any]:
    """An example stack's cluster as a component's arguments, a new one each time."""
    config = config_of(stack)
    return {**config["rackguard:cluster"], "region": config["aws:region"]}


def refused(record: Record, component: Any, args: Any) -> list[str]:
    """What `component("it", args)` says: a line for each problem, and one for what to do.

    Arguments with outputs are given as a function, since outputs live in a program.
    Nothing but the component itself is registered by then.
    """
    said: list[str] = []

    def program() -> None:
        with pytest.raises(InvalidArguments) as caught:
            component("it", args() if callable(args) else args)
        said.extend(str(caught.value).splitlines())

    graph = record(program)
    assert {resource.name for resource in graph.resources} <= {"tests-test", "it"}
    assert said.pop(0) == "it: its arguments can't be used"
    return [line.strip() for line in said]


def problems(lines: list[str]) -> list[str]:
    """The lines that say what is wrong, without what to do."""
    return [line for line in lines if not line.startswith("→")]


def put(args: dict[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """`put(args, {"pools.lab.nodes.max": 2})`: with values put in at their places; `...` takes one out."""
    for path, value in values.items():
        *above, last = path.split(".")
        inside = args
        for key in above:
            inside = inside.setdefault(key, {})
        if value is ...:
            del inside[last]
        else:
            inside[last] = value
    return args
