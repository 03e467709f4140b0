"""Measure the command and the packs against what they can't avoid, and the rules against JSON of what they judge."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from copy import deepcopy
from itertools import cycle, islice, pairwise
from pathlib import Path
from py_compile import compile as compile_to_bytecode
from typing import Any

import yaml
from measure import ROOT, Command, Goal, Taken, medians
from through_engine import measure_engine

RACKGUARD = str(Path(sys.executable).with_name("rackguard"))
BARE_PROGRAM = Path(__file__).with_name("bare_program.py")
IMPORTS = "import pydantic, yaml"
DEV, STAGING = (ROOT / f"stacks/Pulumi.{stack}.yaml" for stack in ("dev", "staging"))
ALIKE, MIXED = "pools alike", "pools of two shapes"
CLUSTERS = ((ALIKE, DEV, (1, 10, 50, 100)), (MIXED, STAGING, (10, 100)))
MOST = {1: 1.3}
"""Times the bare program's, by number of pools; else `MOST_OF_MANY`."""
MOST_OF_MANY = 1.15
PLAN_DEV, CHECK_DEV = "rackguard plan dev --no-guardrails", "rackguard check dev"
JUDGED_DEV = "rackguard plan dev"
LISTING = ("rackguard list rules", "rackguard explain ec2-imdsv2")
SIZES = (600, 6000)
STACKS_OF_PACKS = (1000, 10_000)
PACK, WALKING = "policies/hipaa", "benchmarks/walking_pack"
KINDS = {"distinct": "of clusters", "alike": "of one name"}
WIDTH = 44


def with_pools(stack: Mapping[str, Any], count: int) -> dict[str, Any]:
    """The stack with `count` pools like its own in turn, and no budget for them to exceed."""
    cluster = dict(stack["config"]["rackguard:cluster"])
    cluster.pop("budget_usd_per_month", None)
    shapes = islice(cycle(cluster["pools"].values()), count)
    cluster["pools"] = {f"pool-{number}": deepcopy(shape) for number, shape in enumerate(shapes, 1)}
    return {**stack, "config": {**stack["config"], "rackguard:cluster": cluster}}


def ms_per_added_pool(total_ms: Mapping[int, float]) -> dict[int, float]:
    """What each further pool took, from one number of pools to the next."""
    sizes = sorted(total_ms)
    return {more: (total_ms[more] - total_ms[fewer]) / (more - fewer) for fewer, more in pairwise(sizes)}


def growth(total_ms: Mapping[int, float]) -> Goal:
    """What a pool costs among the last ones against among those before: about 1 where growth is linear."""
    *_, before, last = ms_per_added_pool(total_ms).values()
    return Goal(last / before, most=1.5)


def against(plan: Taken, bare: Taken, most: float) -> str:
    """A plan's time and memory beside the bare program's."""
    memory = f"{plan.peak_mib:.0f} MiB, {plan.peak_mib / bare.peak_mib:.2f} ×"
    return f"{plan.ms:8.0f} ms   {Goal(plan.ms / bare.ms, most)}; {memory}"


def measure_start(rounds: int) -> None:
    """Print what a person waits for at each save, beside the imports that any such command needs."""
    commands = {
        f'python -c "{IMPORTS}"': [sys.executable, "-c", IMPORTS],
        "rackguard validate stacks/Pulumi.dev.yaml": [RACKGUARD, "validate", str(DEV)],
    }
    (imports, unavoidable), (name, taken) = medians(commands, rounds).items()
    print(f"{imports:{WIDTH}}{unavoidable.ms:8.0f} ms")
    print(f"{name:{WIDTH}}{taken.ms:8.0f} ms   {Goal(taken.ms / unavoidable.ms, most=2)}")


