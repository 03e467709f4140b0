"""Arguments in the shape of `rackguard.spec.exceptions`. Written by docs/arguments.py: don't edit."""

from typing import TypedDict


class RuleExceptionSpec(TypedDict):
    """A rule that a resource isn't held to for a while; every judgement and the evidence show it."""

    rule: str
    """Id of the rule: `rackguard list rules`. The id of a rule: `ec2-imdsv2`."""

    resource: str
    """The resource's URN or logical name; `*` and `?` stand for any characters and any one. Text."""

    reason: str
    """Why the rule can't hold here. Text."""

    owner: str
    """Who answers for it. A name."""

    until: str
    """The last day that it holds, in quotes: "2027-03-31". An ISO 8601 day, in quotes: "2027-03-31"."""
