"""What a rule is: its words, and a function that judges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal

from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.cost_facts import CostFacts

Severity = Literal["critical", "high", "medium", "low"]
SEVERITIES: tuple[Severity, ...] = ("critical", "high", "medium", "low")
"""The gravest first."""


@record
class Parameter:
    """A figure or list of a rule that a user may set."""

    default: Any
    schema: Mapping[str, Any]
    """JSON schema of the values allowed."""
    words: str
    """What it is, with its unit."""


@record
class Subject:
    """What a rule is asked to judge."""

    graph: Graph
    resource: Resource
    """Of one of the rule's types; for a rule of the whole stack, the stack itself."""
    parameters: Mapping[str, Any]
    """The rule's parameters: the user's own, else their defaults."""
    catalog: Catalog
    cost: CostFacts | None = None
    """What the stack costs; None where nobody has worked it out."""


@record
class Finding:
    """A property that isn't as it must be."""

    path: str
    """The property: `metadataOptions.httpTokens`, `ingress[2].cidrBlocks[0]`; empty for the resource as a whole."""
    wanted: str
    """What must hold there: `is "required"`."""
    seen: str = ""
    """What is there instead, where it can't be a secret."""
    urn: str = ""
    """Of the resource that the property belongs to, where it isn't the one that is judged."""


@record
class Unproven:
    """A property that isn't known yet, and that nothing else proves."""

    path: str
    wanted: str
    urn: str = ""
    because: str = ""
    """Why it can't be proven, where that isn't for want of a value."""


@record
class NotApplicable:
    """The rule has nothing to say of this resource."""

    because: str


Verdict = Finding | Unproven | NotApplicable
"""What a rule yields; a rule that yields nothing holds."""

Judge = Callable[[Subject], Iterator[Verdict]]


@record
class Rule:
    """One guardrail."""

    id: str
    """`ec2-imdsv2`; stable, the name of its file with hyphens."""
    title: str
    """What must hold, in a sentence."""
    severity: Severity
    why: str
    """What happens otherwise."""
    fix: str
    """What to do."""
    types: tuple[str, ...]
    """Tokens of the resources that are judged; empty for a rule of the whole stack."""
    judge: Judge
    parameters: Mapping[str, Parameter] = field(default_factory=dict[str, Parameter])
    goes_by: tuple[str, ...] = ()
    """Options of resources; where a graph's source doesn't tell one, the rule says that it isn't judged there."""
    before: str = ""
    """An example that breaks the rule, a few lines of a Python program."""
    after: str = ""
    """The example, mended."""
