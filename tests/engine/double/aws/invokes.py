"""Answers of the functions that components call; any other one is refused."""

from __future__ import annotations

from collections.abc import Callable

from tests.engine.double.aws.zones import name_of
from tests.engine.double.cloud import Context, Properties

IMAGE = "ami-0aaaaaaaaaaaaaaa1"
"""What every public parameter of an image names."""


def _zone(args: Properties, at: Context) -> Properties:
    name = name_of(args["zoneId"], at.region)
    return {"id": name, "name": name, "zoneId": args["zoneId"], "region": at.region, "state": "available"}


def _caller(args: Properties, at: Context) -> Properties:
    arn = f"arn:aws:iam::{at.account}:user/deployer"
    return {"id": at.account, "accountId": at.account, "arn": arn, "userId": "AIDAEXAMPLE"}


def _region(args: Properties, at: Context) -> Properties:
    region = args.get("region") or at.region
    return {"id": region, "region": region, "name": region, "description": region, "endpoint": f"ec2.{region}"}


def prefix_list_of(service: str) -> str:
    """The id of a service's managed prefix list: of `com.amazonaws.us-west-2.s3`."""
    return f"pl-{sum(service.encode()):08x}"


def _prefix_list(args: Properties, at: Context) -> Properties:
    return {"id": prefix_list_of(args["name"]), "name": args["name"], "addressFamily": "IPv4", "ownerId": "AWS"}


def _parameter(args: Properties, at: Context) -> Properties:
    name = args["name"]
    if not name.startswith("/aws/service/"):
        raise LookupError(f"couldn't find resource: no parameter {name}")
    arn = f"arn:aws:ssm:{at.region}::parameter{name}"
    return {
        "id": name,
        "name": name,
        "arn": arn,
        "insecureValue": IMAGE,
        "value": IMAGE,
        "type": "String",
        "version": 1,
    }


INVOKES: dict[str, Callable[[Properties, Context], Properties]] = {
    "aws:ec2/getManagedPrefixList:getManagedPrefixList": _prefix_list,
    "aws:index/getAvailabilityZone:getAvailabilityZone": _zone,
    "aws:index/getCallerIdentity:getCallerIdentity": _caller,
    "aws:index/getRegion:getRegion": _region,
    "aws:ssm/getParameter:getParameter": _parameter,
}
