"""Listeners speak TLS."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard_policies.load_balancers import encrypts, of_gateway_balancer
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import LISTENER_RULES, LISTENERS
from rackguard_policies.values import Leaf, leaf, leaves, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is HTTPS or TLS, or TCP to a port of SSH or HTTPS"
REDIRECTS = "redirects to HTTPS"


def _judge(subject: Subject) -> Iterator[Verdict]:
    inputs = subject.resource.inputs
    protocol = leaf(inputs, "protocol")
    if of_gateway_balancer(subject):
        yield NotApplicable("it passes packets on to appliances")
    elif str(protocol.value).upper() == "HTTP":
        yield from _redirects(subject)
    elif not (answer := encrypts(protocol, leaf(inputs, "port"))):
        yield (
            Unproven(protocol.path, WANTED) if answer is None else Finding(protocol.path, WANTED, seen(protocol.value))
        )


def _redirects(subject: Subject) -> Iterator[Verdict]:
    """Every action of the listener, and of rules that belong to it, leads to HTTPS."""
    listener = subject.resource
    yield from _actions(listener.inputs, "defaultActions[*]", "")
    for rule in subject.graph.dependents(listener.urn, *LISTENER_RULES):
        yield from _actions(rule.inputs, "actions[*]", rule.urn)


def _actions(inputs: Any, path: str, urn: str) -> Iterator[Verdict]:
    for action in leaves(inputs, path):
        target = leaf(action.value, "redirect.protocol")
        if action.unknown or target.unknown:
            yield Unproven(action.path, REDIRECTS, urn)
        elif target.absent or str(target.value).upper() != "HTTPS":
            yield Finding(action.path, REDIRECTS, _kind(action), urn)


def _kind(action: Leaf) -> str:
    return "nothing" if action.absent else seen(leaf(action.value, "type").value)


RULE = Rule(
    id="lb-tls",
    title="A listener speaks HTTPS or TLS; one of plain HTTP does nothing but redirect",
    severity="critical",
    why="What people send to a notebook, dashboard or model goes over the network for anybody on the way to read.",
    fix='Set protocol to "HTTPS" with a certificate; let HTTP answer with a redirect, and give it no other rules.',
    types=LISTENERS,
    judge=_judge,
    before='Listener("web", load_balancer_arn=lb.arn, port=80, protocol="HTTP", default_actions=[forward])',
    after='Listener("web", load_balancer_arn=lb.arn, port=443, protocol="HTTPS", default_actions=[forward])',
)
