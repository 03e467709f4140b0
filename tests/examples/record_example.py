"""Record one example as its user's process would run it: `python record_example.py FOLDER STACK` prints JSON.

The recorder, the check and the example see the `rackguard` that this process finds, whose place is printed too.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml
from tests.aws.provider_schema import check

import rackguard
from rackguard.aws import clock, lookups
from rackguard.graph.offline import Deployment, program_of, record_program
from rackguard.graph.resource import UNKNOWN, Resource

NOW = datetime(2026, 12, 1, tzinfo=UTC)


class Listener(logging.Handler):
    """What a program logs."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


def deployment(folder: Path, stack: str) -> Deployment:
    """What the engine would read from the example's own files."""
    project = yaml.safe_load((folder / "Pulumi.yaml").read_text(encoding="utf-8"))["name"]
    config = yaml.safe_load((folder / f"Pulumi.{stack}.yaml").read_text(encoding="utf-8"))["config"]
    return Deployment(project, stack, config, str(folder))


def facts(resource: Resource) -> dict[str, Any]:
    return {
        "name": resource.name,
        "type": resource.type,
        "inputs": resource.inputs,
        "protect": resource.options.protect,
        "position": resource.position and [resource.position.file, resource.position.line],
        "problems": check(resource),
    }


def unknown(value: object) -> str:
    """What isn't known yet, for a reader that makes it UNKNOWN again."""
    if value is UNKNOWN:
        return "UNKNOWN"
    raise TypeError(value)


def main(folder: Path, stack: str) -> None:
    listener = Listener()
    logging.getLogger("rackguard.offline").addHandler(listener)
    with clock.at(NOW):
        graph = record_program(program_of(folder), deployment(folder, stack), lookups.TOKENS)
    answer = {
        "rackguard": rackguard.__file__,
        "said": listener.heard,
        "resources": [facts(resource) for resource in graph.resources],
        "outputs": graph.outputs,
    }
    json.dump(answer, sys.stdout, default=unknown)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
