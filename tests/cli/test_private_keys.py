"""A private key that is pasted into a stack file: no line of it is in anything that the command says."""

from __future__ import annotations

import base64
import contextlib
import copy
import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rackguard.cli.main import main
from rackguard.spec.load import check
from rackguard.spec.problem import InvalidInput
from rackguard.spec.yaml_source import read

STACKS = Path(__file__).parents[2] / "stacks"
AT = ("--at", "2026-12-01T00:00:00Z")
COMMANDS = (
    ("plan", "--format", "table"),
    ("plan", "--format", "json"),
    ("plan", "--format", "markdown"),
    ("validate", "--format", "table"),
    ("validate", "--format", "json"),
)


def noise(seed: str, count: int) -> bytes:
    """Bytes as random as a key's, the same in every run."""
    return b"".join(sha256(f"{seed} {number}".encode()).digest() for number in range(count // 32 + 1))[:count]


def lines(start: bytes, seed: str, count: int, width: int) -> list[str]:
    text = base64.b64encode(start + noise(seed, count)).decode()
    return [text[index : index + width] for index in range(0, len(text), width)]


# How the data of each kind starts; what follows is noise, so that nobody's key stands here.
OPENSSH = b"openssh-key-v1\0\0\0\0\x04none\0\0\0\x04none\0\0\0\0\0\0\0\x01\0\0\0\x33\0\0\0\x0bssh-ed25519\0\0\0\x20"
BODIES: dict[str, list[str]] = {
    "OPENSSH": lines(OPENSSH, "openssh", 200, 70),
    "RSA": lines(bytes.fromhex("308204a40201000282010100"), "rsa", 1180, 64),
    "EC": lines(bytes.fromhex("30770201010420"), "ec", 114, 64),
    "PKCS8": lines(bytes.fromhex("302e020100300506032b657004220420"), "pkcs8", 32, 64),
    "ENCRYPTED": lines(bytes.fromhex("308204bd020100300d06092a864886f70d0101010500"), "encrypted", 1200, 64),
    "PPK": lines(b"\0\0\0\x20", "ppk", 200, 64),
}
PUBLIC = "AAAAC3NzaC1lZDI1NTE5AAAAIFPytpUGp0TPz0/nGAl8HL6zgsOKViyLs6VjAlzsNru6"
FRAMES: dict[str, tuple[list[str], list[str]]] = {
    "PKCS8": (["-----BEGIN PRIVATE KEY-----"], ["-----END PRIVATE KEY-----"]),
    "ENCRYPTED": (
        ["-----BEGIN RSA PRIVATE KEY-----", "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,0123456789ABCDEF", ""],
        ["-----END RSA PRIVATE KEY-----"],
    ),
    "PPK": (
        ["PuTTY-User-Key-File-3: ssh-ed25519", "Encryption: none", "Public-Lines: 1", PUBLIC, "Private-Lines: 5"],
        ["Private-MAC: 0123456789abcdef0123456789abcdef01234567"],
    ),
}


def whole(kind: str) -> list[str]:
    usual = ([f"-----BEGIN {kind} PRIVATE KEY-----"], [f"-----END {kind} PRIVATE KEY-----"])
    head, foot = FRAMES.get(kind, usual)
    return [*head, *BODIES[kind], *foot]


FORMS: dict[str, Callable[[str], Any]] = {
    "whole": lambda kind: "\n".join(whole(kind)),
    "in one line": lambda kind: " ".join(whole(kind)),
    "with written line breaks": lambda kind: "\\n".join(whole(kind)),
    "without line breaks": lambda kind: "".join(BODIES[kind]),
    "without its frame": lambda kind: "\n".join(BODIES[kind]),
    "its first line": lambda kind: BODIES[kind][0],
    "a line of it": lambda kind: BODIES[kind][len(BODIES[kind]) // 2 - 1],
    "after other words": lambda kind: f"my key: {BODIES[kind][0]}",
    "a list of its lines": lambda kind: [line for line in whole(kind) if line],
    "a mapping of its lines": lambda kind: {line: line for line in BODIES[kind] if len(line) >= 40},
}


def leaks(output: str, kind: str) -> list[str]:
    """What of a key stands in an output, twenty characters at a time."""
    told = "".join(output.split())
    text = "".join(BODIES[kind])
    return [part for index in range(len(text) - 19) if (part := text[index : index + 20]) in told]


@cache
def example(name: str) -> Any:
    return yaml.safe_load((STACKS / f"Pulumi.{name}.yaml").read_text(encoding="utf-8"))


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


PLACES = [(name, path) for name in ("dev", "staging", "prod") for path in places(example(name))]


def pasted(name: str, path: tuple[str | int, ...], secret: Any, role: str) -> Any:
    """An example with a text pasted as the value at a path, as its key, as a key beside it, or behind its text."""
    document = copy.deepcopy(example(name))
    parent = document
    for part in path[:-1]:
        parent = parent[part]
    if role == "behind" and isinstance(parent[path[-1]], str) and isinstance(secret, str):
        parent[path[-1]] += f" {secret}"
    elif role == "key" and isinstance(parent, dict) and isinstance(secret, str):
        items = [(secret if key == path[-1] else key, item) for key, item in parent.items()]
        parent.clear()
        parent.update(items)
    elif role == "beside" and isinstance(parent, dict) and isinstance(secret, str):
        parent[secret] = secret
    else:
        parent[path[-1]] = secret
    return document


def said(file: Path, *words: str) -> tuple[int, str]:
    """Exit code, and all that a command writes."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main([words[0], str(file), *words[1:], *AT])
    return code, out.getvalue()


ROLES = ("value", "key", "beside", "behind")


@pytest.mark.parametrize("form", FORMS)
def test_no_problem_of_a_file_repeats_a_key_wherever_it_stands(form: str) -> None:
    kinds = list(BODIES)
    for number, (name, path) in enumerate(PLACES):
        kind, role = kinds[number % len(kinds)], ROLES[number // len(kinds) % len(ROLES)]
        document = pasted(name, path, FORMS[form](kind), role)
        loaded = check(read(json.dumps(document), "f.yaml"), "test")
        told = [[problem.message, problem.hint, *map(str, problem.path)] for problem in loaded.problems]
        assert leaks(json.dumps(told), kind) == [], (name, path)
        assert leaks(str(InvalidInput(list(loaded.document.problems))), kind) == []


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pasted") / "Pulumi.pasted.yaml"


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(
    place=st.sampled_from(PLACES),
    kind=st.sampled_from(sorted(BODIES)),
    form=st.sampled_from(sorted(FORMS)),
    role=st.sampled_from(ROLES),
    command=st.sampled_from(COMMANDS),
    flow=st.sampled_from([True, False, None]),
)
def test_no_command_prints_or_writes_a_key(
    file: Path, place: Any, kind: str, form: str, role: str, command: tuple[str, ...], *, flow: bool | None
) -> None:
    name, path = place
    document = pasted(name, path, FORMS[form](kind), role)
    file.write_text(yaml.safe_dump(document, default_flow_style=flow, width=10**6), encoding="utf-8")
    output = file.with_suffix(".out")
    output.write_text("", encoding="utf-8")
    assert leaks(said(file, *command)[1], kind) == []
    if command[0] == "plan":
        assert leaks(said(file, *command, "--output", str(output))[1], kind) == []
        assert leaks(output.read_text(encoding="utf-8"), kind) == []


RAW = {
    "as an anchor": "name: &{} llm-dev",
    "as an alias": "name: *{}",
    "as a tag": "name: !{} llm-dev",
    "as a tag that is escaped": "name: !<{}> llm-dev",
    "as a tag of a mapping": "name: !{} {{a: 1}}",
    "as the handle of a tag": "name: !{}!x llm-dev",
    "as a key that is an alias": "*{} : llm-dev",
    "as a key that stands twice": "{0}: 1\n    {0}: 2\n    name: llm-dev",
    "as a key that is a list": "[{}]: llm-dev",
    "as a key in quotes": '"{}": llm-dev',
    "as a number": "name: 0x{}",
    "in a block": "name: |\n      {}",
    "in plain words": "name: llm-dev\n      {}",
    "without a place": "{}\n    name: llm-dev",
    "before a colon": "name: {}: llm-dev",
    "in a quote that is not closed": 'name: "{}',
    "in a bracket that is not closed": "name: [{}",
    "with an escape that nobody knows": 'name: "\\q{}"',
    "in a comment": "name: llm-dev # {}",
    "as what is merged": "<<: {}\n    name: llm-dev",
    "as an alias inside of itself": "x: &{0} [*{0}]\n    name: llm-dev",
}


@pytest.mark.parametrize("template", RAW.values(), ids=list(RAW))
@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("signs", ["with", "without"])
def test_no_word_about_yaml_repeats_a_key(file: Path, template: str, kind: str, signs: str) -> None:
    text = (STACKS / "Pulumi.dev.yaml").read_text(encoding="utf-8")
    for line in BODIES[kind][:2]:
        # The names of anchors take no `+`, `/` and `=`: a line that happens to be without them is one.
        secret = line if signs == "with" else line.translate(dict.fromkeys(map(ord, "+/="), "x"))
        if len(secret) < 40:
            continue
        file.write_text(text.replace("name: llm-dev", template.format(secret), 1), encoding="utf-8")
        told = said(file, "validate", "--format", "json")[1]
        assert secret[:20] not in told
        assert secret[-20:] not in told


@pytest.mark.parametrize("kind", BODIES)
def test_a_line_in_the_place_of_a_tags_value_is_refused(file: Path, kind: str) -> None:
    document = copy.deepcopy(example("dev"))
    document["config"]["rackguard:cluster"]["tags"]["note"] = BODIES[kind][0]
    file.write_text(yaml.safe_dump(document), encoding="utf-8")
    code, out = said(file, "plan", "--format", "json")
    (problem,) = [problem for problem in json.loads(out)["problems"] if problem["level"] == "error"]
    assert code == 1
    assert problem["id"] == "spec-private-key"
    assert problem["path"] == ["config", "rackguard:cluster", "tags", "note"]
    assert problem["message"] == "`tags.note` looks like a part of a private key"


def test_the_name_of_a_pool_is_not_in_the_path(file: Path) -> None:
    document = copy.deepcopy(example("dev"))
    pools = document["config"]["rackguard:cluster"]["pools"]
    pools[BODIES["RSA"][0]] = pools.pop("lab")
    file.write_text(yaml.safe_dump(document), encoding="utf-8")
    (problem,) = [
        each
        for each in json.loads(said(file, "validate", "--format", "json")[1])["files"][0]["problems"]
        if each["id"] == "spec-private-key"
    ]
    assert problem["path"] == ["config", "rackguard:cluster", "pools", "(not shown)"]
    assert problem["message"] == "a key in `pools` looks like a part of a private key"
