"""Network interfaces of a launch against the network cards of an instance type.

The model takes any text for a type of interface, and any number for a card and a device. Sources: EC2 user guide,
"Elastic Fabric Adapter" and "Maximize network bandwidth on instances with multiple network cards", 2026; EC2's
messages as users report them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.aws.opinion.instance_types import cards

_KINDS = ("interface", "efa", "efa-only")
_GROUPS = 5
"""Security groups an interface, by default; AWS raises it on request."""
_ADDRESSES = (
    "AssociatePublicIpAddress",
    "Ipv4PrefixCount",
    "Ipv4Prefixes",
    "Ipv6AddressCount",
    "Ipv6Addresses",
    "Ipv6PrefixCount",
    "Ipv6Prefixes",
    "PrivateIpAddress",
    "PrivateIpAddresses",
    "SecondaryPrivateIpAddressCount",
)

Interface = dict[str, Any]


def refused(interfaces: list[Interface], described: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a launch's interfaces on a type, as DescribeInstanceTypes tells it."""
    name = described["InstanceType"]
    primary = [one for one in interfaces if _place(one) == (0, 0)]
    if not primary:
        yield "InvalidParameterCombination: A primary network interface is needed: network card 0, device 0"
    if any(_kind(one) == "efa-only" for one in primary):
        yield "InvalidParameterCombination: An EFA-only network interface can't be the primary network interface"
    for (card, device), times in Counter(_place(one) for one in interfaces).items():
        if times > 1:
            where = f"device {device} of network card {card} has {times}"
            yield f"InvalidParameterCombination: Each network interface requires a unique device index: {where}"
    if len(interfaces) > 1 and any(one.get("AssociatePublicIpAddress") for one in interfaces):
        yield (
            "InvalidParameterCombination: The associatePublicIPAddress parameter cannot be specified when launching"
            " with multiple network interfaces."
        )
    for one in interfaces:
        yield from _by_itself(one)
    yield from _on_cards(interfaces, cards(described), name)
    efa = sum(_kind(one) in ("efa", "efa-only") for one in interfaces)
    most = described["NetworkInfo"].get("EfaInfo", {}).get("MaximumEfaInterfaces", 0)
    if efa > most:
        yield f"AttachmentLimitExceeded: EFA interface count {efa} exceeds the limit for {name}: {most}"


def _by_itself(one: Interface) -> Iterator[str]:
    card, device = _place(one)
    where = f"network card {card}, device {device}"
    if _kind(one) not in _KINDS:
        yield f"InvalidParameterValue: Invalid interface type '{_kind(one)}' ({where}); one of {', '.join(_KINDS)}"
    if _kind(one) == "efa-only" and (given := [key for key in _ADDRESSES if key in one]):
        yield f"InvalidParameterCombination: An EFA-only network interface has no address ({where}): {', '.join(given)}"
    if len(one.get("Groups", [])) > _GROUPS:
        yield (
            "SecurityGroupsPerInterfaceLimitExceeded: The maximum number of security groups per interface has been"
            f" reached ({where}): {len(one['Groups'])}, {_GROUPS} allowed"
        )


def _on_cards(interfaces: list[Interface], known: list[dict[str, Any]], name: str) -> Iterator[str]:
    by_index = {card["NetworkCardIndex"]: card for card in known}
    for one in interfaces:
        index, device = _place(one)
        card = by_index.get(index)
        if card is None:
            yield (
                f"InvalidParameterValue: Network card index {index} is invalid for {name}, which has {len(known)}"
                f" network cards: 0 to {len(known) - 1}"
            )
            continue
        most = card["MaximumNetworkInterfaces"]
        if not 0 <= device < most:
            yield (
                f"InvalidParameterValue: The specified number '{device}' for the device index exceeds the maximum"
                f" number of network interfaces supported by the network card at network card index {index}: 0 to"
                f" {most - 1} allowed"
            )
        if _kind(one) in _KINDS and _kind(one) not in card["InterfaceTypes"]:
            takes = ", ".join(card["InterfaceTypes"])
            yield (
                f"InvalidParameterCombination: Network card {index} of {name} doesn't support interface type"
                f" '{_kind(one)}', only {takes}"
            )
    for index, count in Counter(_place(one)[0] for one in interfaces if _kind(one) != "interface").items():
        if count > 1:
            yield f"InvalidParameterCombination: Network card {index} has {count} EFA interfaces, 1 allowed"


def _place(one: Interface) -> tuple[int, int]:
    return one.get("NetworkCardIndex", 0), one.get("DeviceIndex", 0)


def _kind(one: Interface) -> str:
    return one.get("InterfaceType", "interface")
