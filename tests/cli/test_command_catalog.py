"""`rackguard catalog`, on an account that moto stands in for; what moto doesn't know is answered in AWS's shapes."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from botocore.client import BaseClient
from botocore.exceptions import ClientError
from botocore.validate import validate_parameters
from moto import mock_aws

from rackguard.catalog.catalog import Catalog, load
from rackguard.catalog.overlay import TABLES, text_of

if TYPE_CHECKING:
    from tests.cli.conftest import Process, Run

AT = ("--at", "2026-12-01T00:00:00Z")
REGIONS = ("us-east-2", "us-west-2")
TODAY = datetime.now(UTC).date().isoformat()

Answers = dict[str, Callable[[str, dict[str, Any]], Any]]


def priced(name: str, usd: str) -> str:
    dimension = {"unit": "Hrs", "pricePerUnit": {"USD": usd}}
    terms = {"OnDemand": {"S.T": {"priceDimensions": {"S.T.D": dimension}}}}
    return json.dumps({"product": {"attributes": {"instanceType": name}}, "terms": terms})


def products(_: str, given: dict[str, Any]) -> Any:
    """us-east-2 at 50 USD (packaged: 55.04), us-west-2 as packaged."""
    region = next(each["Value"] for each in given["Filters"] if each["Field"] == "regionCode")
    return {"PriceList": [priced("p5.48xlarge", "50.0" if region == "us-east-2" else "55.04")]}


def blocks(region: str, given: dict[str, Any]) -> Any:
    if (region, given["InstanceType"]) != ("us-east-2", "p5.48xlarge"):
        return {"CapacityBlockOfferings": []}
    offer = {
        "InstanceType": "p5.48xlarge",
        "AvailabilityZone": "us-east-2a",
        "InstanceCount": 1,
        "CapacityBlockDurationHours": 24,
        "StartDate": datetime(2026, 12, 2, 11, 30, tzinfo=UTC),
        "UpfrontFee": "960",
        "CurrencyCode": "USD",
    }
    return {"CapacityBlockOfferings": [offer]}


def spot(region: str, given: dict[str, Any]) -> Any:
    assert "p5.48xlarge" in given["InstanceTypes"]
    at = {"Timestamp": datetime(2026, 11, 30, tzinfo=UTC), "ProductDescription": "Linux/UNIX"}
    zone = {"AvailabilityZone": f"{region}a"}
    return {"SpotPriceHistory": [{"InstanceType": "p5.48xlarge", "SpotPrice": "20.5", **zone, **at}]}


def types(*_: object) -> Any:
    """One type, as AWS tells of it."""
    data = files("moto").joinpath("ec2/resources/instance_types.json.gz").read_bytes()
    return {"InstanceTypes": [json.loads(gzip.decompress(data))["p5.48xlarge"]]}


def offerings(region: str, _: object) -> Any:
    """Those that are packaged."""
    found = [(each.instance_type, zone) for each in Catalog().offerings(region) for zone in each.zone_ids]
    at = {"LocationType": "availability-zone-id"}
    return {"InstanceTypeOfferings": [{"InstanceType": name, "Location": zone, **at} for name, zone in found]}


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Answers:
    """What AWS answers where moto knows nothing or is slow; each answer has the shape that its API has."""
    found: Answers = {
        "GetProducts": products,
        "DescribeCapacityBlockOfferings": blocks,
        "DescribeSpotPriceHistory": spot,
        "DescribeInstanceTypes": types,
        "DescribeInstanceTypeOfferings": offerings,
    }
    ask = BaseClient._make_api_call

    def answer(self: Any, operation: str, given: dict[str, Any]) -> Any:
        if operation not in found:
            return ask(self, operation, given)
        model = self.meta.service_model.operation_model(operation)
        validate_parameters(given, model.input_shape)
        made = found[operation](self.meta.region_name, given)
        validate_parameters(made, model.output_shape)
        return made

    monkeypatch.setattr(BaseClient, "_make_api_call", answer)
    return found


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The file of what is read, in a folder of the test's own."""
    monkeypatch.setenv("RACKGUARD_DATA", str(tmp_path / "data"))
    load.cache_clear()
    yield tmp_path / "data" / "catalog.csv"
    load.cache_clear()


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch, answers: Answers, data: Path) -> Iterator[Answers]:
    for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    with mock_aws():
        yield answers


