"""The two recorded stacks, read from every source."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from google.protobuf.json_format import ParseDict
from pulumi.runtime.proto import analyzer_pb2
from tests.aws import stacks

from rackguard.graph import analyzer
from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, program_of, record_program
from rackguard.graph.read import preview_text, state_text

HERE = Path(__file__).parent
STACKS = ("dev", "bad")
OFFLINE, PREVIEW, STATE, PACK_IN_PREVIEW, PACK_IN_UPDATE = SOURCES = (
    "a stack file",
    "a preview",
    "a state",
    "a policy pack in a preview",
    "a policy pack in an update",
)


@cache
def graph_of(stack: str, source: str) -> Graph:
    """The stack as that source tells it."""
    match source:
        case "a stack file":
            return stacks.recorded("dev") if stack == "dev" else _bad()
        case "a preview":
            return preview_text(recorded(f"{stack}.preview"), "preview.json")
        case "a state":
            return state_text(recorded(f"{stack}.state"), "state.json")
        case "a policy pack in a preview":
            return _told(f"{stack}.told-in-preview")
        case _:
            return _told(f"{stack}.told-in-update")


def recorded(name: str) -> bytes:
    """What the engine wrote."""
    return gzip.decompress((HERE / "recorded" / f"{name}.json.gz").read_bytes())


def _bad() -> Graph:
    folder = HERE / "bad"
    return record_program(program_of(folder), Deployment("bad", "bad", {}, root=str(folder)))


def _told(name: str) -> Graph:
    heard: dict[str, list[Any]] = json.loads(recorded(name))
    requests = [ParseDict(each, analyzer_pb2.AnalyzeRequest()) for each in heard["declared"]]
    resources = [ParseDict(each, analyzer_pb2.AnalyzerResource()) for each in heard["resources"]]
    return analyzer.read(resources, {each.urn: each for each in requests})