def bare_command(stack_file: Path, folder: Path, *more: str) -> Command:
    """The bare program of a stack file's resources, compiled in `folder`."""
    source = folder / f"{stack_file.stem}{''.join(more)}.py"
    command = [sys.executable, str(BARE_PROGRAM), str(stack_file), str(source), *more]
    written = subprocess.run(command, capture_output=True, text=True, check=False)
    if written.returncode:
        sys.exit(f"Not measured: {written.stderr}")
    return [sys.executable, str(compile_to_bytecode(str(source), f"{source}c", doraise=True))]


def measure_plans(rounds: int) -> None:
    """Print what planning takes beside the bare program of the same resources, and how it grows with the pools."""
    print("\nplans, and how often the time and memory of a bare program of the same resources they take")
    for shape, file, counts in CLUSTERS:
        with tempfile.TemporaryDirectory() as folder:
            taken = medians(_commands(file, counts, Path(folder)), rounds)
        for count in counts:
            name = f"rackguard plan, {shape}: {count}"
            print(f"{name:{WIDTH}}{against(taken[str(count)], taken[f'bare {count}'], MOST.get(count, MOST_OF_MANY))}")
        if "plain" in taken:
            name = "one pool, Python's defaults in the program"
            print(f"{name:{WIDTH}}{against(taken['1'], taken['plain'], most=1)}")
            total_ms = {count: taken[str(count)].ms for count in counts}
            print(f"{'last pools against those before':{WIDTH}}{'':11}   {growth(total_ms)}")


def _commands(file: Path, counts: tuple[int, ...], folder: Path) -> dict[str, Command]:
    commands: dict[str, Command] = {}
    for count in counts:
        grown = _grown(file, count, folder)
        commands[str(count)] = [RACKGUARD, "plan", "--no-guardrails", str(grown)]
        commands[f"bare {count}"] = bare_command(grown, folder, "--as-the-command")
        if count == 1:
            commands["plain"] = bare_command(grown, folder)
    return commands


def _grown(file: Path, count: int, folder: Path) -> Path:
    """A stack file with so many pools: the stack's own where it has them."""
    stack = yaml.safe_load(file.read_text(encoding="utf-8"))
    if len(stack["config"]["rackguard:cluster"]["pools"]) == count:
        return file
    grown = folder / f"Pulumi.pools-{count}.yaml"
    grown.write_text(yaml.safe_dump(with_pools(stack, count), sort_keys=False), encoding="utf-8")
    return grown


def measure_check(rounds: int) -> None:
    """Print what the guardrails add to a plan, and how soon they are listed and explained."""
    print("\nguardrails, by command")
    words = {name: [RACKGUARD, *name.split()[1:]] for name in (PLAN_DEV, JUDGED_DEV, CHECK_DEV, *LISTING)}
    taken = medians(words, rounds)
    print(f"{PLAN_DEV:{WIDTH}}{taken[PLAN_DEV].ms:8.0f} ms")
    for name in (JUDGED_DEV, CHECK_DEV):
        print(f"{name:{WIDTH}}{taken[name].ms:8.0f} ms   {Goal(taken[name].ms / taken[PLAN_DEV].ms, 1.2)}")
    for name in LISTING:
        print(f"{name:{WIDTH}}{taken[name].ms:8.0f} ms")


def measure_rules(rounds: int) -> None:
    """Print what all rules take beside JSON of the same resources, and how that grows with them."""
    print("\nall rules, asked once, and how often the time of json.dumps and json.loads they take")
    for kind, words in KINDS.items():
        best = {size: _best(size, kind, rounds) for size in SIZES}
        for size, (rules, by_json) in best.items():
            print(f"{f'{size:,} resources {words}':{WIDTH}}{rules:8.0f} ms   {Goal(rules / by_json, most=5)}")
        fewer, more = (best[size][0] for size in SIZES)
        print(f"{'ten times the resources':{WIDTH}}{'':11}   {Goal(more / fewer, most=12)}")