def words(text: str) -> str:
    return " ".join(text.split())


def asked(*regions: str) -> list[str]:
    return [word for region in regions for word in ("--region", region)]


def refuse(operation: str) -> Callable[..., Any]:
    def denied(*_: object) -> Any:
        raise ClientError({"Error": {"Code": "UnauthorizedOperation", "Message": ""}}, operation)

    return denied


def test_what_was_read_is_used_by_every_command_from_then_on(run: Run, account: Answers, data: Path) -> None:
    for operation in ("DescribeInstanceTypes", "DescribeInstanceTypeOfferings"):
        del account[operation]  # moto's own data
    code, out, err = run("catalog", "refresh", *asked(*REGIONS), "--format", "json")
    assert (code, sorted(err.splitlines())) == (0, ["us-east-2 is read", "us-west-2 is read"])
    told = json.loads(out)
    assert (told["as_of"], told["file"]) == (TODAY, str(data))
    assert told["refresh"] == {"regions": [*REGIONS], "not_enabled": [], "unread": []}
    changes = {
        (each["table"], each["instance_type"], each["region"]): (each["old_usd_per_hour"], each["new_usd_per_hour"])
        for each in told["differences"]["prices"]
    }
    # us-west-2 has its packaged on-demand price again, of today: no difference.
    assert {key: change for key, change in changes.items() if key[0] != "spot"} == {
        ("on_demand", "p5.48xlarge", "us-east-2"): (55.04, 50.0),
        ("capacity_blocks", "p5.48xlarge", "us-east-2"): (41.528, 40.0),
    }
    assert {key: new for key, (_, new) in changes.items() if key[0] == "spot"} == {
        ("spot", "p5.48xlarge", "us-east-2"): 20.5,
        ("spot", "p5.48xlarge", "us-west-2"): 20.5,
    }
    # moto's offerings and types are those that are packaged.
    assert [told["differences"][key] for key in ("types_new", "types_gone", "types_left_out", "zones")] == [[]] * 4
    load.cache_clear()
    code, out, _ = run("list", "types", "--region", "us-east-2", "--gpu", "H100-SXM", "--format", "json")
    row = next(row for row in json.loads(out) if row["type"] == "p5.48xlarge")
    assert (row["on_demand_usd_per_hour"], row["source"]) == (50.0, f"AWS Price List API, {TODAY}")


def test_the_whole_of_a_refresh_as_text(run: Run, account: Answers, data: Path) -> None:
    code, out, _ = run("catalog", "refresh", *asked("us-east-2"))
    assert code == 0
    lines = out.splitlines()
    assert words(out).startswith(f"1 region asked on {TODAY} Read of AWS: {data} ")  # a long path has its own line
    assert "DIFFERENCES from what was known before" in lines
    (line,) = [words(line) for line in lines if line.startswith("  on-demand  ")]
    assert line == f"on-demand p5.48xlarge us-east-2 55.0400 50.0000 -9.2 % 2026-01-21 → {TODAY}"
    (line,) = [line.split() for line in lines if line.startswith("  spot prices  ")]
    assert line == ["spot", "prices", "-", TODAY, "1", "51", "0", "50", "0", "days"]
    assert lines[-1].startswith("Refreshed: everything was read, ")


def test_a_second_refresh_of_another_region_keeps_the_first(run: Run, account: Answers, data: Path) -> None:
    assert run("catalog", "refresh", *asked("us-east-2")).code == 0
    assert run("catalog", "refresh", *asked("us-west-2")).code == 0
    load.cache_clear()
    code, out, _ = run("catalog", "status", "--format", "json")
    tables = {each["table"]: each for each in json.loads(out)["tables"]}
    assert (code, tables["on_demand"]["regions_read"], tables["offerings"]["regions_read"]) == (0, 2, 2)
    price = load().on_demand_price("p5.48xlarge", "us-east-2")
    assert price is not None
    assert price.amount_usd == 50.0
    assert [path.name for path in data.parent.iterdir()] == ["catalog.csv"]


