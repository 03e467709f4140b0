"""What a program leaves to be done once it has declared everything: registrations, and values that wait for others."""

from __future__ import annotations

import asyncio
from typing import Any

ROUNDS = 32
"""Turns of the event loop between two looks at what is open: a look costs more than a turn."""


async def settle() -> None:
    """Run what is open, until nothing is, or until all of it has waited for `ROUNDS` turns.

    What waits is left to Pulumi's own wait, which looks at every open value each time that one is found: a work that
    grows with the square of the program, where it is left everything.
    """
    before: set[asyncio.Task[Any]] = set()
    left = asyncio.all_tasks()
    while len(left) > 1 and left != before:  # this task itself is open too
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        before, left = left, asyncio.all_tasks()
