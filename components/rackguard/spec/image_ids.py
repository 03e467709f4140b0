"""Image ids written into the text of a stack file, which stays otherwise as it is: comments, order, spaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rackguard.spec.load import CLUSTER, check
from rackguard.spec.problem import InvalidInput, Path, Problem
from rackguard.spec.yaml_source import read

if TYPE_CHECKING:
    from rackguard.spec.stack import Stack

LOGIN_NODE = "access.login_node"

Edit = tuple[int, int, str]
"""From, to, and what stands there then; in characters."""

_ONE_LINE = ("zone_id", "zone_ids", "instance_type", "instance_types", "like", "nodes")
"""Keys of a pool behind which `image` may stand, where their value is on the key's own line."""


def with_image_ids(text: str, file: str, name: str, ids: Mapping[str, str]) -> str:
    """The text with these images pinned, by `pools.<name>` and `access.login_node`.

    A pool that takes its image from another one gets it from there, where that one is to have the same id.

    Raises:
        InvalidInput: where that would change anything else, or isn't possible without; nothing is half done.
    """
    before = check(read(text, file), name).stack
    root = _root(text)
    if before is None or root is None:
        raise _refused(file, ids, "the file can't be read")
    edits = [edit for where, image_id in ids.items() for edit in _edits(text, root, where, image_id, ids, before)]
    changed = text
    for start, end, words in sorted(set(edits), reverse=True):
        changed = changed[:start] + words + changed[end:]
    after = check(read(changed, file), name).stack
    if after is None or _content(after) != _wanted(before, ids):
        raise _refused(file, ids, "more would change than these ids")
    return changed


def _refused(file: str, ids: Mapping[str, str], reason: str) -> InvalidInput:
    named = ", ".join(f"{where}: {image_id}" for where, image_id in ids.items())
    message = f"{file} was not changed: {reason}"
    return InvalidInput([Problem("cannot-write", "error", ("--pin",), message, f"Write by hand: {named}.")])


def _content(stack: Stack) -> dict[str, Any]:
    return {"region": stack.region, "cluster": stack.cluster.model_dump(mode="json")}


def _wanted(stack: Stack, ids: Mapping[str, str]) -> dict[str, Any]:
    wanted = _content(stack)
    cluster = wanted["cluster"]
    for where, image_id in ids.items():
        if where == LOGIN_NODE:
            cluster["access"]["login_node"]["image_id"] = image_id
        else:
            cluster["pools"][where.removeprefix("pools.")]["image"]["id"] = image_id
    return wanted


def _root(text: str) -> Any:
    """The file's nodes, which know where they begin and end."""
    import yaml

    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return None


def _edits(text: str, root: Any, where: str, image_id: str, ids: Mapping[str, str], stack: Stack) -> Iterator[Edit]:
    if where == LOGIN_NODE:
        yield _put(text, _at(root, (*CLUSTER, "access", "login_node")), "image_id", image_id)
        return
    pools, pool = _at(root, (*CLUSTER, "pools")), where.removeprefix("pools.")
    base = _origin(pools, pool)
    if base and ids.get(f"pools.{base}") == image_id:
        return  # written there
    own = _at(pools, (pool, "image"))
    if _is_mapping(own):
        yield _put(text, own, "id", image_id)
        return
    system = stack.cluster.pools[pool].image.dlami
    yield _put(text, _at(pools, (pool,)), "image", f"{{dlami: {system}, id: {image_id}}}")


def _origin(pools: Any, pool: str) -> str | None:
    """The pool in which an inherited image is written; None for the pool's own, and where none is."""
    seen = {pool}
    current = pool
    while _at(pools, (current, "image")) is None:
        like = _at(pools, (current, "like"))
        if like is None or like.value in seen:
            return None
        current = like.value
        seen.add(current)
    return None if current == pool else current


def _at(node: Any, path: Path) -> Any:
    """The node of a path; None where there is none."""
    for part in path:
        if not _is_mapping(node):
            return None
        node = next((value for key, value in node.value if key.value == part), None)
    return node


def _is_mapping(node: Any) -> bool:
    return node is not None and node.id == "mapping"


def _put(text: str, mapping: Any, key: str, value: str) -> Edit:
    """Where in a mapping of the file a key gets its value: in place of an empty one, or behind another key."""
    there = _at(mapping, (key,))
    if there is not None:  # given empty: `id:`, `id: null`
        start, end = there.start_mark.index, there.end_mark.index
        return start, end, value if text[start - 1 : start].isspace() else f" {value}"
    if mapping.flow_style:
        last = mapping.value[-1][1].end_mark.index
        return last, last, f", {key}: {value}"
    return _line(text, mapping, key, value)


def _line(text: str, mapping: Any, key: str, value: str) -> Edit:
    """A line of its own in a mapping of lines: behind one that is whole, so that no comment loses its key."""
    newline = "\r\n" if "\r\n" in text else "\n"
    first = mapping.value[0][0]
    indent = " " * first.start_mark.column
    whole = {name.value: one for name, one in mapping.value if name.start_mark.line == one.end_mark.line}
    names = (*_ONE_LINE, *whole) if key == "image" else tuple(whole)
    behind = next((whole[name] for name in names if name in whole), None)
    if behind is None:
        start = first.start_mark.index
        return start, start, f"{key}: {value}{newline}{indent}"
    end = text.find("\n", behind.end_mark.index)
    if end < 0:
        return len(text), len(text), f"{newline}{indent}{key}: {value}"
    return end + 1, end + 1, f"{indent}{key}: {value}{newline}"
