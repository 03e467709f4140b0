"""The example stacks under the rules of stores, logs, trails, whole stacks and cost."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.aws.stacks import NAMES, recorded

from rackguard.catalog.catalog import load
from rackguard.cli.cost_facts import facts_of_graph
from rackguard_policies import registry
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Outcome

FINE = {Outcome.COMPLIANT, Outcome.NOT_APPLICABLE}
PLACES = ("any", "backup", "cloudtrail", "cloudwatch", "efs", "fsx")
RULES = [
    rule
    for name, rule in zip(registry.names(), registry.all_rules(), strict=True)
    if {*name.split(".")[2:4]} & {*PLACES}
]


@pytest.mark.parametrize(("stack", "holding"), [("dev", 8), ("staging", 18), ("prod", 25)])
def test_nothing_is_found_and_nothing_unproven(stack: str, holding: int) -> None:
    graph, catalog = recorded(stack), load()
    judgements = judge(graph, RULES, catalog, cost=facts_of_graph(graph, catalog))
    assert [each for each in judgements if each.outcome not in FINE] == []
    assert len({each.rule for each in judgements if each.outcome is Outcome.COMPLIANT}) == holding


def test_each_example_stack_is_judged() -> None:
    assert sorted(NAMES) == ["dev", "prod", "staging"]


def test_every_rule_is_in_a_test_of_its_own() -> None:
    texts = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_a*.py"))
    assert len(RULES) >= 45
    assert [rule.id for rule in RULES if f'"{rule.id}"' not in texts] == []
