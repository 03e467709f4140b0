"""CreateAutoScalingGroup: what is sent, and what Auto Scaling says, which tries the template out before it takes it.

Sources: EC2 Auto Scaling user guide and API reference, 2026; its messages as users report them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.aws.opinion import key, launch, tags
from tests.aws.opinion.as_call import as_call
from tests.aws.opinion.existing import SUBNET, TEMPLATE, Lookup, Thing, found
from tests.aws.opinion.launch_template import launch_data
from tests.aws.opinion.market import market_type
from tests.aws.opinion.service_model import input_shape, problems

_SAME_NAME = (
    "capacityRebalance",
    "defaultCooldown",
    "defaultInstanceWarmup",
    "desiredCapacity",
    "healthCheckGracePeriod",
    "healthCheckType",
    "instanceMaintenancePolicy",
    "maxInstanceLifetime",
    "maxSize",
    "minSize",
    "mixedInstancesPolicy",
    "placementGroup",
    "terminationPolicies",
)
_HEALTH_CHECKS = {"EC2", "ELB", "EBS", "VPC_LATTICE"}
_PROCESSES = {
    "AddToLoadBalancer",
    "AlarmNotification",
    "AZRebalance",
    "HealthCheck",
    "InstanceRefresh",
    "Launch",
    "ReplaceUnhealthy",
    "ScheduledActions",
    "Terminate",
}
_TERMINATION = {
    "AllocationStrategy",
    "ClosestToNextInstanceHour",
    "Default",
    "NewestInstance",
    "OldestInstance",
    "OldestLaunchConfiguration",
    "OldestLaunchTemplate",
}
_ON_DEMAND = {"lowest-price", "prioritized"}
_SPOT = {"capacity-optimized", "capacity-optimized-prioritized", "lowest-price", "price-capacity-optimized"}


def call(inputs: Thing) -> dict[str, Any]:
    """The parameters of CreateAutoScalingGroup."""
    shape = input_shape("autoscaling", "CreateAutoScalingGroup")
    made = as_call(shape, {name: inputs.get(name) for name in _SAME_NAME})
    if inputs.get("name"):
        made["AutoScalingGroupName"] = inputs["name"]
    if inputs.get("vpcZoneIdentifiers"):
        made["VPCZoneIdentifier"] = ",".join(inputs["vpcZoneIdentifiers"])
    if template := inputs.get("launchTemplate"):
        names = {"id": "LaunchTemplateId", "name": "LaunchTemplateName", "version": "Version"}
        made["LaunchTemplate"] = {names[name]: value for name, value in template.items() if name in names and value}
    if inputs.get("protectFromScaleIn"):
        made["NewInstancesProtectedFromScaleIn"] = True
    if inputs.get("serviceLinkedRoleArn"):
        made["ServiceLinkedRoleARN"] = inputs["serviceLinkedRoleArn"]
    if inputs.get("tags"):
        owner = {"ResourceId": inputs.get("name", ""), "ResourceType": "auto-scaling-group"}
        made["Tags"] = [{**owner, **as_call(shape.members["Tags"].member, tag)} for tag in inputs["tags"]]
    return made


def refused(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    """What is wrong with a group, with what it does next, and with each node that it could launch."""
    made = call(inputs)
    yield from problems("autoscaling", "CreateAutoScalingGroup", made)
    yield from _next_calls(inputs)
    yield from (f"ValidationError: {line}" for line in _itself(made, inputs))
    yield from tags.refused({tag["key"]: tag["value"] for tag in inputs.get("tags") or []}, "the group")
    specification = _specification(made)
    if specification is None:
        yield (
            "ValidationError: Valid requests must contain either LaunchTemplate, LaunchConfigurationName, InstanceId"
            " or MixedInstancesPolicy parameter."
        )
        return
    template = _template(specification, lookup)
    if template is None:
        named = specification.get("LaunchTemplateId") or specification.get("LaunchTemplateName")
        yield _malformed(f"The specified launch template, {named}, does not exist.")
        return
    yield from _version(specification.get("Version", "$Default"), template)
    yield from dict.fromkeys(_nodes(made, launch_data(template), lookup))


def _specification(made: dict[str, Any]) -> dict[str, Any] | None:
    mixed = made.get("MixedInstancesPolicy", {}).get("LaunchTemplate", {})
    return made.get("LaunchTemplate") or mixed.get("LaunchTemplateSpecification")


def _template(specification: dict[str, Any], lookup: Lookup) -> Thing | None:
    by_id = found(lookup, TEMPLATE, "id", specification.get("LaunchTemplateId"))
    return by_id or found(lookup, TEMPLATE, "name", specification.get("LaunchTemplateName"))


def _version(wanted: str, template: Thing) -> Iterator[str]:
    latest = template.get("latestVersion")
    known = wanted in ("$Latest", "$Default") or (wanted.isdecimal() and (latest is None or 1 <= int(wanted) <= latest))
    if not known:
        yield _malformed(f"Could not find launch template version {wanted} of {template['id']}")


def _itself(made: dict[str, Any], inputs: Thing) -> Iterator[str]:
    """What the model leaves open of a group's own settings."""
    least, most, desired = made.get("MinSize", 0), made.get("MaxSize", 0), made.get("DesiredCapacity")
    if least > most:
        yield f"Max bound, {most}, must be greater than or equal to min bound, {least}"
    elif desired is not None and not least <= desired <= most:
        yield f"Desired capacity:{desired} must be between the specified min size:{least} and max size:{most}"
    if not made.get("VPCZoneIdentifier") and not inputs.get("availabilityZones"):
        yield "At least one Availability Zone or VPC Subnet is required."
    if "LaunchTemplate" in made and "MixedInstancesPolicy" in made:
        yield "Only one of LaunchTemplate and MixedInstancesPolicy may be specified"
    yield from _words("health check type", [made.get("HealthCheckType", "EC2")], _HEALTH_CHECKS)
    yield from _words("termination policy", made.get("TerminationPolicies", []), _TERMINATION)
    yield from _words("scaling process", inputs.get("suspendedProcesses") or [], _PROCESSES)
    yield from _healthy("instance maintenance policy", made.get("InstanceMaintenancePolicy"))
    yield from _mixed(made.get("MixedInstancesPolicy", {}))


