"""Exceptions from guardrails: what isn't held to a rule, why, who answers for it, and until when."""

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.base import Model

Day = Annotated[str, StringConstraints(pattern=patterns.DAY), AfterValidator(patterns.check_day)]
"""ISO 8601, kept as text: `2027-03-31`."""


class RuleException(Model):
    """A rule that a resource isn't held to for a while; every judgement and the evidence show it."""

    rule: Annotated[str, StringConstraints(pattern=patterns.RULE_ID)] = Field(
        description="Id of the rule: `rackguard list rules`."
    )
    resource: str = Field(
        min_length=1,
        max_length=1024,
        description="The resource's URN or logical name; `*` and `?` stand for any characters and any one.",
    )
    reason: str = Field(min_length=1, max_length=1000, description="Why the rule can't hold here.")
    owner: str = Field(min_length=1, max_length=200, description="Who answers for it.")
    until: Day = Field(description='The last day that it holds, in quotes: "2027-03-31".')
