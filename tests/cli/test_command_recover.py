"""`rackguard recover`, on states of a killed `pulumi up` and an account that moto stands in for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.client import BaseClient
from botocore.exceptions import ClientError
from moto import mock_aws
from tests.account.states import TAGS, VPC, document, doing, thing

if TYPE_CHECKING:
    from tests.cli.conftest import Run

BUCKET = "aws:s3/bucket:Bucket"
NAT = "aws:ec2/natGateway:NatGateway"


@pytest.fixture(autouse=True)
def account(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    monkeypatch.chdir(tmp_path)
    with mock_aws():
        yield boto3.client("ec2", region_name="us-west-2")


def tagged(kind: str) -> list[dict[str, Any]]:
    return [{"ResourceType": kind, "Tags": [{"Key": key, "Value": value} for key, value in TAGS.items()]}]


def killed(account: Any) -> tuple[str, str]:
    """A state file's content beside an account that has made a network and a gateway of the three that were begun."""
    vpc = account.create_vpc(CidrBlock="10.0.0.0/16", TagSpecifications=tagged("vpc"))["Vpc"]["VpcId"]
    subnet = account.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/24")["Subnet"]["SubnetId"]
    given = {"SubnetId": subnet, "TagSpecifications": tagged("natgateway")}
    gateway = account.create_nat_gateway(**given)["NatGateway"]["NatGatewayId"]
    pending = [
        doing("creating", thing(VPC, "vpc", cidrBlock="10.0.0.0/16", tags=TAGS)),
        doing("creating", thing(NAT, "nat", subnetId=subnet, tags=TAGS)),
        doing("creating", thing(VPC, "other", cidrBlock="10.1.0.0/16", tags=TAGS)),
    ]
    Path("state.json").write_bytes(document(pending))
    return vpc, gateway


def test_it_tells_what_is_in_flight_its_price_and_the_way_back(run: Run, account: Any) -> None:
    vpc, gateway = killed(account)
    code, out, err = run("recover", "--state", "state.json", "--format", "json")
    data = json.loads(out)
    assert (code, err) == (1, "")
    told = {
        one["urn"].rpartition("::")[2]: (one["fate"], one["found"] and one["found"]["id"]) for one in data["operations"]
    }
    assert told == {"vpc": ("in flight", vpc), "nat": ("in flight", gateway), "other": ("missing", None)}
    assert (data["stack"], data["account_id"], data["usd_per_hour"]) == ("dev", "123456789012", 0.045)
    assert (data["import_file"], data["orphan_file"], data["orphans"]) == ("recover-dev.json", None, [])
    written = json.loads(Path("recover-dev.json").read_text())
    assert [(one["name"], one["id"]) for one in written["resources"]] == [("vpc", vpc), ("nat", gateway)]
    assert sorted(path.name for path in Path().iterdir()) == ["recover-dev.json", "state.json"]


def test_as_text_and_as_markdown(run: Run, account: Any) -> None:
    vpc, gateway = killed(account)
    _, out, _ = run("recover", "--state", "state.json", "--import-file", "mine.json")
    assert "Stack dev, account 123456789012: 3 interrupted operations" in out
    assert [line.split() for line in out.splitlines() if gateway in line] == [
        ["nat", NAT, gateway, "≥", "$0.045/h", "available"]
    ]
    assert "What runs without the state's knowledge costs ≥ $0.045 an hour." in out
    assert "  pulumi import --file mine.json --yes" in out
    _, out, _ = run("recover", "--state", "state.json", "--format", "markdown")
    assert "## Recovery of `dev`: 3 interrupted operations" in out
    assert f"| {vpc} | free | available |" in out
    assert "pulumi up --yes --skip-preview --stack dev\n```" in out


def test_an_orphan_like_nothing_of_the_stack_has_the_price_of_its_type(run: Run, account: Any) -> None:
    """As what a killed `up` has made that a later one no longer declares."""
    vpc = account.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    subnet = account.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/24")["Subnet"]["SubnetId"]
    given = {"SubnetId": subnet, "TagSpecifications": tagged("natgateway")}
    gateway = account.create_nat_gateway(**given)["NatGateway"]["NatGatewayId"]
    table = account.create_route_table(VpcId=vpc, TagSpecifications=tagged("route-table"))["RouteTable"]
    Path("state.json").write_bytes(document([], thing(VPC, "vpc", "vpc-1", cidrBlock="10.0.0.0/16", tags=TAGS)))
    code, out, err = run("recover", "--state", "state.json", "--format", "json")
    data = json.loads(out)
    assert (code, err, data["operations"]) == (1, "", [])
    priced = {one["id"]: (one["twin"], one["usd_per_hour"]) for one in data["orphans"]}
    assert priced == {gateway: (None, 0.045), table["RouteTableId"]: (None, 0.0)}


