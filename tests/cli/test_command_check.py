"""`rackguard check`: what it judges, what it writes, and when it fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rackguard_policies import framework

Run = Callable[..., Any]
StackFile = Callable[..., Path]
AT = ("--at", "2026-12-01T00:00:00Z")
UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
STACK = "urn:pulumi:prod::llm::pulumi:pulumi:Stack::llm-prod"

FRAMEWORK = """\
id = "{id}"
title = "{title}"
source = "a source"
as_of = "2026"

[[control]]
id = "{control}"
title = "Keep keys safe"
kind = "control"
published = ["{rule}"]
"""


@pytest.fixture(autouse=True)
def two_frameworks(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two frameworks of one rule each, so that a new rule changes nothing here."""
    folder = tmp_path_factory.mktemp("frameworks")
    for id_, title, control, rule in (
        ("hipaa", "HIPAA", "164.312(a)", "kms-rotation"),
        ("iso27001", "ISO 27001", "A.8.24", "s3-force-destroy"),
    ):
        text = FRAMEWORK.format(id=id_, title=title, control=control, rule=rule)
        (folder / f"{id_}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(framework, "FOLDER", folder)
    framework.load.cache_clear()
    yield
    framework.load.cache_clear()


def urn(name: str, type_: str = "aws:kms/key:Key") -> str:
    return f"urn:pulumi:prod::llm::{type_}::{name}"


def state(folder: Path, **rotation: object) -> Path:
    """An exported state with a key for each name."""
    resources: list[dict[str, Any]] = [{"urn": STACK, "custom": False, "type": "pulumi:pulumi:Stack"}]
    resources += [
        {
            "urn": urn(name),
            "custom": True,
            "id": f"k-{name}",
            "type": "aws:kms/key:Key",
            "inputs": {"enableKeyRotation": on},
            "outputs": {},
            "parent": STACK,
            "sourcePosition": "project:///__main__.py#12",
        }
        for name, on in rotation.items()
    ]
    manifest = {"time": "2026-11-30T00:00:00Z", "magic": "x", "version": "v3.220.0"}
    file = folder / "state.json"
    file.write_text(json.dumps({"version": 3, "deployment": {"manifest": manifest, "resources": resources}}), "utf-8")
    return file


def preview(folder: Path, rotation: object) -> Path:
    """What a preview prints of one new key."""
    stack = {"urn": STACK, "custom": False, "type": "pulumi:pulumi:Stack"}
    key = {
        "urn": urn("new"),
        "custom": True,
        "type": "aws:kms/key:Key",
        "inputs": {"enableKeyRotation": rotation},
        "parent": STACK,
    }
    steps = [{"op": "create", "urn": each["urn"], "newState": each} for each in (stack, key)]
    file = folder / "preview.json"
    file.write_text(json.dumps({"config": {}, "steps": steps, "changeSummary": {"create": 2}}), encoding="utf-8")
    return file


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


# --- What is judged


def test_a_state(run: Run, tmp_path: Path) -> None:
    code, out, err = run("check", "--state", state(tmp_path, old=False, new=True), *AT)
    assert (code, err) == (1, "")
    assert out.startswith(
        "high  old  kms-rotation  __main__.py:12\n"
        "  enableKeyRotation is False; wanted: is true\n"
        "  → Set enable_key_rotation to True; what is encrypted stays readable, and the key's ARN stays the\n"
        "    same.\n"
        "    HIPAA 164.312(a)\n"
        "\n"
        "NOT JUDGED HERE\n"
        "  what the program declares now: this is what was deployed last.\n"
    )
    assert out.endswith("\n\n2 rules on 3 resources, 2 judgements: HIPAA, ISO 27001\nJudged: 1 high.\n")


def test_a_state_without_findings_is_fine(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("check", "--state", state(tmp_path, new=True), *AT)
    assert (code, out.splitlines()[-1]) == (0, "Judged: no findings.")


@pytest.mark.parametrize(("severity", "code"), [("critical", 0), ("high", 1), ("medium", 1), ("low", 1)])
def test_the_least_grave_finding_that_makes_it_fail(run: Run, tmp_path: Path, severity: str, code: int) -> None:
    assert run("check", "--state", state(tmp_path, old=False), "--fail-on", severity, *AT).code == code


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ((), ["hipaa", "iso27001"]),
        (("--framework", "iso27001"), ["iso27001"]),
        (("--framework", "hipaa", "--framework", "hipaa"), ["hipaa"]),
    ],
)
def test_the_frameworks_that_are_asked(run: Run, tmp_path: Path, words: tuple[str, ...], asked: list[str]) -> None:
    code, out, _ = run("check", "--state", state(tmp_path, old=False), *words, "--format", "json", *AT)
    data = json.loads(out)
    assert data["frameworks"] == asked
    assert code == int("hipaa" in asked)
    assert [each["rule"] for each in data["judgements"]] == (["kms-rotation"] if "hipaa" in asked else [])


