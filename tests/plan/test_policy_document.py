from __future__ import annotations

import itertools
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rackguard.plan.policy_document import allow, deny, document, size, split

STATEMENTS = st.lists(
    st.builds(
        lambda sid, resources: allow(f"S{sid}", ["s3:GetObject"], resources),
        st.integers(0, 999),
        st.lists(st.text("abc*:/", min_size=1, max_size=60), min_size=1, max_size=12),
    ),
    min_size=1,
    max_size=12,
)


def test_one_value_is_text_and_several_are_a_list() -> None:
    assert allow("One", ["s3:GetObject"], ["arn:aws:s3:::a/*"]) == {
        "Sid": "One",
        "Effect": "Allow",
        "Action": "s3:GetObject",
        "Resource": "arn:aws:s3:::a/*",
    }
    assert allow("Two", ["s3:GetObject", "s3:PutObject"], ["a", "b"])["Action"] == ["s3:GetObject", "s3:PutObject"]


def test_a_denial_is_for_everybody() -> None:
    assert deny("No", ["s3:*"], ["a"], {"Bool": {"aws:SecureTransport": "false"}}) == {
        "Sid": "No",
        "Effect": "Deny",
        "Principal": "*",
        "Action": "s3:*",
        "Resource": "a",
        "Condition": {"Bool": {"aws:SecureTransport": "false"}},
    }


def test_size_counts_no_white_space() -> None:
    policy: dict[str, Any] = {"Version": "2012-10-17", "Statement": [{"Sid": "a b\tc"}]}
    assert size(policy) == len('{"Version":"2012-10-17","Statement":[{"Sid":"ab\\tc"}]}')


@given(STATEMENTS, st.integers(300, 3000))
def test_a_split_keeps_order_and_every_statement_and_the_limit(statements: list[dict[str, Any]], limit: int) -> None:
    policies = split(statements, limit)
    assert [statement for policy in policies for statement in policy["Statement"]] == statements
    for policy in policies:
        assert policy["Version"] == "2012-10-17"
        assert len(json.dumps(policy, separators=(",", ":"))) <= limit or len(policy["Statement"]) == 1


@given(STATEMENTS, st.integers(300, 3000))
def test_a_split_starts_a_policy_only_where_the_last_one_is_full(statements: list[dict[str, Any]], limit: int) -> None:
    policies = split(statements, limit)
    for policy, following in itertools.pairwise(policies):
        assert size(document([*policy["Statement"], following["Statement"][0]])) > limit


def test_what_fits_is_one_policy() -> None:
    statements = [allow("One", ["a:B"], ["c"]), allow("Two", ["a:B"], ["c"])]
    assert split(statements) == ({"Version": "2012-10-17", "Statement": statements},)