def test_a_permission_that_is_missing_is_named_and_its_table_stays_old(run: Run, account: Answers, data: Path) -> None:
    account["DescribeSpotPriceHistory"] = refuse("DescribeSpotPriceHistory")
    code, out, _ = run("catalog", "refresh", *asked(*REGIONS))
    assert code == 1
    assert (
        "NOT READ spot prices in us-east-2, us-west-2: lacks the permission ec2:DescribeSpotPriceHistory; what was "
        "known stays → `rackguard catalog refresh --iam-policy` prints the least policy."
    ) in words(out)
    assert "Refreshed: 1 refusal, " in out
    load.cache_clear()
    now = load().spot_price("p5.48xlarge", "us-east-2")
    demand = load().on_demand_price("p5.48xlarge", "us-east-2")
    assert now is not None
    assert demand is not None
    assert (now.source.as_of, demand.source.as_of) == ("undated", TODAY)


def test_where_nothing_is_told_nothing_is_written(run: Run, account: Answers, data: Path) -> None:
    for operation in (*account, "DescribeAvailabilityZones"):
        account[operation] = refuse(operation)
    code, out, _ = run("catalog", "refresh", *asked("us-east-2"), "--format", "json")
    told = json.loads(out)
    assert (code, told["file"], data.exists()) == (1, None, False)
    assert [(each["table"], each["permission"]) for each in told["refresh"]["unread"]] == [
        ("types", "ec2:DescribeInstanceTypes"),
        ("offerings", "ec2:DescribeInstanceTypeOfferings"),
        ("spot", "ec2:DescribeAvailabilityZones"),
        ("capacity_blocks", "ec2:DescribeCapacityBlockOfferings"),
        ("on_demand", "pricing:GetProducts"),
    ]


def test_a_region_that_is_not_enabled_is_told(run: Run, account: Answers, data: Path) -> None:
    def regions(*_: object) -> Any:
        opted = [("us-east-2", "opt-in-not-required"), ("me-central-1", "not-opted-in")]
        return {"Regions": [{"RegionName": name, "OptInStatus": status} for name, status in opted]}

    account["DescribeRegions"] = regions
    code, out, err = run("catalog", "refresh", *asked("us-east-2", "me-central-1"))
    assert (code, err) == (1, "us-east-2 is read\n")
    assert "Not enabled in this account, and not asked: me-central-1." in words(out)
    # Of the catalogue's own regions those that are off are told, and no failure.
    code, out, err = run("catalog", "refresh")
    assert (code, err) == (0, "us-east-2 is read\n")
    assert "Not enabled in this account, and not asked: af-south-1, ap-east-1, " in words(out)


def test_a_region_that_aws_does_not_have(run: Run, account: Answers, data: Path) -> None:
    code, out, err = run("catalog", "refresh", *asked("us-est-2"))
    assert (code, out) == (2, "")
    assert "--region is 'us-est-2', which AWS does not have → Did you mean 'us-west-2' or 'us-east-2'" in words(err)
    assert not data.exists()


