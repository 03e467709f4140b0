"""EC2 would launch a machine of every kind for these credentials: asked with DryRun, which launches nothing.

Auto Scaling launches nodes, and lets nobody make a group with a launch template who may not launch from it himself
(EC2 Auto Scaling user guide, launch template support, 2026). What the stack makes isn't there yet: its role, key and
groups are left out, and so what they would need (iam:PassRole). A dry run says nothing about capacity.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.machines import machines
from rackguard.account.preflight.newest_images import newest_images, pinned
from rackguard.account.preflight.outcome import Outcome
from rackguard.catalog.types import PurchaseOption

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions, Refusal
    from rackguard.account.preflight.machines import Machine
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import ClusterPlan, PoolPlan, Volume

_ID = "run_instances_dry_run"
_NO_NETWORK = ("VPCIdNotSpecified", "VPCResourceNotSpecified", "MissingInput")
"""What EC2 says where no subnet is named, and the account has no default VPC or that has none in the zone."""


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    subnets = _subnets(subject.plan, questions)
    for machine in machines(pinned(subject, newest_images(subject, questions))):
        if machine.image.id is None:
            hint = "`rackguard preflight --only image` says why."
            yield Outcome(_ID, "unknown", machine.where, "not asked: there is no image to launch", hint)
            continue
        for name in machine.instance_types:
            for zone_id in machine.zone_ids:
                subnet = subnets.get(zone_id)
                answer = questions.refusal("ec2", "run_instances", **_launch(machine, name, zone_id, subnet))
                yield _verdict(machine, f"{name} in {zone_id}", subnet, answer)


def _verdict(machine: Machine, what: str, subnet: str | None, answer: Refusal | None) -> Outcome:
    if answer is None:
        asked = f"asked in {subnet}" if subnet else "asked in the default VPC, as the stack has no subnet there yet"
        return Outcome(_ID, "ok", machine.where, f"these credentials may launch {what}, {asked}")
    if subnet is None and answer.code in _NO_NETWORK:
        message = f"not asked for {what}: the stack has no subnet there yet, and neither has the account's default VPC"
        return Outcome(_ID, "unknown", machine.where, message, "Run it again after the first deployment.")
    message = f"EC2 would not launch {what}: {answer.code}: {answer.message}"
    if machine.pool and machine.pool.schedule.state == "before":
        return Outcome(_ID, "unknown", machine.where, message, "The block has not started: ask again when it has.")
    return Outcome(_ID, "problem", machine.where, message, "Change what EC2 names, or let the credentials do it.")


def _subnets(plan: ClusterPlan, questions: Questions) -> dict[str, str]:
    """Ids of the subnets for nodes that are there, by zone: existing ones, and those that the stack has made."""
    nodes = {subnet.name: subnet for subnet in plan.network.subnets if subnet.role == "nodes"}
    found = {subnet.zone_id: subnet.existing_id for subnet in nodes.values() if subnet.existing_id}
    if len(found) == len(nodes):
        return found
    wanted = {"tag:rackguard:cluster": plan.name, "tag:rackguard:stack": plan.stack}
    filters = [{"Name": name, "Values": [value]} for name, value in wanted.items()]
    for subnet in questions.each("ec2", "describe_subnets", "Subnets", Filters=filters):
        name = next((tag["Value"] for tag in subnet.get("Tags", ()) if tag["Key"] == "Name"), "")
        if name in nodes:
            found[str(subnet["AvailabilityZoneId"])] = str(subnet["SubnetId"])
    return found


def _launch(machine: Machine, name: str, zone_id: str, subnet: str | None) -> dict[str, Any]:
    """What a launch template would ask for, without what the stack has yet to make."""
    tags = [{"Key": key, "Value": value} for key, value in machine.tags.items()]
    given: dict[str, Any] = {
        "DryRun": True,
        "ImageId": machine.image.id,
        "InstanceType": name,
        "MinCount": 1,
        "MaxCount": 1,
        "BlockDeviceMappings": [_mapping(volume) for volume in machine.volumes],
        "MetadataOptions": {
            "HttpEndpoint": "enabled",
            "HttpTokens": "required",
            "HttpPutResponseHopLimit": machine.hop_limit,
        },
        "TagSpecifications": [{"ResourceType": kind, "Tags": tags} for kind in ("instance", "volume")],
    }
    if machine.pool:
        given |= _capacity(machine.pool)
    if subnet is None:
        return {**given, "Placement": {"AvailabilityZoneId": zone_id}}
    return {**given, **_network(machine.pool, subnet)}


def _mapping(volume: Volume) -> dict[str, Any]:
    # Of the account's own key: the cluster's may not be there yet.
    wanted = {
        "VolumeType": volume.type,
        "VolumeSize": volume.size_gib,
        "Iops": volume.iops,
        "Throughput": volume.throughput_mib_s,
        "Encrypted": True,
        "DeleteOnTermination": True,
    }
    return {"DeviceName": volume.device_name, "Ebs": {key: one for key, one in wanted.items() if one is not None}}


def _capacity(pool: PoolPlan) -> dict[str, Any]:
    launch = pool.launch
    given: dict[str, Any] = {}
    if pool.purchase == PurchaseOption.SPOT:
        price = {"MaxPrice": launch.spot_max_price} if launch.spot_max_price else {}
        spot = {"SpotInstanceType": "one-time", "InstanceInterruptionBehavior": "terminate", **price}
        given["InstanceMarketOptions"] = {"MarketType": "spot", "SpotOptions": spot}
    elif launch.market_type:
        given["InstanceMarketOptions"] = {"MarketType": launch.market_type}
    if launch.reservation_id:
        target = {"CapacityReservationId": launch.reservation_id}
        given["CapacityReservationSpecification"] = {"CapacityReservationTarget": target}
    return given


def _network(pool: PoolPlan | None, subnet: str) -> dict[str, Any]:
    """The interfaces of a node, in the VPC's default group; a login node has one."""
    if pool is None:
        return {"SubnetId": subnet}
    return {
        "NetworkInterfaces": [
            {
                "NetworkCardIndex": one.network_card_index,
                "DeviceIndex": one.device_index,
                "InterfaceType": one.interface_type,
                "SubnetId": subnet,
                "DeleteOnTermination": True,
            }
            for one in pool.network_interfaces
        ]
    }


CHECK = Check(
    id=_ID,
    title="EC2 would launch every kind of machine for these credentials (dry run)",
    permissions=("ec2:CreateTags", "ec2:DescribeSubnets", "ec2:RunInstances", "ssm:GetParameter"),
    run=_run,
)
