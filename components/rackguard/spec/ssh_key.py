"""Public SSH keys: what may log in, and what was pasted where it is not a public key.

No message ever repeats what was given: it may be a private key.
"""

from __future__ import annotations

import binascii

from rackguard.record import record
from rackguard.spec.private_key import is_private
from rackguard.spec.ssh_point import is_usable_point
from rackguard.spec.ssh_refusals import (
    ED25519,
    MAKE,
    RSA,
    SK_ED25519,
    KeyProblem,
    check_text,
    check_words,
    is_key_type,
    malformed,
    private,
)

MIN_RSA_BITS = 3072
MAX_RSA_BITS = 16384
"""The longest that OpenSSH reads."""

EXAMPLE_PUBLIC_KEY = (
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFPytpUGp0TPz0/nGAl8HL6zgsOKViyLs6VjAlzsNru6 rackguard-example"
)
"""A key that lets nobody in: no private half of it is known to anybody. The example stacks use it.

Its 32 bytes are the SHA-256 of the words "rackguard example key, nobody holds its private half", hashed again until
they are a point that an ed25519 key may have; the second hash is.
"""
EXAMPLE_KEYS = frozenset(
    {
        bytes.fromhex("53f2b69506a744cfcf4fe718097c1cbeb382c38a562c8bb3a563025cec36bbba"),
        bytes.fromhex("17e07afcd9596c7d9649d52df0edacd778026a78a78831bcf821c5960f799257"),
    }
)
"""The points of the keys that examples use; a deployment refuses them. The second person's is the fifth hash, the next
one that is such a point."""

_FIELDS = {ED25519: 2, SK_ED25519: 3, RSA: 3}


@record
class PublicKey:
    """A public SSH key, checked.

    `line` is the key as `authorized_keys` takes it; `fingerprint_sha256` is what `ssh-keygen -l` shows; `point`
    is the 32 bytes of an ed25519 key, empty for RSA.
    """

    type: str
    bits: int
    comment: str
    fingerprint_sha256: str
    line: str
    point: bytes = b""


def parse_public_key(text: str) -> PublicKey:
    """Read one public key: ed25519, ed25519 on a hardware token, or RSA of at least 3072 bits.

    Raises:
        KeyProblem: where it is anything else; its message says what, and never shows any of it.
    """
    text = text.strip(" \t\r\n")
    check_text(text)
    words = text.split()
    check_words(words)
    key_type, data, *comment = text.split(maxsplit=2)
    blob = _decoded(data)
    bits, point = _key_data(key_type, blob)
    if is_private(" ".join(comment)):
        raise private("a public key with what looks like a part of a private key behind it")
    line = " ".join((key_type, data, *comment))
    return PublicKey(key_type, bits, comment[0] if comment else "", _fingerprint(blob), line, point)


def is_example(key: PublicKey) -> bool:
    """True for a key that the examples use and nobody can log in with."""
    return key.point in EXAMPLE_KEYS


def _decoded(data: str) -> bytes:
    try:
        blob = binascii.a2b_base64(data, strict_mode=True)
    except ValueError:
        blob = b""
    if not blob or binascii.b2a_base64(blob, newline=False).decode() != data:
        raise malformed("its base64 is cut off, or a space or another character stands inside it")
    return blob


def _key_data(key_type: str, blob: bytes) -> tuple[int, bytes]:
    fields = _split(blob)
    inner = fields[0].decode("ascii", "replace")
    if inner != key_type:
        what = f"it says {key_type}, but its data is {inner if is_key_type(inner) else 'something else'}"
        raise malformed(what)
    if len(fields) != _FIELDS[key_type]:
        raise malformed("bytes follow its data" if len(fields) > _FIELDS[key_type] else "its data is cut off")
    if key_type == RSA:
        return _rsa_bits(fields[1], fields[2]), b""
    if key_type == SK_ED25519 and not (fields[2] and fields[2].isascii() and fields[2].decode().isprintable()):
        raise malformed("the application of its hardware token is not readable")
    if not is_usable_point(fields[1]):
        raise malformed("its data is not an ed25519 key")
    return 256, fields[1]


def _split(blob: bytes) -> list[bytes]:
    """The fields of a key: each has its length in four bytes in front (RFC 4251, section 5)."""
    fields: list[bytes] = []
    rest = blob
    while rest and len(fields) < 8:
        length = int.from_bytes(rest[:4], "big")
        if len(rest) < 4 + length:
            raise malformed("its data is cut off, or bytes follow it")
        fields.append(rest[4 : 4 + length])
        rest = rest[4 + length :]
    return fields


def _rsa_bits(exponent_field: bytes, modulus_field: bytes) -> int:
    exponent, modulus = _mpint(exponent_field), _mpint(modulus_field)
    bits = modulus.bit_length()
    if bits < MIN_RSA_BITS:
        raise KeyProblem("short", f"an RSA key of {bits} bits; at least {MIN_RSA_BITS} are needed", MAKE)
    if bits > MAX_RSA_BITS:
        raise KeyProblem("type", f"an RSA key of {bits} bits; OpenSSH takes at most {MAX_RSA_BITS}", MAKE)
    if modulus % 2 == 0 or exponent % 2 == 0 or not 3 <= exponent < 2**64:
        raise malformed("its numbers are not those of an RSA key")
    return bits


def _mpint(data: bytes) -> int:
    """A number of an RSA key: positive, in as few bytes as it needs, so that a key has one form only."""
    canonical = data[:1] > b"\0" if data[:1] != b"\0" else data[1:2] > b"\x7f"
    if not canonical or data[0] > 0x7F:
        raise malformed("its numbers are not those of an RSA key")
    return int.from_bytes(data, "big")


def _fingerprint(blob: bytes) -> str:
    from hashlib import sha256

    return f"SHA256:{binascii.b2a_base64(sha256(blob).digest(), newline=False).decode().rstrip('=')}"