@pytest.mark.parametrize(
    ("rotation", "words", "code", "last"),
    [
        (True, (), 0, "Judged: no findings."),
        (False, (), 1, "Judged: 1 high."),
        (UNKNOWN, (), 0, "Judged: no findings; 1 unproven."),
        (UNKNOWN, ("--fail-on-unproven",), 1, "Judged: 1 high."),
        (UNKNOWN, ("--fail-on-unproven", "--fail-on", "critical"), 0, "Judged: 1 high."),
    ],
)
def test_what_a_preview_can_not_know_is_unproven(
    run: Run, tmp_path: Path, rotation: object, words: tuple[str, ...], code: int, last: str
) -> None:
    result = run("check", "--preview", preview(tmp_path, rotation), *words, *AT)
    assert (result.code, result.out.splitlines()[-1]) == (code, last)


def test_a_stack_is_shown_where_its_file_declares_it(run: Run) -> None:
    code, out, err = run("check", "prod", "--format", "json", *AT)
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert (data["file"], data["source"], data["as_of"]) == ("stacks/Pulumi.prod.yaml", "plan", AT[1])
    lines = Path("stacks/Pulumi.prod.yaml").read_text(encoding="utf-8").splitlines()
    by_rule: dict[str, set[str]] = {}
    for each in data["judgements"]:
        file, _, line = each["declared"].partition(":")
        assert file == "stacks/Pulumi.prod.yaml"
        by_rule.setdefault(each["rule"], set()).add(lines[int(line) - 1].strip().partition(":")[0])
    assert by_rule == {"kms-rotation": {"encryption"}, "s3-force-destroy": {"storage", "checkpoints"}}


