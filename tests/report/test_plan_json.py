"""A plan as JSON: it has the shape that its schema documents, and keeps what is known apart from what isn't."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rackguard.report.comparison import compare
from rackguard.report.plan_json import as_data, comparison_data
from rackguard.report.plan_report import PlanReport
from rackguard.report.plan_schema import plan_schema

ROOT = Path(__file__).parents[2]
STACKS = ("dev", "staging", "prod")

Report = Callable[[str], PlanReport]


def closed(schema: Any) -> Any:
    """The schema with no key allowed that it doesn't name: what is printed must be documented."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    tight = {key: closed(value) for key, value in schema.items()}
    return {**tight, "additionalProperties": False} if "properties" in schema and "required" in schema else tight


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    return Draft202012Validator(closed(plan_schema()))


def errors(validator: Draft202012Validator, data: Any) -> list[str]:
    printed = json.loads(json.dumps(data))
    return [f"{error.json_path}: {error.message}"[:300] for error in validator.iter_errors(printed)]


def leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item, (*path, "[]"))
    else:
        yield path, value


def test_the_schema_is_one_and_the_published_file_is_it() -> None:
    Draft202012Validator.check_schema(plan_schema())
    assert json.loads((ROOT / "docs/plan.schema.json").read_text(encoding="utf-8")) == plan_schema()


def test_the_schema_explains_every_object() -> None:
    schema = plan_schema()
    for name, definition in {"root": schema, **schema["$defs"]}.items():
        assert definition["description"].endswith("."), name
    assert "730 hours" in schema["$defs"]["Amount"]["properties"]["usd_per_month"]["description"]


@pytest.mark.parametrize("stack", STACKS)
def test_every_stack_has_the_documented_shape(report: Report, validator: Draft202012Validator, stack: str) -> None:
    assert errors(validator, as_data(report(stack))) == []


def test_a_failing_stack_has_it_too(failing: PlanReport, validator: Draft202012Validator) -> None:
    data = as_data(failing)
    assert errors(validator, data) == []
    assert (data["cluster"], data["pools"], data["cost"], data["carbon"]) == (None, [], None, None)
    assert data["problems"][0]["level"] in {"error", "warning", "info"}
    assert data["problems"][0]["file"] == failing.file


def test_comparisons_have_it_too(report: Report, failing: PlanReport, validator: Draft202012Validator) -> None:
    data = as_data(report("prod"))
    data["comparison"] = comparison_data(report("dev"), compare(report("dev"), report("prod")))
    assert errors(validator, data) == []
    gone = "no longer declared; a pool of another name is a new one"
    nodes = {"ended": [{"pool": "lab", "because": [gone]}], "waiting": [], "cut_off": []}
    assert data["comparison"]["running_nodes"] == nodes
    data["comparison"] = comparison_data(failing, None)
    assert errors(validator, data) == []
    assert data["comparison"]["changes"] is data["comparison"]["running_nodes"] is None
    assert data["comparison"]["problems"] != []


def test_a_wrong_shape_is_noticed(report: Report, validator: Draft202012Validator) -> None:
    data: Any = deepcopy(as_data(report("dev")))
    data["cost"]["lines"][0]["rate"] = 1
    data["pools"][0]["efa"] = "yes"
    del data["carbon"]["unit"]
    assert len(errors(validator, data)) == 3


def test_the_document_names_its_kind_and_version(report: Report) -> None:
    data = as_data(report("prod"))
    assert (data["format"], data["version"]) == ("rackguard-plan", 1)
    assert (data["stack"], data["as_of"]) == ("prod", "2026-12-01T00:00:00Z")
    assert data["file"].endswith("stacks/Pulumi.prod.yaml")


def test_pools_have_their_network_interfaces(report: Report) -> None:
    data: Any = as_data(report("prod"))
    train = data["pools"][0]
    assert train["name"] == "train"
    assert len(train["network_interfaces"]) == 33
    assert train["network_interfaces"][0] == {
        "network_card_index": 0,
        "device_index": 0,
        "interface_type": "interface",
    }


def test_scripts_are_left_out_and_decisions_stand_in_one_list(report: Report) -> None:
    data = as_data(report("prod"))
    keys = {path[-1] for path, _ in leaves(data)} | {key for path, _ in leaves(data) for key in path}
    assert not keys & {"script", "base64"}
    assert [path for path, _ in leaves(data) if "decisions" in path[1:]] == []
    plan = report("prod").plan
    assert plan is not None
    assert [decision["id"] for decision in json.loads(json.dumps(data["decisions"]))] == [
        decision.id for decision in plan.decisions
    ]


@pytest.mark.parametrize("stack", STACKS)
def test_a_missing_price_is_null_and_never_0(report: Report, stack: str) -> None:
    cost: Any = as_data(report(stack))["cost"]
    unpriced = [line for line in cost["lines"] if line["price_kind"] == "no price"]
    assert bool(unpriced) is (stack != "prod")
    for line in unpriced:
        assert (line["rate_usd"], line["now"], line["max"], line["source"]) == (None, None, None, None)
        assert line["note"].startswith("no price of ")
    for line in cost["lines"]:
        assert line["by_use"] is (line["rate_usd"] is not None and line["quantity"] is None)
        if line["by_use"]:
            assert line["now"] is line["max"] is None


@pytest.mark.parametrize("stack", STACKS)
def test_every_figure_has_source_and_date(report: Report, stack: str) -> None:
    data: Any = as_data(report(stack))
    for line in data["cost"]["lines"]:
        if line["rate_usd"] is not None and line["price_kind"] != "included":
            assert line["source"]["name"]
            assert line["source"]["as_of"]
    for line in data["carbon"]["lines"]:
        assert line["grid"]["source"]["as_of"]
        assert line["embodied"] is None or line["embodied"]["source"]["as_of"]
    for assumption in data["carbon"]["assumptions"]:
        assert assumption["source"]["as_of"]


def test_figures_are_not_rounded(report: Report) -> None:
    cost: Any = as_data(report("prod"))["cost"]
    assert cost["lines"][0]["now"]["usd_per_hour"] == pytest.approx(317.0304, abs=1e-9)
    key = next(line for line in cost["lines"] if line["subject"] == "encryption")
    assert key["now"]["usd_per_hour"] == pytest.approx(1 / 730, abs=1e-12)
    assert cost["budget"]["now"]["percent"] == pytest.approx(100 * cost["now"]["usd_per_month"] / 400000)


def test_no_secret_and_no_private_key_is_in_it(report: Report) -> None:
    text = json.dumps(as_data(report("prod")))
    assert "PRIVATE KEY" not in text
