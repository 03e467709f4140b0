"""Public keys as OpenSSH writes them: their kind and strength."""

from __future__ import annotations

import base64
import binascii
from typing import Any

LEAST_RSA_BITS = 3072
_LENGTH_BYTES = 4


def is_strong(value: Any) -> bool:
    """An ed25519 key, or an RSA key of 3072 bits or more (RFC 4253, section 6.6, and RFC 8709)."""
    if not isinstance(value, str):
        return False
    words = value.split()
    fields = _fields(words[1]) if len(words) > 1 else []
    if not fields or fields[0] != words[0].encode():
        return False
    match fields:
        case [b"ssh-ed25519", key]:
            return len(key) == 32
        case [b"ssh-rsa", _, modulus]:
            return int.from_bytes(modulus).bit_length() >= LEAST_RSA_BITS
        case _:
            return False


def _fields(encoded: str) -> list[bytes]:
    """The fields of a key's blob; none where it is broken."""
    try:
        blob = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        return []
    found: list[bytes] = []
    while blob:
        length = int.from_bytes(blob[:_LENGTH_BYTES])
        found.append(blob[_LENGTH_BYTES : _LENGTH_BYTES + length])
        blob = blob[_LENGTH_BYTES + length :]
    return found
