"""Address ranges as rules weigh them: the world, public and wide, public and narrow, private."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any

Network = IPv4Network | IPv6Network

PRIVATE = tuple(
    ip_network(cidr)
    for cidr in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8")
) + tuple(ip_network(cidr) for cidr in ("fc00::/7", "fe80::/10", "::1/128"))
"""Where no traffic of the internet comes from: RFC 1918, 6598, 3927, 4193, 4291 and this host itself."""

KEPT = 1024
"""Ranges that are kept once they are read: several rules ask of each, and stacks name few."""
WORLD_PREFIX = 8
"""A public range with a shorter prefix is the world: 0.0.0.0/0, each of its halves, 2000::/3."""


def network(value: Any) -> Network | None:
    """A range, whatever bits of its host part are set; None where the value is none."""
    return _network(value) if isinstance(value, str) else None


@lru_cache(maxsize=KEPT)
def _network(text: str) -> Network | None:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        return None


@lru_cache(maxsize=KEPT)
def is_public(given: Network) -> bool:
    """True where some address in it is one of the internet's."""
    return not any(is_inside(given, private) for private in PRIVATE)


def is_world(given: Network) -> bool:
    """True for a range that lets in as good as everybody."""
    return given.prefixlen < WORLD_PREFIX and is_public(given)


def is_wide(given: Network, ipv4_prefix: int, ipv6_prefix: int) -> bool:
    """True for a public range wider than these prefixes, short of the world."""
    least = ipv4_prefix if given.version == 4 else ipv6_prefix
    return given.prefixlen < least and is_public(given) and not is_world(given)


def is_inside(inner: Network, outer: Network) -> bool:
    """True where every address of one range is in the other."""
    if isinstance(inner, IPv4Network):
        return isinstance(outer, IPv4Network) and inner.subnet_of(outer)
    return isinstance(outer, IPv6Network) and inner.subnet_of(outer)
