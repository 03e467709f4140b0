"""Services assume roles for their own account only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.iam_document import every_statement
from rackguard_policies.open_principals import closes
from rackguard_policies.rule import Parameter, Rule
from rackguard_policies.types import ROLE

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Statement
    from rackguard_policies.rule import Subject, Verdict

WANTED_OF = "has a condition on aws:SourceAccount, aws:SourceArn or aws:SourceOrgID"
KEYS = ("aws:sourceaccount", "aws:sourcearn", "aws:sourceorgid", "aws:sourceorgpaths")


def _judge(subject: Subject) -> Iterator[Verdict]:
    exempt = {name.removesuffix(".cn") for name in subject.parameters["services"]}

    def fault(statement: Statement) -> str:
        closed = any(closes(condition) and condition.key in KEYS for condition in statement.conditions)
        named = [name for kind, name in statement.principals if kind == "Service"]
        deputies = [name for name in named if name.removesuffix(".cn") not in exempt]
        return ", ".join(deputies) if statement.allows and not closed else ""

    yield from every_statement("assumeRolePolicy", fault, WANTED_OF)(subject)


RULE = Rule(
    id="iam-confused-deputy",
    title="A role that a service assumes says for which account or resource",
    severity="medium",
    why="A service acts for everybody: without the condition a stranger may have it act with your role.",
    fix="Add a condition on aws:SourceAccount or aws:SourceArn; services that send neither go into the parameter "
    "services.",
    types=(ROLE,),
    judge=_judge,
    parameters={
        "services": Parameter(
            ["ec2.amazonaws.com"],
            {"type": "array", "items": {"type": "string"}},
            "services that send neither, and to which only roles of their own account can be passed",
        )
    },
    before='Role("r", assume_role_policy=json.dumps(trust({"Service": "vpc-flow-logs.amazonaws.com"})))',
    after='Role("r", assume_role_policy=json.dumps(trust({"Service": …}, {"aws:SourceAccount": account})))',
)
