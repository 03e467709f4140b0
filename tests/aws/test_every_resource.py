"""What holds for every resource of the example stacks, whichever component makes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.aws.provider_schema import check, knows
from tests.aws.stacks import NAMES, recorded

from rackguard.graph.resource import UNKNOWN, Resource, Secret

TAGS = {
    stack: {
        "owner": "ml-platform",
        "environment": stack,
        "rackguard:cluster": f"llm-{stack}",
        "rackguard:stack": stack,
    }
    for stack in NAMES
}
CLASSIFICATIONS = {"dev": "internal", "staging": "confidential", "prod": "phi"}

NAMED_BY = {
    "aws:autoscaling/group:Group": "name",
    "aws:autoscaling/lifecycleHook:LifecycleHook": "name",
    "aws:autoscaling/schedule:Schedule": "scheduledActionName",
    "aws:cloudwatch/logGroup:LogGroup": "name",
    "aws:ec2/launchTemplate:LaunchTemplate": "name",
    "aws:ec2/placementGroup:PlacementGroup": "name",
    "aws:ec2/securityGroup:SecurityGroup": "name",
    "aws:efs/fileSystem:FileSystem": "creationToken",
    "aws:iam/instanceProfile:InstanceProfile": "name",
    "aws:iam/policy:Policy": "name",
    "aws:iam/role:Role": "name",
    "aws:kms/alias:Alias": "name",
    "aws:s3/bucket:Bucket": "bucket",
    "aws:ssm/parameter:Parameter": "name",
}
"""Which input names a resource in its account, for the types that have such a name."""

ONLY_KNOWN_LATER = {
    "aws:autoscaling/group:Group": {
        "launchTemplate.id",
        "launchTemplate.version",
        "mixedInstancesPolicy.launchTemplate.launchTemplateSpecification.launchTemplateId",
        "mixedInstancesPolicy.launchTemplate.launchTemplateSpecification.version",
        "vpcZoneIdentifiers[]",
    },
    "aws:cloudwatch/logGroup:LogGroup": {"kmsKeyId"},
    "aws:ec2/capacityReservation:CapacityReservation": {"availabilityZone", "placementGroupArn"},
    "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": {"vpcId"},
    "aws:ec2/eip:Eip": {"instance"},
    "aws:ec2/flowLog:FlowLog": {"iamRoleArn", "logDestination", "vpcId"},
    "aws:ec2/instance:Instance": {"ami", "rootBlockDevice.kmsKeyId", "subnetId", "vpcSecurityGroupIds[]"},
    "aws:ec2/internetGateway:InternetGateway": {"vpcId"},
    "aws:ec2/launchTemplate:LaunchTemplate": {
        "blockDeviceMappings[].ebs.kmsKeyId",
        "capacityReservationSpecification.capacityReservationTarget.capacityReservationId",
        "imageId",
        "networkInterfaces[].securityGroups[]",
    },
    "aws:ec2/natGateway:NatGateway": {"allocationId", "subnetId"},
    "aws:ec2/route:Route": {"gatewayId", "natGatewayId", "routeTableId"},
    "aws:ec2/routeTable:RouteTable": {"vpcId"},
    "aws:ec2/routeTableAssociation:RouteTableAssociation": {"routeTableId", "subnetId"},
    "aws:ec2/securityGroup:SecurityGroup": {"vpcId"},
    "aws:ec2/subnet:Subnet": {"vpcId"},
    "aws:ec2/vpcEndpoint:VpcEndpoint": {"routeTableIds[]", "securityGroupIds[]", "subnetIds[]", "vpcId"},
    "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint": {"securityGroupIds[]", "subnetId"},
    "aws:efs/backupPolicy:BackupPolicy": {"fileSystemId"},
    "aws:efs/fileSystem:FileSystem": {"kmsKeyId"},
    "aws:efs/fileSystemPolicy:FileSystemPolicy": {"fileSystemId"},
    "aws:efs/mountTarget:MountTarget": {"fileSystemId", "securityGroups[]", "subnetId"},
    "aws:fsx/lustreFileSystem:LustreFileSystem": {
        "kmsKeyId",
        "logConfiguration.destination",
        "securityGroupIds[]",
        "subnetIds",
    },
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": {"policyArn"},
    "aws:kms/alias:Alias": {"targetKeyId"},
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": {
        "rules[].applyServerSideEncryptionByDefault.kmsMasterKeyId"
    },
    "aws:ssm/parameter:Parameter": {"insecureValue"},
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": {
        "prefixListId",
        "referencedSecurityGroupId",
        "securityGroupId",
    },
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": {"referencedSecurityGroupId", "securityGroupId"},
}
"""Ids, ARNs and versions of what isn't there yet, and what only the account knows: nothing by which a rule judges."""

KEYS = ("kmsKeyId", "kmsMasterKeyId")
STASHES = {
    "dev": {"llm-dev-pool-lab-image"},
    "staging": {"llm-staging-access-login-image", "llm-staging-pool-eval-image", "llm-staging-pool-train-image"},
    "prod": {"llm-prod-access-login-image"},
}
"""Images that the stack's file doesn't pin."""


def made(stack: str) -> list[Resource]:
    """The resources that AWS makes."""
    return [resource for resource in recorded(stack).resources if resource.type.startswith("aws:")]


@pytest.mark.parametrize("stack", NAMES)
def test_the_provider_knows_every_input(stack: str) -> None:
    assert [problem for resource in made(stack) for problem in check(resource)] == []


