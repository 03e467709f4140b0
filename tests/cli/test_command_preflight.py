"""`rackguard preflight`, on example stacks and an account that moto stands in for; what moto lacks is told."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from botocore.client import BaseClient
from botocore.exceptions import ClientError
from moto import mock_aws
from tests.cli.moto_server import serve

if TYPE_CHECKING:
    from tests.cli.conftest import Process, Run

AT = ("--at", "2026-12-01T00:00:00Z")
ID = "ami-0123456789abcdef0"
PARAMETER = "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id"
IMAGE = {
    "ImageId": ID,
    "Name": "Deep Learning Base AMI",
    "State": "available",
    "Architecture": "x86_64",
    "RootDeviceName": "/dev/sda1",
    "ImageOwnerAlias": "amazon",
    "BlockDeviceMappings": [{"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 75}}],
}
QUOTA = {
    "ServiceCode": "ec2",
    "QuotaCode": "L-3819A6DF",
    "QuotaName": "All G and VT Spot Instance Requests",
    "Value": 0.0,
    "Adjustable": True,
}
StackFile = Callable[..., Path]


@pytest.fixture(autouse=True)
def told(run: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Answers by operation, in place of moto's."""
    for name in ("AWS_PROFILE", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    answers: dict[str, Any] = {
        "GetParameter": {"Parameter": {"Name": PARAMETER, "Value": ID}},
        "DescribeImages": {"Images": [IMAGE]},
        "GetServiceQuota": {"Quota": QUOTA},
        "ListRequestedServiceQuotaChangeHistoryByQuota": {"RequestedQuotas": []},
    }
    ask = BaseClient._make_api_call

    def answer(self: Any, operation: str, given: dict[str, Any]) -> Any:
        return answers[operation] if operation in answers else ask(self, operation, given)

    monkeypatch.setattr(BaseClient, "_make_api_call", answer)
    with mock_aws():
        yield answers


def test_what_is_fine_ends_with_0(run: Run) -> None:
    only = ("--only", "offering", "--only", "account_region")
    code, out, err = run("preflight", "dev", *only, *AT)
    assert (code, err) == (0, "")
    assert out == (
        "llm-dev  stack dev · us-west-2 · account 123456789012\n"
        "asked as of 2026-12-01T00:00:00Z\n"
        "\n"
        "account_region  account, region and zones are the stack's and enabled\n"
        "  ok       the credentials are of the account 123456789012, as declared\n"
        "  ok       the region us-west-2 is enabled\n"
        "  ok       the account may use usw2-az1\n"
        "\n"
        "offering  every type is offered in its zone\n"
        "  ok       pools.lab: g6.xlarge offered in usw2-az1\n"
        "\n"
        "dev: 4 ok.\n"
    )


def test_a_problem_ends_with_1_and_its_command_is_a_line_that_can_be_copied(run: Run) -> None:
    """One g6.xlarge takes four vCPUs, and a new group never rolls."""
    code, out, err = run("preflight", "dev", "--only", "quotas", *AT)
    assert (code, err) == (1, "")
    assert out.endswith(
        "quotas  vCPU quotas hold what the plan needs\n"
        "  problem  pools.lab: 4 vCPUs needed, 0 granted: L-3819A6DF All G and VT Spot Instance Requests\n"
        "           → Ask for an increase; AWS takes days to grant a large one.\n"
        "           $ aws service-quotas request-service-quota-increase --service-code ec2 --quota-code L-3819A6DF"
        " --desired-value 4 --region us-west-2\n"
        "\n"
        "Commands are printed, and never run.\n"
        "\n"
        "dev: 1 problem.\n"
    )


def test_as_json(run: Run) -> None:
    code, out, err = run("preflight", "dev", "--only", "quotas", "--only", "lustre", "--format", "json", *AT)
    assert (code, err) == (1, "")
    data = json.loads(out)
    assert (data["format"], data["version"], data["as_of"]) == ("rackguard-preflight", 1, "2026-12-01T00:00:00Z")
    assert (data["stack"], data["region"], data["account_id"]) == ("dev", "us-west-2", "123456789012")
    assert (data["is_fine"], data["counts"]) == (False, {"ok": 0, "problem": 1, "unknown": 0, "warning": 0})
    assert [(check["id"], len(check["outcomes"])) for check in data["checks"]] == [("quotas", 1), ("lustre", 0)]
    ((outcome,), _) = (check["outcomes"] for check in data["checks"])
    assert (outcome["status"], outcome["where"]) == ("problem", "pools.lab")
    assert outcome["command"].startswith("aws service-quotas request-service-quota-increase ")
    assert (data["pinned"], data["not_pinned"]) == ({}, None)


def test_as_markdown(run: Run) -> None:
    code, out, _ = run("preflight", "dev", "--only", "quotas", "--only", "lustre", "--format", "markdown", *AT)
    assert code == 1
    assert out.startswith("## Preflight of `dev`: 1 problem\n\nllm-dev · us-west-2 · account 123456789012 · as of ")
    assert "| ❌ problem | quotas | pools.lab | 4 vCPUs needed, 0 granted: " in out
    assert "```sh\n# quotas pools.lab\naws service-quotas request-service-quota-increase " in out
    assert out.endswith("```\n\nNothing to ask about: lustre.\n\nCommands are printed, and never run.\n")


def test_what_is_unknown_is_no_pass(run: Run, told: dict[str, Any]) -> None:
    told["DescribeImages"] = {"Images": "not a list of images"}
    code, out, _ = run("preflight", "dev", "--only", "image", *AT)
    assert code == 1
    assert "  unknown  the check failed: " in out
    assert out.endswith("dev: 1 unknown. What is unknown is no pass.\n")


def test_a_warning_alone_ends_with_0(run: Run, told: dict[str, Any]) -> None:
    told["DescribeImages"] = {"Images": [{**IMAGE, "DeprecationTime": "2026-01-01T00:00:00.000Z"}]}
    code, out, _ = run("preflight", "dev", "--only", "image", *AT)
    assert (code, out.splitlines()[-1]) == (0, "dev: 1 warning, 1 ok.")


def test_another_account_is_a_problem_and_is_asked_nothing(run: Run, told: dict[str, Any]) -> None:
    told["GetCallerIdentity"] = {"Account": "210987654321"}
    code, out, _ = run("preflight", "dev", *AT)
    assert code == 1
    assert "  problem  the credentials are of the account 210987654321; the stack's is 123456789012\n" in out
    assert out.count("not asked: the credentials are of another account") == out.count("  unknown  ") > 5


def test_without_credentials_one_line_and_2(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, os.devnull)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    words = "there are no credentials for AWS. Set AWS_PROFILE, or sign in: `aws sso login`."
    assert run("preflight", "dev") == (2, "", f"rackguard preflight: {words}\n")


def test_a_stack_with_errors_is_not_asked_for(run: Run, told: dict[str, Any], stack_file: StackFile) -> None:
    told["GetCallerIdentity"] = None  # would fail
    file = stack_file({"zone_id: usw2-az1": "zone_id: usw2-az9"})
    code, out, err = run("preflight", file, *AT)
    assert code == 1
    assert "type-not-in-zone" in out
    assert err == f"The account was not asked: '{file}' has 1 error.\n"


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_person_who_waits_sees_what_is_asked_on_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    run("preflight", "dev", "--only", "offering", *AT)
    first, *_, last = terminal.getvalue().split("\r")[1:]
    assert first == "\x1b[Kasking the account: 0 of 1 answered; offering"
    assert last == "\x1b[K"
    assert "\n" not in terminal.getvalue()


def test_a_narrow_terminal_keeps_it_on_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes on in a second line would stay there."""
    terminal = _Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "44")
    run("preflight", "dev", "--only", "offering", "--only", "account_region", *AT)
    first, *_ = terminal.getvalue().split("\r")[1:]
    assert first == "\x1b[Kasking the account: 0 of 2 answered; accoun"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--only", "quota"), "--only is 'quota'; allowed: account_region, quotas, "),
        (("--block", "labs"), "--block is 'labs'; allowed: a pool of the stack: lab"),
        (("--block-hours", "48"), "--block-hours needs --block"),
        (
            ("--block", "lab", "--block-from", "2026-12-03T00:00:00Z", "--block-until", "2026-12-02T00:00:00Z"),
            "--block-until is '2026-12-02T00:00:00Z', not later than --block-from",
        ),
        (("--block", "lab", "--block-from", "tomorrow"), "--block-from is 'tomorrow'; allowed: "),
        (("--block", "lab", "--block-from", ""), "--block-from is ''; allowed: "),
        (("--block", "lab", "--block-until", "2026-12-03"), "--block-until is '2026-12-03'; allowed: "),
        (
            ("--block", "lab", "--block-until", "2020-01-01T00:00:00Z"),
            "--block-until is '2020-01-01T00:00:00Z', not later than now",
        ),
        (("--at", "tomorrow"), "--at is 'tomorrow'; allowed: "),
    ],
)
def test_a_wrong_word_is_named_with_what_is_allowed(run: Run, given: tuple[str, ...], message: str) -> None:
    code, out, err = run("preflight", "dev", *given)
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())


def test_the_least_policy_needs_no_stack_and_no_account(run: Run, told: dict[str, Any]) -> None:
    told["GetCallerIdentity"] = None  # would fail
    code, out, err = run("preflight", "--iam-policy", "--only", "offering", "--only", "image")
    assert (code, err) == (0, "")
    (statement,) = json.loads(out)["Statement"]
    assert statement["Action"] == ["ec2:DescribeImages", "ec2:DescribeInstanceTypeOfferings", "ssm:GetParameter"]
    code, out, _ = run("preflight", "--iam-policy")
    assert [statement["Sid"] for statement in json.loads(out)["Statement"]] == ["Ask", "LaunchDryRun", "TagDryRun"]


def test_the_newest_image_is_written_down_and_nothing_else(run: Run, stack_file: StackFile) -> None:
    file = stack_file()
    before = file.read_text(encoding="utf-8")
    code, out, err = run("preflight", file, "--only", "offering", "--pin", *AT)
    assert (code, err) == (0, "")
    pinned = before.replace("{dlami: ubuntu-24.04}", f"{{dlami: ubuntu-24.04, id: {ID}}}")
    assert file.read_text(encoding="utf-8") == pinned != before
    assert f"Written into {file}: pools.lab: {ID}." in " ".join(out.split())
    assert sorted(path.name for path in file.parent.iterdir()) == [file.name]
    code, out, _ = run("preflight", file, "--pin", "--only", "image", *AT)
    assert (code, file.read_text(encoding="utf-8")) == (0, pinned)
    assert "Every image has its id already." in out


def test_an_image_that_does_not_fit_is_not_written_down(run: Run, told: dict[str, Any], stack_file: StackFile) -> None:
    told["DescribeImages"] = {"Images": [{**IMAGE, "Architecture": "arm64"}]}
    file = stack_file()
    before = file.read_text(encoding="utf-8")
    code, out, _ = run("preflight", file, "--only", "image", "--pin", "--format", "json", *AT)
    assert (code, file.read_text(encoding="utf-8")) == (1, before)
    data = json.loads(out)
    assert (data["pinned"], data["not_pinned"]) == ({}, "the check of images has found something")


def test_an_image_that_cannot_be_looked_up_hides_no_check(
    run: Run, told: dict[str, Any], stack_file: StackFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = BaseClient._make_api_call

    def deny(self: Any, operation: str, given: dict[str, Any]) -> Any:
        if operation == "GetParameter":
            raise ClientError({"Error": {"Code": "AccessDeniedException", "Message": ""}}, operation)
        return ask(self, operation, given)

    monkeypatch.setattr(BaseClient, "_make_api_call", deny)
    file = stack_file()
    before = file.read_text(encoding="utf-8")
    code, out, err = run("preflight", file, "--only", "offering", "--pin", *AT)
    assert (code, err, file.read_text(encoding="utf-8")) == (1, "", before)
    assert "  ok       pools.lab: g6.xlarge offered in usw2-az1\n" in out
    assert "  unknown  these credentials lack the permission ssm:GetParameter\n" in out
    assert "No image was pinned: AWS refuses ssm:get_parameter to these credentials: AccessDeniedException." in out


def test_an_account_that_is_not_the_stacks_is_asked_for_no_image(
    run: Run, told: dict[str, Any], stack_file: StackFile
) -> None:
    told["GetCallerIdentity"] = {"Account": "210987654321"}
    told["GetParameter"] = None  # would fail
    file = stack_file()
    before = file.read_text(encoding="utf-8")
    code, out, err = run("preflight", file, "--only", "image", "--pin", *AT)
    assert (code, err, file.read_text(encoding="utf-8")) == (1, "", before)
    assert "  unknown  not asked: the credentials are of another account\n" in out
    assert "No image was pinned: the credentials are of another account." in out


def test_a_file_that_was_changed_meanwhile_stays_as_it_is(
    run: Run, monkeypatch: pytest.MonkeyPatch, stack_file: StackFile
) -> None:
    file = stack_file()
    ask = BaseClient._make_api_call

    def change(self: Any, operation: str, given: dict[str, Any]) -> Any:
        if operation == "DescribeImages":
            file.write_text(
                file.read_text(encoding="utf-8").replace("size_gib: 150", "size_gib: 160"), encoding="utf-8"
            )
        return ask(self, operation, given)

    monkeypatch.setattr(BaseClient, "_make_api_call", change)
    code, out, err = run("preflight", file, "--only", "image", "--pin", *AT)
    assert (code, out) == (2, "")
    assert "was changed meanwhile; nothing was written" in " ".join(err.split())
    assert ID not in file.read_text(encoding="utf-8")


def test_as_a_process_against_a_server(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """As people start it, in threads and with boto3's own transport: no answer is put in place of the server's."""
    monkeypatch.undo()
    only = ("--only", "account_region", "--only", "offering", "--only", "network_quotas", "--only", "image")
    with serve() as env:
        done = process("preflight", "dev", *only, "--format", "json", *AT, env=env)
    assert (done.returncode, done.stderr) == (1, b"")
    checks = json.loads(done.stdout)["checks"]
    assert {check["id"]: [one["status"] for one in check["outcomes"]] for check in checks} == {
        "account_region": ["ok", "ok", "ok"],
        "network_quotas": ["ok", "unknown"],
        "offering": ["ok"],
        "image": ["problem"],
    }
    (_, unknown) = next(check["outcomes"] for check in checks if check["id"] == "network_quotas")
    assert unknown["message"] == "AWS does not answer service-quotas:get_aws_default_service_quota: NotImplemented"
