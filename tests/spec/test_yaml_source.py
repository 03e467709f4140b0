"""Structure, places and problems of a YAML file. Structure is as Pulumi's Go SDK v3.274.1 reads the same text."""

from types import ModuleType

import pytest
import yaml

from rackguard.spec import yaml_source
from rackguard.spec.problem import Mark
from rackguard.spec.yaml_source import Document, read


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(yaml_source, "_LOADER", getattr(yaml, request.param))
    return yaml_source


def found(text: str) -> list[tuple[str, int, int]]:
    marks = [(problem.id, problem.mark) for problem in read(text, "f.yaml").problems]
    return [(problem_id, mark.line, mark.column) for problem_id, mark in marks if mark]


STRUCTURE = {
    "list": ("[1, a, [b]]", [1, "a", ["b"]]),
    "block list": ("- 1\n- 2", [1, 2]),
    "list under its key": ("a:\n- 1\n- 2", {"a": [1, 2]}),
    "key without a value": ("a:\nb: 1", {"a": None, "b": 1}),
    "explicit keys": ("? a\n? b\n: 1", {"a": None, "b": 1}),
    "pair in a list": ("[a: 1]", [{"a": 1}]),
    "comments": ("# x\na: 1 # y\nb: x#c", {"a": 1, "b": "x#c"}),
    "CRLF": ("a: 1\r\nb: x\r\n", {"a": 1, "b": "x"}),
    "explicit document": ("--- # x\na: 1\n...\n", {"a": 1}),
    "directives": ("%YAML 1.1\n%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 1", {"a": "1"}),
    "other alphabets": ("ключ: 😀 é", {"ключ": "😀 é"}),
    "secret": ("a: {secure: 'v1:x:y'}", {"a": {"secure": "v1:x:y"}}),
    "alias": ("a: &a [1, 2]\nb: *a", {"a": [1, 2], "b": [1, 2]}),
    "alias of text": ("a: &a x\nb: [*a, *a]", {"a": "x", "b": ["x", "x"]}),
    "alias as a key": ("a: &a x\n*a : 1\nb: &n 3\n*n : 2", {"a": "x", "x": 1, "b": 3, "3": 2}),
    "anchor on a key": ("&k a: 1\nb: *k", {"a": 1, "b": "a"}),
    "merge": ("b: &b {x: 1, z: 2}\nm: {<<: *b, z: 3}", {"b": {"x": 1, "z": 2}, "m": {"x": 1, "z": 3}}),
    "merge last": ("b: &b {x: 1, z: 2}\nm: {z: 3, <<: *b}", {"b": {"x": 1, "z": 2}, "m": {"x": 1, "z": 3}}),
    "merge several, the first wins": (
        "b: &b {x: 1}\nc: &c {x: 5, z: 6}\nm: {<<: [*b, *c]}",
        {"b": {"x": 1}, "c": {"x": 5, "z": 6}, "m": {"x": 1, "z": 6}},
    ),
    "merge of a merge": (
        "a: &a {x: 1}\nb: &b {<<: *a, z: 2}\nm: {<<: *b}",
        {"a": {"x": 1}, "b": {"x": 1, "z": 2}, "m": {"x": 1, "z": 2}},
    ),
    "merge inline": ("m: {<<: {a: 1}, b: 2}", {"m": {"a": 1, "b": 2}}),
    "merge by tag": ("b: &b {x: 1}\nm: {!!merge <<: *b}", {"b": {"x": 1}, "m": {"x": 1}}),
    "merge numbers as keys": ("b: &b {1: a}\nm: {<<: *b, '1': b}", {"b": {"1": "a"}, "m": {"1": "b"}}),
    "merge nothing": ("m: {<<: [], a: 1}", {"m": {"a": 1}}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "data"), STRUCTURE.values(), ids=STRUCTURE)
def test_structure_is_read_as_the_cli_reads_it(text: str, data: object) -> None:
    document = read(text, "f.yaml")
    assert document.problems == ()
    assert document.data == data
    assert document.readable


def test_a_redefined_anchor_means_its_latest_value() -> None:
    assert read("a: &a 1\nb: *a\nc: &a 2\nd: *a\n", "f.yaml").data == {"a": 1, "b": 1, "c": 2, "d": 2}


def test_what_an_alias_repeats_can_be_changed_by_itself() -> None:
    data = read("a: &a {x: [1]}\nb: *a\nc: {<<: *a}\n", "f.yaml").data
    data["b"]["x"].append(2)
    assert data == {"a": {"x": [1]}, "b": {"x": [1, 2]}, "c": {"x": [1]}}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n", "~"])
def test_an_empty_file_is_read_and_holds_nothing(text: str) -> None:
    document = read(text, "f.yaml")
    assert (document.data, document.problems, document.readable) == (None, (), True)


def test_what_could_not_be_read_has_the_place_of_the_file() -> None:
    assert read("", "f.yaml").mark(("config",)) == read("[", "f.yaml").key_mark(("a",)) == Mark("f.yaml", 1, 1)


