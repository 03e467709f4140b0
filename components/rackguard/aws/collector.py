"""Python's collector, kept from what an import makes."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def resting() -> Generator[None]:
    """What is made inside is never looked through: a provider's classes, by the thousand, are no garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()
