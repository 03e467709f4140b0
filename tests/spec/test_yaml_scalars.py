"""What scalars mean. Values are what the loader of stack files in Pulumi's Go SDK v3.274.1 gives for the same text."""

import json

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from rackguard.spec.yaml_source import read

READ_BY_THE_CLI = {
    "0": 0,
    "-0": 0,
    "+1": 1,
    "-17": -17,
    "123456789012": 123456789012,
    "9223372036854775807": 9223372036854775807,
    "-9223372036854775808": -9223372036854775808,
    "18446744073709551615": 18446744073709551615,
    "2.0": 2,
    "2.00": 2,
    "-2.0": -2,
    "0.0": 0,
    "1.": 1,
    "1.5": 1.5,
    "+1.5": 1.5,
    ".5": 0.5,
    "0.1": 0.1,
    "10.40": 10.4,
    "9007199254740992.0": 9007199254740992,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    "null": None,
    "Null": None,
    "NULL": None,
    "~": None,
    "": None,
    "tRUE": "tRUE",
    "nULL": "nULL",
    "10.0.0.0/8": "10.0.0.0/8",
    "1.2.3": "1.2.3",
    "2xlarge": "2xlarge",
    "20%": "20%",
    "1e": "1e",
    "e3": "e3",
    "0xg": "0xg",
    "0b2": "0b2",
    "0o8": "0o8",
    "_1": "_1",
    "1,000": "1,000",
    "20:300": "20:300",
    "inf": "inf",
    "nan": "nan",
    ".": ".",
    "-.": "-.",
    "+": "+",
    "1-2": "1-2",
    "yesterday": "yesterday",
    "nope": "nope",
    "=": "=",
    "<<": "<<",
    "١٢": "١٢",  # digits, but not ASCII's
    "http://x:80": "http://x:80",
    "no way": "no way",
    '"0123"': "0123",
    "'no'": "no",
    '"2026-12-01T11:30:00Z"': "2026-12-01T11:30:00Z",
    '"true"': "true",
    '""': "",
    "|-\n  0123": "0123",
    ">-\n  no\n  yes": "no yes",
    "!!str 0123": "0123",
    "!!str no": "no",
    "!!str": "",
    "!<tag:yaml.org,2002:str> 1": "1",
    "!!int '12'": 12,
    "!!float 1": 1,
    "!!float 1.5": 1.5,
    "!!bool 'true'": True,
    "!!null ''": None,
}


@pytest.mark.parametrize(("text", "value"), READ_BY_THE_CLI.items(), ids=repr)
def test_unambiguous_scalars_mean_what_they_mean_to_the_cli(text: str, value: object) -> None:
    document = read(f"x: {text}\n", "f.yaml")
    assert document.problems == ()
    assert document.data == {"x": value}
    assert type(document.data["x"]) is type(value)


SWITCHES = [
    "yes",
    "Yes",
    "YES",
    "yEs",
    "no",
    "No",
    "NO",
    "nO",
    "on",
    "On",
    "ON",
    "oN",
    "off",
    "OFF",
    "oFF",
    "y",
    "Y",
    "n",
    "N",
]
DATES = [
    "2026-12-01",
    "2026-1-1",
    "2026-13-45",
    "2026-12-01T11:30:00Z",
    "2026-12-01t11:30:00z",
    "2026-12-01 11:30:00",
    "2026-12-01T11:30",
    "2026-12-01T11:30:00+01:00",
    "2026-12-01T11:30:00.25 -5",
]
NUMBERS = {
    "an octal number": ["0123", "00", "-01", "08", "012345678901", "02.0", "00.5", "0_1"],
    "base-60": ["1:30:45", "1:30", "190:20:30.15", "22:22", "01:30", "-1:30"],
    "a number to some": [
        "0x1F", "0X1f", "-0x1F", "0o17", "0O17", "0b11", "-0B1", "0x_1",
        "1e3", "1E3", "1e+3", "1e-3", "1.5e3", ".5e3", "1.e3", "2e9", "1e400", "1_0e3",
        "1_000", "1_", "1_000.5", "-_1", "1._5", "+.5", "-.5",
    ],
    "planned": [".inf", ".Inf", ".INF", "-.inf", "+.inf", ".nan", ".NaN"],
    "too large": ["18446744073709551616", "-9223372036854775809", "9" * 30, "9" * 5000, "9007199254740994.0",
        "1" * 400 + ".5"],
}  # fmt: skip
REFUSED = [
    *((text, "a switch to some") for text in SWITCHES),
    *((text, "taken for a date") for text in DATES),
    *((text, reason) for reason, texts in NUMBERS.items() for text in texts),
]


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=lambda value: value[:24])
def test_ambiguous_scalars_are_refused_with_the_quoted_form(text: str, reason: str) -> None:
    (problem,) = read(f"a:\n  x: {text}\n", "f.yaml").problems
    assert (problem.id, problem.level, problem.path) == ("yaml-ambiguous-scalar", "error", ("a", "x"))
    assert problem.where == "f.yaml:2:6"
    assert problem.message.startswith(f"`a.x`: {text[:50]}")
    assert reason in problem.message
    quoted = f'"{text}"' if len(text) <= 60 else f'"{text[:50]}…"'
    assert quoted in problem.hint
    assert len(problem.message + problem.hint) < 300


