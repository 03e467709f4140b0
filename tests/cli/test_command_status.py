"""`rackguard status`, on an account that says what a test tells it to; nothing reaches for the network."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.account.preflight.asking import Account
from tests.account.status.asked import IDENTITY, account, group, node
from tests.account.status.told import failed, started
from tests.cli.moto_server import serve

if TYPE_CHECKING:
    from tests.cli.conftest import Process, Run

AT = ("--at", "2026-12-10T12:00:00Z")
STACK = """
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: llm
    account_id: "123456789012"
    tags: {owner: ml, environment: dev, classification: internal}
    prices: [{family: g6, purchase: on_demand, rate_usd_per_hour: 1.5, source: "agreement 2026"}]
    access:
      users:
        - name: ana
          keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFPytpUGp0TPz0/nGAl8HL6zgsOKViyLs6VjAlzsNru6 ana"]
    pools:
      train: {instance_type: g6.xlarge, zone_id: use2-az1, nodes: {max: 2}}
"""
SHORT = """\
llm  stack lab · us-east-2 · account 123456789012
as of 2026-12-10T12:00:00Z; cost since 2026-12-01T00:00:00Z

POOLS
  pool   wanted  launched  in service  node-hours  USD so far
  train       2         1           1        10.0       15.00  short of 1 node, starts fail

train
  A start fails: AWS has no capacity of the type in the zone at the moment: 2 times, last at
    2026-12-10 11:00 UTC, in us-east-2b
    AWS: We currently do not have sufficient g6.xlarge capacity in the Availability Zone you
    requested (us-east-2b).
    → Wait, as the group keeps trying; or choose another zone or type, a reservation or a capacity
      block: `rackguard preflight --block POOL` lists what is offered.

COST SO FAR THIS MONTH
  pool   for        node-hours  USD an hour    USD  price
  train  g6.xlarge        10.0         1.50  15.00  yours [1]
  total                                      15.00
  [1] agreement 2026, undated
  An estimate at the plan's prices, from when nodes started and ended. Not counted: volumes, file
  systems, network, logs, the login node, credits and taxes. AWS' bill is what counts.

lab: 1 of 1 pool short or failing.
"""
NO_ROOM = (
    "We currently do not have sufficient g6.xlarge capacity in the Availability Zone you requested (us-east-2b)."
    " Launching EC2 instance failed."
)

Answers = Callable[[Account], Account]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, run: Run) -> Answers:
    """`answers(account)`: what the command is told; the stack file is in the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("Pulumi.lab.yaml").write_text(STACK, encoding="utf-8")

    def told(one: Account) -> Account:
        one.says("sts", "get_caller_identity", IDENTITY)
        monkeypatch.setattr("rackguard.account.aws.questions.Questions", lambda region: one)
        return one

    return told


def short() -> Account:
    history = [failed(1, NO_ROOM), failed(2, NO_ROOM), started("i-0", 10)]
    return account([group("InService")], [node(0, 10)], history)


def fine() -> Account:
    return account([group("InService", "InService")], [node(0, 10), node(1, 20)], [])


def test_a_pool_that_is_short_is_told_with_why_and_what_it_costs(run: Run, answers: Answers) -> None:
    one = answers(short())
    assert run("status", "Pulumi.lab.yaml", *AT) == (1, SHORT, "")
    one.all_asked()


def test_a_pool_that_has_what_it_wants_is_fine(run: Run, answers: Answers) -> None:
    answers(fine())
    code, out, err = run("status", "Pulumi.lab.yaml", *AT)
    assert (code, err) == (0, "")
    assert "  train       2         2           2        30.0       45.00  fine\n" in out
    assert out.endswith("\nlab: its pool has what it wants.\n")
    assert "A start fails" not in out


def test_as_json(run: Run, answers: Answers) -> None:
    answers(short())
    code, out, _ = run("status", "Pulumi.lab.yaml", "--format", "json", *AT)
    data = json.loads(out)
    (pool,) = data.pop("pools")
    (failure,) = pool.pop("failures")
    assert code == 1
    assert data == {
        "format": "rackguard-status",
        "version": 1,
        "stack": "lab",
        "cluster": "llm",
        "region": "us-east-2",
        "account_id": "123456789012",
        "as_of": "2026-12-10T12:00:00Z",
        "is_fine": False,
        "cost_since": "2026-12-01T00:00:00Z",
        "usd": 15.0,
        "usd_is_at_least": False,
    }
    assert pool == {
        "name": "train",
        "group": "llm-pool-train",
        "is_there": True,
        "wanted": 2,
        "launched": 1,
        "in_service": 1,
        "others": {},
        "is_short": True,
        "is_failing": True,
        "notes": [],
        "node_hours": 10.0,
        "nodes_not_counted": [],
        "usd": 15.0,
        "usd_is_at_least": False,
        "cost": [
            {
                "for": "g6.xlarge",
                "node_hours": 10.0,
                "usd_per_hour": 1.5,
                "usd": 15.0,
                "price": "yours",
                "sources": ["agreement 2026, undated"],
            }
        ],
        "cost_notes": [],
    }
    assert (failure["cause"], failure["times"], failure["last"]) == ("no-capacity", 2, "2026-12-10T11:00:00Z")
    assert failure["message"] == NO_ROOM.removesuffix(" Launching EC2 instance failed.")
    assert (failure["zones"], failure["is_unsolved"]) == (["us-east-2b"], True)


