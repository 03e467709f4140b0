"""`rackguard explain`: everything that has an id, in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rackguard.cli.explain import explanation, known_ids
from rackguard.cli.explain_rule import called, rule_ids
from rackguard.plan.validators.registry import ALL
from rackguard.report.layout import Style
from rackguard_policies import framework
from rackguard_policies.exception_checks import CHECKS, Check
from rackguard_policies.registry import all_rules
from rackguard_policies.rule import Rule

Run = Callable[..., Any]


def words(text: str) -> str:
    return " ".join(text.split())


def test_every_id_is_explained() -> None:
    for name in known_ids():
        lines = explanation(name, Style())
        assert lines is not None, name
        assert len(lines) > 1, name
        code = [f"    {line}" for rule in called(name) for line in examples(rule)]
        assert max(len(line) for line in lines if line not in code) <= 110, name


def examples(rule: Rule | Check) -> list[str]:
    return rule.before.splitlines() + rule.after.splitlines() if isinstance(rule, Rule) else []


def test_a_rule_says_what_why_what_to_do_and_who_asks_for_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    control = 'id = "A.8.9"\ntitle = "Settings are known"\nkind = "control"\nweak = ["ec2-imdsv2"]\n'
    text = f'id = "iso27001"\ntitle = "ISO"\nsource = "s"\nas_of = "2022"\n[[control]]\n{control}'
    (tmp_path / "iso27001.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(framework, "FOLDER", tmp_path)
    framework.load.cache_clear()
    code, out, err = run("explain", "ec2-imdsv2")
    framework.load.cache_clear()
    assert (code, err) == (0, "")
    assert (
        out
        == """\
rule ec2-imdsv2 (high)
  An instance demands session tokens for its metadata (IMDSv2), or switches it off.
  Why: Without a token any request that a service can be tricked into sending gets the role's
  credentials.
  What to do: Set metadata_options.http_tokens to "required", or switch the endpoint off.
  Before:
    Instance("i", metadata_options={"http_tokens": "optional"})
  After:
    Instance("i", metadata_options={"http_tokens": "required"})
  Judges: aws:ec2/instance:Instance, aws:ec2/spotInstanceRequest:SpotInstanceRequest
  ISO:
    A.8.9 Settings are known
"""
    )


def test_a_rule_says_what_can_be_set(run: Run) -> None:
    out = run("explain", "fsx-backup").out
    assert "Parameter days: days that backups are kept at least; 7 where nothing is set." in words(out)
    assert 'Parameter disposable: classes of data that may go with their stack; ["public", "internal"]' in words(out)


def test_what_is_wrong_with_an_exception_is_explained_like_a_rule(run: Run) -> None:
    assert (
        run("explain", "exception-unused").out
        == """\
rule exception-unused (low)
  An exception covers something.
  Why: What it covered is mended or gone; left in place it would cover what comes later, unseen.
  What to do: Take it out.
"""
    )


def test_the_ids_of_rules_are_those_that_they_have() -> None:
    assert [*rule_ids()] == [*(rule.id for rule in all_rules()), *(check.id for check in CHECKS)]


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


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("p3dn.24xlarge", "network 100 Gigabit, 1 card, 1 EFA interface RDMA no encryption in transit yes"),
        ("g5.48xlarge", "network 100 Gigabit, 1 card, 1 EFA interface RDMA no encryption in transit yes"),
        ("g5.xlarge", "network Up to 10 Gigabit, 1 card, 0 EFA interfaces RDMA no encryption in transit yes"),
        (
            "p6e-gb200.36xlarge",
            "17 cards, 16 EFA interfaces RDMA yes encryption in transit not published local NVMe 3 × 7500 GB",
        ),
        ("p2.xlarge", "network High RDMA no encryption in transit not published local NVMe none"),
    ],
)
def test_what_no_source_says_of_a_type_is_not_said_to_be_so(run: Run, kind: str, row: str) -> None:
    assert row in words(run("explain", kind).out)


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        (
            "p3dn.24xlarge",
            {
                "CUDA": "9.0 to 12.9",
                "driver": "R580 or older, proprietary kernel module",
                "number formats": "fp16; lacks bf16, tf32, fp8, fp4",
                "FlashAttention": "lacks 2, 3, 4",
                "PyTorch": "2.14.0 for CUDA 12.6 (cu126); Python >=3.10, NCCL 2.30.7, the last release with this build",
                "image": "no current image: its V100-32GB needs the proprietary driver, and the Deep Learning AMI has",
            },
        ),
        (
            "p6-b300.48xlarge",
            {
                "CUDA": "12.8 or newer; made for it from 12.9 on",
                "driver": "R580 or newer (580.82.07 at least), open kernel module",
                "AWS supports it with": "CUDA 13.0, EFA installer 1.44.0, aws-ofi-nccl 1.17.1 or newer",
                "number formats": "fp16, bf16, tf32, fp8, fp4",
                "FlashAttention": "4; lacks 3; not known: 2",
                "PyTorch": "2.15.0 for CUDA 13.2 (cu132); Python >=3.11, NCCL 2.30.7",
                "TensorFlow": "no build that is known fits",
                "image": "Deep Learning AMI ubuntu-24.04: driver 595.91.07, CUDA 13.2 (2026-09-15)",
            },
        ),
        (
            "g5g.xlarge",
            {
                "PyTorch": "no build that is known fits",
                "JAX": "0.10.2 for CUDA 13.0 or newer; Python >=3.11, NCCL >=2.27.7, compiles for the GPU on the node",
            },
        ),
    ],
)
def test_a_type_says_which_software_fits_it(kind: str, rows: dict[str, str], run: Run) -> None:
    told = " ".join(run("explain", kind).out.split())
    for name, words in rows.items():
        assert f" {name} {words}" in told


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
        ("a", "`rackguard list validators`"),
        ("a100", "→ It is a GPU: `rackguard list types --gpu a100` names the types that have it."),
        ("L40S", "→ It is a GPU: `rackguard list types --gpu L40S` names the types that have it."),
        ("\x1b[31m", "nothing is called '\\x1b[31m'"),
    ],
)
def test_an_unknown_id_is_answered_with_the_nearest(run: Run, name: str, told: str) -> None:
    code, out, err = run("explain", name)
    assert (code, out) == (2, "")
    assert told in words(err)