PLACES = """\
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: "x"
    base: &base {zone_id: use2-az1, nodes: {max: 4}}
    pools:
      train:
        <<: *base
        mounts: [a, "ключ 😀", c]
        empty:
      eval: *base
"""
CLUSTER = ("config", "rackguard:cluster")


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ((), (1, 1), (1, 1)),
        (("config",), (2, 3), (1, 1)),
        (("config", "aws:region"), (2, 15), (2, 3)),
        ((*CLUSTER, "name"), (4, 11), (4, 5)),
        ((*CLUSTER, "base"), (5, 11), (5, 5)),
        ((*CLUSTER, "base", "nodes", "max"), (5, 50), (5, 45)),
        ((*CLUSTER, "pools", "train", "mounts"), (9, 17), (9, 9)),
        ((*CLUSTER, "pools", "train", "mounts", 1), (9, 21), (9, 21)),
        ((*CLUSTER, "pools", "train", "mounts", 2), (9, 31), (9, 31)),
        ((*CLUSTER, "pools", "train", "zone_id"), (5, 27), (5, 18)),  # merged: where it is written
        ((*CLUSTER, "pools", "eval", "nodes"), (5, 44), (5, 37)),  # by an alias: where it is written
        ((*CLUSTER, "pools", "eval"), (5, 11), (11, 7)),
    ],
)
def test_each_value_and_key_has_its_place(
    path: tuple[str | int, ...], value: tuple[int, int], key: tuple[int, int]
) -> None:
    document = read(PLACES, "f.yaml")
    mark, key_mark = document.mark(path), document.key_mark(path)
    assert (mark.file, mark.line, mark.column) == ("f.yaml", *value)
    assert (key_mark.line, key_mark.column) == key


@pytest.mark.parametrize("end", [("missing",), ("missing", 3, "x"), (0,), ("name", "x"), ("name", 0)])
def test_a_path_that_is_not_there_has_the_place_of_its_nearest_ancestor(end: tuple[str | int, ...]) -> None:
    document = read(PLACES, "f.yaml")
    known = (*CLUSTER, "name") if end[0] == "name" else CLUSTER
    assert document.mark((*CLUSTER, *end)) == document.mark(known)
    assert document.key_mark((*CLUSTER, *end)) == document.key_mark(known) != document.mark(known)


@pytest.mark.parametrize("index", [3, -1, "0"])
def test_an_item_that_is_not_there_has_the_place_of_its_list(index: str | int) -> None:
    document = read("a: [1, 2, 3]\n", "f.yaml")
    assert document.mark(("a", index)) == Mark("f.yaml", 1, 4)


def test_all_problems_come_back_at_once_each_with_its_place() -> None:
    text = """\
config:
  aws:region: no
  a: {x: 0123, x: 1, z: !foo b}
  b: [1e3, *nowhere, &s [*s]]
  c:
    <<: 5
    ? [k]
    : yes
  '<<': 1
  a: 2
"""
    assert found(text) == [
        ("yaml-ambiguous-scalar", 2, 15),
        ("yaml-ambiguous-scalar", 3, 10),
        ("yaml-duplicate-key", 3, 16),
        ("yaml-tag", 3, 25),
        ("yaml-ambiguous-scalar", 4, 7),
        ("yaml-syntax", 4, 12),
        ("yaml-limits", 4, 26),
        ("yaml-syntax", 6, 9),
        ("yaml-syntax", 7, 7),
        ("yaml-ambiguous-scalar", 8, 7),
        ("yaml-ambiguous-scalar", 9, 3),
        ("yaml-duplicate-key", 10, 3),
    ]
    assert read(text, "f.yaml").readable


@pytest.mark.parametrize(
    ("text", "path", "first", "second"),
    [
        ("a: 1\nb: 2\na: 3\n", ("a",), (1, 1), (3, 1)),
        ("a: 1\n'a': 3\n", ("a",), (1, 1), (2, 1)),
        ("1: a\n'1': b\n", ("1",), (1, 1), (2, 1)),
        ("x: {a: 1, b: 2, a: 1}\n", ("x", "a"), (1, 5), (1, 17)),
        ("b: &b {x: 1}\nm:\n  <<: *b\n  <<: *b\n", ("m", "<<"), (3, 3), (4, 3)),
        ("k: &k a\na: 1\n*k : 2\n", ("a",), (2, 1), (3, 1)),
    ],
)
def test_a_duplicate_key_gives_both_places(
    text: str, path: object, first: tuple[int, int], second: tuple[int, int]
) -> None:
    (problem,) = read(text, "f.yaml").problems
    assert (problem.id, problem.path) == ("yaml-duplicate-key", path)
    assert "line {}, column {}".format(*first) in problem.message
    assert problem.where == "f.yaml:{}:{}".format(*second)


def test_of_a_duplicate_key_the_first_value_stands_and_a_third_names_the_first() -> None:
    document = read("a: 1\na: 2\na: 3\n", "f.yaml")
    assert document.data == {"a": 1}
    assert ["line 1, column 1" in problem.message for problem in document.problems] == [True, True]