def _best(size: int, kind: str, rounds: int) -> tuple[float, float]:
    """The least milliseconds of the rules and of JSON, each of so many processes."""
    rules, by_json = zip(*(_figures("judging.py", str(size), kind) for _ in range(rounds)), strict=True)
    return min(rules), min(by_json)


def _figures(program: str, *words: str) -> list[float]:
    """What a program beside this one prints."""
    command = [sys.executable, str(Path(__file__).with_name(program)), *words]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"Not measured: {run.stderr}")
    return [float(figure) for figure in run.stdout.split()]


def measure_packs(rounds: int) -> None:
    """Print what a pack takes for a preview beside a pack of one policy that looks at every property."""
    print("\npacks over the Analyzer protocol, from their start to their answer, and how often the time of one walk")
    for size in STACKS_OF_PACKS:
        turns = [{pack: _figures("packs.py", pack, str(size)) for pack in (WALKING, PACK)} for _ in range(rounds)]
        (walk, _), (ms, mib) = (map(min, zip(*(turn[pack] for turn in turns), strict=True)) for pack in (WALKING, PACK))
        print(f"{f'{size:,} resources, {PACK}':{WIDTH}}{ms:8.0f} ms   {Goal(ms / walk, most=1.3)}; {mib:.0f} MiB")


def measure_advice(rounds: int) -> None:
    """Print what advice takes beside the import of Pulumi, and what share of it the cheapest split of 1,000 nodes."""
    print("\nadvice, and how often the time of `import pulumi` it takes")
    name, preset = 'python -c "import pulumi"', "rackguard advise --preset nlp"
    commands = {name: [sys.executable, "-c", "import pulumi"], preset: [RACKGUARD, *preset.split()[1:]]}
    taken = medians(commands, rounds)
    print(f"{name:{WIDTH}}{taken[name].ms:8.0f} ms")
    print(f"{preset:{WIDTH}}{taken[preset].ms:8.0f} ms   {Goal(taken[preset].ms / taken[name].ms, most=2)}")
    print(f"\nthe cheapest split of 1,000 nodes over six ways to buy them, and its share of `{preset}`")
    best = map(min, zip(*(_figures("splitting.py") for _ in range(max(1, rounds // 4))), strict=True))
    for words, ms in zip(("each node by itself", "one node stops all"), best, strict=True):
        print(f"{words:{WIDTH}}{ms:8.1f} ms   {Goal(ms / taken[preset].ms, most=0.1)}")


def measure_sizing(rounds: int) -> None:
    """Print what a sizing takes, and how often the time of the arithmetic of its own formulas written flat."""
    print("\na sizing, and how often the time of the arithmetic of its own formulas written flat it takes")
    best = map(min, zip(*(_figures("flat_sizing.py") for _ in range(rounds)), strict=True))
    us, flat = best
    print(f"{'the formulas written flat':{WIDTH}}{flat:8.1f} µs")
    print(f"{'training a 70B model on 64 GPUs':{WIDTH}}{us:8.1f} µs   {Goal(us / flat, most=50)}")


def main() -> None:
    """Run every measurement, or those asked for, and print each as it comes."""
    os.environ["RACKGUARD_DATA"] = "none"  # what this machine's user has read of AWS is in no figure
    groups = {
        "start": measure_start,
        "plans": lambda rounds: measure_plans(max(1, rounds // 2)),
        "check": measure_check,
        "rules": lambda rounds: measure_rules(max(1, rounds // 4)),
        "packs": lambda rounds: measure_packs(max(1, rounds // 4)),
        "advice": measure_advice,
        "sizing": lambda rounds: measure_sizing(max(1, rounds // 4)),
        "engine": lambda rounds: measure_engine(max(1, rounds // 4)),
    }
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=11, help="how often each command is run (default: 11)")
    parser.add_argument("--only", choices=groups, help="one group of measurements (default: all)")
    given = parser.parse_args()
    for group, measured in groups.items():
        if given.only in (None, group):
            measured(given.rounds)


if __name__ == "__main__":
    main()
