"""Tags have names that are free to use."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

MOST_CHARACTERS = 128
RESERVED_PREFIXES = {"aws:": "AWS", "rackguard:": "Rackguard"}
SIGNS = " _.:/=+-@"


def _check(context: Context) -> Iterator[Found]:
    for key in context.stack.cluster.tags.as_dict():
        path = ("tags", key)
        owner = next((who for prefix, who in RESERVED_PREFIXES.items() if key.lower().startswith(prefix)), None)
        if owner:
            yield found(path, f"starts with a prefix that {owner} keeps to itself")
        elif key.lower() == "name":
            yield found(path, "would give every resource the same name; each has a name of its own")
        elif not 1 <= len(key) <= MOST_CHARACTERS:
            yield found(path, f"has {len(key)} characters; allowed: 1 to {MOST_CHARACTERS}")
        elif not all(character.isalnum() or character in SIGNS for character in key):
            yield found(path, "has other characters than letters, digits, spaces and `_.:/=+-@`")


VALIDATOR = Validator(
    id="tag-name",
    level="error",
    summary="A tag's name is free to use and in AWS's characters.",
    why="AWS refuses the resource, or two owners of a tag overwrite each other (AWS EC2 user guide, tag restrictions).",
    hint="Choose another name.",
    check=_check,
)
