"""Load balancers: their kinds, and which protocols are encrypted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.types import LOAD_BALANCERS
from rackguard_policies.values import Leaf, leaf, number

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject

ENCRYPTED = ("HTTPS", "TLS", "QUIC")
PASSED_ON = ("TCP", "TCP_QUIC")
ENCRYPTED_PORTS = (22, 443, 6443)
"""Ports whose own protocol encrypts (SSH, HTTPS, Kubernetes), so that passing them on as TCP is fine."""


def no_application_balancer(subject: Subject) -> str:
    """Why a rule of HTTP balancers has nothing to say of another one; empty where it has."""
    kind = leaf(subject.resource.inputs, "loadBalancerType")
    return "" if kind.absent or kind.unknown or kind.value == "application" else f"it is of the kind {kind.value}"


def gateway_balancer(subject: Subject) -> str:
    """Why a rule has nothing to say of a gateway load balancer; empty for other ones."""
    kind = leaf(subject.resource.inputs, "loadBalancerType")
    return "it passes packets on to appliances" if kind.value == "gateway" else ""


def encrypts(protocol: Leaf, port: Leaf) -> bool | None:
    """True for a protocol that encrypts, or TCP to a port whose own does; None where that isn't known."""
    if protocol.unknown:
        return None
    name = str(protocol.value).upper()
    if name in PASSED_ON:
        return None if port.unknown else number(port.value) in ENCRYPTED_PORTS
    return name in ENCRYPTED


def of_gateway_balancer(subject: Subject) -> bool:
    """True for a listener of a gateway load balancer of the stack."""
    balancers = subject.graph.sources(subject.resource, "loadBalancerArn", *LOAD_BALANCERS)
    return any(balancer.inputs.get("loadBalancerType") == "gateway" for balancer in balancers)


def without_certificate(subject: Subject) -> str:
    """Why a rule of TLS has nothing to say of a listener; empty where it has."""
    protocol = leaf(subject.resource.inputs, "protocol")
    named = protocol.unknown or str(protocol.value).upper() in ("HTTPS", "TLS")
    return "" if named else "it doesn't end TLS itself"
