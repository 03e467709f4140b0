"""The pack of all frameworks: each rule told and judged once, with the controls of every framework."""

from __future__ import annotations

import grpc
import pytest
from tests.aws.stacks import NAMES, recorded
from tests.policies.packs.engine import LEVEL_NAMES, SEVERITIES, Engine, changed, told

KEY = "llm-dev-key-key"
SSH = "llm-dev-network-nodes-ingress-ssh-10-0-0-0-8"
HIPAA_AND_ISO = "HIPAA 164.312(a)(2)(iv); ISO27001 A.8.5, A.8.24"


def test_it_tells_every_rule_of_the_other_packs_once(
    all_frameworks: Engine, hipaa: Engine, iso27001: Engine, cost: Engine
) -> None:
    names = [policy.name for policy in all_frameworks.info().policies]
    assert all_frameworks.info().name == "rackguard-all"
    assert len(names) == len(set(names))
    assert set(names) == {policy.name for pack in (hipaa, iso27001, cost) for policy in pack.info().policies}


def test_a_policy_names_the_frameworks_that_ask_for_it(all_frameworks: Engine) -> None:
    policies = {policy.name: policy for policy in all_frameworks.info().policies}
    rotation, budget = policies["kms-rotation"], policies["cost-budget"]
    assert (SEVERITIES[rotation.severity], LEVEL_NAMES[rotation.enforcementLevel]) == ("high", "mandatory")
    assert rotation.framework.name == "HIPAA Security Rule; ISO/IEC 27001:2022, Annex A"
    assert rotation.framework.version == "2026; 2022"
    assert rotation.framework.specification == "164.312(a)(2)(iv); A.8.5, A.8.24"
    assert (budget.framework.name, budget.framework.specification) == ("Cost guardrails", "C.1")
    assert policies["exception-expired"].framework.specification == ""


def test_parameters_have_schemas(all_frameworks: Engine) -> None:
    policies = {policy.name: policy for policy in all_frameworks.info().policies}
    schema = policies["sg-no-world-ingress"].configSchema.properties.fields["open_ports"].struct_value.fields
    assert (schema["type"].string_value, list(schema["default"].list_value.values)) == ("array", [])


@pytest.mark.parametrize("stack", NAMES)
def test_nothing_is_found_in_the_example_stacks(stack: str, all_frameworks: Engine) -> None:
    assert told(all_frameworks.judge(recorded(stack))) == {}


def test_a_finding_comes_once_with_the_controls_of_every_framework(all_frameworks: Engine) -> None:
    (found,) = all_frameworks.judge(changed(recorded("dev"), KEY, enableKeyRotation=False))
    assert told([found]) == {"kms-rotation": [("mandatory", KEY)]}
    assert (found.policyPackName, SEVERITIES[found.severity]) == ("rackguard-all", "high")
    assert found.message.split("\n")[2] == f"Controls: {HIPAA_AND_ISO}"


def test_rules_of_cost_are_told_what_the_stack_costs(all_frameworks: Engine) -> None:
    (found,) = all_frameworks.judge(changed(recorded("dev"), "llm-dev", budget_usd_per_month=1))
    assert told([found]) == {"cost-budget": [("mandatory", "rackguard-dev")]}
    assert "Controls: COST C.1" in found.message.split("\n")


def test_levels_and_parameters_are_the_users(all_frameworks: Engine) -> None:
    weak = changed(recorded("dev"), KEY, enableKeyRotation=False)
    all_frameworks.configure(kms_rotation={"level": "advisory"})
    assert told(all_frameworks.judge(weak)) == {"kms-rotation": [("advisory", KEY)]}
    all_frameworks.configure(kms_rotation={"level": "disabled"})
    assert told(all_frameworks.judge(weak)) == {}
    open_to_all = changed(recorded("dev"), SSH, cidrIpv4="0.0.0.0/0", fromPort=443, toPort=443)
    assert ("mandatory", SSH) in told(all_frameworks.judge(open_to_all))["sg-no-world-ingress"]
    all_frameworks.configure(sg_no_world_ingress={"open_ports": [443]})
    assert "sg-no-world-ingress" not in told(all_frameworks.judge(open_to_all))


def test_a_rule_that_there_is_not_is_refused(all_frameworks: Engine) -> None:
    with pytest.raises(grpc.RpcError, match=r"the pack rackguard-all has no rule 'cost-budge'.*'cost-budget'"):
        all_frameworks.configure(cost_budge={})