def test_an_interruption_is_no_fault_and_leaves_the_old_file(
    run: Run, account: Answers, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("catalog", "refresh", *asked("us-east-2")).code == 0
    before = data.read_bytes()

    def interrupted(*_: object) -> Any:
        raise KeyboardInterrupt

    account["GetProducts"] = interrupted
    assert run("catalog", "refresh", *asked("us-west-2")) == (130, "", "")
    account["GetProducts"] = products
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", interrupted)
        assert run("catalog", "refresh", *asked("us-west-2")).code == 130
    assert data.read_bytes() == before
    assert [path.name for path in data.parent.iterdir()] == ["catalog.csv"]


def test_a_damaged_file_is_told_by_every_command_and_mended_by_a_refresh(
    run: Run, account: Answers, data: Path
) -> None:
    assert run("catalog", "refresh", *asked("us-east-2")).code == 0
    data.write_bytes(data.read_bytes()[:-10])
    for command in (["plan", "dev", *AT], ["catalog", "status"], ["list", "types"], ["validate", "dev"]):
        load.cache_clear()
        code, out, err = run(*command)
        assert code == 2
        assert f"is damaged, or was changed by hand: its checksum doesn't match: '{data}'" in words(out + err)
        assert "→ Read it again: `rackguard catalog refresh`; or delete the file" in words(out + err)
    code, out, _ = run("catalog", "refresh", *asked("us-east-2"))
    assert code == 0
    assert "Left out and written anew: what was read of AWS's catalogue is damaged" in words(out)
    load.cache_clear()
    assert run("catalog", "status").code == 0


def test_without_credentials_it_is_one_line(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("botocore.credentials.CredentialResolver.load_credentials", lambda _: None)
    code, out, err = run("catalog", "refresh")
    assert (code, out) == (2, "")
    assert err == (
        "rackguard catalog refresh: there are no credentials for AWS. Set AWS_PROFILE, or sign in: `aws sso login`.\n"
    )
    assert not data.exists()


def test_without_a_place_nothing_is_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RACKGUARD_DATA", "none")
    code, out, err = run("catalog", "refresh")
    assert (code, out) == (2, "")
    assert "RACKGUARD_DATA is 'none': what is read has no place, and would not be used" in words(err)


def test_the_least_policy_is_printed_without_asking_anything(run: Run) -> None:
    code, out, err = run("catalog", "refresh", "--iam-policy")
    assert (code, err) == (0, "")
    (statement,) = json.loads(out)["Statement"]
    assert (statement["Effect"], statement["Resource"]) == ("Allow", "*")
    assert statement["Action"] == [
        "ec2:DescribeAvailabilityZones",
        "ec2:DescribeCapacityBlockOfferings",
        "ec2:DescribeInstanceTypeOfferings",
        "ec2:DescribeInstanceTypes",
        "ec2:DescribeRegions",
        "ec2:DescribeSpotPriceHistory",
        "pricing:GetProducts",
    ]


@pytest.mark.usefixtures("data")
def test_the_packaged_facts_grow_old(run: Run) -> None:
    code, out, err = run("catalog", "status", "--at", "2026-10-18T23:00:00Z")
    assert (code, err) == (0, "")
    rows = {words(line[:24]): line.split() for line in out.splitlines()[4:11]}
    # 780 prices are of 2026-01-21, 270 days before; 79 are of 2026-07-20: 90 days are the most that is not stale.
    assert rows["on-demand prices"][-5:] == ["859", "780", "0", "270", "days"]
    assert rows["capacity block prices"][-5:] == ["52", "0", "0", "88", "days"]
    assert rows["offerings by zone"][-2:] == ["88", "days"]
    assert "on-demand prices: 780 of 859 are older than 90 days" in words(out)
    assert "spot prices: 51 of 51 have no date" in words(out)
    assert "capacity block prices:" not in out
    assert out.endswith("\nCatalogue: 4 warnings.\n")


@pytest.mark.usefixtures("data")
def test_status_in_other_formats(run: Run) -> None:
    code, out, _ = run("catalog", "status", "--differences", "--format", "json", *AT)
    told = json.loads(out)
    assert (code, told["version"], told["as_of"], told["file"]) == (0, 1, "2026-12-01", None)
    assert told["differences"]["prices"] == []
    assert told["differences"]["from"] == "the packaged facts"
    advisor = next(each for each in told["tables"] if each["table"] == "spot_advisor")
    assert (advisor["packaged"], advisor["oldest_days"], advisor["stale"], advisor["is_refreshed"]) == (
        ["2025-06-28", "2025-06-28"],
        521,
        820,
        False,
    )
    _, out, _ = run("catalog", "status", "--format", "markdown", *AT)
    assert "## The catalogue on 2026-12-01\n" in out
    assert "| capacity block prices | 2026-07-22 | - |  | 52 | 52 | 0 | 132 days |" in out
    assert (
        "- capacity block prices: 52 of 52 are older than 90 days. `rackguard catalog refresh` reads them anew.\n"
        in out
    )


def written(data: Path) -> None:
    """A region of few zones, a price that is up and ones that are down, and a type that can't be planned."""
    day = {"as_of": "2026-11-30"}
    rows: dict[str, list[dict[str, str]]] = {
        "offerings": [{"region": "us-west-2", "instance_type": "g4dn.12xlarge", "az_ids": "usw2-az9", **day}],
        "read": [{"table": "offerings", "region": "us-west-2", **day}],
        "on_demand": [{"instance_type": "p5.48xlarge", "region": "us-east-1", "usd_h": "82.56", **day}],
        "spot": [
            {"instance_type": "p5.48xlarge", "region": "us-east-1", "zone_id": "use1-az6", "usd_h": "23.5", **day},
            {"instance_type": "g6.xlarge", "region": "us-east-2", "zone_id": "use2-az1", "usd_h": "0.3", **day},
        ],
    }
    data.parent.mkdir()
    data.write_bytes(text_of(rows))


def test_what_was_read_and_differs_from_the_packaged_facts(run: Run, data: Path) -> None:
    written(data)
    code, out, _ = run("catalog", "status", "--differences", *AT)
    assert code == 0
    lines = [words(line) for line in out.splitlines()]
    # 82.56 is one and a half times 55.04; the spot price is up by 0.2 % from 23.45325, which isn't listed.
    for line in (
        "on-demand p5.48xlarge us-east-1 55.0400 82.5600 +50.0 % 2026-07-20 → 2026-11-30",
        "1 spot price where none was known.",
        "g4dn.12xlarge us-west-2 usw2-az9 usw2-az1, usw2-az2, usw2-az3",
        "1 spot price changed by less than 10 %.",
        # Of the region's 65 types one is left, in another zone.
        "… and 25 more rows: `--format json` has them all.",
    ):
        assert line in lines
    code, out, _ = run("catalog", "status", "--differences", "--format", "markdown", *AT)
    assert "| on-demand | p5.48xlarge | us-east-1 | 55.0400 | 82.5600 | +50.0 % | 2026-07-20 → 2026-11-30 |" in out


def test_a_large_change_of_a_spot_price_is_listed(run: Run, data: Path) -> None:
    row = {"instance_type": "p3dn.24xlarge", "region": "us-east-1", "zone_id": "use1-az6", "as_of": "2026-11-30"}
    data.parent.mkdir()
    data.write_bytes(text_of({"spot": [{**row, "usd_h": "3.6372"}]}))
    _, out, _ = run("catalog", "status", "--differences", *AT)
    # The packaged median is that of 8.2921 and 6.2567: 7.2744.
    assert "spot p3dn.24xlarge us-east-1 7.2744 3.6372 -50.0 % undated → 2026-11-30" in map(words, out.splitlines())
    assert "less than" not in out


def test_a_type_that_no_plan_can_use_is_told_of(run: Run, data: Path) -> None:
    row = {"instance_type": "g9.xlarge", "lacks": "the GPU NVIDIA X1 is not in the catalogue", "as_of": "2026-11-30"}
    data.parent.mkdir()
    data.write_bytes(text_of({"types": [{**dict.fromkeys(TABLES["types"].columns, ""), **row}]}))
    _, out, _ = run("catalog", "status", *AT)
    assert "AWS has 1 type that no plan can use yet: `rackguard catalog status --differences` says why." in words(out)
    _, out, _ = run("catalog", "status", "--differences", *AT)
    assert "  known by AWS, not by us: g9.xlarge: the GPU NVIDIA X1 is not in the catalogue\n" in out
    assert "says why" not in out
    code, out, _ = run("explain", "g9.xlarge")
    assert (code, words(out)) == (
        0,
        "type g9.xlarge AWS has it, and no plan can use it yet: the GPU NVIDIA X1 is not in the catalogue.",
    )


def test_a_person_who_waits_sees_one_line_that_is_written_over(
    run: Run, account: Answers, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, _, err = run("catalog", "refresh", *asked("us-east-2"))
    start = "\r\x1b[K"
    assert code == 0
    first, second, end = err.removeprefix(start).split(start)
    assert end == ""
    assert sorted([first[6:], second[6:]]) == [" read, last us-east-2, EC2", " read, last us-east-2, prices"]
    assert (first[:6], second[:6]) == ("1 of 2", "2 of 2")


def test_the_shell_completes_regions() -> None:
    from rackguard.cli.completion import regions

    assert {"us-east-1", "us-west-2"} <= {*regions("us-")}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["catalog"], "required: WORD"),
        (["catalog", "refrsh"], "there is no 'refrsh'; known: refresh, status. Did you mean 'refresh'?"),
        (["catalog", "status", "--diff"], "'--diff' means nothing here. Did you mean '--differences'?"),
        (["catalog", "status", "--format", "yaml"], "there is no 'yaml'; known: table, json, markdown."),
        (["catalog", "status", "--at", "soon"], "--at is 'soon'; allowed:"),
        (["catalog", "refresh", "--region"], "expected one argument"),
        (["catalog", "refresh", "us-east-1"], "'us-east-1' means nothing here."),
    ],
)
def test_a_wrong_word(run: Run, given: list[str], told: str) -> None:
    code, out, err = run(*given)
    assert (code, out) == (2, "")
    assert told in words(err)