@pytest.mark.parametrize("stack", NAMES)
def test_everything_is_made_by_the_stacks_own_provider(stack: str) -> None:
    provider = f"urn:pulumi:{stack}::rackguard::pulumi:providers:aws::aws::"
    assert {str(resource.provider).rpartition("::")[0] + "::" for resource in made(stack)} == {provider}


@pytest.mark.parametrize("stack", NAMES)
def test_everything_that_takes_tags_has_them(stack: str) -> None:
    taggable = [resource for resource in made(stack) if knows(resource.type, "tags")]
    assert len(taggable) > 30
    wanted = TAGS[stack].items()
    assert [resource.name for resource in taggable if not wanted <= tags_of(resource).items()] == []
    # The example stores are all of their cluster's class.
    assert {tags_of(resource)["classification"] for resource in taggable} == {CLASSIFICATIONS[stack]}


def tags_of(resource: Resource) -> dict[str, str]:
    """Tags by their keys; an Auto Scaling group has a list of them."""
    tags = resource.inputs.get("tags", {})
    return {tag["key"]: tag["value"] for tag in tags} if isinstance(tags, list) else tags


@pytest.mark.parametrize("stack", NAMES)
def test_nodes_are_not_tagged_with_what_a_rename_of_the_stack_changes(stack: str) -> None:
    templates = [resource for resource in made(stack) if resource.type == "aws:ec2/launchTemplate:LaunchTemplate"]
    assert templates
    for template in templates:
        kinds = template.inputs["tagSpecifications"]
        assert [kind["resourceType"] for kind in kinds] == ["instance", "volume", "network-interface"]
        assert all(kind["tags"]["rackguard:cluster"] == f"llm-{stack}" for kind in kinds)
        assert not any("rackguard:stack" in kind["tags"] for kind in kinds)


@pytest.mark.parametrize("stack", NAMES)
def test_everything_that_can_be_named_is_named(stack: str) -> None:
    unnamed = [
        resource.name
        for resource in made(stack)
        if resource.type in NAMED_BY and not isinstance(resource.inputs.get(NAMED_BY[resource.type]), str)
    ]
    assert unnamed == []


@pytest.mark.parametrize("stack", NAMES)
def test_no_type_with_a_name_is_forgotten(stack: str) -> None:
    nameable = {resource.type for resource in made(stack) if knows(resource.type, "name")}
    assert nameable <= NAMED_BY.keys()
    assert not any("namePrefix" in resource.inputs for resource in made(stack))


@pytest.mark.parametrize("stack", NAMES)
def test_only_ids_are_unknown_before_there_is_anything(stack: str) -> None:
    found = {
        f"{resource.name} {path}"
        for resource in made(stack)
        for path in unknowns(resource.inputs)
        if path not in ONLY_KNOWN_LATER.get(resource.type, ())
    }
    assert found == set()


def unknowns(value: Any, path: str = "") -> Iterator[str]:
    """Where in a value something isn't known: `rules[].key`."""
    if value is UNKNOWN:
        yield path
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from unknowns(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for item in value:
            yield from unknowns(item, f"{path}[]")


@pytest.mark.parametrize("stack", NAMES)
def test_people_are_known_before_there_is_anything(stack: str) -> None:
    parameters = {
        resource.inputs["name"]
        for resource in made(stack)
        if resource.type == "aws:ssm/parameter:Parameter" and resource.inputs["insecureValue"] is UNKNOWN
    }
    mounts = {"dev": set[str](), "staging": {"home"}, "prod": {"home", "scratch"}}[stack]
    assert parameters == {f"/rackguard/llm-{stack}/mounts/{store}" for store in mounts}


@pytest.mark.parametrize("stack", NAMES)
def test_every_key_is_the_clusters(stack: str) -> None:
    graph = recorded(stack)
    (key,) = graph.of_type("aws:kms/key:Key")
    encrypted = [
        (resource, path.split(".")[0].removesuffix("[]"))
        for resource in made(stack)
        for path in unknowns(resource.inputs)
        if path.rpartition(".")[2] in KEYS
    ]
    assert len(encrypted) >= 4
    assert [one.name for one, name in encrypted if key.urn not in one.property_dependencies[name]] == []


@pytest.mark.parametrize("stack", NAMES)
def test_nothing_is_secret_so_that_everything_can_be_reviewed(stack: str) -> None:
    assert [one.name for one in recorded(stack).resources if any(map(holds_secret, one.inputs.values()))] == []


def holds_secret(value: Any) -> bool:
    """True where a secret is anywhere inside."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, Secret) or any(map(holds_secret, inside))


@pytest.mark.parametrize("stack", NAMES)
def test_only_images_that_are_not_pinned_are_looked_up(stack: str) -> None:
    stashes = {resource.name for resource in recorded(stack).of_type("pulumi:index:Stash")}
    assert stashes == STASHES[stack]


@pytest.mark.parametrize(
    ("stack", "protected"),
    [
        ("dev", set[str]()),
        ("staging", {"llm-staging-key", "llm-staging-placement-train", "llm-staging-storage"}),
        ("prod", {"llm-prod-key", "llm-prod-storage"}),
    ],
)
def test_what_holds_data_or_capacity_is_protected(stack: str, protected: set[str]) -> None:
    graph = recorded(stack)
    (cluster,) = graph.of_type("rackguard-aws:index:GpuCluster")
    assert {part.name for part in graph.children(cluster.urn) if part.options.protect} == protected
