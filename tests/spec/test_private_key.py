"""What is taken for a part of a private key, and what isn't."""

from __future__ import annotations

import base64
from collections.abc import Callable
from hashlib import sha512
from typing import Any

import pytest

from rackguard.spec.load import Loaded
from rackguard.spec.private_key import hidden, is_private, may_be_private
from rackguard.spec.problem import InvalidInput, Problem, told
from rackguard.spec.ssh_key import EXAMPLE_PUBLIC_KEY, parse_public_key
from rackguard.spec.ssh_refusals import KeyProblem
from rackguard.spec.values import echoed

# Noise in base64: nobody's key.
LINE = base64.b64encode(sha512(b"a line").digest()).decode()[:64]
OTHER = base64.b64encode(sha512(b"another line").digest()).decode()[:64]
FIRST_LINE = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW"

HARMLESS = (
    "",
    "an ordinary sentence of many words, in which nothing at all is strange",
    "/mnt/Datasets/ImageNet2012/TrainingImages",
    "/home/Ana/Projects/Cluster2026/stacks/Pulumi",
    "MyTeamsVeryLongPlacementGroupNameForTraining2026",
    "arn:aws:kms:us-east-2:123456789012:key/mrk-0123456789abcdef0123456789abcdef",
    "arn:aws:ec2:us-east-2:123456789012:placement-group/LargeLanguageModelTrainingGroup7",
    "3f786850e387550fdab836ed7e6dc881de23001b0123456789abcdef01234567",
    "3F786850E387550FDAB836ED7E6DC881DE23001B0123456789ABCDEF01234567",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "https://wiki.example.com/display/ML/Price+Agreement+2026",
    "a" * 200,
    "A1" * 15,
    "0123456789" * 10,
    EXAMPLE_PUBLIC_KEY,
    "SHA256:VrP3NpAgRDh5Xy0mGSyTP9jKtbLkZQmC1eOd2UuF4aE",
)


@pytest.mark.parametrize("text", HARMLESS)
def test_ordinary_text_is_neither_refused_nor_hidden(text: str) -> None:
    assert not is_private(text)
    assert not may_be_private(text)
    assert hidden(text) == text


@pytest.mark.parametrize("text", [LINE, LINE[:40], FIRST_LINE, f"{LINE}\n{OTHER}", f"key: {LINE}", f"{LINE}\\n{OTHER}"])
def test_lines_of_keys_are_refused(text: str) -> None:
    assert is_private(text)
    assert may_be_private(text)


@pytest.mark.parametrize(
    "text",
    [
        *(LINE[:20], LINE[:39], f"…{LINE[10:35]}…"),
        *("-----BEGIN EC PRIVATE KEY-----", "PuTTY-User-Key-File-3: x", "Private-Lines: 8", "Private-MAC: 01"),
        "b3BlbnNzaC1rZXktdjE",
    ],
)
def test_fragments_and_frames_are_not_repeated_but_not_refused(text: str) -> None:
    assert not is_private(text)
    assert may_be_private(text)


def test_every_part_is_hidden_and_nothing_else() -> None:
    assert hidden(f"is '{LINE}' or {OTHER[:30]}= (x); allowed: a name") == (
        "is '(not shown)' or (not shown) (x); allowed: a name"
    )


def test_a_problem_tells_nothing_private_in_message_hint_and_path() -> None:
    problem = Problem("spec-value", "error", ("pools", LINE, 3, "a"), f"`{LINE}` is wrong", f"Did you mean {OTHER}?")
    expected = Problem(
        "spec-value", "error", ("pools", "(not shown)", 3, "a"), "`(not shown)` is wrong", "Did you mean (not shown)?"
    )
    assert told(problem) == expected
    raised = InvalidInput([problem])
    assert raised.problems == [expected]
    assert str(raised) == "pools.(not shown)[3].a: `(not shown)` is wrong"


