"""The example stacks under the rules of compute and its disks: nothing is found, and nothing is unproven."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.aws.stacks import NAMES, recorded

from rackguard.catalog.catalog import load
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Outcome
from rackguard_policies.registry import all_rules

FINE = {Outcome.COMPLIANT, Outcome.NOT_APPLICABLE}
COMPUTE = ("ec2-", "lt-", "asg-", "ebs-", "ami-", "eni-", "eip-", "keypair-", "region-", "stk-lt-")
RULES = [rule for rule in all_rules() if rule.id.startswith(COMPUTE)]


@pytest.mark.parametrize("stack", NAMES)
def test_nothing_is_found_and_nothing_unproven(stack: str) -> None:
    judgements = judge(recorded(stack), RULES, load())
    assert [each for each in judgements if each.outcome not in FINE] == []
    assert len({each.rule for each in judgements if each.outcome is Outcome.COMPLIANT}) >= 15


def test_every_rule_of_compute_is_in_a_test_of_its_own() -> None:
    texts = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_aws_*.py"))
    assert [rule.id for rule in RULES if f'"{rule.id}"' not in texts] == []
