"""`rackguard list offers`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


def offers(run: Run, *words: str) -> list[dict[str, Any]]:
    code, out, err = run("list", "offers", "--format", "json", *words)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_zones_of_one_price_share_a_row(run: Run) -> None:
    rows = offers(run, "--gpu", "a100-40", "--region", "us-east-1", "--purchase", "capacity_block")
    assert rows == [
        {
            "type": "p4d.24xlarge",
            "gpu": "A100-40GB",
            "gpus": 8,
            "region": "us-east-1",
            "zones": ["use1-az1", "use1-az2", "use1-az4", "use1-az6"],
            "purchase": "capacity_block",
            "usd_per_hour": 11.8,
            "usd_per_gpu_hour": 1.475,
            "price": "list",
            "taken_back_a_month": "never",
            "source": "AWS Capacity Blocks for ML price page, 2026-07-22",
        }
    ]


def test_the_cheapest_comes_first_and_what_has_no_price_last(run: Run) -> None:
    prices = [row["usd_per_hour"] for row in offers(run, "--gpu", "H100", "--region", "eu-north-1")]
    known = [price for price in prices if price is not None]
    assert prices[-2:] == [None, None]
    assert prices[: len(known)] == sorted(known)
    assert len(known) == len(prices) - 2


def test_spot_is_told_by_zone_with_how_often_it_is_taken_back(run: Run) -> None:
    rows = offers(run, "--gpu", "H100", "--gpus", "8", "--region", "us-east-2", "--purchase", "spot")
    assert [(row["zones"], row["taken_back_a_month"]) for row in rows] == [
        (["use2-az1"], "5-10%"),
        (["use2-az2"], "5-10%"),
        (["use2-az3"], "5-10%"),
    ]


def test_an_estimate_is_told_as_one(run: Run) -> None:
    rows = offers(run, "--gpu", "H100", "--region", "eu-north-1", "--purchase", "spot")
    estimates = [row for row in rows if row["price"] == "estimate"]
    assert [(row["type"], row["zones"]) for row in estimates] == [("p5.48xlarge", ["eun1-az1", "eun1-az2"])]
    assert "less the 30-day saving of 55 %" in estimates[0]["source"]


@pytest.mark.parametrize(
    ("words", "types"),
    [
        (
            ("--rdma", "--memory", "80", "--gpus", "8"),
            {"g7e.48xlarge", "p5.48xlarge", "p5e.48xlarge", "p5en.48xlarge", "p6-b200.48xlarge"},
        ),
        (("--nvlink", "--max-price", "8"), {"p4d.24xlarge"}),
        (("--precision", "fp4", "--gpus", "8"), {"g7e.48xlarge", "p6-b200.48xlarge"}),
        (("--purchase", "capacity_block", "--purchase", "spot", "--gpu", "H200"), {"p5e.48xlarge", "p5en.48xlarge"}),
    ],
)
def test_filters(run: Run, words: tuple[str, ...], types: set[str]) -> None:
    assert {row["type"] for row in offers(run, "--region", "us-east-2", *words)} == types


def test_several_regions(run: Run) -> None:
    rows = offers(run, "--gpu", "H100", "--region", "us-east-2", "--region", "eu-north-1")
    assert {row["region"] for row in rows} == {"us-east-2", "eu-north-1"}


def test_a_commitment_is_a_price_of_its_own(run: Run) -> None:
    words = ("--gpu", "a100-40", "--region", "us-east-1", "--purchase", "on_demand")
    assert [row["purchase"] for row in offers(run, *words)] == ["on_demand"]
    rows = offers(run, *words, "--commitment", "ri_1y", "--commitment", "savings_plan_3y")
    assert [(row["purchase"], row["usd_per_hour"]) for row in rows] == [
        ("on_demand, ri_1y", 13.921094),
        ("on_demand", 21.957642),
        ("on_demand, savings_plan_3y", None),
    ]


def test_the_table_counts_what_was_left_out(run: Run) -> None:
    code, out, err = run("list", "offers", "--rdma", "--region", "eu-north-1", "--max-price", "5")
    assert (code, err) == (0, "")
    text = " ".join(out.split())
    assert "types: no RDMA; " in text
    assert "too old to be planned; " in text
    assert "offers: above 5.00 USD/h" in text
    assert "offers: no price" in text
    assert "| USD/h | USD/h a GPU |" in run("list", "offers", "--region", "eu-north-1", "--format", "markdown").out


def test_nothing_that_matches_says_why(run: Run) -> None:
    code, out, _ = run("list", "offers", "--gpu", "H100", "--region", "eu-central-2")
    assert code == 0
    assert out.startswith("Nothing matches.\nLeft out: ")
    assert "2 types: not sold in the regions and zones asked for" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--region", "us-est-2"), "--region is 'us-est-2', where no GPU type is known"),
        (("--gpu", "H1000"), "--gpu is 'H1000', which no GPU's name starts with"),
        (("--gpus", "0"), "argument --gpus: '0' is not a whole number above 0"),
        (("--gpus", "2.5"), "argument --gpus: '2.5' is not a whole number above 0"),
        (("--memory", "-1"), "argument --memory"),
        (("--purchase", "spots"), "there is no 'spots'; known: on_demand, spot, reservation, capacity_block"),
        (("--precision", "fp5"), "there is no 'fp5'"),
    ],
)
def test_bad_filters_are_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    code, out, err = run("list", "offers", *words)
    assert (code, out) == (2, "")
    assert message in err


def test_all_bad_filters_come_at_once(run: Run) -> None:
    err = run("list", "offers", "--region", "mars", "--region", "us-est-2", "--gpu", "X").err
    assert [word in err for word in ("'mars'", "'us-est-2'", "'X'")] == [True, True, True]


def test_the_words_are_the_catalogues_own() -> None:
    from typing import get_args

    from rackguard.catalog.types import Commitment, PurchaseOption
    from rackguard.cli import list_words as words
    from rackguard.sizing.precision import Precision

    assert tuple(PurchaseOption) == words.PURCHASES
    assert set(words.COMMITMENTS) == set(Commitment) - {Commitment.PRIVATE_AGREEMENT}
    assert get_args(Precision) == words.PRECISIONS
