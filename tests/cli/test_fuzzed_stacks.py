"""Stack files that are changed at random: a plan, or a refusal that names its place; never a fault."""

from __future__ import annotations

import copy
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rackguard.cli.evaluate import evaluate
from rackguard.report import plan_json, plan_markdown, plan_table
from rackguard.report.layout import Style

STACKS = Path(__file__).parents[2] / "stacks"
NOW = datetime(2026, 12, 1, tzinfo=UTC)

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 10**18, 1.5, float("nan"), "", "x", "0", "on", "none", "auto"),
    *("cluster", "spread", "partition", "rolling", "raid0", "max_ip_bandwidth", "io2", "phi", "per_zone"),
    *([], {}, [[]], [{}], {"a": 1}, "a" * 300, "\x1b[31m", "日本", "🙂", "$(id)", "%s{0}", "/", "/etc", "~"),
    *("p5.48xlarge", "p6e-gb200.36xlarge", "g6f.large", "g4dn.metal", "p3.2xlarge", "c8g.large", "m7i.large"),
    *("us-east-1", "us-gov-west-1", "use1-az1", "usw2-lax1-az1", "10.0.0.0/8", "0.0.0.0/0", "10.0.0.0/28", "::/0"),
    *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2027-01-11T11:30:00+05:30"),
    *({"spot": {}}, {"on_demand": {}}, {"reservation": {"create": 1}}, ["use1-az1", "use1-az2"]),
    *(["g6.xlarge", "p5.48xlarge"], ["s3", "ecr.api"], "train", "scratch", "checkpoints", "amazon-linux-2023"),
)
KEYS = ("min", "efa", "image", "user_data", "data_volumes", "commitment", "like", "existing", "zone_ids", "desired")


@cache
def example(name: str) -> Any:
    return yaml.safe_load((STACKS / f"Pulumi.{name}.yaml").read_text(encoding="utf-8"))


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of everything in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [one for key, item in inner for one in ((*path, key), *places(item, (*path, key)))]


@st.composite
def documents(draw: st.DrawFn) -> Any:
    document = copy.deepcopy(example(draw(st.sampled_from(["dev", "staging", "prod"]))))
    for _ in range(draw(st.integers(1, 3))):
        if not document:
            break
        *path, last = draw(st.sampled_from(places(document)))
        parent = document
        for key in path:
            parent = parent[key]
        value = copy.deepcopy(draw(st.sampled_from(VALUES)))
        change = draw(st.sampled_from(["replace", "replace", "remove", "add"]))
        if change == "remove" and len(places(document)) > 1:
            del parent[last]
        elif change == "add" and isinstance(parent, dict):
            parent[draw(st.sampled_from(KEYS))] = value
        else:
            parent[last] = value
    return document


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzzed") / "Pulumi.fuzzed.yaml"


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(document=documents())
def test_whatever_is_declared_is_planned_or_refused_at_its_place(file: Path, document: Any) -> None:
    file.write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")
    report = evaluate(file, NOW)
    assert [problem.message for problem in report.problems if problem.id == "validator-crashed"] == []
    assert all(problem.mark and problem.mark.file == str(file) for problem in report.problems)
    assert (report.plan is None) is bool(report.errors)
    text = plan_table.render(report, Style(80))
    assert all(line.isprintable() for line in text.splitlines())
    assert plan_markdown.render(report).startswith("## Rackguard plan of `fuzzed`")
    assert plan_json.as_data(report)["stack"] == "fuzzed"
