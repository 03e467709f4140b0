"""One property of a clean stack broken, and the findings that there must be then: these and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.policies.mutations.change import Change, named

from rackguard.catalog.catalog import load
from rackguard.cli.cost_facts import facts_of_graph
from rackguard.graph.graph import Graph
from rackguard.record import record
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.registry import all_rules

if TYPE_CHECKING:
    from tests.policies.mutations.stacks import Found, Stack

FINE = {Outcome.COMPLIANT, Outcome.NOT_APPLICABLE}


@record
class Also:
    """Another rule that the same change breaks."""

    rule: str
    because: str
    """Why no change could break the first rule alone."""
    path: str | None = None
    """Of what it finds, where it isn't that of the change."""
    on: str | None = None
    """The resource that it finds, where it isn't the one that changes."""


@record
class Mutation:
    """A row: `Mutation("ec2-imdsv2", "login", put("metadataOptions.httpTokens", "optional"), "prod")`."""

    rule: str
    """The rule that finds it."""
    resource: str
    """Logical name of the resource that changes."""
    change: Change
    stack: str = "prod"
    path: str | None = None
    """Of what is found, where it isn't that of the change."""
    on: str | None = None
    """The resource that is found, where it isn't the one that changes."""
    also: tuple[Also, ...] = ()
    """Other rules that such a change truly breaks."""

    @property
    def expected(self) -> set[Found]:
        """Every finding that there must be."""
        return {
            (each.rule, each.on or self.resource, self.change.path if each.path is None else each.path)
            for each in (self, *self.also)
        }

    @property
    def label(self) -> str:
        """`prod: ec2-imdsv2 at login metadataOptions.httpTokens`."""
        return f"{self.stack}: {self.rule} at {self.resource} {self.change.path}".rstrip()


def mutated(graph: Graph, mutation: Mutation) -> Graph:
    """The stack's graph with the change made."""
    return mutation.change.made(graph, named(graph, mutation.resource))


def judged(stack: Stack, graph: Graph) -> list[Judgement]:
    """Every judgement of every rule, those of cost too, with the stack's parameters."""
    return judge(graph, all_rules(), load(), stack.parameters, facts_of_graph(graph, load()))


def found(judgements: list[Judgement]) -> set[Found]:
    """What isn't as it must be; what is unproven or has failed says so before its path."""
    bad = (each for each in judgements if each.outcome not in FINE)
    return {(each.rule, each.urn.rpartition("::")[2], _path(each)) for each in bad}


def _path(judgement: Judgement) -> str:
    return judgement.path if judgement.outcome is Outcome.FINDING else f"{judgement.outcome.value}: {judgement.path}"
