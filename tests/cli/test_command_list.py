"""`rackguard list`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rackguard.catalog.catalog import load
from rackguard.plan.validators.registry import ALL
from rackguard_policies import framework
from rackguard_policies.registry import all_rules

Run = Callable[..., Any]


def types(run: Run, *words: str) -> list[dict[str, Any]]:
    code, out, err = run("list", "types", "--format", "json", *words)
    assert (code, err) == (0, "")
    return json.loads(out)


def names(run: Run, *words: str) -> list[str]:
    return [row["type"] for row in types(run, *words)]


def test_all_types_are_listed_with_the_catalogues_facts(run: Run) -> None:
    rows = types(run)
    assert [row["type"] for row in rows] == [kind.name for kind in load().instance_types()]
    assert next(row for row in rows if row["type"] == "p5.48xlarge") == {
        "type": "p5.48xlarge",
        "gpu": "H100-SXM",
        "gpus": 8,
        "gpu_memory_gib": 80.0,
        "vcpus": 192,
        "memory_gib": 2048.0,
        "network": "3200 Gigabit",
        "network_gbps": 3200.0,
        "network_cards": 32,
        "efa_interfaces": 32,
        "legacy": False,
    }


def test_types_by_gpu_whatever_the_case(run: Run) -> None:
    assert names(run, "--gpu", "h100") == ["p5.48xlarge", "p5.4xlarge"]
    assert names(run, "--gpu", "A100-80GB") == ["p4de.24xlarge"]


def test_types_by_memory_of_a_gpu(run: Run) -> None:
    assert names(run, "--memory", "141") == ["p5e.48xlarge", "p5en.48xlarge", "p6-b200.48xlarge", "p6-b300.48xlarge"]


def test_types_by_region_with_zones_and_prices(run: Run) -> None:
    (row,) = types(run, "--gpu", "A100-80GB", "--region", "us-east-1")
    assert row["zones"] == ["use1-az4", "use1-az6"]
    assert row["on_demand_usd_per_hour"] == 27.44705
    assert row["source"] == "AWS, on-demand prices in its Karpenter provider (zz_generated.pricing_aws.go), 2026-07-20"
    assert names(run, "--gpu", "A100-80GB", "--region", "us-east-2") == []


@pytest.mark.parametrize(
    ("gpu", "region", "form", "zones"),
    [
        ("A100-80GB", "us-east-1", "table", "  use1-az4, 6  "),
        ("A100-80GB", "us-east-1", "markdown", "| use1-az4, 6 |"),
        ("GB200", "us-east-1", "markdown", "| use1-dfw2-az1 |"),
    ],
)
def test_zones_are_told_in_short(run: Run, gpu: str, region: str, form: str, zones: str) -> None:
    assert zones in run("list", "types", "--gpu", gpu, "--region", region, "--format", form).out


def test_types_by_efa(run: Run) -> None:
    found = names(run, "--efa")
    assert "p5.48xlarge" in found
    assert "g6.xlarge" not in found


def test_types_by_price(run: Run) -> None:
    rows = types(run, "--region", "us-west-2", "--max-price", "0.81", "--gpu", "L4")
    assert rows
    assert max(row["on_demand_usd_per_hour"] for row in rows) <= 0.81
    assert "g6.xlarge" in [row["type"] for row in rows]  # 0.8048


def test_a_type_without_a_price_has_none_and_is_never_the_cheapest(run: Run) -> None:
    (row,) = [row for row in types(run, "--gpu", "H200", "--region", "us-east-2") if row["type"] == "p5e.48xlarge"]
    assert (row["on_demand_usd_per_hour"], row["source"]) == (None, None)
    assert "p5e.48xlarge" not in names(run, "--gpu", "H200", "--region", "us-east-2", "--max-price", "10000")
    out = run("list", "types", "--gpu", "H200", "--region", "us-east-2").out
    assert re.search(r"p5e\.48xlarge .* no price$", out, re.MULTILINE)


def test_the_table_names_its_sources_below(run: Run) -> None:
    out = run("list", "types", "--gpu", "A100", "--region", "us-east-1").out
    lines = out.splitlines()
    assert lines[0].split()[:3] == ["type", "gpu", "gpus"]
    assert re.match(r"p4d\.24xlarge +A100-40GB +8 +40 +96 +1,152 +400 +4 +4 +use1-az1, .* 21\.96  \[1\]$", lines[1])
    assert lines[-1] == "[1] AWS, on-demand prices in its Karpenter provider (zz_generated.pricing_aws.go), 2026-07-20"
    assert "p2.xlarge (legacy)" in run("list", "types").out


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--gpu", "H10"], None),
        (["--gpu", "X1"], "--gpu is 'X1', which no GPU's name starts with"),
        (["--gpu", ""], "--gpu is ''"),
        (["--gpu", "L400"], "Did you mean 'L40S'"),
        (["--region", "us-east-9"], "Did you mean 'us-east-"),
        (["--region", ""], "Regions with GPUs: af-south-1, "),
        (["--max-price", "3"], "--max-price needs --region"),
        (["--max-price", "-1"], "'-1' is not a number above 0"),
        (["--memory", "nan"], "'nan' is not a number above 0"),
        (["--memory", "big"], "'big' is not a number above 0"),
        (["--format", "yaml"], "there is no 'yaml'; known: table, json, markdown"),
    ],
)
def test_filters_that_make_no_sense_are_refused(run: Run, given: list[str], told: str | None) -> None:
    code, out, err = run("list", "types", *given)
    if told is None:
        assert code == 0
    else:
        assert (code, out) == (2, "")
        assert told in " ".join(err.split())


def test_filters_are_refused_together(run: Run) -> None:
    code, _, err = run("list", "types", "--gpu", "X1", "--region", "us-east-9")
    assert code == 2
    assert "--gpu is" in err
    assert "--region is" in err


def test_nothing_found_is_said(run: Run) -> None:
    empty = ("--gpu", "A100-80GB", "--region", "us-east-2")
    assert run("list", "types", *empty) == (0, "Nothing matches.\n", "")
    assert run("list", "types", *empty, "--format", "json").out == "[]\n"


def test_images_name_their_parameter(run: Run) -> None:
    rows = json.loads(run("list", "images", "--format", "json").out)
    assert {(row["dlami"], row["architecture"]) for row in rows} == {
        (system, architecture)
        for system in ("ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023")
        for architecture in ("x86_64", "arm64")
    }
    assert all(row["parameter"].startswith("/aws/service/deeplearning/ami/") for row in rows)
    assert "[1] AWS DLAMI developer guide" in run("list", "images").out


def test_validators_are_all_listed(run: Run) -> None:
    rows = json.loads(run("list", "validators", "--format", "json").out)
    assert [(row["id"], row["level"], row["summary"]) for row in rows] == [
        (validator.id, validator.level, validator.summary) for validator in ALL
    ]
    assert re.search(r"^image-not-pinned +note +", run("list", "validators").out, re.MULTILINE)


def test_filters_of_types_are_for_types_alone(run: Run) -> None:
    code, out, err = run("list", "images", "--gpu", "H100")
    assert (code, out) == (2, "")
    assert "means nothing here" in err


@pytest.mark.parametrize("what", ["types", "images", "validators"])
def test_markdown_is_a_table(run: Run, what: str) -> None:
    heading, rule, *rows = run("list", what, "--format", "markdown").out.split("\n\n")[0].splitlines()
    assert len(rows) > 3
    cells = heading.count("|")
    assert rule.count("|") == cells
    assert all(len(re.findall(r"(?<!\\)\|", row)) == cells for row in rows)


# --- Rules and packs


@pytest.fixture
def hipaa(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One framework, of two controls and two rules."""
    controls = [("164.312(b)", ["kms-rotation"]), ("164.312(a)", ["kms-rotation", "s3-force-destroy"])]
    text = 'id = "hipaa"\ntitle = "HIPAA"\nsource = "s"\nas_of = "2026"\n'
    for id_, rules in controls:
        text += f'[[control]]\nid = "{id_}"\ntitle = "t"\nkind = "standard"\nweak = {json.dumps(rules)}\n'
    (tmp_path / "hipaa.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(framework, "FOLDER", tmp_path)
    framework.load.cache_clear()
    yield
    framework.load.cache_clear()


@pytest.mark.usefixtures("hipaa")
def test_every_rule_is_listed_with_all_that_it_says(run: Run) -> None:
    code, out, err = run("list", "rules", "--format", "json")
    assert (code, err) == (0, "")
    rows = json.loads(out)
    assert [row["id"] for row in rows] == [rule.id for rule in all_rules()]
    rotation = next(row for row in rows if row["id"] == "kms-rotation")
    assert rotation["severity"] == "high"
    assert rotation["types"][0] == "aws:kms/key:Key"
    assert rotation["controls"] == {"hipaa": ["164.312(b)", "164.312(a)"]}
    assert all(row["title"] and row["why"] and row["fix"] for row in rows)
    backup = next(row for row in rows if row["id"] == "fsx-backup")
    assert backup["controls"] == {"hipaa": []}
    assert backup["parameters"]["days"]["default"] == 7


@pytest.mark.usefixtures("hipaa")
def test_a_table_of_all_rules_has_no_controls(run: Run) -> None:
    lines = run("list", "rules").out.splitlines()
    assert lines[0].split() == ["id", "severity", "title"]
    assert {line.split()[0] for line in lines[1:]} >= {rule.id for rule in all_rules()}


@pytest.mark.usefixtures("hipaa")
def test_the_rules_of_a_framework_have_its_controls(run: Run) -> None:
    code, out, _ = run("list", "rules", "--framework", "hipaa", "--format", "markdown")
    lines = out.splitlines()
    assert (code, lines[0]) == (0, "| id | severity | title | controls |")
    assert [line.split(" | ")[0] + line.split(" | ")[-1] for line in lines[2:]] == [
        "| kms-rotation164.312(b), 164.312(a) |",
        "| s3-force-destroy164.312(a) |",
    ]


@pytest.mark.usefixtures("hipaa")
def test_a_framework_that_is_none_is_answered_with_those_there_are(run: Run) -> None:
    code, out, err = run("list", "rules", "--framework", "hipa")
    assert (code, out) == (2, "")
    assert "there is no framework 'hipa'; known: hipaa" in err


@pytest.fixture
def packs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Two packs, and one's program."""
    folder = Path("/opt/rackguard")
    (tmp_path / "rackguard-pack-hipaa").touch()
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    monkeypatch.setattr("rackguard_policies.packs.folders", lambda: {name: folder / name for name in ("cost", "hipaa")})
    return folder


def test_packs_are_listed_with_their_folders_and_programs(run: Run, packs: Path, tmp_path: Path) -> None:
    assert json.loads(run("list", "packs", "--format", "json").out) == [
        {"pack": "cost", "path": str(packs / "cost"), "program": None},
        {"pack": "hipaa", "path": str(packs / "hipaa"), "program": str(tmp_path / "rackguard-pack-hipaa")},
    ]
    assert run("list", "packs").out.splitlines()[0].split() == ["pack", "path", "program"]


def test_the_path_of_a_pack_alone(run: Run, packs: Path) -> None:
    assert run("list", "packs", "--path", "hipaa") == (0, f"{packs / 'hipaa'}\n", "")


def test_the_program_of_a_pack_alone(run: Run, packs: Path, tmp_path: Path) -> None:
    assert run("list", "packs", "--program", "hipaa") == (0, f"{tmp_path / 'rackguard-pack-hipaa'}\n", "")
    code, out, err = run("list", "packs", "--program", "cost")
    assert (code, out) == (2, "")
    assert f"there is no program rackguard-pack-cost beside {tmp_path / 'python'}" in " ".join(err.split())
    assert f"give Pulumi the pack's folder: {packs / 'cost'}" in " ".join(err.split())


def test_a_path_and_a_program_are_not_asked_for_at_once(run: Run) -> None:
    code, out, err = run("list", "packs", "--program", "hipaa", "--path", "hipaa")
    assert (code, out) == (2, "")
    assert "not allowed with argument" in err


@pytest.mark.parametrize("name", ["hipa", "notes", "", "../hipaa"])
@pytest.mark.parametrize("option", ["--path", "--program"])
def test_a_pack_that_is_none_prints_no_path(run: Run, packs: Path, name: str, option: str) -> None:
    code, out, err = run("list", "packs", option, name)
    assert (code, out) == (2, "")
    assert f"there is no policy pack '{name}'; known: cost, hipaa" in err


def test_the_packs_that_there_are(run: Run) -> None:
    rows = json.loads(run("list", "packs", "--format", "json").out)
    assert {row["pack"] for row in rows} >= {"hipaa", "iso27001", "cost"}
    for row in rows:
        assert {"PulumiPolicy.yaml", "__main__.py"} <= {file.name for file in Path(row["path"]).iterdir()}
        assert Path(row["program"]).name == f"rackguard-pack-{row['pack']}"
