"""No file, however odd, does more than end in a problem."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rackguard.spec import yaml_source
from rackguard.spec.yaml_source import Document, read, read_file

IDS = {
    "yaml-syntax",
    "yaml-duplicate-key",
    "yaml-ambiguous-scalar",
    "yaml-tag",
    "yaml-limits",
    "yaml-encoding",
    "yaml-document",
}


def only(document: Document) -> tuple[str, str]:
    (problem,) = document.problems
    assert (document.data, document.readable) == (None, False)
    return problem.id, problem.message


def nested(levels: int) -> str:
    return "a: " + "[" * (levels - 1) + "]" * (levels - 1)


def test_64_levels_are_read_and_65_are_not() -> None:
    assert read(nested(64), "f.yaml").problems == ()
    problem_id, message = only(read(nested(65), "f.yaml"))
    assert problem_id == "yaml-limits"
    assert "nested more than 64 levels deep" in message


@pytest.mark.parametrize(
    "text",
    [
        "[" * 400_000,
        "{" * 400_000,
        "{? " * 300_000,
        "[? " * 300_000,
        "- " * 300_000,
        "? " * 300_000,
        "".join(" " * level + "a:\n" for level in range(1200)),
    ],
    ids=lambda text: text[:3].strip(),
)
def test_bottomless_nesting_ends_in_a_problem(text: str) -> None:
    problem_id, message = only(read(text, "f.yaml"))
    assert problem_id == "yaml-limits"
    assert message.endswith("nested more than 64 levels deep")


def test_aliases_cannot_nest_deeper_than_text() -> None:
    chain = "a0: &a0 [1]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 63))
    assert read(chain, "f.yaml").problems == ()
    problem_id, message = only(read(chain + "end: [*a62]\n", "f.yaml"))
    assert problem_id == "yaml-limits"
    assert "by aliases" in message


def test_aliases_that_multiply_are_counted_before_anything_is_built() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40))
    problem_id, message = only(read(bomb, "f.yaml"))
    assert problem_id == "yaml-limits"
    assert "100,000 values" in message


def test_merges_that_multiply_are_counted_too() -> None:
    wide = ", ".join(f"k{n}: 1" for n in range(1000))
    text = f"m0: &m0 {{{wide}}}\n" + "".join(f"m{n}: &m{n} {{<<: *m{n - 1}}}\n" for n in range(1, 20_000))
    assert only(read(text, "f.yaml"))[0] == "yaml-limits"


def test_100_000_values_are_read_and_one_more_is_not() -> None:
    # The map and its list are two of them.
    assert len(read("a:\n" + "- 1\n" * 99_998, "f.yaml").data["a"]) == 99_998
    assert only(read("a:\n" + "- 1\n" * 99_999, "f.yaml"))[0] == "yaml-limits"


def test_a_file_of_nothing_but_problems_is_left_at_a_thousand() -> None:
    document = read("- no\n" * 5000, "f.yaml")
    assert [problem.id for problem in document.problems] == ["yaml-ambiguous-scalar"] * 1000 + ["yaml-limits"]
    assert not document.readable


def test_a_mebibyte_is_read_and_a_byte_more_is_not(tmp_path: Path) -> None:
    file = tmp_path / "f.yaml"
    file.write_text("a: 1 #" + "x" * (2**20 - 6))
    assert read_file(file).data == {"a": 1}
    file.write_text("a: 1 #" + "x" * (2**20 - 5))
    assert only(read_file(file)) == ("yaml-limits", "the file is larger than 1 MiB")
    assert only(read("#" * (2**20 + 1), "f.yaml"))[0] == "yaml-limits"


def well_formed(document: Document, text: str) -> None:
    assert {problem.id for problem in document.problems} <= IDS
    assert document.readable or document.data is None
    for problem in document.problems:
        assert problem.mark
        assert 1 <= problem.mark.line <= text.count("\n") + text.count("\r") + 2
        assert problem.mark.column >= 1
        assert problem.message
        assert problem.hint
        assert not {"\x1b", "\0", "\u202e"} & set(problem.message + problem.hint)


VALID = """\
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: "x"
    base: &base {zone_id: use2-az1, nodes: {max: 4}}
    pools:
      train:
        <<: *base
        mounts: [a, 'é', c]
      eval: *base
"""
PIECES = st.sampled_from(
    [
        *"[]{}:,-?&*!|>'\"%@`# \n\t",
        "<<: *base\n",
        "&a ",
        "*a",
        "!!str ",
        "---\n",
        "...\n",
        "0123",
        "no: ",
        "\u2028",
        "\0",
    ]
)


@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
@given(st.text() | st.lists(PIECES, max_size=40).map("".join))
def test_any_text_gives_a_document(loader: str, text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_source, "_LOADER", getattr(yaml, loader))
        well_formed(read(text, "f.yaml"), text)


@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
@given(st.integers(0, len(VALID)), st.integers(0, 12), st.lists(PIECES, max_size=3).map("".join))
def test_a_valid_file_with_a_slip_gives_a_document(loader: str, start: int, cut: int, piece: str) -> None:
    text = VALID[:start] + piece + VALID[start + cut :]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_source, "_LOADER", getattr(yaml, loader))
        well_formed(read(text, "f.yaml"), text)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bytes") / "f.yaml"


@given(st.binary() | st.text().map(lambda text: text.encode("utf-16", "surrogatepass")))
def test_any_bytes_give_a_document(scratch: Path, content: bytes) -> None:
    scratch.write_bytes(content)
    well_formed(read_file(scratch), content.decode("latin-1"))