def _words(what: str, given: list[str], known: set[str]) -> Iterator[str]:
    for word in given:
        if word not in known and not word.startswith("arn:"):
            yield f"'{word}' is no valid {what}: {', '.join(sorted(known))}"


def _healthy(what: str, bounds: dict[str, Any] | None) -> Iterator[str]:
    if bounds is None:
        return
    least, most = bounds.get("MinHealthyPercentage"), bounds.get("MaxHealthyPercentage")
    if (least is None) != (most is None):
        yield f"The {what} needs both of MinHealthyPercentage and MaxHealthyPercentage"
    elif least is not None and most is not None and (least, most) != (-1, -1) and not 0 <= most - least <= 100:
        yield f"The {what}'s MaxHealthyPercentage, {most}, must be up to 100 above MinHealthyPercentage, {least}"


def _mixed(policy: dict[str, Any]) -> Iterator[str]:
    split, overrides = policy.get("InstancesDistribution", {}), policy.get("LaunchTemplate", {}).get("Overrides", [])
    percent, pools = split.get("OnDemandPercentageAboveBaseCapacity", 100), split.get("SpotInstancePools")
    if not 0 <= percent <= 100:
        yield f"OnDemandPercentageAboveBaseCapacity is {percent}; 0 to 100 allowed"
    if split.get("OnDemandBaseCapacity", 0) < 0:
        yield f"OnDemandBaseCapacity is {split['OnDemandBaseCapacity']}; 0 or more allowed"
    yield from _words("on-demand allocation strategy", _given(split, "OnDemandAllocationStrategy"), _ON_DEMAND)
    yield from _words("spot allocation strategy", _given(split, "SpotAllocationStrategy"), _SPOT)
    if pools is not None and split.get("SpotAllocationStrategy", "lowest-price") != "lowest-price":
        yield "SpotInstancePools can only be specified with the spot allocation strategy lowest-price"
    if len(overrides) > 40:
        yield f"{len(overrides)} overrides; 40 allowed"
    for name, times in Counter(one.get("InstanceType") for one in overrides).items():
        if times > 1:
            yield f"Duplicate instance type {name} in the overrides"


