"""The place of a declaration is the one that Pulumi's SDK tells, found without reading the whole stack of calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from pulumi.runtime import resource
from tests.graph.conftest import Rack, Record, named

from rackguard.graph import call_site
from rackguard.graph.call_site import FUNCTION, call_sites_only
from rackguard.graph.resource import Position

HERE = Path(__file__).parent
Trace = Callable[[], Any]


def theirs() -> Trace:
    """The SDK's own function; where it is gone, what is told of it in call_site.py is out of date."""
    return cast("Trace", vars(resource)[FUNCTION])


class Nested:
    """Calls `trace` below as many constructors as are wanted."""

    def __init__(self, trace: Trace, depth: int) -> None:
        self.told: Any = trace() if depth == 1 else Nested(trace, depth - 1).told


def elsewhere(trace: Trace) -> Any:
    """The same from code that is in no file."""
    names: dict[str, Any] = {"Nested": Nested, "trace": trace}
    exec(compile("told = Nested(trace, 3).told", "<string>", "exec"), names)  # noqa: S102
    return names["told"]


@pytest.mark.parametrize("depth", [3, 4])
def test_the_place_is_that_of_the_sdk(depth: int):
    told = [Nested(trace, depth).told.frames[0].pc for trace in (theirs(), call_site.call_site)]
    assert told[0].uri.endswith("/tests/graph/test_call_site.py")
    assert told[1] == told[0]


@pytest.mark.parametrize("depth", [1, 2])
def test_what_the_sdk_declares_by_itself_has_no_place(depth: int):
    assert [list(Nested(trace, depth).told.frames) for trace in (theirs(), call_site.call_site)] == [[], []]


def test_code_in_no_file_has_no_place():
    assert [elsewhere(trace).frames[0].pc.uri for trace in (theirs(), call_site.call_site)] == ["", ""]


def test_the_sdk_is_left_as_it_was():
    before = theirs()
    inside: list[Trace] = []

    def failing() -> None:
        with call_sites_only():
            inside.append(theirs())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()
    assert inside == [call_site.call_site]
    assert theirs() is before


def test_an_sdk_without_the_function_does_as_it_does(record: Record, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(call_site, "FUNCTION", "_of_another_version")
    place = named(record(lambda: Rack("r"), root=str(HERE)), "r-second").position
    lines = (HERE / "conftest.py").read_text(encoding="utf-8").splitlines()
    assert place == Position("conftest.py", next(n for n, text in enumerate(lines, 1) if "self.second = " in text))
    assert not hasattr(resource, "_of_another_version")
