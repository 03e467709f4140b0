"""Whether a resource stays when it goes from the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.not_told import not_told

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject

GOES_BY = ("retain_on_delete",)


def kept(subject: Subject) -> bool | None:
    """True where a resource is protected or retained on delete; None where the graph's source can't tell."""
    options = subject.resource.options
    if options.protect or options.retain_on_delete:
        return True
    return None if not_told(subject, GOES_BY) else False
