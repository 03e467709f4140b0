"""What may be a part of a private key: it is refused wherever it stands, and no message repeats it.

A key without its first and last line is base64, whose letters change between large and small ones and digits at almost
every step; words, paths and names do so more rarely.
"""

from __future__ import annotations

from collections.abc import Iterator

MARKERS = (
    "PRIVATE KEY",
    "PRIVATE-KEY",
    "PUTTY-USER-KEY-FILE",
    "PRIVATE-LINES",
    "PRIVATE-MAC",
    "B3BLBNNZAC1RZXKTDJE",  # "openssh-key-v1" in base64
    "MC4CAQAWBQYDK2VW",  # an ed25519 private key in PKCS #8, in base64
)
"""Parts of private keys, in capitals."""

NOT_SHOWN = "(not shown)"
"""What stands for it in a message."""

_LINE = 40
"""Characters of base64 from which on a text is refused: the lines of a key have 64 or 70."""
_FRAGMENT = 20
"""Characters of base64 from which on a text isn't repeated: a key's last line, or one that was cut."""
_LONGEST_STEP = 3.3
"""Characters of one kind in a row, on average, up to which a text is taken for base64: about 1.9 in random lines, 3.2
in the ones that start an OpenSSH key, 4 and more in paths and in words that are joined."""
_BASE64 = rf"SHA256:[A-Za-z0-9+/]{{43}}|[A-Za-z0-9+/]{{{_FRAGMENT},}}={{0,2}}"
"""A key's fingerprint, which is public; or what may be base64."""
_STEPS = r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+"
_PUBLIC = (
    "AAAAB3NzaC1",
    "AAAAC3NzaC1lZDI1NTE5",
    "AAAAE2VjZHNhLXNoYTIt",
    "AAAAGnNrLXNzaC1lZDI1NTE5",
    "AAAAInNrLWVjZHNhLXNo",
)
"""How the data of public keys starts."""


def is_private(text: str) -> bool:
    """True for text that holds at least a line of a private key."""
    return any(len(part) >= _LINE for part in _parts(text))


def may_be_private(text: str) -> bool:
    """True for text that may hold any part of a private key, or that names one."""
    capitals = text.upper()
    return any(marker in capitals for marker in MARKERS) or any(_parts(text))


def is_named_private(text: str) -> bool:
    """True for text that holds a private key and says so, as a script may that writes one."""
    capitals = text.upper()
    return any(marker in capitals for marker in MARKERS) and is_private(text)


def hidden(text: str) -> str:
    """The text with `NOT_SHOWN` in the place of each part that may be of a private key."""
    for part in _parts(text):
        text = text.replace(part, NOT_SHOWN)
    return text


def _parts(text: str) -> Iterator[str]:
    if len(text) < _FRAGMENT or text.isspace():
        return
    import re

    for match in re.finditer(_BASE64, text):
        part = match.group()
        if not part.startswith(("SHA256:", *_PUBLIC)) and _is_base64(part):
            yield part


def _is_base64(part: str) -> bool:
    import re

    mixed = part.lower() != part != part.upper() and not part.isalpha()
    steps = re.findall(_STEPS, part)
    return mixed and sum(map(len, steps)) < _LONGEST_STEP * len(steps)
