"""The credentials are of the stack's account, which has enabled the region, and the groups of its Local Zones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.account.preflight.account import account_id, home_region
from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import ClusterPlan

_ID = "account_region"


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    plan = subject.plan
    account = account_id(questions)
    if account != plan.account_id:
        message = f"the credentials are of the account {account}; the stack's is {plan.account_id}"
        hint = "Set AWS_PROFILE to a profile of that account."
        yield Outcome(_ID, "problem", "", message, hint)
        return
    yield Outcome(_ID, "ok", "", f"the credentials are of the account {account}, as declared")
    region = _region(plan.region, questions)
    yield region
    if region.status == "ok":
        yield from _zones(plan, questions)


def _region(region: str, questions: Questions) -> Outcome:
    # A region that isn't enabled doesn't answer.
    asked = questions.elsewhere(home_region(region))
    given = {"RegionNames": [region], "AllRegions": True}
    found = next(asked.each("ec2", "describe_regions", "Regions", **given), None)
    if found is None:
        return Outcome(_ID, "problem", "", f"AWS knows no region {region}", "Correct `aws:region`.")
    status = str(found.get("OptInStatus", ""))
    if status in ("opt-in-not-required", "opted-in"):
        return Outcome(_ID, "ok", "", f"the region {region} is enabled")
    message = f"the account has not enabled the region {region}"
    hint = "Enable it, which takes minutes to hours; or choose another region."
    command = f"aws account enable-region --region-name {region}"
    return Outcome(_ID, "problem", "", message, hint, command)


def _zones(plan: ClusterPlan, questions: Questions) -> Iterator[Outcome]:
    asked = questions.each("ec2", "describe_availability_zones", "AvailabilityZones", AllAvailabilityZones=True)
    known = {zone.get("ZoneId"): zone for zone in asked}
    wanted = dict.fromkeys(subnet.zone_id for subnet in plan.network.subnets)
    for pool in plan.pools:
        wanted |= dict.fromkeys(pool.zone_ids)
    found = [_zone(zone_id, known.get(zone_id), plan.region) for zone_id in wanted]
    wrong = [outcome for outcome in found if outcome.status != "ok"]
    yield from wrong
    if found and not wrong:
        yield Outcome(_ID, "ok", "", f"the account may use {' and '.join(wanted)}")


def _zone(zone_id: str, zone: dict[str, Any] | None, region: str) -> Outcome:
    if zone is None:
        return Outcome(_ID, "problem", "", f"the account has no zone {zone_id} in {region}", "Choose another zone id.")
    if zone.get("OptInStatus") == "not-opted-in":
        group = zone.get("GroupName", "")
        message = f"the account has not opted in to the group {group} of the zone {zone_id}"
        command = f"aws ec2 modify-availability-zone-group --group-name {group} --opt-in-status opted-in"
        return Outcome(_ID, "problem", "", message, "Opt in, once for the account.", f"{command} --region {region}")
    if (state := zone.get("State", "available")) != "available":
        said = "; ".join(str(message.get("Message", "")) for message in zone.get("Messages", ()))
        message = f"the zone {zone_id} is {state}{f': {said}' if said else ''}"
        return Outcome(_ID, "warning", "", message, "Launches there may fail; wait, or choose another zone id.")
    return Outcome(_ID, "ok", "", "")


CHECK = Check(
    id=_ID,
    title="account, region and zones are the stack's and enabled",
    permissions=("ec2:DescribeAvailabilityZones", "ec2:DescribeRegions"),
    run=_run,
)
