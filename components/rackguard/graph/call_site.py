"""Where a program declares a resource, by itself.

For every resource Pulumi's SDK reads the whole stack of calls, with the source lines of each: a third of a program's
run. Of that a graph keeps one place.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from inspect import currentframe
from pathlib import Path
from typing import TYPE_CHECKING

from pulumi.runtime import resource
from pulumi.runtime.proto import source_pb2

if TYPE_CHECKING:
    from collections.abc import Generator

FUNCTION = "_get_stack_trace"
"""Of `pulumi.runtime.resource`; a version without it is left to do as it does."""
CONSTRUCTORS = 3
"""`Resource`, `CustomResource` or `ComponentResource`, and the class that the program names."""


@contextmanager
def call_sites_only() -> Generator[None]:
    """Inside, the SDK tells of a resource's declaration the place alone."""
    theirs = getattr(resource, FUNCTION, None)
    if theirs is None:
        yield
        return
    setattr(resource, FUNCTION, call_site)
    try:
        yield
    finally:
        setattr(resource, FUNCTION, theirs)


def call_site() -> source_pb2.StackTrace:
    """The frame that called the third `__init__` from here outwards, as the SDK counts; empty where there is none."""
    frame, constructors = currentframe(), 0
    while frame and constructors < CONSTRUCTORS:
        constructors += frame.f_code.co_name == "__init__"
        frame = frame.f_back
    if frame is None:
        return source_pb2.StackTrace()
    uri = _uri(frame.f_code.co_filename)
    place = source_pb2.SourcePosition(uri=uri, line=frame.f_lineno) if uri else None
    return source_pb2.StackTrace(frames=[source_pb2.StackFrame(pc=place)])


@cache
def _uri(file: str) -> str | None:
    try:
        return Path(file).as_uri()
    except ValueError:  # of what has no file, such as `<string>`
        return None
