"""Previews and updates of our programs through Pulumi's engine, beside bare programs of the same resources.

The time is that of the command with all that it starts: the engine, the language host, the program and the policy
packs. The cloud's double is another process and isn't counted. Memory is that of the largest of these processes.
Checkpoints are off, since what they take grows with the square of the resources whatever a program does; the last line
says how much.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from measure import ROOT, Command, Goal, Taken, medians

PREVIEW, UP = ("preview",), ("up", "--yes", "--skip-preview")
PACK = ROOT / "policies/all"
WALKING = Path(__file__).with_name("walking_pack")
MOST, MOST_WITH_PACKS = 1.15, 1.15
PROGRAM = Path(sys.executable).with_name("rackguard-pack-all")
BESIDE = {
    "folder": "the same from its folder, by a language host",
    "walking": "a folder's one rule that finds nothing",
}
"""What the pack's figure is to be read beside: it as older versions of Pulumi start it, and the least that these take.
The language host is that of the tests, in Python; Pulumi's own may take less.
"""
WIDTH = 44


@dataclass(frozen=True)
class Stage:
    """Projects and a cloud for them, in a process of its own."""

    env: Mapping[str, str]
    projects: Mapping[str, Mapping[str, str]]
    """By size, the folders of `ours` and `bare`."""
    process: subprocess.Popen[str]

    def clear(self) -> None:
        """Nothing is deployed."""
        asked, answered = _pipes(self.process)
        asked.write("\n")
        asked.flush()
        answered.readline()

    def command(self, folder: str, *words: str, **env: str) -> Command:
        """Pulumi's command in a project, with nothing of this process's environment."""
        given = [f"{name}={value}" for name, value in {**self.env, **env}.items()]
        return ["env", "-i", *given, "pulumi", "--cwd", folder, "--non-interactive", "--stack", "dev", *words]


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdin
    assert process.stdout
    return process.stdin, process.stdout


@contextmanager
def staged() -> Iterator[Stage | None]:
    """The stage; None where there is no engine, which is said."""
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, str(Path(__file__).with_name("stage.py")), folder]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(program, cwd=ROOT, text=True, **pipes) as process:
            told = _pipes(process)[1].readline()
            if told:
                read = json.loads(told)
                yield Stage(read["env"], read["projects"], process)
                process.communicate()
            else:
                print(f"not measured: {process.communicate()[1].strip()}")
                yield None


def measure_engine(rounds: int) -> None:
    """Print what our programs take beside bare ones, what packs add, and what checkpoints do."""
    print(
        "\nthrough Pulumi's engine, and how often the time and memory of a bare program of the same resources they take"
    )
    with staged() as stage:
        if stage is None:
            return
        for size, folders in stage.projects.items():
            taken = medians(commands(stage, folders), rounds, before=stage.clear)
            for word in ("preview", "up"):
                print(f"{f'{word} of {size}':{WIDTH}}{beside(taken[word], taken[f'bare {word}'], MOST)}")
            print(
                f"{'with the pack of all frameworks':{WIDTH}}{beside(taken['pack'], taken['preview'], MOST_WITH_PACKS)}"
            )
            for name, words in BESIDE.items():
                times = taken[name].ms / taken["preview"].ms
                print(f"{words:{WIDTH}}{taken[name].ms:8.0f} ms   {times:.2f} ×")
        _print_checkpoints(stage, rounds)


def commands(stage: Stage, folders: Mapping[str, str]) -> dict[str, Command]:
    """What is compared at one size."""
    packs = {"pack": PROGRAM, "folder": PACK, "walking": WALKING}
    with_packs = {
        name: stage.command(folders["ours"], *PREVIEW, f"--policy-pack={path}") for name, path in packs.items()
    }
    return {
        "preview": stage.command(folders["ours"], *PREVIEW),
        "bare preview": stage.command(folders["bare"], *PREVIEW),
        **with_packs,
        "up": stage.command(folders["ours"], *UP),
        "bare up": stage.command(folders["bare"], *UP),
    }


def beside(one: Taken, other: Taken, most: float) -> str:
    """The time of one beside another's, with the goal, and its memory."""
    memory = f"{one.peak_mib:.0f} MiB, {one.peak_mib / other.peak_mib:.2f} ×"
    return f"{one.ms:8.0f} ms   {Goal(one.ms / other.ms, most)}; {memory}"


def _print_checkpoints(stage: Stage, rounds: int) -> None:
    """What an update takes with checkpoints, as Pulumi's own settings have them, beside one without."""
    for size, folders in stage.projects.items():
        pair = {
            words: stage.command(folders["ours"], *UP, PULUMI_SKIP_CHECKPOINTS=words) for words in ("true", "false")
        }
        taken = medians(pair, max(1, rounds // 2), before=stage.clear)
        times = taken["false"].ms / taken["true"].ms
        print(f"{f'up of {size} with checkpoints':{WIDTH}}{taken['false'].ms:8.0f} ms   {times:.2f} × without")