@pytest.mark.parametrize("text", [text for text, _ in REFUSED if len(text) <= 60])
def test_the_quoted_form_that_a_hint_gives_is_accepted(text: str) -> None:
    document = read(f'x: "{text}"\n"{text}": 1\n', "f.yaml")
    assert document.problems == ()
    assert document.data == {"x": text, text: 1}


def test_a_refused_scalar_stands_in_the_data_as_its_text() -> None:
    document = read("a: 2026-12-01\nb: [no, 0123]\nc: !foo x\n", "f.yaml")
    assert document.data == {"a": "2026-12-01", "b": ["no", "0123"], "c": "x"}
    assert document.readable


@pytest.mark.parametrize(
    "tagged",
    [
        "!!python/object:os.system x", "!!python/name:os.system", "!foo x", "!foo {a: 1}", "!foo [a]", "! 0123", "!",
        "!!binary aGk=", "!!set {a}", "!!omap [a: 1]", "!!pairs [a: 1]", "!!timestamp 2026-12-01", "!!merge <<",
        "!!str {a: 1}", "!!str [1]", "!!map [1]", "!!seq {a: 1}", "!!int x", "!!int 1.5", "!!int 2.0", "!!bool yes",
        "!!bool 1", "!!null x", "!!float x", "!!int true",
    ],
)  # fmt: skip
def test_tags_that_mean_nothing_here_are_refused(tagged: str) -> None:
    (problem,) = read(f"x: {tagged}\n", "f.yaml").problems
    assert (problem.id, problem.path, problem.where) == ("yaml-tag", ("x",), "f.yaml:1:4")
    tag = tagged.split(" ", maxsplit=1)[0]
    assert tag in problem.message
    assert "Remove the tag" in problem.hint


@pytest.mark.parametrize("key", ["1", "+1", "-3", "123456789012"])
def test_whole_numbers_as_keys_become_text_as_in_the_cli(key: str) -> None:
    document = read(f"{key}: a\n", "f.yaml")
    assert document.problems == ()
    assert document.data == {str(int(key)): "a"}


@pytest.mark.parametrize(
    "key", ["no", "off", "ON", "y", "0123", "1e3", "2026-12-01", "1.5", "2.0", "true", "null", "~", ".inf"]
)
def test_keys_that_are_no_text_are_refused_with_the_quoted_form(key: str) -> None:
    document = read(f"a:\n  {key}: 1\n", "f.yaml")
    (problem,) = document.problems
    assert (problem.id, problem.path, problem.where) == ("yaml-ambiguous-scalar", ("a", key), "f.yaml:2:3")
    assert problem.hint == f'Write the key in quotes: "{key}".'
    assert document.data == {"a": {key: 1}}


def test_an_escaped_control_character_never_gets_through() -> None:
    document = read('"\\e[31m": "a\\0b\\u202ec"\nc: "tab\\tand\\nline"\n', "f.yaml")
    assert [(p.id, p.where) for p in document.problems] == [
        ("yaml-encoding", "f.yaml:1:1"),
        ("yaml-encoding", "f.yaml:1:11"),
    ]
    assert document.data == {"�[31m": "a�b�c", "c": "tab\tand\nline"}
    assert all(p.message.isprintable() for p in document.problems)


WORDS = st.from_regex(r"[a-z][a-z0-9]{3,8}(-[a-z0-9]{1,5}){0,2}", fullmatch=True).filter(
    lambda word: word not in ("true", "null", "false")
)
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp", "Cn", "Co")), max_size=20)
NUMBER = st.integers(-(2**63), 2**64 - 1) | st.integers(-(10**9), 10**9).map(lambda thousandths: thousandths / 1000)


def tree(leaves: st.SearchStrategy[object], keys: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    return st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4))


@given(tree(WORDS | st.integers(-(2**63), 2**64 - 1) | st.booleans() | st.none(), WORDS), st.booleans())
def test_what_is_unambiguous_reads_as_pyyaml_reads_it(data: object, flow: bool) -> None:
    text = yaml.safe_dump(data, default_flow_style=flow)
    document = read(text, "f.yaml")
    assert document.problems == ()
    assert document.data == yaml.safe_load(text) == data


@given(tree(TEXT | NUMBER | st.booleans() | st.none(), TEXT.filter(lambda key: key != "<<")))
def test_json_reads_as_itself(data: object) -> None:
    document = read(json.dumps(data, ensure_ascii=False), "f.yaml")
    assert document.problems == ()
    assert document.data == data


@given(st.text("0123456789+-._:eExXobTZnyaf", min_size=1, max_size=12))
def test_an_accepted_scalar_is_one_that_pyyaml_reads_alike(text: str) -> None:
    document = read(f"- {text}\n", "f.yaml")
    assume(document.readable and not document.problems and not isinstance(document.data[0], dict | list))
    assert document.data == yaml.safe_load(f"- {text}\n")
