"""Patterns of actions and resources in policies."""

from __future__ import annotations

import pytest

from rackguard_policies.granted import is_every_resource, is_everything, is_whole_service, matches, narrows
from rackguard_policies.iam_document import Condition


@pytest.mark.parametrize(
    ("pattern", "action", "fits"),
    [
        ("s3:Get*", "s3:GetObject", True),
        ("S3:getobject", "s3:GetObject", True),
        ("s3:GetObjec?", "s3:GetObject", True),
        ("s3:Get", "s3:GetObject", False),
        ("s3.*", "s3:GetObject", False),
        ("*", "s3:GetObject", True),
    ],
)
def test_patterns_fit_as_iam_says(pattern: str, action: str, fits: bool) -> None:
    assert matches(pattern, action) is fits


@pytest.mark.parametrize(
    ("action", "everything", "service"),
    [
        ("*", True, False),
        ("*:*", True, False),
        ("**", True, False),
        ("s3:*", False, True),
        ("s3*:*", False, True),
        ("s3:Get*", False, False),
        ("s3:GetObject", False, False),
    ],
)
def test_wide_actions_are_told_apart(action: str, everything: bool, service: bool) -> None:
    assert (is_everything(action), is_whole_service(action)) == (everything, service)


@pytest.mark.parametrize(
    ("arn", "every"),
    [
        ("*", True),
        ("arn:aws:s3:::*", True),
        ("arn:aws:s3:::*/*", True),
        ("arn:aws:s3:::data/*", False),
        ("arn:aws:s3:::parameter/*", False),
        ("arn:aws:ssm:us-east-2:1:parameter/*", True),
        ("arn:aws:ssm:us-east-2:1:parameter/llm/*", False),
        ("arn:aws:kms:us-east-2:1:key/*", True),
        ("arn:aws:iam::1:role/*", True),
        ("arn:aws:logs:us-east-2:1:log-group:*:*", True),
        ("arn:aws:logs:us-east-2:1:log-group:/llm/auth:*", False),
        ("arn:aws:*", True),
    ],
)
def test_resources_of_every_kind_are_told(arn: str, every: bool) -> None:
    assert is_every_resource(arn) is every


@pytest.mark.parametrize(
    ("operator", "value", "expected"),
    [
        ("StringEquals", "x", True),
        ("ForAnyValue:StringLike", "x*", True),
        ("StringLike", "*", False),
        ("StringNotEquals", "x", False),
        ("StringEqualsIfExists", "x", False),
        ("ForAllValues:StringEquals", "x", False),
        ("Null", "false", False),
    ],
)
def test_conditions_that_narrow_nothing_are_told(operator: str, value: str, expected: bool) -> None:
    assert narrows(Condition(operator, "aws:principalorgid", (value,))) is expected
