"""`rackguard explain`: everything that has an id, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rackguard.cli.explain import explanation, known_ids
from rackguard.plan.validators.registry import ALL
from rackguard.report.layout import Style

Run = Callable[..., Any]


def words(text: str) -> str:
    return " ".join(text.split())


def test_every_id_is_explained() -> None:
    for name in known_ids():
        lines = explanation(name, Style())
        assert lines is not None, name
        assert len(lines) > 1, name
        assert max(len(line) for line in lines) <= 110, name


def test_a_check_says_what_why_and_what_to_do(run: Run) -> None:
    validator = next(validator for validator in ALL if validator.id == "block-placement")
    code, out, err = run("explain", "block-placement")
    assert (code, err) == (0, "")
    assert out.startswith("check block-placement (error)\n  ")
    for text in (validator.summary, f"Why: {validator.why}", f"What to do: {validator.hint}"):
        assert words(text) in words(out)


def test_a_decision_and_a_problem_are_told_apart(run: Run) -> None:
    assert run("explain", "rollout").out.startswith("decision rollout\n")
    assert run("explain", "yaml-ambiguous-scalar").out.startswith("problem yaml-ambiguous-scalar\n")


def test_a_type_says_what_it_has_where_it_is_and_what_it_costs(run: Run) -> None:
    out = run("explain", "p5.48xlarge").out
    for text in (
        "GPUs 8 × H100-SXM",
        "memory of a GPU 80 GiB",
        "32 cards, 32 EFA interfaces",
        "NVLink 900 GB/s",
        "bf16 989",
        "us-east-1 use1-az1, use1-az2, use1-az3, use1-az4, use1-az5, use1-az6 55.04 [",
        "source AWS DescribeInstanceTypes, 2026-10",
    ):
        assert text in words(out)


def test_a_type_that_is_not_sold_on_demand_has_no_price(run: Run) -> None:
    assert "no price" in run("explain", "p5e.48xlarge").out


def test_a_legacy_type_names_its_successors(run: Run) -> None:
    assert "too old to be planned; use" in run("explain", "p3.2xlarge").out


def test_a_login_nodes_type_is_explained(run: Run) -> None:
    assert words(run("explain", "m7i.2xlarge").out).startswith(
        "type m7i.2xlarge, for a login node vCPUs, memory 8, 32 GiB"
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("rolout", "Did you mean 'rollout'"),
        ("p5.48xlrge", "Did you mean 'p5.48xlarge'"),
        ("EFA-X", "Did you mean 'efa'"),
        ("P5.48XLARGE", "Did you mean 'p5.48xlarge'?"),
        ("x" * 5000, f"nothing is called '{'x' * 180}…'"),
        ("caf\udce9", r"nothing is called 'caf\xe9'"),
        ("", "`rackguard list validators`"),
        ("\x1b[31m", "nothing is called '\\x1b[31m'"),
    ],
)
def test_an_unknown_id_is_answered_with_the_nearest(run: Run, name: str, told: str) -> None:
    code, out, err = run("explain", name)
    assert (code, out) == (2, "")
    assert told in words(err)
