"""Queues let in those whom they name, by TLS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.granted import is_everything, is_whole_service
from rackguard_policies.iam_document import every_statement, some_statement
from rackguard_policies.listed_accounts import ACCOUNTS, of_own_account
from rackguard_policies.open_principals import NAMES_WHOM, open_to
from rackguard_policies.plain_http import refuses_plain_http
from rackguard_policies.rule import Rule
from rackguard_policies.types import QUEUE, QUEUE_POLICY
from rackguard_policies.vocabulary import both

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Statement


def _refuses(statement: Statement) -> bool:
    return refuses_plain_http(statement, "sqs:SendMessage", "sqs:ReceiveMessage")


def _every_action(statement: Statement) -> str:
    wide = [action for action in statement.actions if is_everything(action) or is_whole_service(action)]
    return ", ".join(wide) if statement.allows else ""


RULE = Rule(
    id="sqs-policy",
    title="A queue's policy names whom it lets in and to what, of listed accounts, and denies requests without TLS",
    severity="high",
    why="Whoever may write to a queue sets off what listens to it; whoever may read learns what runs where.",
    fix="Name principals of your own account, or list theirs in the parameter accounts; add a denial without TLS.",
    types=(QUEUE_POLICY, QUEUE),
    judge=both(
        every_statement("policy", open_to, NAMES_WHOM),
        every_statement("policy", _every_action, "names the actions that it allows"),
        of_own_account,
        some_statement("policy", _refuses, "denies everybody every request without TLS"),
    ),
    parameters=ACCOUNTS,
    before='QueuePolicy("p", queue_url=queue.url, policy=json.dumps(allow_everybody))',
    after='QueuePolicy("p", queue_url=queue.url, policy=json.dumps(allow_account + deny_plain_http))',
)
