"""Whether a resource stays when it goes from the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject

NOT_TOLD = "not judged here: Pulumi doesn't tell policy packs of the option retain_on_delete"


def kept(subject: Subject) -> bool | None:
    """True where a resource is protected or retained on delete; None where the graph's source can't tell."""
    options = subject.resource.options
    if options.protect or options.retain_on_delete:
        return True
    return None if "retain_on_delete" in subject.graph.untold else False
