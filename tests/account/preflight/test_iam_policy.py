"""The least policy for what is asked."""

from __future__ import annotations

from rackguard.account.iam_policy import policy


def test_reads_are_sorted_and_named_once() -> None:
    assert policy(["ec2:DescribeVpcs", "ec2:DescribeImages", "ec2:DescribeVpcs"]) == {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Sid": "Ask",
                "Effect": "Allow",
                "Action": ["ec2:DescribeImages", "ec2:DescribeVpcs"],
                "Resource": "*",
            }
        ],
    }


def test_what_could_do_something_stands_by_itself() -> None:
    """Tagging is allowed while something is launched, and at no other time."""
    reads, launch, tag = policy(["ec2:RunInstances", "ssm:GetParameter", "ec2:CreateTags"])["Statement"]
    assert (reads["Sid"], reads["Action"]) == ("Ask", ["ssm:GetParameter"])
    assert (launch["Sid"], launch["Action"]) == ("LaunchDryRun", ["ec2:RunInstances"])
    assert (tag["Sid"], tag["Action"]) == ("TagDryRun", ["ec2:CreateTags"])
    assert tag["Condition"] == {"StringEquals": {"ec2:CreateAction": "RunInstances"}}


def test_nothing_is_allowed_for_nothing() -> None:
    assert policy([])["Statement"] == []
