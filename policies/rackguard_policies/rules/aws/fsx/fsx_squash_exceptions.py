"""Only a few machines are root on Lustre."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.types import LUSTRE
from rackguard_policies.values import leaves, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

PATH = "rootSquashConfiguration.noSquashNids[*]"
_EVERY = 256


def _judge(subject: Subject) -> Iterator[Verdict]:
    found = [place for place in leaves(subject.resource.inputs, PATH) if not place.absent]
    if not found:
        yield NotApplicable("no machine is excepted from root squash")
        return
    most = subject.parameters["machines"]
    wanted = f"names {most} machines or fewer, in all"
    total = 0
    for place in found:
        if place.unknown:
            yield Unproven(place.path, wanted)
            continue
        total += machines(str(place.value))
        if total > most:
            yield Finding(place.path, wanted, seen(place.value))
            return


def machines(nid: str) -> int:
    """How many machines a network id of Lustre stands for: 30 for `10.0.1.[1-30]@tcp`, `*` for 256 in its place."""
    parts = nid.partition("@")[0].split(".")
    return prod(_choices(part) for part in parts)


def _choices(part: str) -> int:
    if part == "*":
        return _EVERY
    ranges = re.findall(r"(\d+)(?:-(\d+))?(?:/\d+)?", part)
    return sum(max(0, int(last or first) - int(first) + 1) for first, last in ranges) or _EVERY


RULE = Rule(
    id="fsx-squash-exceptions",
    title="Only a few named machines are excepted from root squash",
    severity="medium",
    why="A range over the nodes' subnet makes root of every node root of all files again.",
    fix="Name the addresses of the machines that manage the file system, one by one.",
    types=(LUSTRE,),
    judge=_judge,
    parameters={"machines": Parameter(16, {"type": "integer", "minimum": 1}, "machines that may be root at most")},
    before='LustreFileSystem("scratch", root_squash_configuration={"no_squash_nids": ["10.0.*.*@tcp"], ...})',
    after='LustreFileSystem("scratch", root_squash_configuration={"no_squash_nids": ["10.0.1.6@tcp"], ...})',
)
