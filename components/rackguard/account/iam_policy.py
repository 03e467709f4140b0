"""The least policy for what is asked of an account."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_LAUNCHES = frozenset({"ec2:RunInstances"})
"""Actions whose permission allows more than asking: AWS has no condition that allows a dry run alone."""


def policy(actions: Iterable[str]) -> dict[str, Any]:
    """A document of IAM that allows these actions on everything, as none of the reads can be held to less.

    What its holder could also do something with is a statement by itself, to be left out with a cut.
    """
    wanted = {*actions}
    parts = {"Ask": wanted - _LAUNCHES, "LaunchDryRun": wanted & _LAUNCHES}
    return {
        "Version": "2012-10-17",
        "Statement": [
            {"Sid": sid, "Effect": "Allow", "Action": sorted(part), "Resource": "*"}
            for sid, part in parts.items()
            if part
        ],
    }
