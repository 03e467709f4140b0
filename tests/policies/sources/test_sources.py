"""The same stack through every source: the same judgements at equal knowledge, the right ones where more is known."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.policies.sources.graphs import (
    OFFLINE,
    PACK_IN_PREVIEW,
    PACK_IN_UPDATE,
    PREVIEW,
    SOURCES,
    STACKS,
    STATE,
    graph_of,
)
from tests.policies.sources.judgements import Told, judgements, told

from rackguard.graph.resource import Secret
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.registry import by_id

C, F, N = Outcome.COMPLIANT, Outcome.FINDING, Outcome.NOT_APPLICABLE
SETTLED = {
    ("iam-confused-deputy", "federated"): [(C, "")],
    ("iam-kms-scoped", "later"): [(C, "")],
    ("iam-no-escalation", "later"): [(C, "")],
    ("iam-no-exfil", "later"): [(C, "")],
    ("iam-no-service-star", "later"): [(F, "policy.Statement[0]")],
    ("iam-no-star-star", "later"): [(C, "")],
    ("iam-no-trail-control", "later"): [(C, "")],
    ("iam-oidc-sub", "federated"): [(F, "assumeRolePolicy.Statement[0]")],
    ("iam-trust-no-star", "federated"): [(C, "")],
    ("iam-write-scoped", "later"): [(C, "")],
    ("kms-admin-user-split", "later"): [(C, "")],
    ("kms-no-wildcard", "later"): [(F, "policy.Statement[0]")],
    ("s3-policy-no-public", "data"): [(F, "policy.Statement[0]")],
    ("s3-tls-min", "data"): [(F, "policy")],
    ("s3-tls-only", "data"): [(F, "policy")],
    ("sg-no-wide-public", "later"): [(C, "")],
    ("sg-no-world-ingress", "later"): [(C, "")],
    ("sg-no-world-ssh", "later"): [(C, "")],
    ("sqs-policy", "later"): [(F, "policy.Statement[0]"), (F, "policy.Statement[0]"), (F, "policy")],
    ("stk-iam-effective-role", "federated"): [(N, "")],
    ("stk-sg-effective", "later"): [],
}
"""How the bad stack is judged where everything is there, of what isn't known before: rule, resource; outcome, path.

A role is of no machines once its trust is known, and an address alone is no way in from everywhere.
"""
AGAIN = "where the stack declares something else than when it was recorded: README.md says how to record it anew"
NEVER_KNOWN = {
    ("ec2-no-keypair", "hidden", "userData"),
    ("ec2-no-secret-userdata", "hidden", "userData"),
    ("lt-no-keypair", "weak", "keyName"),
}
"""A secret is looked into nowhere, and a key pair of elsewhere is none of the stack."""


def name_of(judgement: Judgement) -> tuple[str, str]:
    return judgement.rule, judgement.urn.rpartition("::")[2]


def is_open(judgement: Judgement) -> bool:
    """True for what is settled once everything is there."""
    unsure = judgement.outcome is Outcome.UNPROVEN or judgement.rule == "stk-iam-effective-role"
    return unsure and judgement.urn.startswith("urn:pulumi:bad::") and name_of(judgement) in SETTLED


def once_settled(stack: str) -> Counter[Told]:
    """What is judged offline, with what becomes of the open judgements."""
    found = judgements(stack, OFFLINE)
    later = {name_of(each): each.urn for each in found if is_open(each)}
    settled = [
        (rule, urn, outcome.value, path) for (rule, name), urn in later.items() for outcome, path in SETTLED[rule, name]
    ]
    return told(each for each in found if not is_open(each)) + Counter(settled)


def without_options(found: Counter[Told], source: str) -> Counter[Told]:
    """Without the rules that go by what packs aren't told; they are judged in test_not_judged.py."""
    left_out = {id_ for id_, rule in by_id().items() if rule.goes_by and source in (PACK_IN_PREVIEW, PACK_IN_UPDATE)}
    return Counter({key: count for key, count in found.items() if key[0] not in left_out})


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("source", [PREVIEW, PACK_IN_PREVIEW])
def test_what_is_declared_is_judged_alike(stack: str, source: str) -> None:
    expected = told(judgements(stack, OFFLINE))
    found = told(judgements(stack, source))
    assert without_options(found, source) == without_options(expected, source), AGAIN


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("source", [STATE, PACK_IN_UPDATE])
def test_what_is_there_is_judged_alike_but_for_what_was_open(stack: str, source: str) -> None:
    found = told(judgements(stack, source))
    assert without_options(found, source) == without_options(once_settled(stack), source), AGAIN


def test_everything_open_is_settled() -> None:
    unproven = [each for each in judgements("bad", OFFLINE) if each.outcome is Outcome.UNPROVEN]
    assert {(*name_of(each), each.path) for each in unproven if not is_open(each)} == NEVER_KNOWN
    assert {name_of(each) for each in judgements("bad", OFFLINE) if is_open(each)} == set(SETTLED)


@pytest.mark.parametrize("source", SOURCES)
def test_the_bad_stack_breaks_most_rules_and_the_good_one_none(source: str) -> None:
    """So that the tests above don't pass for want of anything to judge."""
    broken = {each.rule for each in judgements("bad", source) if each.outcome is Outcome.FINDING}
    assert len(broken) > 160
    assert {each.outcome for each in judgements("dev", source)} == {C, N}


@pytest.mark.parametrize("source", [STATE, PREVIEW])
def test_options_are_told_alike(source: str) -> None:
    """What the rules go by; the test of a source against another would not see what both leave out."""
    graph = graph_of("bad", source)
    found = {each.name: each.options for each in graph.of_type("aws:kms/key:Key")}
    assert (found["open"].protect, found["retained"].retain_on_delete, found["silent"].protect) == (True, True, None)
    (role,) = (each for each in graph.of_type("aws:iam/role:Role") if each.name == "node")
    assert role.options.ignore_changes == ("assumeRolePolicy", "description")
    (hidden,) = (each for each in graph.of_type("aws:ec2/instance:Instance") if each.name == "hidden")
    assert hidden.inputs["userData"] == Secret(known=True)
