"""From a component's arguments to a checked declaration, or to everything that is wrong with them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, cast

from pulumi import Output, RunError, get_stack

from rackguard.record import record
from rackguard.spec.access import Access
from rackguard.spec.describe import shape_at
from rackguard.spec.problem import Problem, dotted, told
from rackguard.spec.read_cluster import read_cluster
from rackguard.spec.ssh_key import EXAMPLE_PUBLIC_KEY
from rackguard.spec.stack import Stack
from rackguard.spec.stack_file import region_of
from rackguard.spec.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pulumi import Input

    from rackguard.spec.problem import Path

FILLERS: dict[str, dict[str, Any]] = {
    "access": {"users": [{"name": "nobody", "keys": [EXAMPLE_PUBLIC_KEY]}]},
    "pools": {"none": {"instance_type": "g6.xlarge", "zone_id": "use1-az1", "nodes": {"max": 1}}},
}
"""Sections that a cluster must have, for a part that doesn't; they are taken out again before anything is planned."""


class InvalidArguments(RunError):
    """A component's arguments are wrong; the message holds every problem with its place. Pulumi shows no traceback."""

    def __init__(self, component: str, problems: Iterable[Problem]) -> None:
        """`component` is its logical name."""
        self.problems = tuple(map(told, problems))
        lines = [f"{component}: its arguments can't be used"]
        for problem in self.problems:
            place = dotted(problem.path)
            said = not place or f"`{place}`" in problem.message
            lines.append(f"  {problem.message}" if said else f"  {place}: {problem.message}")
            lines += [f"    → {problem.hint}"] if problem.hint else []
        super().__init__("\n".join(lines))


@record
class Live:
    """Ids that other resources of the program (or of another stack) give, by what stands for them in the plan."""

    ids: dict[str, Input[str]]

    def of(self, planned: str) -> Input[str]:
        """The id that the plan's own stands for."""
        return self.ids.get(planned, planned)


@record
class Arguments:
    """Arguments as a stack, and the ids that are only known later."""

    stack: Stack
    live: Live
    values: dict[str, Any]
    """As they were given, plain but for outputs."""


NO_ARGUMENTS: Any = None
"""Stands for arguments that were left out: what is missing is then said by name, as of `{}`."""


def read_arguments(component: str, args: Mapping[str, Any]) -> Arguments:
    """A whole cluster's arguments: the stack file's keys, and `region`.

    Raises:
        InvalidArguments: with every problem found.
    """
    values, unusable = plain(component, args)
    return _read(component, values, unusable)


def read_part(component: str, args: Mapping[str, Any], unusable: Iterable[Problem] = ()) -> Arguments:
    """The arguments of a part that is used alone: any of a cluster's sections, and `region`.

    What the cluster has no section for is empty: no people, no pools. `unusable` is what `plain` found.

    Raises:
        InvalidArguments: with every problem found.
    """
    left_out = {section: filler for section, filler in FILLERS.items() if section not in args}
    read = _read(component, {**args, **left_out}, unusable)
    empty: dict[str, Any] = {}
    if "pools" in left_out:
        empty["pools"] = {}
    if "access" in left_out:
        empty["access"] = Access.model_construct(users=(), instance_connect_endpoint=False)
    cluster = read.stack.cluster.model_copy(update=empty)
    names = frozenset(cluster.storage), frozenset(cluster.pools)
    return Arguments(Stack(read.stack.name, read.stack.region, cluster, (), *names), read.live, read.values)


def _read(component: str, args: Mapping[str, Any], unusable: Iterable[Problem]) -> Arguments:
    ids: dict[str, Input[str]] = {}
    values: dict[str, Any] = _plain(args, ids, ())
    problems = [*unusable, *_outputs(values, ())]
    region = values.pop(REGION, None)
    if (REGION,) not in {problem.path for problem in problems}:
        problems += (_misspelt(values) if region is None else []) or _of_region(region)
    reading = read_cluster(values, (), tuple(problem.path for problem in problems if problem.path))
    errors = [_with_region(problem) for problem in (*problems, *reading.problems) if problem.level == "error"]
    if errors or reading.cluster is None:
        raise InvalidArguments(component, errors)
    cluster = reading.cluster
    names = frozenset(cluster.storage), frozenset(cluster.pools)
    return Arguments(Stack(get_stack(), str(region), cluster, (), *names), Live(ids), dict(args))


REGION = "region"
"""The argument that a stack file has elsewhere, so that its reader doesn't know it."""
_KNOWN = "Known keys: "


def _misspelt(values: Mapping[str, Any]) -> list[Problem]:
    """The key that is nearest to `region`, which isn't there."""
    root = shape_at(())
    known = [*(root.fields if root else ()), REGION]
    for key in values:
        if key not in known and nearest(key, known, 1) == [REGION]:
            return [Problem("spec-unknown-key", "error", (key,), f"unknown key `{key}`", f"Did you mean `{REGION}`?")]
    return []


