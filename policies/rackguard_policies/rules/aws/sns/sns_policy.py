"""Topics let in those whom they name, by TLS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.iam_document import every_statement, some_statement
from rackguard_policies.listed_accounts import ACCOUNTS, of_own_account
from rackguard_policies.open_principals import NAMES_WHOM, open_to
from rackguard_policies.plain_http import refuses_plain_http
from rackguard_policies.rule import Rule
from rackguard_policies.types import TOPIC, TOPIC_POLICY
from rackguard_policies.vocabulary import both

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Statement


def _refuses(statement: Statement) -> bool:
    return refuses_plain_http(statement, "sns:Publish")


RULE = Rule(
    id="sns-policy",
    title="A topic's policy names whom it lets in, of listed accounts, and denies requests without TLS",
    severity="high",
    why="Whoever may write to a topic sets off what listens to it; whoever may read learns what runs where.",
    fix="Name principals of your own account, or list theirs in the parameter accounts; add a denial without TLS.",
    types=(TOPIC_POLICY, TOPIC),
    judge=both(
        every_statement("policy", open_to, NAMES_WHOM),
        of_own_account,
        some_statement("policy", _refuses, "denies everybody every request without TLS"),
    ),
    parameters=ACCOUNTS,
    before='TopicPolicy("p", arn=topic.arn, policy=json.dumps(allow_everybody))',
    after='TopicPolicy("p", arn=topic.arn, policy=json.dumps(allow_account + deny_plain_http))',
)
