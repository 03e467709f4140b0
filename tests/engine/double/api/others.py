"""The other services' reads over the store, each as its API reference has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.engine.double.api.ec2 import Refused
from tests.engine.double.aws.cloud import ACCOUNT
from tests.engine.double.aws.references import BUCKET, EFS, GROUP, KEY, POLICY, PROFILE, ROLE
from tests.engine.double.store import Store, Thing

Answer = Callable[[Store, dict[str, Any]], dict[str, Any]]
LUSTRE = "aws:fsx/lustreFileSystem:LustreFileSystem"
LOG_GROUP = "aws:cloudwatch/logGroup:LogGroup"
PARAMETER = "aws:ssm/parameter:Parameter"


def _tags(thing: Thing) -> list[dict[str, str]]:
    return [{"Key": key, "Value": value} for key, value in (thing.properties.get("tags") or {}).items()]


def _groups(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    names = asked.get("AutoScalingGroupNames") or [thing.id for thing in store.list(GROUP)]
    return {"AutoScalingGroups": [{"AutoScalingGroupName": it.id} for it in store.list(GROUP) if it.id in names]}


def _group_tags(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    tags = [
        {"ResourceId": thing.id, "ResourceType": "auto-scaling-group", "Key": tag["key"], "Value": tag["value"]}
        for thing in store.list(GROUP)
        for tag in thing.properties.get("tags") or []
    ]
    for one in asked.get("Filters") or []:
        key = {"key": "Key", "value": "Value", "auto-scaling-group": "ResourceId"}.get(one["Name"])
        if not key:
            raise Refused("ValidationError", f"The filter {one['Name']} is invalid")
        tags = [tag for tag in tags if tag[key] in one["Values"]]
    return {"Tags": tags}


def _named(type: str, asked_by: str, answered: str, shape: Callable[[Thing], dict[str, Any]]) -> Answer:
    def answer(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
        thing = store.find(type, asked[asked_by])
        if not thing:
            raise Refused("NoSuchEntity", f"{asked[asked_by]} cannot be found.")
        return {answered: shape(thing)}

    return answer


def _policies(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    return {"Policies": [{"PolicyName": it.properties["name"], "Arn": it.id} for it in store.list(POLICY)]}


def _key(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    if thing := store.find(KEY, asked["KeyId"]):
        return {"KeyMetadata": {"KeyId": thing.id, "KeyState": "Enabled"}}
    if any(thing.id == asked["KeyId"] for thing in store.gone):
        return {"KeyMetadata": {"KeyId": asked["KeyId"], "KeyState": "PendingDeletion"}}
    raise Refused("NotFoundException", f"Key {asked['KeyId']} does not exist")


def _keys(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    known = [*store.list(KEY), *(thing for thing in store.gone if thing.type == KEY)]
    return {"Keys": [{"KeyId": thing.id} for thing in known]}


def _key_tags(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    known = {thing.id: thing for thing in (*store.gone, *store.list(KEY))}
    return {"Tags": [{"TagKey": tag["Key"], "TagValue": tag["Value"]} for tag in _tags(known[asked["KeyId"]])]}


def _aliases(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    return {"Aliases": [{"AliasName": thing.id} for thing in store.list("aws:kms/alias:Alias")]}


def _lustres(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    wanted = asked.get("FileSystemIds")
    found = [thing for thing in store.list(LUSTRE) if not wanted or thing.id in wanted]
    if wanted and not found:
        raise Refused("FileSystemNotFound", f"{wanted} does not exist")
    return {
        "FileSystems": [
            {
                "FileSystemId": thing.id,
                "Lifecycle": "AVAILABLE",
                "SubnetIds": [thing.properties["subnetIds"]],
                "Tags": _tags(thing),
            }
            for thing in found
        ]
    }


def _log_groups(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    found = [it.id for it in store.list(LOG_GROUP) if it.id.startswith(asked["logGroupNamePrefix"])]
    return {"logGroups": [{"logGroupName": name} for name in found]}


def _parameters(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    (wanted,) = asked["ParameterFilters"]
    return {"Parameters": [{"Name": it.id} for it in store.list(PARAMETER) if it.id in wanted["Values"]]}


def _efs(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    found = [
        {
            "FileSystemId": thing.id,
            "CreationToken": thing.properties["creationToken"],
            "LifeCycleState": "available",
            "Tags": _tags(thing),
        }
        for thing in store.list(EFS)
        if asked.get("CreationToken") in (None, thing.properties["creationToken"])
        if asked.get("FileSystemId") in (None, thing.id)
    ]
    if asked.get("FileSystemId") and not found:
        raise Refused("FileSystemNotFound", f"{asked['FileSystemId']} does not exist")
    return {"FileSystems": found}


def _mount_targets(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    return {
        "MountTargets": [
            {"MountTargetId": it.id, "SubnetId": it.properties["subnetId"], "LifeCycleState": "available"}
            for it in store.list("aws:efs/mountTarget:MountTarget")
            if it.properties["fileSystemId"] == asked["FileSystemId"]
        ]
    }


def _bucket(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    if not store.find(BUCKET, asked["Bucket"]):
        raise Refused("NoSuchBucket", "The specified bucket does not exist")
    return {}


ANSWERS: dict[tuple[str, str], Answer] = {
    ("autoscaling", "DescribeAutoScalingGroups"): _groups,
    ("autoscaling", "DescribeTags"): _group_tags,
    ("elasticfilesystem", "DescribeFileSystems"): _efs,
    ("elasticfilesystem", "DescribeMountTargets"): _mount_targets,
    ("fsx", "DescribeFileSystems"): _lustres,
    ("iam", "GetInstanceProfile"): _named(
        PROFILE, "InstanceProfileName", "InstanceProfile", lambda it: {"InstanceProfileName": it.id}
    ),
    ("iam", "GetRole"): _named(ROLE, "RoleName", "Role", lambda it: {"RoleName": it.id}),
    ("iam", "ListPolicies"): _policies,
    ("kms", "DescribeKey"): _key,
    ("kms", "ListAliases"): _aliases,
    ("kms", "ListKeys"): _keys,
    ("kms", "ListResourceTags"): _key_tags,
    ("logs", "DescribeLogGroups"): _log_groups,
    ("s3", "HeadBucket"): _bucket,
    ("ssm", "DescribeParameters"): _parameters,
    ("sts", "GetCallerIdentity"): lambda *_: {"Account": ACCOUNT},
}
