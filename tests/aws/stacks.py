"""The stack program run offline for an example stack, at a fixed moment, with its declaration changed where asked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any

import yaml
from tests.aws.plans import NOW, STACKS

from rackguard.aws import clock, lookups
from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, program_of, record_program

NAMES = ("dev", "staging", "prod")


@cache
def recorded(stack: str) -> Graph:
    """`recorded("prod")`: the example stack as of 2026-12-01."""
    return run(stack, config_of(stack))


def moved(stack: str, now: datetime = NOW, change: Callable[[dict[str, Any]], object] | None = None) -> Graph:
    """An example stack at another moment, or with what `change` does to its cluster."""
    config = config_of(stack)
    if change:
        change(config["rackguard:cluster"])
    return run(stack, config, now)


def config_of(stack: str) -> dict[str, Any]:
    """The configuration in the stack's file, a new one each time."""
    return yaml.safe_load((STACKS / f"Pulumi.{stack}.yaml").read_text(encoding="utf-8"))["config"]


def run(stack: str, config: dict[str, Any], now: datetime = NOW) -> Graph:
    """What `stacks/__main__.py` declares with a configuration."""
    return run_program(program_of(STACKS), stack, config, now)


def run_program(
    program: Callable[[], object], stack: str, config: dict[str, Any] | None = None, now: datetime = NOW
) -> Graph:
    """What a program declares as a stack of that name."""
    deployment = Deployment("rackguard", stack, config or {}, root=str(STACKS.parent))
    with clock.at(now):
        return record_program(program, deployment, lookups.TOKENS)