def test_a_file_is_told_from_the_working_directory(
    run: Run, stack_file: StackFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = stack_file()
    assert json.loads(run("check", file, "--format", "json", *AT).out)["file"] == str(file)
    monkeypatch.chdir(tmp_path)
    assert json.loads(run("check", file, "--format", "json", *AT).out)["file"] == "Pulumi.changed.yaml"


def test_evidence_names_the_file_by_its_content(run: Run, tmp_path: Path) -> None:
    file = state(tmp_path, new=True)
    out = run("check", "--state", file, "--format", "evidence", *AT).out
    assert f"- SHA-256 of that file: {sha256(file.read_bytes()).hexdigest()}\n" in out
    assert "the state of the last deployment." in out


# --- Exceptions

EXCEPTION = """\
    exceptions:
      - rule: {rule}
        resource: "*-bucket-checkpoints-bucket"
        reason: The bucket is emptied by its own pipeline each night.
        owner: ana
        until: "2027-03-31"
"""


def excepted(stack_file: StackFile, rule: str) -> Path:
    file = stack_file()
    file.write_text(file.read_text(encoding="utf-8") + EXCEPTION.format(rule=rule), encoding="utf-8")
    return file


def test_an_exception_that_covers_nothing_is_a_finding(run: Run, stack_file: StackFile) -> None:
    code, out, _ = run("check", excepted(stack_file, "s3-force-destroy"), *AT)
    assert (code, out.splitlines()[0].split()) == (1, ["low", "exception-unused"])


def test_an_exception_from_a_rule_of_another_framework_is_not_looked_at(run: Run, stack_file: StackFile) -> None:
    file = excepted(stack_file, "s3-force-destroy")
    code, out, _ = run("check", file, "--framework", "hipaa", *AT)
    assert (code, out.splitlines()[-1]) == (0, "Judged: no findings.")


def test_an_exception_from_no_rule_is_a_finding_whatever_is_asked(run: Run, stack_file: StackFile) -> None:
    for words in ((), ("--framework", "hipaa")):
        code, out, _ = run("check", excepted(stack_file, "s3-force-destory"), *words, *AT)
        assert (code, out.splitlines()[0].split()) == (1, ["medium", "exception-unknown-rule"])


def exceptions_file(folder: Path, text: str) -> Path:
    file = folder / "exceptions.yaml"
    file.write_text(text, encoding="utf-8")
    return file


OLD_KEY = """\
- rule: kms-rotation
  resource: old
  reason: The appliance of the vendor can't take another key.
  owner: ana
  until: "2027-03-31"
"""


def test_exceptions_in_a_file_of_their_own(run: Run, tmp_path: Path) -> None:
    file = exceptions_file(tmp_path, OLD_KEY)
    words = ("--state", state(tmp_path, old=False), "--exceptions", file, *AT)
    code, out, _ = run("check", *words)
    assert (code, out.splitlines()[-1]) == (0, "Judged: no findings; 1 waived.")
    assert "The appliance of the vendor can't take another key. (ana, until 2027-03-31)" in " ".join(out.split())
    evidence = run("check", *words, "--format", "evidence").out
    told = "The appliance of the vendor can't take another key."
    assert f"| kms-rotation | old | {told} | ana | 2027-03-31 |\n" in evidence


def test_exceptions_of_a_file_stand_beside_those_of_the_stack(run: Run, stack_file: StackFile, tmp_path: Path) -> None:
    file = exceptions_file(tmp_path, OLD_KEY)
    data = json.loads(
        run("check", excepted(stack_file, "s3-force-destroy"), "--exceptions", file, "--format", "json", *AT).out
    )
    unused = [each["path"] for each in data["judgements"] if each["rule"] == "exception-unused"]
    assert unused == [
        "exception from s3-force-destroy for *-bucket-checkpoints-bucket",
        "exception from kms-rotation for old",
    ]


def test_what_is_wrong_with_an_exception_of_a_file_is_a_finding(run: Run, tmp_path: Path) -> None:
    text = OLD_KEY.replace("2027", "2025") + OLD_KEY.replace("kms-rotation", "kms-rotatoin")
    words = ("--state", state(tmp_path, old=False), "--exceptions", exceptions_file(tmp_path, text), *AT)
    data = json.loads(run("check", *words, "--format", "json").out)
    assert [each["rule"] for each in data["judgements"]] == [
        "kms-rotation",
        "exception-expired",
        "exception-unknown-rule",
    ]


LINE = '- {{rule: kms-rotation, resource: {}, reason: "{}", owner: {}, until: "{}"}}\n'
REASON = "The appliance takes no other key until it is replaced"


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (("old", "TODO: write a reason here", "ana", "2027-03-31"), "exception-without-reason"),
        (("old", " ", "ana", "2027-03-31"), "exception-without-reason"),
        (("old", REASON, "tbd", "2027-03-31"), "exception-without-owner"),
        (("old", REASON, "ana", "2026-11-30"), "exception-expired"),
        (("old", REASON, "ana", "2026-02-28"), "exception-expired"),
        (("'*'", REASON, "ana", "2027-03-31"), "exception-too-wide"),
        (("gone", REASON, "ana", "2027-03-31"), "exception-unused"),
    ],
)
def test_an_exception_that_does_not_hold_leaves_the_finding(
    run: Run, tmp_path: Path, given: tuple[str, ...], named: str
) -> None:
    """Each is a finding beside the one that it was meant to cover, also where only grave ones fail."""
    file = exceptions_file(tmp_path, LINE.format(*given))
    words = ("--state", state(tmp_path, old=False), "--exceptions", file, "--fail-on", "high", "--format", "json", *AT)
    code, out, _ = run("check", *words)
    judged = [(each["rule"], each["outcome"]) for each in json.loads(out)["judgements"]]
    assert (code, judged) == (1, [("kms-rotation", "finding"), (named, "finding")])


