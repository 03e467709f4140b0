"""An AWS account that keeps what is made in it, and asks for an opinion first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from tests.aws.opinion.existing import BLOCK, IMAGE, KEY, LINKED_ROLE, RESERVATION, Thing
from tests.aws.opinion.opinion import refusals

ACCOUNT = "123456789012"
_PREFIX = {
    "aws:ec2/capacityReservation:CapacityReservation": "cr",
    "aws:ec2/instance:Instance": "i",
    "aws:ec2/launchTemplate:LaunchTemplate": "lt",
    "aws:ec2/securityGroup:SecurityGroup": "sg",
    "aws:ec2/subnet:Subnet": "subnet",
    "aws:ec2/vpc:Vpc": "vpc",
}
_PATHS = {
    "aws:cloudwatch/logGroup:LogGroup": "logs:{region}:{account}:log-group:{name}",
    "aws:ec2/placementGroup:PlacementGroup": "ec2:{region}:{account}:placement-group/{name}",
    "aws:iam/instanceProfile:InstanceProfile": "iam::{account}:instance-profile/{name}",
    "aws:iam/policy:Policy": "iam::{account}:policy/{name}",
    "aws:iam/role:Role": "iam::{account}:role/{name}",
    "aws:kms/key:Key": "kms:{region}:{account}:key/{id}",
    "aws:s3/bucket:Bucket": "s3:::{bucket}",
}
_LINKED = {
    "autoscaling.amazonaws.com": "AWSServiceRoleForAutoScaling",
    "spot.amazonaws.com": "AWSServiceRoleForEC2Spot",
}


class Account:
    """One account in one region."""

    def __init__(self, region: str, before: Mapping[str, Iterable[Thing]]) -> None:
        """`before` is what exists already, by type."""
        self.region = region
        self.said: dict[str, list[str]] = {}
        """What AWS said to a resource that was to be made, by the resource's name."""
        self.made: dict[str, tuple[str, Thing]] = {}
        """Type and state of what is there, by name."""
        self._things: dict[str, list[Thing]] = {token: list(things) for token, things in before.items()}

    def lookup(self, token: str) -> Iterable[Thing]:
        """What exists of a type."""
        return self._things.get(token, ())

    def make(self, token: str, name: str, inputs: Thing) -> tuple[str, dict[str, Any]]:
        """Take down what AWS says and make it all the same, so that what comes after it is judged too."""
        if lines := refusals(token, inputs, self.lookup):
            self.said[name] = lines
        id_ = self._id(token, name, inputs)
        state = {**inputs, **self._computed(token, id_, inputs), "id": id_}
        self.made[name] = (token, state)
        self._things.setdefault(token, []).append(state)
        return id_, state

    def zone_name(self, zone_id: str) -> str:
        """The name of a zone here: `us-east-1a` of `use1-az1`."""
        return self.region + "_abcdefgh"[int(zone_id[-1])]

    def _id(self, token: str, name: str, inputs: Thing) -> str:
        digest = hashlib.sha256(f"{token} {name}".encode()).hexdigest()
        if token == KEY:
            return str(UUID(digest[:32]))
        return f"{_PREFIX[token]}-{digest[:17]}" if token in _PREFIX else inputs.get("name", name)

    def _computed(self, token: str, id_: str, inputs: Thing) -> dict[str, Any]:
        if token == LINKED_ROLE:
            return linked_role(inputs["awsServiceName"])
        of_account = {"region": self.region, "account": ACCOUNT}
        path = _PATHS.get(token, f"{token.split(':')[1].partition('/')[0]}:{{region}}:{{account}}:{{id}}")
        computed = {"arn": "arn:aws:" + path.format(**{"name": id_, **inputs, **of_account, "id": id_})}
        if token.endswith(":LaunchTemplate"):
            computed |= {"latestVersion": 1, "defaultVersion": 1}
        if zone_id := inputs.get("availabilityZoneId"):
            computed["availabilityZone"] = self.zone_name(zone_id)
        return computed


def linked_role(service: str) -> dict[str, Any]:
    """A service-linked role as it is there."""
    name = _LINKED[service]
    return {"name": name, "arn": f"arn:aws:iam::{ACCOUNT}:role/aws-service-role/{service}/{name}"}


def used_account() -> dict[str, list[Thing]]:
    """What an account has in which somebody has run groups and spot instances: their service-linked roles."""
    return {LINKED_ROLE: [linked_role(service) for service in _LINKED]}


def image(id_: str, architecture: str, **more: Any) -> dict[str, list[Thing]]:
    """An image that nodes boot from: EBS, ENA, either way to boot."""
    state = {"id": id_, "architecture": architecture, "enaSupport": True, "bootMode": "uefi-preferred", **more}
    return {IMAGE: [state]}


def reserved(id_: str, instance_type: str, zone: str, *, block: bool) -> dict[str, list[Thing]]:
    """A reservation, or a capacity block, that is there already."""
    state = {"id": id_, "instanceType": instance_type, "availabilityZone": zone, "tenancy": "default"}
    return {BLOCK if block else RESERVATION: [state]}


def together(*parts: Mapping[str, Iterable[Thing]]) -> dict[str, list[Thing]]:
    """Several things that exist before, as one."""
    tokens = dict.fromkeys(token for part in parts for token in part)
    return {token: [thing for part in parts for thing in part.get(token, ())] for token in tokens}
