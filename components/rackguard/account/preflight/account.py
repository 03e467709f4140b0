"""Whose credentials these are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.account.aws.questions import Denied

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions

_HOMES = {"us-gov-": "us-gov-west-1", "cn-": "cn-north-1"}
"""The region of each partition that every account has (AWS General Reference, "Regions")."""


def home_region(region: str) -> str:
    """A region of the same partition that no account has to enable."""
    return next((home for start, home in _HOMES.items() if region.startswith(start)), "us-east-1")


def account_id(questions: Questions) -> str:
    """The account of the credentials, also where it hasn't enabled the region.

    Raises:
        InvalidInput: without credentials, or where AWS can't be reached.
    """
    try:
        answer = questions.ask("sts", "get_caller_identity")
    except Denied:  # what a region says to an account that hasn't enabled it
        answer = questions.elsewhere(home_region(questions.region)).ask("sts", "get_caller_identity")
    return str(answer.get("Account", ""))