def test_a_key_of_the_map_itself_is_no_duplicate_of_a_merged_one() -> None:
    assert found("b: &b {x: 1}\nm: {x: 2, <<: *b}\n") == []


SYNTAX = {
    "tab": ("a:\n\tb: 1", (2, 1), "spaces"),
    "reserved character": ("a: @x", (1, 4), "starts with @ in quotes"),
    "percent": ("a: %x", (1, 4), "starts with % in quotes"),
    "colon in a value": ("a: b: c", (1, 5), 'holds ": "'),
    "indentation": ("a: 1\n b: 2", (2, 3), "indented"),
    "open quote": ('a: "x\nb: 1', (2, 5), "Close the quote"),
    "open bracket": ("a: [1, 2\nb: 1", (2, 2), "Close the bracket"),
    "unknown escape": ('a: "\\q"', (1, 5), "single quotes"),
    "list and map": ("- 1\nb: 2", (2, 1), "indentation"),
}


@pytest.mark.parametrize(("text", "place", "hint"), SYNTAX.values(), ids=SYNTAX)
def test_a_syntax_error_says_where_and_what_to_do(text: str, place: tuple[int, int], hint: str) -> None:
    document = read(text, "f.yaml")
    (problem,) = document.problems
    assert problem.id == "yaml-syntax"
    assert problem.mark
    assert problem.mark.line == place[0]
    assert abs(problem.mark.column - place[1]) <= (yaml_source._LOADER is yaml.SafeLoader)
    assert hint in problem.hint
    assert (document.data, document.readable) == (None, False)


def test_a_syntax_error_comes_after_the_problems_above_it() -> None:
    assert found("a: no\na: 1\nb: @\n") == [
        ("yaml-ambiguous-scalar", 1, 4),
        ("yaml-duplicate-key", 2, 1),
        ("yaml-syntax", 3, 4),
    ]


@pytest.mark.parametrize("value", ["1", "[1]", "[{a: 1}, 2]", "~", "*list"])
def test_only_maps_can_be_merged(value: str) -> None:
    assert found(f"l: &list [{{a: 1}}]\nm: {{<<: {value}, b: 1}}\n") == [("yaml-syntax", 2, 9)]


@pytest.mark.parametrize("text", ["a: &a [*a]", "a: &a {b: *a}", "a: &a {<<: *a}", "a: &a {b: [1, {c: *a}]}"])
def test_an_alias_inside_its_own_anchor_is_refused(text: str) -> None:
    (problem,) = read(text, "f.yaml").problems
    assert problem.id == "yaml-limits"
    assert "*a stands inside its own anchor &a" in problem.message


@pytest.mark.parametrize(
    ("text", "place"), [("a: 1\n---\nb: 2\n", (2, 1)), ("a: 1\n---\n", (2, 1)), ("%YAML 1.2\n---\na: 1\n", (1, 1))]
)
def test_one_document_of_the_version_that_the_cli_reads(text: str, place: tuple[int, int]) -> None:
    document = read(text, "f.yaml")
    assert found(text) == [("yaml-document", *place)]
    assert document.data == {"a": 1}


@pytest.mark.parametrize(
    ("text", "place", "named"),
    [
        ("a: \x00", (1, 4), "U+0000"),
        ("a: 1\nb: x\x07", (2, 5), "U+0007"),
        ("a: 1\r\nb: \x1b[31m", (2, 4), "U+001B"),
        ("a: b\x85c: d", (1, 5), "U+0085"),
        ("a: b\u2028c", (1, 5), "U+2028"),
        ("a: 😀\u202e", (1, 5), "U+202E"),
        ("na\u200bme: x", (1, 3), "U+200B"),
        ("\ufeffa: 1", (1, 1), "byte order mark"),
        ("a: \ud83d", (1, 4), "half a character"),
        ("a: \uffff", (1, 4), "U+FFFF"),
    ],
)
def test_invisible_characters_are_refused_where_they_stand(text: str, place: tuple[int, int], named: str) -> None:
    document = read(text, "f.yaml")
    assert found(text) == [("yaml-encoding", *place)]
    assert named in document.problems[0].message
    assert document.problems[0].message.isprintable()
    assert not document.readable


def test_hints_and_messages_are_short_whatever_the_file_holds() -> None:
    text = f"? {'k' * 5000}\n: {{? '{'x' * 5000}'\n  : no}}\n"
    (problem,) = read(text, "f.yaml").problems
    assert len(problem.message) < 300
    assert isinstance(read(text, "f.yaml"), Document)


@pytest.mark.parametrize("version", ["9.9", "x", ""])
def test_a_version_that_nobody_reads_is_to_be_removed(version: str) -> None:
    (problem,) = read(f"%YAML {version}\n---\na: 1\n", "f.yaml").problems
    assert problem.message.startswith("not valid YAML: ")
    assert (problem.id, problem.hint) == ("yaml-syntax", "Remove the %YAML line.")
