"""A file of exceptions: all of it, or everything that is wrong with it, each with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rackguard.spec.exceptions import RuleException
from rackguard.spec.exceptions_file import read_exceptions
from rackguard.spec.problem import InvalidInput

WHOLE = """\
- rule: kms-rotation
  resource: "*-archive-key"
  reason: &why It is replaced in spring.
  owner: ana
  until: "2027-03-31"
- {rule: ec2-imdsv2, resource: llm-login, reason: *why, owner: ben, until: "2027-01-01"}
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "exceptions.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def problems(folder: Path, text: str) -> list[tuple[str, int, int, str]]:
    file = written(folder, text)
    with pytest.raises(InvalidInput) as refused:
        read_exceptions(file)
    found: list[tuple[str, int, int, str]] = []
    for problem in refused.value.problems:
        assert problem.mark is not None
        assert problem.mark.file == str(file)
        found.append((problem.id, problem.mark.line, problem.mark.column, problem.message))
    return found


def test_a_list_of_exceptions(tmp_path: Path) -> None:
    reason = "It is replaced in spring."
    assert read_exceptions(written(tmp_path, WHOLE)) == (
        RuleException(rule="kms-rotation", resource="*-archive-key", reason=reason, owner="ana", until="2027-03-31"),
        RuleException(rule="ec2-imdsv2", resource="llm-login", reason=reason, owner="ben", until="2027-01-01"),
    )
    assert read_exceptions(written(tmp_path, "[]\n")) == ()


def test_all_that_is_wrong_comes_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = """\
- rule: KMS
  resorce: x
  reason: A reason.
  owner: 3
  until: "2027-02-31"
- text
"""
    allowed = "rule, resource, reason, owner, until"
    assert problems(tmp_path, text) == [
        ("spec-missing", 1, 3, "`exceptions[0].resource` is required"),
        ("spec-value", 1, 9, "`exceptions[0].rule` is 'KMS'; allowed: the id of a rule: `ec2-imdsv2`"),
        ("spec-unknown-key", 2, 3, f"there is no key `exceptions[0].resorce`; allowed: {allowed}"),
        ("spec-value", 4, 10, "`exceptions[0].owner` is 3; allowed: text"),
        ("spec-value", 5, 10, "`exceptions[0].until` is '2027-02-31'; allowed: a day from 01 to 28 in 2027-02, not 31"),
        (
            "spec-value",
            6,
            3,
            "`exceptions[1]` is 'text'; allowed: a mapping with `rule`, `resource`, `reason`, `owner`, `until`",
        ),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file is empty; a list of exceptions is needed"),
        ("# nothing\n", "the file is empty; a list of exceptions is needed"),
        ("exceptions: []\n", "the file is a mapping, not a list; a list of exceptions is needed"),
        ("word\n", "the file is 'word', not a list; a list of exceptions is needed"),
    ],
)
def test_a_file_that_is_no_list(tmp_path: Path, text: str, told: str) -> None:
    assert [message for _, _, _, message in problems(tmp_path, text)] == [told]


@pytest.mark.parametrize(
    ("changes", "id_", "place"),
    [
        (('"2027-03-31"', "2027-03-31"), "yaml-ambiguous-scalar", (5, 10)),
        (("owner: ana", "rule: again"), "yaml-duplicate-key", (4, 3)),
        (("*why", "*who"), "yaml-syntax", (6, 51)),
        (("owner: ana", "owner:"), "spec-value", (4, 3)),
        (('"*-archive-key"', "[a]"), "spec-value", (2, 3)),
    ],
)
def test_what_yaml_or_a_value_gets_wrong(
    tmp_path: Path, changes: tuple[str, str], id_: str, place: tuple[int, int]
) -> None:
    assert (id_, *place) in [found[:3] for found in problems(tmp_path, WHOLE.replace(*changes))]


def test_what_yaml_says_of_a_value_is_not_said_again(tmp_path: Path) -> None:
    assert [id_ for id_, *_ in problems(tmp_path, WHOLE.replace("*why", "*who"))] == ["yaml-syntax"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"exceptions\.yaml does not exist"):
        read_exceptions(tmp_path / "exceptions.yaml")


def test_nothing_private_is_told(tmp_path: Path) -> None:
    key = "-----BEGIN " + "OPENSSH PRIVATE KEY-----"
    told = repr(problems(tmp_path, WHOLE.replace("owner: ana", f'owner: ["{key}"]')))
    assert "OPENSSH" not in told
