"""Availability zones: their ids are the same for everybody, their letters each account's own."""

from __future__ import annotations

_LETTERS = "cabdef"
"""Of the zones 1 to 6 in this account, out of order: whoever takes use1-az1 for us-east-1a gets it wrong."""


def name_of(zone_id: str, region: str) -> str:
    """The account's name of a zone: `us-east-1c` of `use1-az1`.

    Raises:
        LookupError: no such zone.
    """
    number = zone_id.rpartition("-az")[2]
    if not number.isdigit() or not 1 <= int(number) <= len(_LETTERS):
        raise LookupError(f"no zone {zone_id} in {region}")
    return f"{region}{_LETTERS[int(number) - 1]}"
