"""Points of the curve, proved with its own arithmetic."""

import base64
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.spec.ssh_key import EXAMPLE_KEYS, EXAMPLE_PUBLIC_KEY, parse_public_key
from rackguard.spec.ssh_point import is_usable_point
from rackguard.spec.ssh_refusals import KeyProblem

PRIME = 2**255 - 19


def double(x: int, y: int) -> tuple[int, int]:
    """A point of the curve added to itself (RFC 8032, section 5.1.4, in affine coordinates)."""
    d = -121665 * pow(121666, -1, PRIME) * x * x * y * y
    return 2 * x * y * pow(1 + d, -1, PRIME) % PRIME, (y * y + x * x) * pow(1 - d, -1, PRIME) % PRIME


def decode(encoded: bytes) -> tuple[int, int] | None:
    """The point that 32 bytes stand for, None where there is none (RFC 8032, section 5.1.3)."""
    y = int.from_bytes(encoded, "little") & (2**255 - 1)
    u, v = y * y - 1, -121665 * pow(121666, -1, PRIME) * y * y + 1
    x = u * pow(v, 3, PRIME) * pow(u * pow(v, 7, PRIME), (PRIME - 5) // 8, PRIME) % PRIME
    if (v * x * x + u) % PRIME == 0:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    return (x, y) if y < PRIME and (v * x * x - u) % PRIME == 0 else None


def is_low_order(point: tuple[int, int]) -> bool:
    return double(*double(*double(*point))) == (0, 1)


# y of two points of order 8, -y of the other two: a point of the curve times the order of its prime subgroup.
Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7


@pytest.mark.parametrize("sign", [0, 2**255])
@pytest.mark.parametrize("y", [0, 1, PRIME - 1, Y8, PRIME - Y8])
def test_points_that_anybody_can_sign_for_are_refused(y: int, sign: int) -> None:
    encoded = (y | sign).to_bytes(32, "little")
    point = decode(encoded)
    assert point
    assert is_low_order(point)
    assert not is_usable_point(encoded)
    blob = b"\0\0\0\x0bssh-ed25519\0\0\0\x20" + encoded
    with pytest.raises(KeyProblem, match="not an ed25519 key"):
        parse_public_key("ssh-ed25519 " + base64.b64encode(blob).decode())


@pytest.mark.parametrize("y", [PRIME, PRIME + 1, 2**255 - 1])
def test_a_point_has_one_form_only(y: int) -> None:
    assert not is_usable_point(y.to_bytes(32, "little"))


@given(st.binary(min_size=32, max_size=32))
def test_a_usable_point_is_one_of_the_curve(encoded: bytes) -> None:
    point = decode(encoded)
    assert is_usable_point(encoded) == (point is not None and not is_low_order(point))


def test_the_example_keys_are_made_as_their_description_says() -> None:
    made: list[bytes] = []
    encoded = b"rackguard example key, nobody holds its private half"
    while len(made) < 2:
        encoded = hashlib.sha256(encoded).digest()
        point = decode(encoded)
        if point is not None and not is_low_order(point):
            made.append(encoded)
    assert frozenset(made) == EXAMPLE_KEYS
    assert parse_public_key(EXAMPLE_PUBLIC_KEY).point == made[0]