def test_an_exception_for_longer_than_a_year_covers_and_is_a_finding(run: Run, tmp_path: Path) -> None:
    for until, found in (("2027-12-02", []), ("2027-12-03", [("exception-too-long", "finding")])):
        file = exceptions_file(tmp_path, LINE.format("old", REASON, "ana", until))
        words = ("--state", state(tmp_path, old=False), "--exceptions", file, "--format", "json", *AT)
        judged = [(each["rule"], each["outcome"]) for each in json.loads(run("check", *words).out)["judgements"]]
        assert judged == [("kms-rotation", "waived"), *found]


@pytest.mark.parametrize("form", ["table", "markdown", "sarif", "junit", "gitlab", "evidence"])
def test_what_is_waived_is_shown_with_its_reason_in_every_format(run: Run, tmp_path: Path, form: str) -> None:
    """But for GitLab's code quality report, which knows findings only."""
    file = exceptions_file(tmp_path, LINE.format("old", REASON, "ana", "2027-03-31"))
    code, out, _ = run("check", "--state", state(tmp_path, old=False), "--exceptions", file, "--format", form, *AT)
    assert code == 0
    words = " ".join(out.split())
    assert (REASON in words, "2027-03-31" in words) == ((False, False) if form == "gitlab" else (True, True))


BROKEN = {
    "no such state": ("--state", "nowhere.json"),
    "a state that is cut off": ("--state", "cut.json"),
    "a preview that is cut off": ("--preview", "cut.json"),
    "an empty state": ("--state", "empty.json"),
    "a state as a preview": ("--preview", "state.json"),
    "an unknown framework": ("--state", "state.json", "--framework", "hippa"),
    "exceptions that are no YAML": ("--state", "state.json", "--exceptions", "cut.json"),
    "exceptions that lack fields": ("--state", "state.json", "--exceptions", "half.yaml"),
    "no such exceptions": ("--state", "state.json", "--exceptions", "nowhere.yaml"),
}


@pytest.mark.parametrize("form", ["table", "json", "markdown", "sarif", "junit", "gitlab", "evidence"])
@pytest.mark.parametrize("case", BROKEN)
def test_what_can_not_be_read_leaves_nothing_behind(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, case: str
) -> None:
    monkeypatch.chdir(tmp_path)
    state(tmp_path, old=False)
    Path("cut.json").write_text('{"version": 3, "depl', "utf-8")
    Path("empty.json").write_text("", "utf-8")
    Path("half.yaml").write_text("- {rule: kms-rotation}\n", "utf-8")
    code, out, err = run("check", *BROKEN[case], "--output", f"{form}=report", "--output", "json=other", *AT)
    assert (code, out) == (2, "")
    assert err.startswith("error  ")
    assert "→ " in err
    assert not Path("report").exists()
    assert not Path("other").exists()
    assert run("check", *BROKEN[case], "--format", form, *AT)[:2] == (2, "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "exceptions.yaml does not exist"),
        ("", "the file is empty; a list of exceptions is needed"),
        ("- [", "not valid YAML"),
        ("- {rule: r}", "exceptions.yaml:1:3 spec-missing"),
    ],
)
def test_exceptions_that_can_not_be_read_end_everything(run: Run, tmp_path: Path, text: str | None, told: str) -> None:
    file = tmp_path / "exceptions.yaml" if text is None else exceptions_file(tmp_path, text)
    words = ("--state", state(tmp_path, new=True), "--exceptions", file, "--output", f"json={tmp_path / 'out'}")
    code, out, err = run("check", *words, *AT)
    assert (code, out) == (2, "")
    assert told in " ".join(err.split())
    assert not (tmp_path / "out").exists()