def _with_region(problem: Problem) -> Problem:
    """The problem with `region` among the keys that it says are known."""
    if len(problem.path) == 1 and problem.hint.startswith(_KNOWN):
        return replace(problem, hint=f"{_KNOWN}{REGION}, {problem.hint.removeprefix(_KNOWN)}")
    return problem


def _of_region(region: Any) -> Iterable[Problem]:
    for problem in region_of({} if region is None else {"aws:region": region})[1]:
        message = problem.message.replace("`aws:region`", "`region`")
        hint = problem.hint if region else "Name the provider's region: us-east-2."
        yield replace(problem, path=(REGION,), message=message, hint=hint)


def plain(component: str, args: Mapping[str, Any] | None) -> tuple[dict[str, Any], list[Problem]]:
    """Arguments as dicts, lists and scalars; outputs stay what they are. And what no declaration can hold.

    In that one's place stands None, and a key that is no text is left out, so that the rest can be judged as well.

    Raises:
        InvalidArguments: where they are no mapping.
    """
    if args is NO_ARGUMENTS:
        args = {}
    if not isinstance(cast("Any", args), Mapping):
        message = f"the arguments are of type {type(args).__name__}; allowed: a mapping"
        raise InvalidArguments(component, [Problem("spec-value", "error", (), message, "Give each by its name.")])
    values = _plain(args, None, ())
    problems = list(_unusable(values, ()))
    return _usable(values), problems


def _plain(value: Any, ids: dict[str, Input[str]] | None, path: Path) -> Any:
    """Containers of any kind as dicts and lists, whole floats (another language's numbers) as integers.

    What is None is left out. An output that stands for an id becomes a stand-in of the right form, kept in `ids`.
    """
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        named = path[-1:] in _BY_NAME
        return {key: _plain(item, ids, (*path, key)) for key, item in items if item is not None or named}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        parts = cast("Sequence[Any]", value)
        return [_plain(item, ids, (*path, index)) for index, item in enumerate(parts)]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Output) or isawaitable(value):
        live = cast("Output[str]", value) if isinstance(value, Output) else Output.from_input(value)
        if ids is None or path[:2] != ("network", "existing") or path[-1] not in _PREFIXES:
            return live
        stand_in = f"{_PREFIXES[path[-1]]}-{len(ids):017x}"
        ids[stand_in] = live
        return stand_in
    return value


_BY_NAME = (("pools",), ("storage",), ("tags",), ("labels",))
"""Mappings with names of the user's own: an empty value there is a mistake, not an argument that is left out."""
_PREFIXES: dict[str | int, str] = {"vpc_id": "vpc", "id": "subnet"}


def _outputs(value: Any, path: Path) -> Iterable[Problem]:
    """A problem for each output in a place where a plain value is needed."""
    if isinstance(value, dict):
        for key, item in cast("dict[str, Any]", value).items():
            yield from _outputs(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[Any]", value)):
            yield from _outputs(item, (*path, index))
    elif isinstance(value, Output) and _is_secret(cast("Output[Any]", value)):
        message = "is a secret; what is planned from it is shown, and written down in plain"
        yield Problem("argument-output", "error", path, message, "Give the plain value.")
    elif isinstance(value, Output):
        yield Problem(
            "argument-output",
            "error",
            path,
            "is an output, which is only known once something is deployed; a cluster is planned before that",
            "Give the value itself; ids of an existing network may be outputs.",
        )


def _is_secret(output: Output[Any]) -> bool:
    """True where it is known by now that the output is a secret."""
    question = output.is_secret()
    try:
        question.send(None)
    except StopIteration as answer:
        return bool(answer.value)
    question.close()
    return False


def _unusable(value: Any, path: Path) -> Iterable[Problem]:
    """A problem for each value that isn't of the kinds that a declaration is made of."""
    if isinstance(value, dict):
        for key, item in cast("dict[Any, Any]", value).items():
            if isinstance(key, str):
                yield from _unusable(item, (*path, key))
            else:
                hint = "Write the name in quotes."
                message = f"{'has' if path else 'the arguments have'} the key {key!r}; allowed: text"
                yield Problem("spec-value", "error", path, message, hint)
    elif isinstance(value, list):
        for index, item in enumerate(cast("list[Any]", value)):
            yield from _unusable(item, (*path, index))
    elif not isinstance(value, _USABLE):
        message = f"is of type {type(value).__name__}; allowed: text, numbers, true, false, lists and mappings"
        yield Problem("spec-value", "error", path, message, "Give the plain value.")


_USABLE = (str, int, float, Output, type(None))


def _usable(value: Any) -> Any:
    if isinstance(value, dict):
        items = cast("dict[Any, Any]", value).items()
        return {key: _usable(item) for key, item in items if isinstance(key, str)}
    if isinstance(value, list):
        return [_usable(item) for item in cast("list[Any]", value)]
    return cast("Any", value) if isinstance(value, _USABLE) else None