@pytest.fixture
def kept_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bucket that S3 answers nothing of, as one of another account's."""
    ask = BaseClient._make_api_call

    def refuse(self: Any, operation: str, given: dict[str, Any]) -> Any:
        if operation == "HeadBucket":
            raise ClientError({"Error": {"Code": "403", "Message": "Forbidden"}}, operation)
        return ask(self, operation, given)

    monkeypatch.setattr(BaseClient, "_make_api_call", refuse)


@pytest.mark.usefixtures("kept_out")
def test_a_bucket_that_is_refused_is_one_line_and_the_rest_is_told(run: Run, account: Any) -> None:
    made = account.create_vpc(CidrBlock="10.0.0.0/16", TagSpecifications=tagged("vpc"))["Vpc"]["VpcId"]
    pending = [
        doing("creating", thing(BUCKET, "bucket", bucket="llm-dev-data", tags=TAGS)),
        doing("creating", thing(VPC, "vpc", cidrBlock="10.0.0.0/16", tags=TAGS)),
    ]
    Path("state.json").write_bytes(document(pending))
    code, out, err = run("recover", "--state", "state.json")
    assert (code, err) == (1, "")
    (line,) = [line.split() for line in out.splitlines() if BUCKET in line]
    why = "HeadBucket is refused: another account has it, or a policy keeps you out"
    assert line == ["bucket", BUCKET, "llm-dev-data", *why.split()]
    _, out, _ = run("recover", "--state", "state.json", "--format", "json")
    bucket, vpc = json.loads(out)["operations"]
    assert (bucket["fate"], bucket["found"]["refused"], bucket["found"]["usd_per_hour"]) == ("not told", why, None)
    assert (vpc["fate"], vpc["found"]["id"]) == ("in flight", made)
    assert [one["id"] for one in json.loads(Path("recover-dev.json").read_text())["resources"]] == [made]


def test_nothing_under_way_is_fine_and_writes_nothing(run: Run) -> None:
    Path("state.json").write_bytes(document([]))
    code, out, _ = run("recover", "--state", "state.json")
    assert (code, "Nothing is in flight, missing or orphaned." in out) == (0, True)
    assert [path.name for path in Path().iterdir()] == ["state.json"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["dev", "--state", "state.json"], "--state stands in a stack's place, and a stack is given as well: 'dev'"),
        (["dev"], "pulumi is not on PATH, and no --state is given"),
        (["--state", "none.json"], "'none.json' does not exist"),
        (
            ["--state", "state.json", "--import-file", "nowhere/x.json"],
            "error --import-file cannot-write can't write",
        ),
    ],
)
def test_what_cannot_be_read_or_written(run: Run, monkeypatch: pytest.MonkeyPatch, given: list[str], told: str) -> None:
    Path("state.json").write_bytes(document([]))
    monkeypatch.setenv("PATH", "/nowhere")
    code, out, err = run("recover", *given)
    assert (code, out) == (2, "")
    assert told in " ".join(err.split())


def test_another_account_is_refused_before_anything_is_asked(run: Run) -> None:
    Path("state.json").write_bytes(document([]).replace(b"123456789012", b"999999999999"))
    code, _, err = run("recover", "--state", "state.json")
    assert (code, "of the account 123456789012; the stack's is 999999999999" in " ".join(err.split())) == (2, True)


def test_without_credentials(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("state.json").write_bytes(document([]))
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setattr("botocore.credentials.CredentialResolver.load_credentials", lambda _: None)
    code, _, err = run("recover", "--state", "state.json")
    assert (code, "there are no credentials for AWS" in err) == (2, True)


def test_a_stack_that_was_destroyed_has_nothing_to_recover(run: Run) -> None:
    Path("state.json").write_text(json.dumps({"version": 3, "deployment": {"manifest": {"version": "v3.274.1"}}}))
    code, out, _ = run("recover", "--state", "state.json")
    assert (code, "account not asked" in out) == (0, True)
