"""What there can be one of: found by the name, token or place that its inputs give it.

Each finder yields nothing where it isn't there. Source: the API references of the services, and "Import" of each
resource in the registry of Pulumi's AWS provider 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rackguard.account.aws.by_tags import answered_tags, tags_of
from rackguard.account.aws.questions import Denied, Questions
from rackguard.account.cloud import Found
from rackguard.economics.from_graph.inputs import sequence, text
from rackguard.graph.resource import Value

Inputs = Mapping[str, Value]
Finder = Callable[[Questions, Inputs], Iterator[Found]]

LEAVING = frozenset({"DELETING", "DELETED", "FAILED", "deleting", "deleted", "error"})
"""States of file systems and their mount targets (EFS and FSx API references)."""


def _group(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    name = text(inputs.get("name"))
    listed = questions.each(
        "autoscaling", "describe_auto_scaling_groups", "AutoScalingGroups", AutoScalingGroupNames=[name]
    )
    for item in listed:
        if item["AutoScalingGroupName"] == name and "Status" not in item:  # which it has while it is deleted
            yield Found("aws:autoscaling/group:Group", name, name)


def _log_group(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    name = text(inputs.get("name"))
    for item in questions.each("logs", "describe_log_groups", "logGroups", logGroupNamePrefix=name):
        if item["logGroupName"] == name:
            yield Found("aws:cloudwatch/logGroup:LogGroup", name, name)


def _route(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    for key, answered in (
        ("destinationCidrBlock", "DestinationCidrBlock"),
        ("destinationIpv6CidrBlock", "DestinationIpv6CidrBlock"),
        ("destinationPrefixListId", "DestinationPrefixListId"),
    ):
        destination, table = text(inputs.get(key)), text(inputs.get("routeTableId"))
        for item in _tables(questions, table) if destination else ():
            for route in sequence(item.get("Routes")):
                if route.get(answered) == destination and route.get("Origin", "CreateRoute") == "CreateRoute":
                    yield Found("aws:ec2/route:Route", f"{table}_{destination}", f"{table}_{destination}")


def _association(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    table = text(inputs.get("routeTableId"))
    place = text(inputs.get("subnetId")) or text(inputs.get("gatewayId"))
    for item in _tables(questions, table):
        for each in sequence(item.get("Associations")):
            if place and place in (each.get("SubnetId"), each.get("GatewayId")):
                id_ = each.get("RouteTableAssociationId", "")
                yield Found("aws:ec2/routeTableAssociation:RouteTableAssociation", id_, f"{place}/{table}")


def _tables(questions: Questions, table: str) -> Iterator[dict[str, Any]]:
    wanted = [{"Name": "route-table-id", "Values": [table]}]
    for item in questions.each("ec2", "describe_route_tables", "RouteTables", Filters=wanted):
        if item["RouteTableId"] == table:
            yield item


def _efs(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    token = text(inputs.get("creationToken"))
    for item in questions.each("efs", "describe_file_systems", "FileSystems", CreationToken=token):
        if item.get("CreationToken") == token and item["LifeCycleState"] not in LEAVING:
            id_ = item["FileSystemId"]
            yield Found("aws:efs/fileSystem:FileSystem", id_, id_, item["LifeCycleState"])


def _mount_target(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    system, subnet = text(inputs.get("fileSystemId")), text(inputs.get("subnetId"))
    for item in questions.each("efs", "describe_mount_targets", "MountTargets", FileSystemId=system):
        if item["SubnetId"] == subnet and item["LifeCycleState"] not in LEAVING:
            id_ = item["MountTargetId"]
            yield Found("aws:efs/mountTarget:MountTarget", id_, id_, item["LifeCycleState"])


def _lustre(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    """FSx takes no name: what it has is known by the tags that it was made with."""
    tags, subnets = tags_of(inputs), {text(one) for one in sequence(inputs.get("subnetIds"))}
    subnets = subnets or {text(inputs.get("subnetIds"))}
    for item in questions.each("fsx", "describe_file_systems", "FileSystems"):
        same = tags.items() <= answered_tags(item).items() and subnets == set(item.get("SubnetIds") or [])
        state = item.get("Lifecycle", "")
        if tags and same and state not in LEAVING:
            id_ = item["FileSystemId"]
            yield Found("aws:fsx/lustreFileSystem:LustreFileSystem", id_, id_, state, tags.get("Name", ""))


def _profile(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    name = text(inputs.get("name"))
    if questions.ask("iam", "get_instance_profile", InstanceProfileName=name):
        yield Found("aws:iam/instanceProfile:InstanceProfile", name, name)


def _policy(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    name = text(inputs.get("name"))
    for item in questions.each("iam", "list_policies", "Policies", Scope="Local", PathPrefix=_path(inputs)):
        if item["PolicyName"] == name:
            yield Found("aws:iam/policy:Policy", item["Arn"], item["Arn"])


def _role(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    name = text(inputs.get("name"))
    if questions.ask("iam", "get_role", RoleName=name):
        yield Found("aws:iam/role:Role", name, name)


def _linked_role(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    prefix = f"/aws-service-role/{text(inputs.get('awsServiceName'))}/"
    for item in questions.each("iam", "list_roles", "Roles", PathPrefix=prefix):
        yield Found("aws:iam/serviceLinkedRole:ServiceLinkedRole", item["Arn"], item["Arn"])


def _path(inputs: Inputs) -> str:
    return text(inputs.get("path")) or "/"


def _alias(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    name = text(inputs.get("name"))
    for item in questions.each("kms", "list_aliases", "Aliases"):
        if item["AliasName"] == name:
            yield Found("aws:kms/alias:Alias", name, name)


def _bucket(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    """A name is one bucket's in all accounts: where AWS refuses to answer, somebody has it."""
    name = text(inputs.get("bucket"))
    try:
        there = bool(name and questions.ask("s3", "head_bucket", Bucket=name))
    except Denied:
        yield Found(
            "aws:s3/bucket:Bucket",
            name,
            name,
            refused="HeadBucket is refused: another account has it, or a policy keeps you out",
        )
    else:
        if there:
            yield Found("aws:s3/bucket:Bucket", name, name)


def _parameter(questions: Questions, inputs: Inputs) -> Iterator[Found]:
    """Of a parameter only that it is there is asked for, never its value."""
    name = text(inputs.get("name"))
    wanted = [{"Key": "Name", "Option": "Equals", "Values": [name]}]
    for item in questions.each("ssm", "describe_parameters", "Parameters", ParameterFilters=wanted):
        if item["Name"] == name:
            yield Found("aws:ssm/parameter:Parameter", name, name)


FINDERS: dict[str, Finder] = {
    "aws:autoscaling/group:Group": _group,
    "aws:cloudwatch/logGroup:LogGroup": _log_group,
    "aws:ec2/route:Route": _route,
    "aws:ec2/routeTableAssociation:RouteTableAssociation": _association,
    "aws:efs/fileSystem:FileSystem": _efs,
    "aws:efs/mountTarget:MountTarget": _mount_target,
    "aws:fsx/lustreFileSystem:LustreFileSystem": _lustre,
    "aws:iam/instanceProfile:InstanceProfile": _profile,
    "aws:iam/policy:Policy": _policy,
    "aws:iam/role:Role": _role,
    "aws:iam/serviceLinkedRole:ServiceLinkedRole": _linked_role,
    "aws:kms/alias:Alias": _alias,
    "aws:s3/bucket:Bucket": _bucket,
    "aws:ssm/parameter:Parameter": _parameter,
}
