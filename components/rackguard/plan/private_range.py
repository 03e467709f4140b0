"""Which ranges are private: those that no traffic of the Internet comes from (RFC 1918, and RFC 6598's shared ones)."""

from __future__ import annotations

PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")


RESERVED = ("0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4")
"""This host, loopback, link-local, multicast and what is kept for the future: no machine elsewhere has such an address
(IANA's registry of special-purpose addresses)."""

DOCUMENTATION = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24")
"""Kept for examples (RFC 5737): nobody's addresses."""


def enclosing(cidr: str, ranges: tuple[str, ...]) -> str | None:
    """The one of `ranges` that a range is wholly inside of."""
    return next((outer for outer in ranges if inside(cidr, outer)), None)


def is_private(cidr: str) -> bool:
    """True where a whole IPv4 range is inside one of `PRIVATE`.

    Not `ipaddress`'s `is_private`, whose answer for 0.0.0.0/0 depends on Python's version and which counts the
    documentation's ranges.
    """
    first, last = bounds(cidr)
    return any(low <= first and last <= high for low, high in map(bounds, PRIVATE))


def bounds(cidr: str) -> tuple[int, int]:
    """First and last address of an IPv4 range, as numbers."""
    address, _, prefix = cidr.partition("/")
    first = 0
    for part in address.split("."):
        first = first * 256 + int(part)
    return first, first + (1 << (32 - int(prefix))) - 1


def overlap(one: str, other: str) -> bool:
    """True where two IPv4 ranges have an address in common."""
    (first, last), (low, high) = bounds(one), bounds(other)
    return first <= high and low <= last


def inside(inner: str, outer: str) -> bool:
    """True where one IPv4 range is wholly inside another."""
    (first, last), (low, high) = bounds(inner), bounds(outer)
    return low <= first and last <= high
