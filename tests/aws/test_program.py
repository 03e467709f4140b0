"""The stack program: what it takes from the stack's configuration, and whom it deploys for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pulumi
import pytest
from pulumi import Output, RunError
from tests.aws.plans import STACKS
from tests.aws.stacks import NAMES, config_of, recorded, run, run_program
from tests.aws.telling import one

from rackguard.aws import lookups, program
from rackguard.aws.reading import InvalidArguments
from rackguard.graph.offline import Deployment, record_program
from rackguard.graph.resource import UNKNOWN

CLUSTER = "rackguard:cluster"
EXPORTS = {
    "account_id",
    "auth_log_group",
    "bucket_names",
    "file_system_ids",
    "key_arn",
    "node_subnet_ids",
    "pool_groups",
    "pool_role_arns",
    "security_group_ids",
    "ssh_through_endpoint",
    "vpc_id",
}


def refusal(config: dict[str, Any], before: Callable[[], object] = program.load) -> str:
    """What the program says of a configuration, before it registers anything."""
    said: list[str] = []

    def load() -> None:
        with pytest.raises(InvalidArguments) as caught:
            before()
        said.append(str(caught.value))

    assert [one.name for one in run_program(load, "dev", config).resources] == ["rackguard-dev"]
    return said[0]


def test_a_stack_without_configuration() -> None:
    assert refusal({}) == (
        "stack dev: its arguments can't be used\n"
        "  `rackguard:cluster` is missing in the stack's configuration\n"
        "    → Declare it in stacks/Pulumi.dev.yaml.\n"
        "  `aws:region` is missing in the stack's configuration\n"
        "    → Declare it in stacks/Pulumi.dev.yaml."
    )


@pytest.mark.parametrize("key", [CLUSTER, "aws:region"])
def test_a_setting_that_is_encrypted_is_refused(key: str) -> None:
    """A program gets it in the clear, by its key alone it knows that it was a secret."""
    said: list[str] = []

    def load() -> None:
        with pytest.raises(InvalidArguments) as caught:
            program.load()
        said.append(str(caught.value))

    deployment = Deployment("rackguard", "dev", config_of("dev"), secret_keys=(key,))
    assert [one.name for one in record_program(load, deployment).resources] == ["rackguard-dev"]
    (words,) = said
    assert words == (
        "stack dev: its arguments can't be used\n"
        f"  `{key}` has a value that Pulumi's CLI encrypted, which the stack's state would hold in plain\n"
        "    → Nothing in a cluster is secret: write it plain in stacks/Pulumi.dev.yaml, or leave it out."
    )


@pytest.mark.parametrize("key", [CLUSTER, "aws:region"])
@pytest.mark.parametrize("value", [None, ""])
def test_a_stack_without_one_of_its_settings(key: str, value: str | None) -> None:
    config = config_of("dev")
    del config[key]
    assert refusal(config | ({} if value is None else {key: value})) == (
        "stack dev: its arguments can't be used\n"
        f"  `{key}` is missing in the stack's configuration\n"
        "    → Declare it in stacks/Pulumi.dev.yaml."
    )


@pytest.mark.parametrize(
    ("value", "words"), [("llm", "'llm'"), ([], "an empty list"), ([1], "a list"), (3, "3"), ("{", "'{'")]
)
def test_a_cluster_that_is_no_mapping(value: Any, words: str) -> None:
    assert refusal(config_of("dev") | {CLUSTER: value}) == (
        "stack dev: its arguments can't be used\n"
        f"  `rackguard:cluster` is {words}; allowed: a mapping, one cluster's declaration\n"
        "    → Correct it in stacks/Pulumi.dev.yaml."
    )


def test_a_cluster_with_mistakes_is_refused_before_there_is_a_provider() -> None:
    config = config_of("dev")
    config[CLUSTER].update(name=None, account_id=None, colour="red")
    config["aws:region"] = "us-west-2a"
    with pytest.raises(InvalidArguments) as caught:
        run("dev", config)
    assert [line for line in str(caught.value).splitlines() if "→" not in line] == [
        "stack dev: its arguments can't be used",
        "  `region` is 'us-west-2a'; allowed: an AWS region: `us-east-2`",
        "  unknown key `colour`",
        "  `name` is required",
        "  `account_id` is required",
    ]


def test_the_provider_is_the_declared_accounts() -> None:
    made = one(recorded("prod"), "aws aws")
    assert made.inputs["region"] == "us-east-1"
    assert made.inputs["allowedAccountIds"] == '["123456789012"]'


def says_of(monkeypatch: pytest.MonkeyPatch, caller: str) -> Any:
    """The account that the check gives out where the credentials are `caller`'s."""
    monkeypatch.setattr(lookups, "caller_account", lambda opts=None: Output.from_input(caller))

    def check() -> None:
        args = program.load()
        pulumi.export("account", program.check_account(args, program.provider(args)))

    return run_program(check, "dev", config_of("dev")).outputs["account"]


def test_the_right_account(monkeypatch: pytest.MonkeyPatch) -> None:
    assert says_of(monkeypatch, "123456789012") == "123456789012"


def test_another_account_ends_the_deployment_with_both_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RunError) as caught:
        says_of(monkeypatch, "210987654321")
    assert str(caught.value) == (
        "the credentials belong to account 210987654321; this stack declares account_id 123456789012.\n"
        "  → Use credentials of 123456789012, or change account_id in stacks/Pulumi.dev.yaml."
    )


def test_offline_the_account_is_not_known() -> None:
    assert recorded("dev").outputs["account_id"] is UNKNOWN


@pytest.mark.parametrize(
    ("stack", "more"),
    [
        ("dev", set[str]()),
        ("staging", {"login_node_address", "ssh_through_login_node"}),
        ("prod", {"login_node_address", "ssh_through_login_node"}),
    ],
)
def test_what_a_stack_gives_out(stack: str, more: set[str]) -> None:
    assert recorded(stack).outputs.keys() == EXPORTS | more


@pytest.mark.parametrize("stack", NAMES)
def test_a_file_without_a_project_makes_the_same(stack: str) -> None:
    graph = run_program(program.run, stack, config_of(stack))
    whole = recorded(stack)
    assert graph.outputs == whole.outputs
    assert {urn: one.inputs for urn, one in graph.by_urn.items()} == {u: one.inputs for u, one in whole.by_urn.items()}


def test_the_program_is_short_and_the_same_for_every_stack() -> None:
    text = (STACKS / "__main__.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 20
    assert [stack for stack in NAMES if stack in text] == []
    assert sorted(file.name for file in STACKS.glob("*.py")) == ["__main__.py"]


def test_lookups_are_asked_in_one_place() -> None:
    folder = Path(str(lookups.__file__)).parent
    asking = {
        file.name
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute | ast.Name)
        and _asks(node.attr if isinstance(node, ast.Attribute) else node.id)
    }
    assert asking == {"lookups.py"}


def _asks(name: str) -> bool:
    return (name.startswith("get_") and name.endswith("_output")) or name in ("invoke", "invoke_output")
