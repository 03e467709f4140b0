"""What a JSON file holds, by its content: so that a file given in another's place is refused with the right hint."""

from __future__ import annotations

from typing import Any, Final, cast

from rackguard.graph.document import refusal
from rackguard.record import record
from rackguard.spec.problem import InvalidInput


@record
class Kind:
    """A kind of file: what it is called, how it is told, and what to do where it isn't wanted."""

    words: str
    keys: tuple[str, ...]
    """Keys that its outermost mapping has, all of them."""
    hint: str


_TAKE_STATE = "`pulumi stack export` prints the state: save that, and give it with --state."
_TAKE_PREVIEW = "`pulumi preview --json --show-sames` prints the preview: save that, and give it with --preview."

PREVIEW: Final = Kind("a preview", ("steps",), "Give it with --preview.")
_WITHOUT_STEPS = (frozenset({"changeSummary"}), frozenset({"diagnostics"}))
"""Keys of a preview that came to nothing: of a stack without resources, or because of an error."""
EVENTS: Final = Kind(
    "a preview as a stream of events, which doesn't say what depends on what",
    ("sequence", "timestamp"),
    "Leave out PULUMI_ENABLE_STREAMING_JSON_PREVIEW: `pulumi preview --json --show-sames` then prints one document.",
)
STATE: Final = Kind("a stack's state", ("version", "deployment"), "Give it with --state.")

KINDS = (
    PREVIEW,
    EVENTS,
    STATE,
    Kind("a state file of a Pulumi backend", ("version", "checkpoint"), _TAKE_STATE),
    Kind("a state without its version", ("manifest", "resources"), _TAKE_STATE),
    Kind("an update plan of Pulumi", ("resourcePlans",), _TAKE_PREVIEW),
    Kind("a plan of Rackguard", ("format", "cluster"), "It is made from a stack file: `rackguard plan STACK`."),
    Kind("a plan of Terraform", ("terraform_version", "planned_values"), "Stacks of Pulumi are read, no others."),
    Kind("a state of Terraform", ("terraform_version",), "Stacks of Pulumi are read, no others."),
    Kind("a template of CloudFormation", ("Resources",), "Stacks of Pulumi are read, no others."),
)


def kind_of(documents: list[Any]) -> Kind | None:
    """The kind of a file with these documents; None for one that isn't known."""
    first = documents[0]
    if not isinstance(first, dict):
        return None
    keys = cast("dict[str, Any]", first).keys()
    if any(keys >= some for some in _WITHOUT_STEPS):
        return PREVIEW
    return next((kind for kind in KINDS if keys >= set(kind.keys)), None)


def not_wanted(found: Kind | None, wanted: Kind, name: str) -> InvalidInput:
    """What is said of a file of another kind."""
    if found is wanted:
        message = f"{wanted.words} is needed; this is several of them"
        return refusal("graph-kind", name, message, "Give one at a time.")
    if found is None:
        hint = _TAKE_STATE if wanted is STATE else _TAKE_PREVIEW
        return refusal("graph-kind", name, f"{wanted.words} is needed; this JSON is none that is known", hint)
    return refusal("graph-kind", name, f"{wanted.words} is needed; this is {found.words}", found.hint)
