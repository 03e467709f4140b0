"""What a pack tells the engine of itself is kept between its starts, and never older than the rules."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep

import grpc
import pytest
from tests.aws.stacks import recorded
from tests.policies.packs.engine import Engine, changed, started, told

from rackguard_policies.bridge import remembered
from rackguard_policies.bridge.information import unconfigured

LOOSE = changed(recorded("dev"), "llm-dev-key-key", enableKeyRotation=False)
FOUND = {"kms-rotation": [("mandatory", "llm-dev-key-key")]}


def kept(cache: Path) -> list[Path]:
    """What is there once something is: a pack writes after it has answered."""
    for _ in range(200):
        if found := sorted((cache / "rackguard").glob("pack-*")):
            return found
        sleep(0.05)
    return []


def judged_twice(engine: Engine) -> None:
    """As by somebody who configures nothing, and by somebody who does."""
    engine.stub.Configure(unconfigured(engine.info()))
    assert told(engine.judge(LOOSE)) == FOUND
    engine.configure(kms_rotation={"level": "advisory"})
    assert told(engine.judge(LOOSE)) == {"kms-rotation": [("advisory", "llm-dev-key-key")]}


def test_what_is_remembered_is_what_is_told_anew(tmp_path: Path) -> None:
    with started("hipaa", tmp_path) as engine:
        first = engine.info()
        judged_twice(engine)
    (file,) = kept(tmp_path)
    assert file.read_bytes() == first.SerializeToString(deterministic=True)
    with started("hipaa", tmp_path) as engine:
        assert engine.info() == first
        judged_twice(engine)
        with pytest.raises(grpc.RpcError, match="the pack rackguard-hipaa has no rule 'kms-rotating'"):
            engine.configure(kms_rotating={"level": "advisory"})
    assert kept(tmp_path) == [file]


@pytest.mark.parametrize("content", [b"", b"\xff\xff\xff", b"\x12\x03abc"])
def test_what_is_no_memory_of_the_pack_is_replaced(tmp_path: Path, content: bytes) -> None:
    with started("cost", tmp_path) as engine:
        first = engine.info()
        (file,) = kept(tmp_path)
    file.write_bytes(content)
    with started("cost", tmp_path) as engine:
        engine.stub.Configure(unconfigured(engine.info()))
        assert told(engine.judge(LOOSE)) == {}
    with started("cost", tmp_path) as engine:
        assert engine.info() == first


def test_the_name_changes_with_any_file_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(remembered, "RULES", tmp_path / "rules")
    rule = tmp_path / "rules" / "aws" / "rule.py"
    rule.parent.mkdir(parents=True)
    places: list[Path | None] = []
    for text, moment in (("one", 1), ("one", 1), ("two", 1), ("two", 2)):
        rule.write_text(text)
        os.utime(rule, (moment, moment))
        places.append(remembered.place("hipaa", "0.1.0"))
    (tmp_path / "rules" / "more.toml").touch()
    places.append(remembered.place("hipaa", "0.1.0"))
    (tmp_path / "rules" / "notes.md").touch()
    places.append(remembered.place("hipaa", "0.1.0"))
    assert [places.index(each) for each in places] == [0, 0, 0, 3, 4, 4]  # "one" and "two" are of one size
    assert {each.parent for each in places if each} == {tmp_path / "cache" / "rackguard"}


def test_what_is_older_goes(tmp_path: Path) -> None:
    old, new, other = (tmp_path / name for name in ("pack-hipaa-0.1.0-aa", "pack-hipaa-0.1.0-bb", "pack-all-0.1.0-aa"))
    for file in (old, other, new):
        remembered.keep(file, file.name.encode())
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == {
        new: b"pack-hipaa-0.1.0-bb",
        other: b"pack-all-0.1.0-aa",
    }


def test_without_a_place_nothing_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert remembered.place("hipaa", "0.1.0") is None
    remembered.keep(None, b"told")
    assert remembered.recall(None) is None
    (tmp_path / "file").touch()
    remembered.keep(tmp_path / "file" / "pack-hipaa-0.1.0-aa", b"told")
    assert remembered.recall(tmp_path / "file" / "pack-hipaa-0.1.0-aa") is None
