"""AWS takes what the stacks and the examples ask for; what it thinks of them comes from none of their makers."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.aws.opinion.before import ROOT, example_account, made_account, stack_account, things
from tests.aws.opinion.existing import LINKED_ROLE
from tests.aws.opinion.opinion import TYPES, refusals
from tests.aws.stacks import NAMES

HERE = Path(__file__).parent
OF_THE_TESTS = {"before.py", "broken.py", "deployed.py"}
"""They make the stacks that are judged."""
EXAMPLES = [
    (file.parent.name, file.name.split(".")[1])
    for file in sorted(ROOT.glob("examples/*/Pulumi.*.yaml"))
    if (file.parent / "__main__.py").exists()
]


@pytest.mark.parametrize("stack", NAMES)
def test_aws_takes_the_stacks(stack: str) -> None:
    assert stack_account(stack).said == {}


@pytest.mark.parametrize(("name", "stack"), EXAMPLES)
def test_aws_takes_the_examples(name: str, stack: str) -> None:
    assert example_account(name, stack).said == {}


def test_the_stacks_have_every_type_that_there_is_an_opinion_on() -> None:
    made = {type_ for stack in NAMES for type_, _ in stack_account(stack).made.values()}
    assert made >= TYPES


def test_a_new_account_has_no_service_linked_roles() -> None:
    before = {token: known for token, known in things("dev").items() if token != LINKED_ROLE}
    arns = [role["arn"] for role in things("dev")[LINKED_ROLE]]
    assert made_account("dev", before).said == {
        "llm-dev-key-key": [
            "MalformedPolicyDocumentException: Policy contains a statement with one or more invalid principals: "
            + ", ".join(arns)
        ]
    }
    create = made_account("dev", before, lambda cluster: cluster.update(encryption={"service_linked_roles": "create"}))
    assert create.said == {}


def test_nothing_is_said_of_other_types() -> None:
    assert refusals("aws:ec2/vpc:Vpc", {"cidrBlock": 7}, lambda _: ()) == []


def test_the_opinion_comes_from_nothing_of_rackguard() -> None:
    files = [file for file in HERE.glob("*.py") if file.name not in OF_THE_TESTS and not file.name.startswith("test_")]
    assert len(files) > 12
    for file in files:
        for name in _imported(file):
            own = name.startswith("tests.aws.opinion.") and f"{name.split('.')[3]}.py" not in OF_THE_TESTS
            assert own or name.split(".")[0] in ALLOWED, f"{file.name} imports {name}"


ALLOWED = {
    "__future__",
    "base64",
    "binascii",
    "botocore",
    "collections",
    "dataclasses",
    "datetime",
    "fnmatch",
    "functools",
    "gzip",
    "hashlib",
    "importlib",
    "json",
    "re",
    "typing",
    "unicodedata",
    "uuid",
}


def _imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            of_folder = node.module == "tests.aws.opinion"
            found |= {f"{node.module}.{one.name}" for one in node.names} if of_folder else {str(node.module)}
    return found