def test_no_name_is_no_file_of_exceptions(run: Run, tmp_path: Path) -> None:
    code, out, err = run("check", "--state", state(tmp_path, new=True), "--exceptions", "", *AT)
    assert (code, out) == (2, "")
    assert "--exceptions is empty; allowed: a file's name" in err


def test_exceptions_are_never_overwritten(run: Run, tmp_path: Path) -> None:
    file = exceptions_file(tmp_path, OLD_KEY)
    words = ("--state", state(tmp_path, old=False), "--exceptions", file, "--output", f"json={file}")
    assert run("check", *words, *AT).code == 2
    assert file.read_text(encoding="utf-8") == OLD_KEY


# --- Files


def test_several_formats_in_one_run(run: Run, tmp_path: Path) -> None:
    file = state(tmp_path, old=False)
    wanted = {form: tmp_path / f"check.{form}" for form in ("sarif", "junit", "gitlab", "evidence", "markdown", "json")}
    outputs = [word for form, path in wanted.items() for word in ("--output", f"{form}={path}")]
    code, out, err = run("check", "--state", file, *outputs, *AT)
    assert (code, out) == (1, "")
    assert err == "".join(f"{form} written to '{path}'\n" for form, path in wanted.items())
    for form, path in wanted.items():
        assert path.read_text(encoding="utf-8") == run("check", "--state", file, "--format", form, *AT).out
    assert names(tmp_path) == sorted(["state.json", *(path.name for path in wanted.values())])


