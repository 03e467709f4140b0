"""The example stacks' files as a person prepares them for a deployment: keys of their own, blocks that lie ahead.

The engine runs a program at today's date, whenever the test is run, and a deployment refuses the examples' public key.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_BLOCK = re.compile(r'(?P<start>start: )"[^"]+"(?P<between>\s+end: )"[^"]+"')
_KEY = re.compile(r'"ssh-ed25519 [^"]+"')
_AHEAD, _LONG = timedelta(days=30), timedelta(days=7)


def text_of(file: Path, now: datetime | None = None) -> str:
    """The file's text, each block a week long and a month ahead from 11:30 UTC, each key another one."""
    day = (now or datetime.now(UTC)).replace(hour=11, minute=30, second=0, microsecond=0)
    start, end = (f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in (day + _AHEAD, day + _AHEAD + _LONG))
    text = _BLOCK.sub(rf'\g<start>"{start}"\g<between>"{end}"', file.read_text(encoding="utf-8"))
    return _KEY.sub(lambda example: f'"{public_key(example[0])}"', text)


def public_key(seed: str) -> str:
    """A public key in OpenSSH's form; the same one for the same seed."""
    private = Ed25519PrivateKey.from_private_bytes(sha256(seed.encode()).digest())
    return f"{private.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()} tests"
