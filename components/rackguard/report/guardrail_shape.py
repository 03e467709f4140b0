"""The shape of what a plan's JSON says of guardrails."""

from __future__ import annotations

from typing import TypedDict


class GuardrailCountsData(TypedDict):
    """How many judgements there are of each sort."""

    critical: int
    """Findings and rules that failed."""
    high: int
    medium: int
    low: int
    waived: int
    """Findings that an exception covers."""
    unproven: int
    """What can't be known before it is deployed, and nothing else proves."""
    errored: int
    """Rules that failed; among the findings as well."""


class GuardrailsData(TypedDict):
    """The resources, judged by guardrails; `rackguard check` says each."""

    frameworks: list[str]
    rules: int
    """How many were asked."""
    counts: GuardrailCountsData
