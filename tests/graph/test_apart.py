"""A program's output and input stay apart from its caller's, also those of what it starts."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os, subprocess, sys
from rackguard.graph.apart import apart

sys.stdout.write("before ")
try:
    with apart():
        {program}
finally:
    sys.stdout.write("after")
    sys.stdout.flush()
"""


def run(program: str, redirect: str = "") -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", PROGRAM.format(program=program)]
    return subprocess.run(
        ["bash", "-c", f'exec "$@" {redirect}', "bash", *words],
        input="an answer\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "program",
    [
        "print('theirs')",
        "os.write(1, b'theirs\\n')",
        "subprocess.run(['echo', 'theirs'], check=True)",
        "sys.__stdout__ = None; print('theirs')",
        "os.system('echo theirs')",
    ],
)
def test_what_is_printed_goes_to_standard_error(program: str) -> None:
    done = run(program)
    assert (done.stdout, done.stderr, done.returncode) == ("before after", "theirs\n", 0)


@pytest.mark.parametrize("program", ["input()", "sys.exit(subprocess.run(['grep', '-q', '.']).returncode)"])
def test_nobody_can_be_asked(program: str) -> None:
    done = run(program)
    assert (done.stdout, done.returncode) == ("before after", 1)


@pytest.mark.parametrize("program", ["sys.stdout = None", "sys.stdin.close()", "os.close(1)", "os.close(0)"])
def test_what_it_closes_is_open_again_afterwards(program: str) -> None:
    assert run(program).stdout == "before after"


@pytest.mark.parametrize("redirect", ["<&-", "2>&-", "<&- 2>&-"])
def test_streams_that_were_closed_before_do_no_harm(redirect: str) -> None:
    done = run("print('theirs', file=sys.stdout or open(os.devnull, 'w'))", redirect)
    assert (done.stdout, done.returncode) == ("before after", 0)
