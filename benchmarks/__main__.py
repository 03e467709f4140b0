"""Measure the command against the imports it can't avoid, and how planning grows with a cluster.

Seconds differ from machine to machine, so what counts are ratios of medians. All that is compared is run in turn,
round after round: a machine that slows down half-way slows everything down alike.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
STACK_FILE = ROOT / "stacks/Pulumi.dev.yaml"
RACKGUARD = str(Path(sys.executable).with_name("rackguard"))
IMPORTS = "import pydantic, yaml"
POOLS = (1, 10, 50, 100)

Command = Sequence[str]


@dataclass(frozen=True)
class Goal:
    """A ratio and the most it should be."""

    ratio: float
    most: float

    def __str__(self) -> str:
        """`1.62 × (goal: at most 2)`, and in words where it is over."""
        return f"{self.ratio:.2f} × (goal: at most {self.most:g}){', over goal' if self.ratio > self.most else ''}"


def medians_ms(commands: Mapping[str, Command], rounds: int) -> dict[str, float]:
    """The median time of each command in milliseconds, all of them run in turn after one round to warm up."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            started = time.perf_counter()
            run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            took_ms = (time.perf_counter() - started) * 1000
            if run.returncode:
                sys.exit(f"Not measured: {name} ended with {run.returncode}\n{run.stderr or run.stdout}")
            if turn:
                times[name].append(took_ms)
    return {name: median(taken) for name, taken in times.items()}


def with_pools(stack: Mapping[str, Any], count: int) -> dict[str, Any]:
    """The stack with `count` copies of its first pool, and no budget for them to exceed."""
    cluster = dict(stack["config"]["rackguard:cluster"])
    cluster.pop("budget_usd_per_month", None)
    first = next(iter(cluster["pools"].values()))
    cluster["pools"] = {f"pool-{number}": deepcopy(first) for number in range(1, count + 1)}
    return {**stack, "config": {**stack["config"], "rackguard:cluster": cluster}}


def ms_per_added_pool(total_ms: Mapping[int, float]) -> dict[int, float]:
    """What each further pool took, from one number of pools to the next."""
    sizes = sorted(total_ms)
    return {more: (total_ms[more] - total_ms[fewer]) / (more - fewer) for fewer, more in pairwise(sizes)}


def growth(total_ms: Mapping[int, float]) -> Goal:
    """What a pool costs among the last ones against among those before: about 1 where growth is linear."""
    *_, before, last = ms_per_added_pool(total_ms).values()
    return Goal(last / before, most=1.5)


def measure_start(rounds: int) -> None:
    """Print what a person waits for, beside the imports that any such command needs."""
    commands = {
        f'python -c "{IMPORTS}"': [sys.executable, "-c", IMPORTS],
        "rackguard validate stacks/Pulumi.dev.yaml": [RACKGUARD, "validate", str(STACK_FILE)],
        "rackguard plan dev": [RACKGUARD, "plan", "dev"],
    }
    (imports, imports_ms), *others = medians_ms(commands, rounds).items()
    print(f"{imports:44}{imports_ms:8.0f} ms")
    for name, took_ms in others:
        print(f"{name:44}{took_ms:8.0f} ms   {Goal(took_ms / imports_ms, most=2)}")


def measure_growth(rounds: int) -> None:
    """Print what planning takes for more and more pools."""
    stack = yaml.safe_load(STACK_FILE.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        files = {count: Path(folder, f"Pulumi.pools-{count}.yaml") for count in POOLS}
        for count, file in files.items():
            file.write_text(yaml.safe_dump(with_pools(stack, count), sort_keys=False), encoding="utf-8")
        commands = {str(count): [RACKGUARD, "plan", str(file)] for count, file in files.items()}
        total_ms = {int(count): took for count, took in medians_ms(commands, rounds).items()}
    added_ms = ms_per_added_pool(total_ms)
    for count, took_ms in total_ms.items():
        each = f"   {added_ms[count]:.2f} ms for each pool added" if count in added_ms else ""
        print(f"{f'rackguard plan, pools: {count}':44}{took_ms:8.0f} ms{each}")
    print(f"{'last pools against those before':44}{'':11}   {growth(total_ms)}")


def main() -> None:
    """Run every measurement and print it as it comes."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="how often each command is run (default: 11)")
    rounds = parser.parse_args().rounds
    measure_start(rounds)
    measure_growth(rounds)


if __name__ == "__main__":
    main()
