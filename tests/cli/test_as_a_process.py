"""The command as people start it: terminals, pipes, full disks, Ctrl-C, other encodings, shell completion."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
RACKGUARD = Path(sys.executable).with_name("rackguard")
AT = ("--at", "2026-12-01T00:00:00Z")

Process = Callable[..., subprocess.CompletedProcess[bytes]]


def in_terminal(*words: str, columns: int = 100, **changes: str) -> tuple[int, str]:
    """Exit code and output of the command in a terminal of its own."""
    terminal, inner = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    kept = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "NO_COLOR"}}
    env = {**kept, "TERM": "xterm-256color", **changes}
    running = subprocess.Popen([RACKGUARD, *words], cwd=ROOT, env=env, stdin=inner, stdout=inner, stderr=inner)
    os.close(inner)
    output = b""
    with contextlib.suppress(OSError):  # Linux's way to say that the other end is closed
        while part := os.read(terminal, 65536):
            output += part
    os.close(terminal)
    return running.wait(timeout=60), output.decode().replace("\r\n", "\n")


def shell(script: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """What a bash script does in which `rackguard` is the command."""
    path = f"{RACKGUARD.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env={**os.environ, "PATH": path, **env},
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_a_terminal_gets_colours_and_lines_of_its_width() -> None:
    code, out = in_terminal("plan", "prod", *AT, columns=80)
    assert code == 0
    assert "\x1b[1mPOOLS\x1b[0m" in out
    assert "\x1b[33mPlanned: " in out
    plain = re.sub(r"\x1b\[[0-9;]*m", "", out)
    assert "\x1b" not in plain
    # Only a word that is longer than a line (a path) may stick out.
    assert [line for line in plain.splitlines() if len(line) > 80 and " " in line.strip()] == []


def test_no_color_is_heeded() -> None:
    _, out = in_terminal("plan", "dev", *AT, NO_COLOR="1")
    assert "\x1b" not in out
    assert "\nPOOLS\n" in out


def test_errors_are_red_in_a_terminal() -> None:
    code, out = in_terminal("plan", "nope")
    assert code == 2
    assert out.startswith("\x1b[1;31merror\x1b[0m  ")


def test_a_file_gets_no_colours(process: Process) -> None:
    assert b"\x1b" not in process("plan", "dev", *AT, env={"TERM": "xterm-256color"}).stdout


def test_a_reader_that_leaves_is_no_failure_and_hides_none() -> None:
    done = shell("rackguard plan prod | head -1; echo ${PIPESTATUS[0]}")
    assert done.stdout.endswith(b"protect on\n0\n")
    assert done.stderr == b""
    done = shell("rackguard plan prod --strict | true; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == (b"1\n", b"")


@pytest.mark.parametrize("command", ["plan dev", "--help", "schema plan"])
def test_a_full_disk_and_a_closed_output_are_told(command: str) -> None:
    full = shell(f"rackguard {command} > /dev/full")
    assert full.returncode == 2
    assert b"can't write to standard output: No space left on device" in full.stderr
    closed = shell(f"rackguard {command} >&-")
    assert closed.returncode == 2
    assert b"can't write to standard output: it is closed" in closed.stderr
    assert b"Traceback" not in full.stderr + closed.stderr


def test_without_standard_error_the_exit_code_is_left() -> None:
    done = shell("rackguard plan nope 2>&-; echo $?; rackguard plan nope 2>/dev/full; echo $?")
    assert (done.stdout, done.stderr) == (b"2\n2\n", b"")


def hear_ctrl_c() -> None:
    """In the background of a shell Ctrl-C isn't heard, nor by what is started there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_it_without_a_word(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = subprocess.Popen([RACKGUARD, "plan", pipe], cwd=ROOT, preexec_fn=hear_ctrl_c, **pipes)  # noqa: PLW1509
    writer = os.open(pipe, os.O_WRONLY)  # opens once the command reads, and keeps it waiting
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    os.close(writer)
    assert (running.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_signs_that_the_terminal_lacks_are_written_out(process: Process, encoding: str) -> None:
    done = process("plan", "prod", *AT, env={"PYTHONIOENCODING": encoding})
    text = done.stdout.decode(encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert ("8 x p5.48xlarge" if encoding == "ascii" else "p5.48xlarge, each 8") in text
    assert (">= 278,035.39" if encoding != "cp437" else "≥ 278,035.39") in text
    markdown = process("plan", "prod", "--format", "markdown", *AT, env={"PYTHONIOENCODING": encoding})
    assert "[!] **Planned**" in markdown.stdout.decode(encoding)


def test_json_stays_json_in_any_encoding(process: Process) -> None:
    plain = process("plan", "prod", "--format", "json", *AT)
    ascii_only = process("plan", "prod", "--format", "json", *AT, env={"PYTHONIOENCODING": "ascii"})
    assert "×" in plain.stdout.decode()
    assert ascii_only.stdout.isascii()
    assert json.loads(ascii_only.stdout) == json.loads(plain.stdout)


def test_a_plain_locale_is_no_hindrance(process: Process) -> None:
    done = process("plan", "prod", *AT, env={"LC_ALL": "C", "LANG": "C"})
    assert done.returncode == 0
    assert "≥ 278,035.39".encode() in done.stdout


def test_a_file_name_that_is_no_text_can_be_told(process: Process) -> None:
    name = b"caf\xe9.yaml"
    for words in (["plan", name], ["validate", name], ["validate", name, "--format", "json"]):
        done = process(*words)
        assert done.returncode == 2
        assert b"does not exist" in done.stdout + done.stderr
        assert b"Traceback" not in done.stderr
    json.loads(process("validate", name, "--format", "json").stdout)


def completed(line: str) -> set[str]:
    """What bash offers for a line when the tab key is pressed."""
    script = f"""
    source <(rackguard completion bash)
    line={line!r}
    read -ra COMP_WORDS <<< "$line"
    [[ $line == *' ' ]] && COMP_WORDS+=("")
    COMP_LINE=$line COMP_POINT=${{#line}} COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)) COMP_TYPE=9
    _python_argcomplete rackguard "${{COMP_WORDS[COMP_CWORD]}}"
    printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = shell(script)
    assert done.stderr == b""
    return {word.rstrip("\x0b ") for word in done.stdout.decode().splitlines() if word.strip()}


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("rackguard pl", {"plan"}),
        ("rackguard plan st", {"staging", "stacks/"}),
        ("rackguard explain block-pl", {"block-placement"}),
        ("rackguard list types --ef", {"--efa"}),
        ("rackguard plan prod --format ", {"table", "json", "markdown"}),
    ],
)
def test_bash_completes_commands_stacks_ids_and_options(line: str, offers: set[str]) -> None:
    assert completed(line) == offers


@pytest.mark.parametrize("name", ["zsh", "fish"])
def test_other_shells_take_what_is_printed(process: Process, name: str) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not here")
    script = process("completion", name).stdout
    done = subprocess.run([name, "-n"], input=script, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("rackguard pl", {"plan"}),
        ("rackguard plan st", {"staging", "stacks/"}),
        ("rackguard explain block-pl", {"block-placement"}),
        ("rackguard list types --ef", {"--efa"}),
        ("rackguard plan prod --format ", {"table", "json", "markdown"}),
    ],
)
@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not here")
def test_fish_completes_commands_stacks_ids_and_options(tmp_path: Path, line: str, offers: set[str]) -> None:
    done = shell(f"fish -N -c 'rackguard completion fish | source; complete -C \"{line}\"'", HOME=str(tmp_path))
    assert done.stderr == b""
    assert {offer.partition("\t")[0] for offer in done.stdout.decode().splitlines()} == offers


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not here")
def test_zsh_completes_an_id(tmp_path: Path) -> None:
    """The tab key in a terminal: the completed line runs, which the id that was typed would not."""
    terminal, inner = pty.openpty()
    path = f"{RACKGUARD.parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "TERM": "dumb", "ZDOTDIR": str(tmp_path), "HOME": str(tmp_path)}
    running = subprocess.Popen(["zsh", "-f", "-i"], cwd=ROOT, env=env, stdin=inner, stdout=inner, stderr=inner)
    os.close(inner)
    os.write(terminal, b"autoload -U compinit; compinit -u -D; source <(rackguard completion zsh); print loa''ded\n")
    read_until(terminal, b"loaded")
    os.write(terminal, b"rackguard explain block-pl\t\n")
    told = read_until(terminal, b"What to do: ")
    os.write(terminal, b"exit\n")
    running.wait(timeout=60)
    os.close(terminal)
    assert b"check block-placement (error)" in told


def read_until(terminal: int, end: bytes) -> bytes:
    """What a terminal shows up to `end`."""
    shown = b""
    while end not in shown:
        assert select.select([terminal], [], [], 60)[0], shown
        shown += os.read(terminal, 65536)
    return shown


REPORT_MODULES = """
import os, sys
leave = os._exit
def report(code):
    sys.stderr.write("\\n".join(sys.modules))
    sys.stderr.flush()
    leave(code)
os._exit = report
from rackguard.cli.main import run
run()
"""


def imported(*words: str, code: int = 0) -> set[str]:
    """The modules that are imported once the command has run, as its console script runs it."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT_MODULES, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == code
    return set(done.stderr.split())


NEVER = ("boto3", "argcomplete", "pulumi_gcp")
NO_PROGRAM = ("pulumi", "pulumi_aws", "importlib.metadata", "asyncio", "unittest", "shutil")
"""What only a command needs that runs a stack's program."""


@pytest.mark.parametrize(
    ("words", "without"),
    [
        (["--help"], ["pydantic", "yaml", "dataclasses", "rackguard.spec.cluster", "rackguard.catalog"]),
        (["plan", "--help"], ["pydantic", "yaml", "dataclasses", "rackguard.spec.cluster", "rackguard.catalog"]),
        (["list", "types", "--gpu", "H100"], ["pydantic", "yaml", "rackguard.plan"]),
        (["explain", "p5.48xlarge"], ["pydantic", "yaml", "rackguard.spec.cluster"]),
        (["validate", "stacks/Pulumi.dev.yaml"], ["rackguard.economics.cost", "rackguard.report.plan_table"]),
        (
            ["plan", "dev", "--no-guardrails"],
            ["rackguard.report.plan_markdown", "rackguard.report.plan_json", "difflib", "rackguard_policies.registry"],
        ),
    ],
)
def test_each_command_imports_what_it_needs(words: list[str], without: list[str]) -> None:
    modules = imported(*words)
    assert "rackguard.cli.words" in modules
    assert sorted(set(without) & modules) == []
    assert sorted(set(NEVER) & modules) == []
    if words[0] != "plan" or "--help" in words:
        assert sorted(set(NO_PROGRAM) & modules) == []


def test_a_plan_with_errors_runs_no_program(tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.bad.yaml"
    file.write_text((ROOT / "stacks/Pulumi.dev.yaml").read_text(encoding="utf-8").replace("g6.xlarge", "g6.huge"))
    assert sorted(set(NO_PROGRAM) & imported("plan", str(file), code=1)) == []


def test_every_argument_of_a_user_is_harmless(process: Process) -> None:
    hostile: Any = ["--format=\x1b[31m", "\x1b]0;x\x07", "'; rm -rf /", "%s%n", "{0}"]
    for word in hostile:
        done = process("plan", word)
        assert done.returncode == 2
        assert b"\x1b" not in done.stdout + done.stderr
        assert b"Traceback" not in done.stderr
