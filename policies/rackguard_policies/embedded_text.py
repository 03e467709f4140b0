"""The text of user data: as written, and all that is packed inside it by base64 and gzip."""

from __future__ import annotations

import binascii
import re
import zlib
from collections.abc import Iterator
from functools import lru_cache

_PACKED = re.compile(r"[A-Za-z0-9+/]{40,}(?:\r?\n[ \t]*[A-Za-z0-9+/]+)*={0,2}")
_LETTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_LETTER_OR_NOT = bytes(b"x"[0] if letter in _LETTERS else b" "[0] for letter in range(256))
_SHORTEST = b"x" * 40
_GZIP = b"\x1f\x8b"
_DEEPEST = 4
_LONGEST = 4 * 2**20
"""Bytes of one unpacked text; user data has 16 KiB, and what is packed to grow beyond this is none."""
KEPT = 512
"""Texts whose reading is kept: pools run the same scripts, and several rules look into each."""


def texts(value: str) -> tuple[str, ...]:
    """The value and every text packed in it: of a MIME part, of a cloud-config file, of the whole."""
    return _inside(value, _DEEPEST)


@lru_cache(maxsize=KEPT)
def _inside(text: str, depth: int) -> tuple[str, ...]:
    return (text, *_packed_in(text, depth))


def _packed_in(text: str, depth: int) -> Iterator[str]:
    if depth:
        for packed in _runs(text):
            unpacked = _unpacked(packed.group())
            if unpacked is not None:
                yield from _inside(unpacked, depth - 1)


def _runs(text: str) -> Iterator[re.Match[str]]:
    """Every match of `_PACKED`: trying it at each letter of a text would take fifteen times longer."""
    letters = text.encode("latin-1", "replace").translate(_LETTER_OR_NOT)
    start = letters.find(_SHORTEST)
    while start >= 0 and (found := _PACKED.match(text, start)):
        yield found
        start = letters.find(_SHORTEST, found.end())


def _unpacked(packed: str) -> str | None:
    """The text inside; None where it is no base64, or what is packed is no text."""
    letters = "".join(packed.split()).replace("=", "")
    try:
        content = binascii.a2b_base64(letters + "=" * (-len(letters) % 4))
        if content.startswith(_GZIP):
            content = zlib.decompressobj(wbits=31).decompress(content, _LONGEST)
        return content.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        return None


def occurrences(words: tuple[str, ...], lowered: str) -> Iterator[int]:
    """Where a text in small letters holds any of `words`: finding them so is many times faster than by a pattern."""
    for word in words:
        place = lowered.find(word)
        while place >= 0:
            yield place
            place = lowered.find(word, place + 1)
