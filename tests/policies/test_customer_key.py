"""Keys of the customer's own."""

from __future__ import annotations

import pytest

from rackguard_policies.customer_key import is_own_key

ARN = "arn:aws:kms:us-east-2:123456789012"


@pytest.mark.parametrize("value", [f"{ARN}:key/1234abcd", "1234abcd-12ab", f"{ARN}:alias/disks", "alias/disks"])
def test_a_key_of_ones_own(value: str) -> None:
    assert is_own_key(value)


@pytest.mark.parametrize("value", ["alias/aws/ebs", f"{ARN}:alias/aws/s3", "", True, ["alias/disks"]])
def test_a_key_of_aws_or_none(value: object) -> None:
    assert not is_own_key(value)
