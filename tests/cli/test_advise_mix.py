"""`rackguard advise`: how the nodes are bought for the least, what a split would save, and the pools of a mix."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

Run = Callable[..., Any]
AT = ("--at", "2026-12-01T00:00:00Z")
DEMAND = """\
serve: {model: llama-3.1-70b, concurrency: 64}
demand: {nodes: 10, steady: 60%, critical: 70%, hours_per_month: 300, months: 24}
limits: {regions: [us-east-1], capacity_block: false}
"""
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c ana\n"


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    """`file(text)`: a workload file."""

    def make(text: str = DEMAND) -> Path:
        path = tmp_path / "workload.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return make


def words_of(text: str) -> str:
    return " ".join(text.split())


def test_a_demand_of_fewer_nodes_than_the_work_takes_is_told(run: Run, file: Callable[..., Path]) -> None:
    """By hand: 141.11 GB of weights and 16 × 8,192 × 327,680 bytes of conversations are 184.06 GB: 14.16 each of 13.

    With 2.15 GB of framework and 2.73 of activations that is 19.04 of the 19.2 that may be used; of 12 it is 20.2.
    """
    text = "serve: {model: llama-3.1-70b, concurrency: 16}\ndemand: {nodes: NODES}\nlimits: {regions: [us-east-2]}\n"
    told = "`demand.nodes` is 2, and the work takes 13 of gr6.4xlarge: it doesn't fit on fewer, or misses a limit"
    assert told in words_of(run("advise", file(text.replace("NODES", "2")), "--top", "1", *AT).out)
    assert "`demand.nodes` is" not in words_of(run("advise", file(text.replace("NODES", "13")), "--top", "1", *AT).out)


def test_the_cheapest_split_is_told_with_its_discounts_and_what_holds_capacity(
    run: Run, file: Callable[..., Path]
) -> None:
    """By hand: 3 × 730 h at 13.921094, 4 × 300 at 21.957642, 3 × 730 at 2.4655, and 0.004 to 0.01 % of stops."""
    code, out, err = run("advise", file(), "--top", "1", *AT)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    start = lines.index("THE CHEAPEST SPLIT OF 10 × P4D.24XLARGE IN US-EAST-1, A MONTH")
    rows = [" ".join(line.split()) for line in lines[start + 1 : start + 5]]
    assert rows == [
        "way to buy nodes paid h USD/h off stops lost h USD capacity",
        "1-year commitment 3 2,190.1 13.92 [2] 36.6 % 0.346 0.1 30,488.40 not held: a price",
        "on-demand 4 1,200.0 21.96 [3] 0 % 0.189 0.0 26,350.21 not held",
        "spot in use1-az1 3 2,190.2 2.47 [1] 88.8 % 0.833 0.2 5,399.96 not held",
    ]
    text = words_of(out)
    assert "6 all month and 4 for 300 hours a month; 7 that AWS must not take back, for 24 months." in text
    assert (
        "62,238.57 USD against 122,528.48 on-demand: 60,289.91 USD (49.2 %) saved."
        " It needs 36.6 % off for 1-year commitment, 88.8 % off for spot in use1-az1."
    ) in text
    assert "Capacity is not held. A commitment is a price: it holds none." in text


def test_the_mix_as_data_and_in_markdown(run: Run, file: Callable[..., Path]) -> None:
    mix = json.loads(run("advise", file(), "--format", "json", *AT).out)["mix"]
    assert (mix["instance_type"], mix["region"], mix["of"]) == ("p4d.24xlarge", "us-east-1", "month")
    assert mix["demand"] == {
        "declared": True,
        "nodes": 10,
        "steady_nodes": 6,
        "critical_nodes": 7,
        "hours": 300,
        "within_hours": None,
        "months": 24,
        "one_stops_all": False,
    }
    assert [(line["way"], line["nodes"], line["holds_capacity"]) for line in mix["lines"]] == [
        ("1-year commitment", 3, False),
        ("on-demand", 4, False),
        ("spot in use1-az1", 3, False),
    ]
    assert [line["commitment"] for line in mix["lines"]] == ["ri_1y", None, None]
    assert (round(mix["usd"]), round(mix["on_demand_usd"]), round(mix["saving_percent"], 1)) == (62239, 122528, 49.2)
    assert sum(line["usd"] for line in mix["lines"]) == pytest.approx(mix["usd"])
    out = run("advise", file(), "--format", "markdown", *AT).out
    assert "**The cheapest split of 10 × p4d.24xlarge in us-east-1, a month**" in out
    assert "| 1-year commitment | 3 | 2,190.1 | 13.92" in out
    assert "- Capacity is not held. A commitment is a price: it holds none." in out


def test_one_job_is_bought_in_one_way(run: Run, file: Callable[..., Path]) -> None:
    text = "fine_tune: {model: llama-3.1-70b, method: full, tokens: 2e9}\nlimits: {deadline: '2026-12-08T18:00:00Z'}\n"
    out = words_of(run("advise", file(text), *AT).out)
    assert "THE CHEAPEST WAY TO BUY 2 × P5EN.48XLARGE IN EU-SOUTH-2 FOR THE JOB" in out
    assert "One node's end stops them all, so they are bought in one way. A `demand` asks for more." in out
    data = json.loads(run("advise", file(text), "--format", "json", *AT).out)
    (line,) = data["mix"]["lines"]
    assert line["usd"] == pytest.approx(data["choices"][0]["usd"]["expected"])


def test_where_there_is_no_mix_it_says_why(run: Run, file: Callable[..., Path]) -> None:
    text = "train: {model: llama-3.1-8b, tokens: 6e13}\nlimits: {deadline: '2026-12-04T00:00:00Z'}\n"
    code, out, err = run("advise", file(text), *AT)
    assert (code, err) == (1, "")
    assert "can't be placed. Move the deadline: " in words_of(out)
    assert " hours of work in 72.0 hours." in words_of(out)
    data = json.loads(run("advise", file(text), "--format", "json", *AT).out)["mix"]
    assert (data["lines"], data["usd"]) == ([], None)
    assert data["nodes_left"] == data["demand"]["nodes"]


@pytest.mark.parametrize("words", ["commitment=70@30,spot=30@70", "reserved=70%@30%, spot=30%@70%"])
def test_70_reserved_and_30_spot_save_42_percent_with_the_discounts_that_this_needs(
    run: Run, file: Callable[..., Path], words: str
) -> None:
    """By hand: 0.7 × 30 + 0.3 × 70 = 21 + 21."""
    code, out, err = run("advise", file(), "--split", words, "--split-target", "42", *AT)
    assert (code, err) == (0, "")
    text = words_of(out)
    assert "commitment 70 % 30 %, given 21 % not held: a price spot 30 % 70 %, given 21 % not held" in text
    assert "By price alone it saves 42 %: every paid hour used, and no interruption." in text
    assert "42 % needs 30 % off commitment, or 70 % off spot, the other shares as they are." in text
    split = json.loads(run("advise", file(), "--split", words, "--split-target", "42", "--format", "json", *AT).out)[
        "split"
    ]
    assert split["saving_percent"] == pytest.approx(42)
    assert [each["discount_percent"] for each in split["discounts_needed"]] == pytest.approx([30, 70])


def test_a_split_at_list_prices_and_for_the_demand(run: Run, file: Callable[..., Path]) -> None:
    """36.6 and 88.8 % off: 0.7 × 36.600 + 0.3 × 88.772 = 52.252; 42 % needs 21.955 off one, or 54.6 off the other."""
    out = run("advise", file(), "--split", "commitment=70,spot=30", "--split-target", "42%", *AT).out
    text = words_of(out)
    assert "By price alone it saves 52.3 %" in text
    assert "42 % needs 22 % off commitment, or 54.6 % off spot, the other shares as they are." in text
    # 6 × 730 of 7 × 730 paid hours are used all month, 300 of the seventh node's; 3 × 300 hours on spot.
    assert "For this demand (7 commitment, 3 spot): 73,358.36 USD a month, 40.1 % less than on-demand alone" in text
    assert "of which 5,985.91 USD are not used" in text
    assert "| spot | 30 % | 88.8 % | 26.6 % | not held |" in run(
        "advise", file(), "--split", "commitment=70,spot=30", "--format", "markdown", *AT
    ).out.replace("\\", "")


def test_one_node_or_one_job_is_not_split(run: Run, file: Callable[..., Path]) -> None:
    one = "fine_tune: {model: llama-3.1-70b, method: lora, tokens: 2e9}\n"
    text = words_of(run("advise", file(one), "--split", "on-demand=50,spot=50", *AT).out)
    assert "One node can't be split: `demand.nodes` in the workload says how many are wanted." in text
    two = f"{one}limits: {{deadline: '2026-12-01T20:00:00Z'}}\n"
    text = words_of(run("advise", file(two), "--split", "on-demand=50,spot=50", *AT).out)
    assert "The nodes of one job stop together, and are not split" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--split", "reserved=70,spot=40"), "--split makes up 110 %; allowed: 100 % in all"),
        (("--split", "resreved=70,spot=30"), "--split has 'resreved'; known: commitment, block, on-demand"),
        (("--split", "spot"), "--split has 'spot', which is no share"),
        (("--split", "spot=-5"), "--split has 'spot=-5', which is no share"),
        (("--split", "reserved=50,commitment=50"), "--split has commitment twice"),
        (("--split", "spot=100@100"), "--split has a discount of 100 % for spot; allowed: below 100"),
        (("--split-target", "42"), "--split-target needs --split"),
        (("--split", "spot=100", "--split-target", "100"), "--split-target is '100'; allowed: a percentage below 100"),
        (("--split", "spot=100", "--sizing"), "--split has no place beside --sizing"),
    ],
)
def test_a_split_that_makes_no_sense_is_refused(
    run: Run, file: Callable[..., Path], words: tuple[str, ...], message: str
) -> None:
    code, out, err = run("advise", file(), *words, *AT)
    assert (code, out) == (2, "")
    assert message in words_of(err)
    assert "→" in err


def test_all_that_is_wrong_with_a_split_comes_at_once(run: Run, file: Callable[..., Path]) -> None:
    err = run("advise", file(), "--split", "gold=1,spot", "--split-target", "x", *AT).err
    assert [line.split()[1] for line in err.splitlines() if line.startswith("error")] == [
        "--split",
        "--split",
        "--split-target",
    ]


@pytest.mark.parametrize(
    ("demand", "message"),
    [
        ("nodes: 0", "`demand.nodes` is 0; allowed: at least 1"),
        ("steady: 101%", "`demand.steady` is '101%'; allowed: a share from 0% to 100%: `60%`"),
        ("critical: -1%", "`demand.critical` is '-1%'"),
        ("hours_per_month: 731", "`demand.hours_per_month` is 731; allowed: at most 730"),
        ("hours_per_month: 0", "`demand.hours_per_month` is 0"),
        ("months: 0", "`demand.months` is 0"),
        ("hours_per_month: 200, within_hours: 199", "`within_hours` is 199, and the work takes `hours_per_month`, 200"),
        ("hours: 9", "there is no key `demand.hours`"),
    ],
)
def test_a_demand_that_makes_no_sense_is_refused(
    run: Run, file: Callable[..., Path], demand: str, message: str
) -> None:
    code, out, err = run("advise", file(f"serve: {{model: llama-3.1-8b}}\ndemand: {{{demand}}}\n"), *AT)
    assert (code, out) == (2, "")
    assert message in words_of(err)


def write(run: Run, work: Path, folder: Path) -> Path:
    target, key = folder / "Pulumi.mine.yaml", folder / "id.pub"
    key.write_text(KEY, encoding="utf-8")
    run("advise", work, "--write", target, "--account", "123456789012", "--ssh-key", key, *AT)
    return target


def test_a_mix_is_written_as_a_pool_for_each_way_to_buy_that_plans_and_checks_clean(
    run: Run, file: Callable[..., Path], tmp_path: Path
) -> None:
    target = write(run, file(), tmp_path)
    pools = yaml.safe_load(target.read_text(encoding="utf-8"))["config"]["rackguard:cluster"]["pools"]
    assert {name: (pool["nodes"]["max"], pool["purchase"]) for name, pool in pools.items()} == {
        "work": (7, {"on_demand": {}}),
        "work-spot": (3, {"spot": {"checkpoint": "checkpoints"}}),
    }
    assert "# The mix counts on a one-year commitment for its price" in target.read_text(encoding="utf-8")
    code, out, err = run("plan", target, "--strict", "--quiet", *AT)
    assert (code, err) == (0, "")
    assert ("image-not-pinned" in out, "warning" in out, "error" in out) == (True, False, False)
    code, out, err = run("check", target, *AT)
    assert (code, err) == (0, "")
    assert out.endswith("Judged: no findings.\n")


def test_a_mix_with_a_block_is_written_as_one_pool_and_says_so(
    run: Run, file: Callable[..., Path], tmp_path: Path
) -> None:
    text = write(run, file(DEMAND.replace(", capacity_block: false", "")), tmp_path).read_text(encoding="utf-8")
    assert "# One pool: its mix has a capacity block, which has an id once you have bought it.\n" in text
    assert list(yaml.safe_load(text)["config"]["rackguard:cluster"]["pools"]) == ["work"]
