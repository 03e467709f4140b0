"""Files as they come: other encodings, and names that lead nowhere."""

from pathlib import Path

import pytest

from rackguard.spec.yaml_source import CannotRead, read, read_file


@pytest.mark.parametrize(
    ("content", "where", "named"),
    [
        ("a: é\n".encode("utf-16"), "1:1", "UTF-16"),
        ("a: 1\n".encode("utf-16-be"), "1:1", "UTF-16"),
        ("a: 1\n".encode("utf-32"), "1:1", "UTF-16 or UTF-32"),
        ("a: é\n".encode("utf-8-sig"), "1:1", "byte order mark"),
        ("x: ä\nname: é\n".encode().replace(b"\xc3\xa9", b"\xe9"), "2:7", "0xE9"),
        (b"x: 1\ny: \xff", "2:4", "0xFF"),
        (b"x: 1\ny: 'a\x00'", "2:6", "U+0000"),
        (b"x: \xed\xa0\x80", "1:4", "0xED"),
    ],
)
def test_other_encodings_are_named_with_the_place(tmp_path: Path, content: bytes, where: str, named: str) -> None:
    file = tmp_path / "f.yaml"
    file.write_bytes(content)
    document = read_file(file)
    (problem,) = document.problems
    assert (problem.id, problem.where) == ("yaml-encoding", f"{file}:{where}")
    assert named in problem.message
    assert (document.data, document.readable) == (None, False)


def test_a_file_is_read_as_its_text_is(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_bytes("a: é\r\nb: no\r\n".encode())
    document = read_file(str(file))
    assert document == read("a: é\r\nb: no\r\n", str(file))
    assert document.problems[0].where == f"{file}:2:4"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("Pulumi.prod.yaml", "Pulumi.dev.yaml", "notes.txt"):
        (tmp_path / name).write_text("a: 1\n")
    return tmp_path


def refused(path: str | Path) -> tuple[str, str]:
    with pytest.raises(CannotRead) as caught:
        read_file(path)
    problem = caught.value.problem
    assert (problem.id, problem.level) == ("cannot-read", "error")
    assert str(caught.value) == f"{problem.message}. {problem.hint}"
    return problem.message, problem.hint


def test_a_missing_file_is_named_with_the_nearest_in_its_folder(folder: Path) -> None:
    message, hint = refused(folder / "Pulumi.prd.yaml")
    assert message == f"{folder}/Pulumi.prd.yaml does not exist"
    assert hint.startswith("Did you mean 'Pulumi.prod.yaml'")


def test_where_no_name_is_near_the_folder_is_listed(folder: Path) -> None:
    assert refused(folder / "x")[1] == f"In {folder} are: Pulumi.dev.yaml, Pulumi.prod.yaml."
    (folder / "sub").mkdir()
    assert refused(folder / "sub" / "x")[1] == "There is no YAML file in that folder."


def test_a_folder_is_no_file(folder: Path) -> None:
    assert refused(folder) == (
        f"{folder} is a folder, not a file",
        "Name a file in it: Pulumi.dev.yaml, Pulumi.prod.yaml.",
    )


def test_a_missing_folder_is_named(folder: Path) -> None:
    message, hint = refused(folder / "stakcs" / "Pulumi.dev.yaml")
    assert message.endswith("Pulumi.dev.yaml does not exist")
    assert f"no folder {folder}/stakcs" in hint


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "Pulumi.dev.yaml/x"])
def test_names_that_no_file_can_have(folder: Path, name: str) -> None:
    message, hint = refused(f"{folder}/{name}")
    assert "\0" not in message
    assert hint


def test_a_file_that_may_not_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    message, hint = refused("Pulumi.dev.yaml")
    assert message == "Pulumi.dev.yaml may not be read by this user"
    assert "permissions" in hint
