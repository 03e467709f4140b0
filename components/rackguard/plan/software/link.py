"""One link of the chain from a GPU to the software that runs on it."""

from __future__ import annotations

from typing import Literal

from rackguard.record import record
from rackguard.spec.problem import Path

About = Literal[
    "version", "build", "gpu", "driver-cuda", "driver-gpu", "driver-life", "driver-said", "precision", "flash-attention"
]
Outcome = Literal["fits", "doubtful", "fails", "unknown"]
"""`doubtful` may work, or works in part; of `unknown` the data doesn't say, so it has not passed."""


@record
class Link:
    """What was looked at, and how it came out."""

    about: About
    outcome: Outcome
    at: Path
    """Below the pool's `software`."""
    words: str
    """Goes on from the key's name: `is 2.11, whose build …`."""
    hint: str = ""
    """What to do; the check's own hint where empty."""
