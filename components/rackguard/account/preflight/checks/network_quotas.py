"""The account's quotas hold the network that the stack makes: a VPC, elastic addresses, NAT gateways.

Codes: Service Quotas, "Amazon VPC" and "Amazon EC2", 2026. What the stack has made already is not counted twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.account.preflight import quota as quotas
from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import ClusterPlan

_ID = "network_quotas"
_COUNTED = [{"Name": "state", "Values": ["pending", "available", "deleting"]}]
"""States of a NAT gateway that count (VPC user guide, quotas, 2026)."""


@record
class _Need:
    """So many things of one kind, beside those that others have."""

    service: str
    code: str
    noun: str
    wanted: int
    others: int


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    for need in _needs(subject.plan, questions):
        yield _verdict(need, subject.plan.region, questions)


def _needs(plan: ClusterPlan, questions: Questions) -> Iterator[_Need]:
    if not plan.network.existing_vpc_id:
        there = _others(plan, questions.each("ec2", "describe_vpcs", "Vpcs"))
        # Another account's, which shares subnets of it, counts towards its owner's quota.
        own = [vpc for vpc in there if vpc.get("OwnerId", plan.account_id) == plan.account_id]
        yield _Need("vpc", "L-F678F1CE", "VPC", 1, len(own))
    login = plan.access.login_node
    if wanted := len(plan.network.nat_zone_ids) + bool(login and login.public):
        there = _others(plan, questions.each("ec2", "describe_addresses", "Addresses"))
        yield _Need("ec2", "L-0263D0A3", "elastic address", wanted, len(there))
    if plan.network.nat_zone_ids:
        used = _gateways(plan, questions)
        # The quota is each zone's: where the fullest has room, all have.
        zone_id = max(plan.network.nat_zone_ids, key=lambda zone_id: used[zone_id])
        yield _Need("vpc", "L-FE5A380F", f"NAT gateway in {zone_id}", 1, used[zone_id])


def _gateways(plan: ClusterPlan, questions: Questions) -> Counter[str]:
    """NAT gateways of others, by zone."""
    there = _others(plan, questions.each("ec2", "describe_nat_gateways", "NatGateways", Filter=_COUNTED))
    subnets = [str(gateway["SubnetId"]) for gateway in there if "SubnetId" in gateway]
    if not subnets:
        return Counter()
    listed = questions.each("ec2", "describe_subnets", "Subnets", SubnetIds=sorted({*subnets}))
    zones = {str(subnet["SubnetId"]): str(subnet["AvailabilityZoneId"]) for subnet in listed}
    return Counter(zones.get(subnet, "") for subnet in subnets)


def _others(plan: ClusterPlan, there: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """What isn't the stack's own, by its tags."""
    own = {("rackguard:cluster", plan.name), ("rackguard:stack", plan.stack)}
    return [one for one in there if not own <= {(tag["Key"], tag["Value"]) for tag in one.get("Tags", ())}]


def _verdict(need: _Need, region: str, questions: Questions) -> Outcome:
    found = quotas.quota_of(questions, need.service, need.code)
    if found is None:
        message = f"{need.wanted} × {need.noun} needed of {need.code}, which Service Quotas doesn't list"
        return Outcome(_ID, "unknown", "network", message, "Look for it in the console of Service Quotas.")
    message = (
        f"{need.wanted} × {need.noun} needed beside {need.others} of others, {found.value:,.0f} granted:"
        f" {found.code} {found.name}"
    )
    if need.wanted + need.others <= found.value:
        return Outcome(_ID, "ok", "network", message)
    asked = quotas.open_request(questions, found)
    hint = f"{asked[:1].upper()}{asked[1:]}." if asked else "Ask for an increase, or remove what nobody uses."
    return Outcome(_ID, "problem", "network", message, hint, quotas.increase(found, need.wanted + need.others, region))


CHECK = Check(
    id=_ID,
    title="quotas hold the network that the stack makes",
    permissions=(
        "ec2:DescribeAddresses",
        "ec2:DescribeNatGateways",
        "ec2:DescribeSubnets",
        "ec2:DescribeVpcs",
        *quotas.PERMISSIONS,
        quotas.REQUESTS_PERMISSION,
    ),
    run=_run,
)
