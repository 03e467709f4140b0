"""Options of resources that rules go by and that not every source of a graph tells."""

from __future__ import annotations

from rackguard.record import record


@record
class Untold:
    """An option that a source keeps to itself."""

    source: str
    """Words for people: `a state of Pulumi before 3.120`."""
    option: str
    """The field of `Options`."""
    because: str


TO_PACKS = Untold(
    "a policy pack in Pulumi's engine", "retain_on_delete", "the engine's protocol for policy packs has no such field"
)
IN_OLD_STATES = Untold(
    "a state that Pulumi before 3.120 wrote", "ignore_changes", "states had no such field before that version"
)
UNTOLD = (TO_PACKS, IN_OLD_STATES)
"""All of them. An offline run tells every option, and a preview all that rules go by."""
