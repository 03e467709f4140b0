"""Which 32 bytes can be the public half of an ed25519 key (RFC 8032, section 5.1)."""

from __future__ import annotations

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P


def is_usable_point(encoded: bytes) -> bool:
    """True where the bytes encode a point of the curve whose signatures need a private key.

    The eight points of low order are refused: sshd would take them, and anybody can sign for them.
    """
    y = int.from_bytes(encoded, "little") % 2**255
    if len(encoded) != 32 or y >= _P or y in (0, 1, _P - 1):
        return False
    square = y * y % _P
    if (_D * square * square + 2 * square - 1) % _P == 0:  # the four points of order 8
        return False
    # x² = (y² - 1) / (d·y² + 1) has a root where the product of the two has one (Euler's criterion).
    return pow((square - 1) * (_D * square + 1), (_P - 1) // 2, _P) == 1