def test_a_plan_of_a_process_uses_what_was_read_and_says_so(process: Process, data: Path) -> None:
    day = {"as_of": "2026-11-30"}
    row = {"instance_type": "p5en.48xlarge", "region": "us-east-1", "usd_h": "31.5", "zone_id": "use1-az2"}
    data.parent.mkdir()
    data.write_bytes(text_of({"capacity_blocks": [{**row, "hours": "24", "start": "2026-12-02", **day}]}))
    given = ["plan", "prod", "--no-guardrails", *AT]
    with_it = process(*given).stdout.decode()
    without = process(*given, env={"RACKGUARD_DATA": "none"}).stdout.decode()
    assert "AWS DescribeCapacityBlockOfferings, 2026-11-30" in words(with_it)
    assert "AWS DescribeCapacityBlockOfferings" not in without
    assert "AWS Capacity Blocks for ML price page, 2026-07-22" in words(without)


def test_ctrl_c_while_aws_is_awaited(data: Path) -> None:
    """As a process, with a server that never answers."""
    program = (
        "import http.server, os, subprocess, sys, threading, signal\n"
        "class Silent(http.server.BaseHTTPRequestHandler):\n"
        "    def do_POST(self):\n"
        "        asked.set(); threading.Event().wait(60)\n"
        "asked = threading.Event()\n"
        "server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Silent)\n"
        "server.daemon_threads = True\n"
        "threading.Thread(target=server.serve_forever, daemon=True).start()\n"
        "environment = {**os.environ, 'AWS_ENDPOINT_URL': f'http://127.0.0.1:{server.server_port}'}\n"
        "keys = {'AWS_ACCESS_KEY_ID': 'testing', 'AWS_SECRET_ACCESS_KEY': 'testing'}\n"
        "words = [sys.argv[1], 'catalog', 'refresh', '--region', 'us-east-2']\n"
        "pipe = subprocess.PIPE\n"
        "heard = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
        "running = subprocess.Popen(words, env=environment | keys, stdout=pipe, stderr=pipe, preexec_fn=heard)\n"
        "assert asked.wait(50)\n"
        "running.send_signal(signal.SIGINT)\n"
        "print(running.wait(30), *running.communicate(), flush=True)\n"
        "os._exit(0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, Path(sys.executable).with_name("rackguard")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "AWS_EC2_METADATA_DISABLED": "true"},
    )
    assert (done.stdout, done.stderr) == ("130 b'' b''\n", "")
    assert not data.exists()