def test_a_file_and_a_table(run: Run, tmp_path: Path) -> None:
    words = ("--output", f"json={tmp_path / 'c.json'}", "--format", "table", "--quiet")
    code, out, err = run("check", "--state", state(tmp_path, new=True), *words, *AT)
    assert (code, out.splitlines()[-1], err) == (0, "Judged: no findings.", "")
    assert json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))["stack"] == "prod"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--output", "check.json"), "--output is 'check.json'; allowed: FORMAT=FILE, FORMAT one of table, json,"),
        (("--output", "sarf=x"), "--output is 'sarf=x'; allowed: FORMAT=FILE"),
        (("--output", "sarf=x"), "→ Did you mean 'sarif'?"),
        (("--output", "sarif"), "→ Name the file: sarif=check.sarif."),
        (("--output", "=x"), "--output is '=x'; allowed: FORMAT=FILE"),
        (("--output", "json="), "--output is empty; allowed: a file's name"),
        (("--output", "json=-"), "→ To print it: --format json."),
        (("--output", "json=no/such/x"), "can't write 'no/such/x': there is no folder 'no/such'; nothing was written"),
        (("--output", "json=a", "--output", "sarif=./a"), "names one file twice: 'json=a' and 'sarif=./a'"),
        (("--framework", "hippa"), "there is no framework 'hippa'; known: hipaa, iso27001"),
        (("--framework", "hippa"), "→ Did you mean 'hipaa'?"),
        (("--framework", ""), "there is no framework ''; known: hipaa, iso27001"),
        (("--format", "yaml"), "there is no 'yaml'; known: table, json, markdown, sarif, junit, gitlab, evidence"),
        (("--fail-on", "none"), "there is no 'none'; known: critical, high, medium, low"),
        (("--at", "yesterday"), "--at is 'yesterday'; allowed:"),
        (("prod",), "a stack is given as well: 'prod'"),
    ],
)
def test_words_that_it_does_not_know(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    file = state(tmp_path, old=False)
    monkeypatch.chdir(tmp_path)
    code, out, err = run("check", "--state", file, "--output", "junit=first.xml", *words)
    assert (code, out) == (2, "")
    assert told in " ".join(err.split())
    assert names(tmp_path) == ["state.json"]


@pytest.mark.parametrize("option", ["--state", "--preview"])
@pytest.mark.parametrize("content", [None, b"", b"{", b"[]", b"{}", b"\xff", b'{"version": 9}'])
def test_what_can_not_be_read_is_refused_and_nothing_written(
    run: Run, tmp_path: Path, option: str, content: bytes | None
) -> None:
    file = tmp_path / "given.json"
    if content is not None:
        file.write_bytes(content)
    code, out, err = run("check", option, file, "--output", f"json={tmp_path / 'out'}", *AT)
    assert (code, out) == (2, "")
    assert "given.json" in err
    assert "fault of rackguard" not in err
    assert names(tmp_path) == ([] if content is None else ["given.json"])


def test_a_stack_with_errors_is_not_judged(run: Run, stack_file: StackFile, tmp_path: Path) -> None:
    file = stack_file({"g6.xlarge": "g6.huge"})
    code, out, err = run("check", file, "--output", f"json={tmp_path / 'out'}", *AT)
    assert (code, out) == (1, "")
    assert "type-unknown" in err
    assert names(tmp_path) == [file.name]


def test_what_is_judged_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    file = state(tmp_path, old=False)
    before = file.read_bytes()
    code, out, err = run("check", "--state", file, "--output", f"json={file}", *AT)
    assert (code, out, file.read_bytes()) == (2, "", before)
    assert "a file that plans are made from" in " ".join(err.split())


def test_of_several_files_all_are_written_or_none(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of three can't take its place: the first keeps what it held, the second isn't there."""
    file = state(tmp_path, old=False)
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    first.write_text("old", encoding="utf-8")
    replace = Path.replace

    def fails(self: Path, target: Path) -> Path:
        if target.name == "third":
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fails)
    outputs = ("--output", f"json={first}", "--output", f"sarif={second}", "--output", f"junit={third}")
    code, out, err = run("check", "--state", file, *outputs, *AT)
    assert (code, out) == (2, "")
    assert "No space left on device; nothing was written" in " ".join(err.split())
    assert first.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["first", "state.json"]


def test_a_file_that_can_not_be_filled_leaves_the_others_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = state(tmp_path, old=False)
    write = Path.write_bytes

    def fails(self: Path, content: Any) -> int:
        if content.startswith(b"<?xml"):
            raise OSError(28, "No space left on device")
        return write(self, content)

    monkeypatch.setattr(Path, "write_bytes", fails)
    outputs = ("--output", f"json={tmp_path / 'first'}", "--output", f"junit={tmp_path / 'second'}")
    assert run("check", "--state", file, *outputs, *AT).code == 2
    assert names(tmp_path) == ["state.json"]


# --- Within a plan


def test_a_plan_counts_what_a_check_finds(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("plan", "--state", state(tmp_path, old=False, new=True), "--format", "json", *AT)
    assert (code, json.loads(out)["guardrails"]) == (
        0,
        {
            "frameworks": ["hipaa", "iso27001"],
            "rules": 2,
            "counts": {"critical": 0, "high": 1, "medium": 0, "low": 0, "waived": 0, "unproven": 0, "errored": 0},
        },
    )
    assert "**Guardrails**: no findings; 2 rules on " in run("plan", "dev", "--format", "markdown", *AT).out


def test_a_table_sums_up_too_but_where_it_is_not_shown_or_not_wanted(run: Run) -> None:
    assert "\n\nGUARDRAILS\n  no findings; 2 rules on " in run("plan", "dev", *AT).out
    assert "GUARDRAILS" not in run("plan", "dev", "--no-guardrails", *AT).out
    assert "GUARDRAILS" not in run("plan", "dev", "--quiet", *AT).out
    out = run("plan", "dev", "--no-guardrails", "--format", "json", *AT).out
    assert json.loads(out)["guardrails"] is None


def test_a_plan_with_errors_is_not_judged(run: Run, stack_file: StackFile) -> None:
    out = run("plan", stack_file({"g6.xlarge": "g6.huge"}), "--format", "json", *AT).out
    assert json.loads(out)["guardrails"] is None
