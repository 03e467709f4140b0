"""Policy documents are read in every encoding, and not guessed at where they aren't known."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rackguard.graph.resource import UNKNOWN, Secret
from rackguard_policies.iam_document import Condition, Statement, statements
from rackguard_policies.values import ABSENT, Leaf

DOCUMENT: Any = {
    "Statement": {
        "Effect": "Allow",
        "Action": "s3:GetObject",
        "Resource": ["a", "b"],
        "Principal": {"AWS": "x", "Service": ["y", "z"]},
        "Condition": {"Bool": {"aws:SecureTransport": True}, "StringLike": {"aws:PrincipalOrgID": ["o-1", "o-2"]}},
    }
}
READ = Statement(
    path="policy.Statement",
    allows=True,
    actions=("s3:GetObject",),
    not_actions=(),
    resources=("a", "b"),
    not_resources=(),
    principals=(("AWS", "x"), ("Service", "y"), ("Service", "z")),
    not_principals=(),
    conditions=(
        Condition("Bool", "aws:securetransport", ("true",)),
        Condition("StringLike", "aws:principalorgid", ("o-1", "o-2")),
    ),
)


@pytest.mark.parametrize("value", [DOCUMENT, json.dumps(DOCUMENT)])
def test_text_and_mapping_are_read_alike(value: Any) -> None:
    assert statements(Leaf("policy", value)) == (READ,)


def test_each_statement_of_a_list_has_its_path() -> None:
    several = {"Statement": [{"Effect": "Deny", "Principal": "*"}, "no statement", {"Effect": "Allow"}]}
    found = statements(Leaf("policy", json.dumps(several))) or ()
    assert [(each.path, each.allows, each.principals) for each in found] == [
        ("policy.Statement[0]", False, (("*", "*"),)),
        ("policy.Statement[2]", True, ()),
    ]


@pytest.mark.parametrize(
    "value",
    [
        ABSENT,
        UNKNOWN,
        Secret(known=True),
        "{",
        "[]",
        3,
        {"Statement": [{"Effect": "Allow", "Resource": [UNKNOWN]}]},
        {"Statement": {"Condition": {"Bool": Secret(known=True)}}},
    ],
)
def test_what_cannot_be_read_is_no_document(value: Any) -> None:
    assert statements(Leaf("policy", value)) is None
