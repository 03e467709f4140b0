"""The example stacks under every rule: nothing found, nothing unproven, no rule that fails; and no rule untested."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rackguard.catalog.catalog import load
from rackguard.cli.resources import resources_of
from rackguard.graph.graph import Graph
from rackguard.spec.load import load_stack
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.registry import all_rules, by_id

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 12, 1, tzinfo=UTC)


def graph_of(stack: str) -> Graph:
    path = ROOT / f"stacks/Pulumi.{stack}.yaml"
    return resources_of(path, load_stack(path).document.data["config"], NOW)


@pytest.fixture(scope="module", params=["dev", "staging", "prod"])
def judged(request: pytest.FixtureRequest) -> list[Judgement]:
    rules = [rule for rule in all_rules() if not rule.id.startswith("cost-")]  # those need a cost
    return judge(graph_of(request.param), rules, load())


def test_nothing_is_found_unproven_or_failed(judged: list[Judgement]) -> None:
    told = [each for each in judged if each.outcome not in (Outcome.COMPLIANT, Outcome.NOT_APPLICABLE)]
    assert told == []


def test_much_is_judged(judged: list[Judgement]) -> None:
    """So that the first test doesn't pass for want of anything to judge."""
    found = Counter(each.outcome for each in judged)
    assert found[Outcome.COMPLIANT] > 120


@pytest.mark.parametrize("rule", by_id())
def test_every_rule_is_named_by_a_test_of_its_own(rule: str, texts: str) -> None:
    assert f'"{rule}"' in texts


@pytest.fixture(scope="module")
def texts() -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests/policies/rules").rglob("*.py"))
