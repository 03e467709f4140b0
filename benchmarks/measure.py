"""Commands run in turn, and what each took.

Seconds differ from machine to machine, so what counts are ratios of medians. All that is compared is run in turn,
round after round: a machine that slows down half-way slows everything down alike. Times are those that the processor
worked for the command (user and system), which other work on the machine lengthens least. A command's peak of memory
can't be told below that of the process that starts it, so this one imports little.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]

Command = Sequence[str]


@dataclass(frozen=True)
class Taken:
    """What a command took."""

    ms: float
    """User and system time."""
    peak_mib: float
    """Most memory at once (resident)."""


@dataclass(frozen=True)
class Goal:
    """A ratio and the most it should be."""

    ratio: float
    most: float

    def __str__(self) -> str:
        """`1.62 × (goal: at most 2)`, and in words where it is over."""
        return f"{self.ratio:.2f} × (goal: at most {self.most:g}){', over goal' if self.ratio > self.most else ''}"


def medians(commands: Mapping[str, Command], rounds: int, before: Callable[[], None] | None = None) -> dict[str, Taken]:
    """The median of what each command took, all of them run in turn after one round to warm up.

    `before` is called before each run, and not measured.
    """
    taken: dict[str, list[Taken]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            if before:
                before()
            one = _run(name, command)
            if turn:
                taken[name].append(one)
    return {
        name: Taken(median(one.ms for one in all_), median(one.peak_mib for one in all_))
        for name, all_ in taken.items()
    }


def _run(name: str, command: Command) -> Taken:
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=output)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            sys.exit(f"Not measured: {name} ended with {process.returncode}\n{output.read().decode(errors='replace')}")
    return used_by(used)


def used_by(used: Any) -> Taken:
    """What a process took, by the `rusage` that the system keeps of it."""
    unit = 1024**2 if sys.platform == "darwin" else 1024  # bytes there, KiB elsewhere
    return Taken((used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / unit)
