"""FSx for Lustre is in the region, and its quotas hold what the plan makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.account.preflight import quota as quotas
from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject

_ID = "lustre"
_TYPE = "PERSISTENT_2"
_SYSTEMS, _CAPACITY = "L-FD6F2F22", "L-8F1B9C74"
"""Of Service Quotas, "Amazon FSx": how many file systems of the type, and how many GiB in all of them."""


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    wanted = subject.plan.storage.lustre
    if not wanted:
        return
    region = subject.plan.region
    where = f"storage.{wanted[0].key}"
    # AWS' own list of what is where, which may be a little late (SSM user guide, public parameters).
    path = f"/aws/service/global-infrastructure/regions/{region}/services/fsx-lustre"
    if not questions.ask("ssm", "get_parameter", Name=path):
        message = f"AWS doesn't list FSx for Lustre in {region}"
        yield Outcome(_ID, "problem", where, message, "Mount EFS instead, or choose another region.")
        return
    yield Outcome(_ID, "ok", where, f"FSx for Lustre is in {region}")
    listed = list(questions.each("fsx", "describe_file_systems", "FileSystems"))
    others = [system for system in listed if _is_of_type(system)]
    used = [system for system in others if _cluster_of(system) != subject.plan.name]
    gib = sum(lustre.size_gib for lustre in wanted)
    taken = sum(int(system.get("StorageCapacity", 0)) for system in used)
    yield _quota(questions, region, where, _SYSTEMS, "file systems", (len(wanted), len(used)))
    yield _quota(questions, region, where, _CAPACITY, "GiB", (gib, taken))
    yield from _zones(subject, questions, others)


def _is_of_type(system: dict[str, Any]) -> bool:
    configured: dict[str, Any] = system.get("LustreConfiguration") or {}
    return configured.get("DeploymentType") == _TYPE


def _cluster_of(system: dict[str, Any]) -> str:
    return next((str(tag["Value"]) for tag in system.get("Tags", ()) if tag["Key"] == "rackguard:cluster"), "")


def _quota(questions: Questions, region: str, where: str, code: str, unit: str, amounts: tuple[int, int]) -> Outcome:
    """The verdict on one quota; `amounts` are what is needed, and what others of the account have."""
    need, used = amounts
    found = quotas.quota_of(questions, "fsx", code)
    if found is None:
        message = f"{need:,} {unit} of {_TYPE} needed; Service Quotas lists no quota {code} in {region}"
        return Outcome(
            _ID, "unknown", where, message, "Look for it in the console of Service Quotas, under Amazon FSx."
        )
    message = f"{need:,} {unit} needed, {found.value:,.0f} granted, {used:,} in use by others: {code} {found.name}"
    if found.value >= need + used:
        return Outcome(_ID, "ok", where, message)
    command = quotas.increase(found, need + used, region)
    status = "warning" if found.value >= need else "problem"
    return Outcome(_ID, status, where, message, "Ask for an increase, or delete what isn't needed.", command)


def _zones(subject: Subject, questions: Questions, systems: list[dict[str, Any]]) -> Iterator[Outcome]:
    """Whether a zone has the type is told by no API; a file system that runs there tells it."""
    subnets = sorted({str(subnet) for system in systems for subnet in system.get("SubnetIds", ())})
    seen: set[str] = set()
    if subnets:
        given = [{"Name": "subnet-id", "Values": subnets}]
        listed = questions.each("ec2", "describe_subnets", "Subnets", Filters=given)
        seen = {str(subnet.get("AvailabilityZoneId", "")) for subnet in listed}
    for lustre in subject.plan.storage.lustre:
        where = f"storage.{lustre.key}"
        if lustre.zone_id in seen:
            yield Outcome(_ID, "ok", where, f"the account has a {_TYPE} file system in {lustre.zone_id} already")
        else:
            message = f"not known: whether {lustre.zone_id} has {_TYPE}, which no API of AWS tells"
            hint = "`pulumi up` tells it in its first minutes. AWS' pages list the regions, not the zones."
            yield Outcome(_ID, "warning", where, message, hint)


CHECK = Check(
    id=_ID,
    title="FSx for Lustre is in the region, and its quotas hold the file systems",
    permissions=("ec2:DescribeSubnets", "fsx:DescribeFileSystems", *quotas.PERMISSIONS, "ssm:GetParameter"),
    run=_run,
)
