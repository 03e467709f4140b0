"""Why AWS doesn't delete a resource, beside what names it, and what AWS keeps when it does.

Source: DeleteBucket (S3 API reference), TerminateInstances and DetachInternetGateway (EC2 API reference),
ScheduleKeyDeletion (KMS API reference), DeleteFileSystem (FSx API reference), AWS Backup's default plan for EFS.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.engine.double.aws import references
from tests.engine.double.difference import at
from tests.engine.double.store import Kept, Store, Thing


def _bucket(bucket: Thing, store: Store) -> str | None:
    if store.objects.get(bucket.id) and not bucket.properties.get("forceDestroy"):
        return f"BucketNotEmpty: the bucket {bucket.id} you tried to delete is not empty"
    return None


def _instance(instance: Thing, store: Store) -> str | None:
    if instance.properties.get("disableApiTermination") and not instance.properties.get("forceDestroy"):
        return f"OperationNotPermitted: {instance.id} may not be terminated: disableApiTermination is true"
    return None


def _internet(gateway: Thing, store: Store) -> str | None:
    """Public addresses of the network must be unmapped first."""
    vpc = gateway.properties.get("vpcId")
    subnets = {subnet.id for subnet in store.list(references.SUBNET) if subnet.properties["vpcId"] == vpc}
    for nat in store.list("aws:ec2/natGateway:NatGateway"):
        if nat.properties["subnetId"] in subnets:
            return f"DependencyViolation: network {vpc} has mapped public addresses: {nat.id}"
    return None


def _in_use_by_nodes(path: str) -> Callable[[Thing, Store], str | None]:
    """What a launch template names is held by the nodes of the groups that use the template."""

    def refusal(thing: Thing, store: Store) -> str | None:
        for group in store.list(references.GROUP):
            for reference in references.REFERENCES[references.GROUP]:
                for name in at(group.properties, reference.path) if reference.to == references.TEMPLATE else ():
                    template = store.find(references.TEMPLATE, name)
                    if template and thing.id in at(template.properties, path):
                        return f"DependencyViolation: {thing.type} {thing.id} is in use by the nodes of {group.id}"
        return None

    return refusal


REFUSALS: dict[str, Callable[[Thing, Store], str | None]] = {
    references.BUCKET: _bucket,
    "aws:ec2/instance:Instance": _instance,
    "aws:ec2/internetGateway:InternetGateway": _internet,
    references.PLACEMENT: _in_use_by_nodes("placement.groupName"),
    references.SECURITY: _in_use_by_nodes("networkInterfaces[].securityGroups[]"),
}


def _key(key: Thing, store: Store) -> list[Kept]:
    """It waits for its deletion, and can be saved until then."""
    return [Kept("KMS key", f"alias/{key.properties['tags']['rackguard:cluster']}")]


def _lustre(system: Thing, store: Store) -> list[Kept]:
    return [] if system.properties.get("skipFinalBackup") else [Kept("FSx backup", system.properties["tags"]["Name"])]


def _efs(system: Thing, store: Store) -> list[Kept]:
    policy = store.find("aws:efs/backupPolicy:BackupPolicy", system.id)
    if policy and policy.properties["backupPolicy"]["status"] == "ENABLED":
        return [Kept("AWS Backup recovery points", system.properties["tags"]["Name"])]
    return []


LEAVES: dict[str, Callable[[Thing, Store], list[Kept]]] = {
    references.KEY: _key,
    "aws:fsx/lustreFileSystem:LustreFileSystem": _lustre,
    references.EFS: _efs,
}
