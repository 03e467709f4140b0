"""The versions that a pool names are known."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "unknown", "version")


VALIDATOR = Validator(
    id="software-framework-unknown",
    level="warning",
    summary="Every version of a framework, a container or CUDA that a pool names is known.",
    why="Of a version that isn't known nothing is checked: it has not passed, and may fit the GPUs and the"
    " driver or not (`rackguard explain TYPE` names the newest that are known).",
    hint="Check it against its release notes, or name a version that is known.",
    check=_check,
    rests_on=RESTS_ON,
)
