"""Previews and states that a person names, read by what they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from rackguard.graph import preview, state
from rackguard.graph.document import parse, read_file, too_deep
from rackguard.graph.graph import Graph
from rackguard.graph.kinds import PREVIEW, STATE, kind_of, not_wanted


def preview_file(path: Path) -> Graph:
    """The graph of a file that holds what `pulumi preview --json` printed.

    Raises:
        InvalidInput: it can't be read, or is no preview of a stack.
    """
    return preview_text(read_file(path), str(path))


def state_file(path: Path) -> Graph:
    """The graph of a file that holds what `pulumi stack export` printed.

    Raises:
        InvalidInput: it can't be read, or is no state of a stack.
    """
    return state_text(read_file(path), str(path))


def preview_text(content: bytes, name: str) -> Graph:
    """As `preview_file`, of content at hand; `name` stands for it in messages."""
    document = _preview(content, name)
    try:
        return preview.read(document, name)
    except RecursionError:
        raise too_deep(name) from None


def preview_changes(path: Path) -> tuple[Graph, preview.Changes]:
    """As `preview_file`, and what the preview would change.

    Raises:
        InvalidInput: it can't be read, or is no preview of a stack.
    """
    name = str(path)
    document = _preview(read_file(path), name)
    try:
        graph = preview.read(document, name)
        return graph, preview.read_changes(document, graph, name)
    except RecursionError:
        raise too_deep(name) from None


def _preview(content: bytes, name: str) -> dict[str, Any]:
    documents = parse(content, name)
    found = kind_of(documents)
    if found is not PREVIEW or len(documents) > 1:
        raise not_wanted(found, PREVIEW, name)
    return cast("dict[str, Any]", documents[0])


def state_text(content: bytes, name: str) -> Graph:
    """As `state_file`, of content at hand; `name` stands for it in messages."""
    documents = parse(content, name)
    found = kind_of(documents)
    if found is not STATE or len(documents) > 1:
        raise not_wanted(found, STATE, name)
    try:
        return state.read(cast("dict[str, Any]", documents[0]), name)
    except RecursionError:
        raise too_deep(name) from None