def _given(values: dict[str, Any], name: str) -> list[str]:
    return [values[name]] if name in values else []


def _nodes(made: dict[str, Any], data: dict[str, Any], lookup: Lookup) -> Iterator[str]:
    policy = made.get("MixedInstancesPolicy")
    subnets = _subnets(made, lookup)
    if policy is None:
        yield from (_malformed(line) for line in launch.refused(launch.Launch(data, subnets, lookup)))
        yield from _volumes(data, made, lookup, spot=market_type(data) == "spot")
        return
    if data.get("InstanceMarketOptions"):
        yield (
            "InvalidQueryParameter: Incompatible launch template: You cannot use a launch template that is set to"
            " request Spot Instances (InstanceMarketOptions) when you configure an Auto Scaling group with a mixed"
            " instances policy. Add a different launch template to the group and try again."
        )
    split = policy.get("InstancesDistribution", {})
    markets = list(_markets(split))
    for override in policy["LaunchTemplate"].get("Overrides") or [{}]:
        for market in markets:
            of_type = {**data, **{name: override[name] for name in ("InstanceType", "ImageId") if name in override}}
            node = {**of_type, "InstanceMarketOptions": market} if market else of_type
            for line in launch.refused(launch.Launch(node, subnets, lookup)):
                yield f"Could not launch {node.get('InstanceType')}: {line}"
    yield from _volumes(data, made, lookup, spot=any(markets))


def _markets(split: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """How a mixed group buys: market options of spot, nothing for on demand."""
    percent = split.get("OnDemandPercentageAboveBaseCapacity", 100)
    if percent < 100:
        price = {"MaxPrice": split["SpotMaxPrice"]} if split.get("SpotMaxPrice") else {}
        yield {"MarketType": "spot", "SpotOptions": price}
    if percent > 0 or split.get("OnDemandBaseCapacity", 0) > 0:
        yield {}


def _subnets(made: dict[str, Any], lookup: Lookup) -> tuple[Thing, ...]:
    ids = made.get("VPCZoneIdentifier", "").split(",")
    return tuple(subnet for subnet in lookup(SUBNET) if subnet["id"] in ids)


def _volumes(data: dict[str, Any], made: dict[str, Any], lookup: Lookup, *, spot: bool) -> Iterator[str]:
    """Encrypted volumes are made by the service's own role, which the key must let: else no node ever runs."""
    roles = [key.AUTO_SCALING, key.SPOT] if spot else [key.AUTO_SCALING]
    own = made.get("ServiceLinkedRoleARN")
    for mapping in data.get("BlockDeviceMappings", []):
        if wanted := mapping.get("Ebs", {}).get("KmsKeyId"):
            for role in roles:
                name = own if own and role == key.AUTO_SCALING else role
                if missing := key.not_let(wanted, name, lookup):
                    yield (
                        f"Client.InternalError: Client error on launch: {name.rpartition('/')[2]} may not use"
                        f" {wanted}: {', '.join(missing)}"
                    )


def _next_calls(inputs: Thing) -> Iterator[str]:
    """What the provider calls after the group is there, or when its template changes."""
    name = inputs.get("name", "group")
    if processes := inputs.get("suspendedProcesses"):
        sent = {"AutoScalingGroupName": name, "ScalingProcesses": processes}
        yield from problems("autoscaling", "SuspendProcesses", sent)
    if refresh := inputs.get("instanceRefresh"):
        shape = input_shape("autoscaling", "StartInstanceRefresh")
        sent = as_call(shape, {part: refresh.get(part) for part in ("strategy", "preferences")})
        yield from problems("autoscaling", "StartInstanceRefresh", {**sent, "AutoScalingGroupName": name})
        for line in _healthy("instance refresh", sent.get("Preferences")):
            yield f"ValidationError: {line}"


def _malformed(line: str) -> str:
    return f"ValidationError: You must use a valid fully-formed launch template. {line}"