def test_as_markdown(run: Run, answers: Answers) -> None:
    answers(short())
    code, out, _ = run("status", "Pulumi.lab.yaml", "--format", "markdown", *AT)
    assert code == 1
    assert out.startswith("## Status of `lab`: 1 of 1 pool short or failing\n")
    assert "| train | 2 | 1 | 1 | 10.0 | 15.00 | short of 1 node, starts fail |\n" in out
    assert "- `train`: AWS has no capacity of the type in the zone at the moment: 2 times, last at 2026-12-10" in out
    assert "| train | g6.xlarge | 10.0 | 1.50 | 15.00 | yours |\n| total |  |  |  | 15.00 |  |\n" in out


def test_a_reason_that_is_not_known_is_told_whole_in_aws_own_words(run: Run, answers: Answers) -> None:
    words = f"Never said before, {'x' * 300}."
    answers(account([group("InService")], [node(0, 10)], [failed(1, words)]))
    code, out, _ = run("status", "Pulumi.lab.yaml", *AT)
    assert code == 1
    assert "A start fails: a reason that isn't known here: once, last at 2026-12-10 11:00 UTC, in us-east-2b" in out
    assert words in " ".join(out.split())


def test_a_stack_that_is_not_deployed_has_no_group(run: Run, answers: Answers) -> None:
    answers(account([], [], []))
    code, out, _ = run("status", "Pulumi.lab.yaml", *AT)
    assert code == 1
    assert "  train       0         0           0         0.0        0.00  no group\n" in out
    assert "there is no group llm-pool-train in us-east-2: `pulumi up` makes it" in " ".join(out.split())
    assert "COST SO FAR" not in out


def test_what_is_not_priced_is_not_known_and_the_total_says_at_least(run: Run, answers: Answers) -> None:
    Path("Pulumi.lab.yaml").write_text(STACK.replace("nodes: {max: 2}", "nodes: {max: 3}"), encoding="utf-8")
    odd: dict[str, Any] = {**node(1, 5), "InstanceType": "p9.unheard-of"}
    answers(account([group("InService", "InService", most=3)], [node(0, 10), odd], []))
    _, out, _ = run("status", "Pulumi.lab.yaml", *AT)
    lines = [line.split() for line in out.splitlines()]
    assert ["train", "p9.unheard-of", "5.0", "no", "price", "not", "known", "no", "price", "[2]"] in lines
    assert ["total", "≥", "15.00"] in lines


def test_another_account_is_refused_before_anything_is_asked(run: Run, answers: Answers) -> None:
    one = Account().says("sts", "get_caller_identity", {**IDENTITY, "Account": "210987654321"})
    answers(one)
    code, out, err = run("status", "Pulumi.lab.yaml", *AT)
    assert (code, out) == (2, "")
    assert "the credentials are of the account 210987654321; the stack's is 123456789012" in " ".join(err.split())


def test_a_stack_that_cannot_be_read_is_not_asked_about(run: Run, answers: Answers) -> None:
    one = answers(Account())
    Path("Pulumi.lab.yaml").write_text(STACK.replace("nodes:", "nods:"), encoding="utf-8")
    code, out, err = run("status", "Pulumi.lab.yaml", *AT)
    assert (code, out) == (2, "")
    assert "nods" in err
    with pytest.raises(AssertionError):
        one.all_asked()


def test_a_stack_that_would_not_be_launched_again_is_still_told_of(run: Run, answers: Answers) -> None:
    """Its checks are for what is to be deployed: this one is."""
    Path("Pulumi.lab.yaml").write_text(STACK.replace("use2-az1", "use2-az9"), encoding="utf-8")
    answers(fine())
    assert run("plan", "Pulumi.lab.yaml", "--quiet", *AT).code == 1
    assert run("status", "Pulumi.lab.yaml", *AT).code == 0


def test_what_these_credentials_may_not_read(run: Run, answers: Answers) -> None:
    answers(Account().refuses("autoscaling", "describe_auto_scaling_groups", "AccessDenied"))
    code, out, err = run("status", "Pulumi.lab.yaml", *AT)
    assert (code, out) == (2, "")
    assert "AWS refuses autoscaling:describe_auto_scaling_groups to these credentials" in " ".join(err.split())


def test_as_a_process_on_an_empty_account(process: Process, tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.lab.yaml"
    file.write_text(STACK, encoding="utf-8")
    with serve() as env:
        ended = process("status", file, "--format", "json", *AT, env=env)
    assert (ended.returncode, ended.stderr) == (1, b"")
    (pool,) = json.loads(ended.stdout)["pools"]
    assert (pool["is_there"], pool["wanted"], pool["node_hours"]) == (False, None, 0)
    assert pool["notes"] == ["there is no group llm-pool-train in us-east-2: `pulumi up` makes it"]


def test_without_credentials_it_is_one_line(process: Process, tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.lab.yaml"
    file.write_text(STACK, encoding="utf-8")
    nowhere = str(tmp_path / "none")
    env = {
        "AWS_CONFIG_FILE": nowhere,
        "AWS_SHARED_CREDENTIALS_FILE": nowhere,
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_ACCESS_KEY_ID": "",
        "AWS_SECRET_ACCESS_KEY": "",
    }
    ended = process("status", file, env=env)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr == (
        b"rackguard status: there are no credentials for AWS. Set AWS_PROFILE, or sign in: `aws sso login`.\n"
    )