def errors(loaded: Loaded) -> list[tuple[str, str]]:
    return [(problem.id, problem.message) for problem in loaded.problems]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("tags", "note"), LINE, "`tags.note` looks like a part of a private key"),
        (("tags", LINE), "note", "a key in `tags` looks like a part of a private key"),
        (("pools", "train", "labels"), {"a": LINE[:60]}, "`pools.train.labels.a` looks like a part of a private key"),
        (("pools", "train", "mounts"), [LINE, "x" * 10], "`pools.train.mounts` looks like a part of a private key"),
        (("access", "ssh_from"), [LINE, OTHER, OTHER[:25]], "`access.ssh_from` looks like a part of a private key"),
        (("name",), LINE, "`name` looks like a part of a private key"),
        (("access", LINE), {"users": 1}, "a key in `access` looks like a part of a private key"),
        (
            ("pools", "train", "user_data"),
            f"cat > key <<X\n-----BEGIN RSA PRIVATE KEY-----\n{LINE}\nX\n",
            "`pools.train.user_data` looks like a part of a private key",
        ),
    ],
)
def test_a_place_is_refused_once(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], path: tuple[str, ...], value: Any, message: str
) -> None:
    parent = cluster
    for part in path[:-1]:
        parent = parent[part]
    parent[path[-1]] = value
    assert errors(load_cluster(cluster)) == [("spec-private-key", message)]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("pools", "train", "user_data"), f"#!/bin/sh\necho {LINE} | base64 -d | sh\n"),
        (("pools", "train", "user_data"), '#!/bin/sh\ngrep -rl "PRIVATE KEY" /home && exit 1\n'),
        (("tags", "note"), "/mnt/Datasets/ImageNet2012/TrainingImages"),
        (("access", "users", 0, "keys", 0), EXAMPLE_PUBLIC_KEY),
        (("access", "users", 0, "keys", 0), f"ssh-rsa {LINE}"),  # its own check knows better what is wrong with it
    ],
)
def test_scripts_and_public_keys_are_no_private_keys(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], path: tuple[Any, ...], value: str
) -> None:
    parent: Any = cluster
    for part in path[:-1]:
        parent = parent[part]
    parent[path[-1]] = value
    assert errors(load_cluster(cluster)) == []


def test_what_the_pulumi_cli_encrypts_is_not_a_key(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], load_text: Callable[[str], Loaded]
) -> None:
    cluster["tags"]["note"] = {"secure": f"v1:{LINE}:{OTHER}"}
    assert [found for found, _ in errors(load_cluster(cluster))] == ["spec-secret"]
    del cluster["tags"]["note"]
    assert errors(load_cluster(cluster, **{"other:token": {"secure": f"v1:{LINE}"}})) == []
    (problem,) = load_text(f"encryptionsalt: v1:{LINE}\nencryptedkey: {OTHER}\n").problems
    assert problem.id == "stack-file"


def test_an_alias_is_one_slip_wherever_it_is_used(load_text: Callable[[str], Loaded]) -> None:
    loaded = load_text(f"""
environment: &shared {{team: {LINE}}}
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: llm
    account_id: "123456789012"
    tags: {{owner: ml, environment: dev, classification: internal}}
    access: {{users: [{{name: ana, keys: [x]}}]}}
    pools:
      a: {{instance_type: g6.xlarge, zone_id: use2-az1, nodes: {{max: 1}}, labels: *shared}}
      b: {{instance_type: g6.xlarge, zone_id: use2-az1, nodes: {{max: 1}}, labels: *shared}}
""")
    assert errors(loaded) == [("spec-private-key", "`pools.a.labels.team` looks like a part of a private key")]
    assert loaded.problems[0].where == "f.yaml:2:29"


@pytest.mark.parametrize(
    "text",
    [
        f"{EXAMPLE_PUBLIC_KEY} {LINE}",
        f"{EXAMPLE_PUBLIC_KEY}, {LINE} {OTHER} {OTHER[:30]}",
        LINE,
        f"{LINE}\n{OTHER}",
        f"ana {LINE}",
    ],
)
def test_a_key_with_a_part_of_a_private_one_is_private(text: str) -> None:
    with pytest.raises(KeyProblem) as caught:
        parse_public_key(text)
    assert caught.value.kind == "private-key"
    assert "Replace this key" in caught.value.hint
    assert LINE[:20] not in str(caught.value)


@pytest.mark.parametrize("text", [f"ssh-ed25519 {LINE}", f"AAAAC3NzaC1lZDI1NTE5{LINE}", f"ssh-rsa AAAAB3NzaC1 {LINE}"])
def test_a_damaged_public_key_is_no_private_one(text: str) -> None:
    with pytest.raises(KeyProblem) as caught:
        parse_public_key(text)
    assert caught.value.kind == "malformed"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("prod", "'prod'"),
        ("caf\udce9", r"'caf\xe9'"),
        (r"caf\udce9", r"'caf\\udce9'"),
        ("\x1b[31m", r"'\x1b[31m'"),
        ("a" * 180, f"'{'a' * 180}'"),
        ("a" * 5000, f"'{'a' * 180}…'"),
        (LINE, "text that is not shown here"),
    ],
)
def test_a_word_of_the_command_is_repeated_short_and_safe(word: str, text: str) -> None:
    assert echoed(word) == text
