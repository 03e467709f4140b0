"""AWS' answers, as moto gives them, which knows nothing of rackguard: what was made is found, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from tests.account.states import TAGS, VPC

from rackguard.account.aws import by_name, by_tags
from rackguard.account.aws.cloud import Aws
from rackguard.account.put_again import PUT_AGAIN
from rackguard.spec.problem import InvalidInput

REGION = "us-west-2"
NAMED = {**TAGS, "Name": "llm-dev"}
PAIRS = [{"Key": key, "Value": value} for key, value in NAMED.items()]
TRUST = json.dumps({"Version": "2012-10-17", "Statement": []})
ALLOWED = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]})


def client(service: str) -> Any:
    return boto3.client(service, region_name=REGION)


def specified(kind: str) -> list[dict[str, Any]]:
    return [{"ResourceType": kind, "Tags": PAIRS}]


def found(type: str, **inputs: Any) -> list[tuple[str, str]]:
    return [(one.id, one.import_id) for one in Aws(REGION).find(type, inputs)]


def make_vpc(cidr: str = "10.0.0.0/16") -> str:
    return client("ec2").create_vpc(CidrBlock=cidr, TagSpecifications=specified("vpc"))["Vpc"]["VpcId"]


def test_a_network_is_found_by_tags_and_told_apart_by_its_addresses() -> None:
    one, other = make_vpc(), make_vpc("10.1.0.0/16")
    assert found(VPC, tags=NAMED, cidrBlock="10.1.0.0/16") == [(other, other)]
    assert found(VPC, tags={**NAMED, "Name": "else"}, cidrBlock="10.0.0.0/16") == []
    client("ec2").delete_vpc(VpcId=one)
    assert found(VPC, tags=NAMED, cidrBlock="10.0.0.0/16") == []


def test_rules_of_one_name_are_told_apart() -> None:
    ec2, vpc = client("ec2"), make_vpc()
    groups = [
        ec2.create_security_group(GroupName=name, Description=name, VpcId=vpc)["GroupId"] for name in ("one", "other")
    ]
    ports = [(22, 22), (443, 443)]
    for group in groups:
        for low, high in ports:
            allowed = {"IpProtocol": "tcp", "FromPort": low, "ToPort": high, "IpRanges": [{"CidrIp": "10.0.0.0/8"}]}
            made = ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[allowed])
            ec2.create_tags(Resources=[one["SecurityGroupRuleId"] for one in made["SecurityGroupRules"]], Tags=PAIRS)
    wanted = {"tags": NAMED, "ipProtocol": "tcp", "cidrIpv4": "10.0.0.0/8", "fromPort": 443, "toPort": 443}
    rules = {
        group: found("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", **wanted, securityGroupId=group)
        for group in groups
    }
    assert [len(each) for each in rules.values()] == [1, 1]
    assert rules[groups[0]] != rules[groups[1]]
    assert found("aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule", **wanted, securityGroupId=groups[0]) == []
    assert (
        found(
            "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
            **{**wanted, "cidrIpv4": None, "referencedSecurityGroupId": groups[1]},
            securityGroupId=groups[0],
        )
        == []
    )


def test_a_gateway_that_is_deleted_is_listed_and_not_found() -> None:
    ec2, vpc = client("ec2"), make_vpc()
    subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/24")["Subnet"]["SubnetId"]
    address = ec2.allocate_address(Domain="vpc", TagSpecifications=specified("elastic-ip"))["AllocationId"]
    given = {"SubnetId": subnet, "AllocationId": address, "TagSpecifications": specified("natgateway")}
    gateway = ec2.create_nat_gateway(**given)["NatGateway"]["NatGatewayId"]
    kind = "aws:ec2/natGateway:NatGateway"
    assert found(kind, tags=NAMED, subnetId=subnet) == [(gateway, gateway)]
    assert found(kind, tags=NAMED, subnetId="subnet-else") == []
    assert found("aws:ec2/eip:Eip", tags=NAMED) == [(address, address)]
    ec2.delete_nat_gateway(NatGatewayId=gateway)
    assert [one["State"] for one in ec2.describe_nat_gateways()["NatGateways"]] == ["deleted"]
    assert found(kind, tags=NAMED, subnetId=subnet) == []


def test_routes_and_associations_are_imported_by_what_they_join() -> None:
    ec2, vpc = client("ec2"), make_vpc()
    subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/24")["Subnet"]["SubnetId"]
    table = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]
    gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
    ec2.attach_internet_gateway(InternetGatewayId=gateway, VpcId=vpc)
    route = {"routeTableId": table, "destinationCidrBlock": "0.0.0.0/0"}
    association = {"routeTableId": table, "subnetId": subnet}
    of_routes = "aws:ec2/route:Route"
    of_associations = "aws:ec2/routeTableAssociation:RouteTableAssociation"
    assert (found(of_routes, **route), found(of_associations, **association)) == ([], [])
    ec2.create_route(RouteTableId=table, DestinationCidrBlock="0.0.0.0/0", GatewayId=gateway)
    made = ec2.associate_route_table(RouteTableId=table, SubnetId=subnet)["AssociationId"]
    assert [of for _, of in found(of_routes, **route)] == [f"{table}_0.0.0.0/0"]
    assert found(of_associations, **association) == [(made, f"{subnet}/{table}")]


def test_what_has_a_name_is_found_by_it() -> None:
    iam = client("iam")
    iam.create_role(RoleName="llm-dev", AssumeRolePolicyDocument=TRUST)
    iam.create_instance_profile(InstanceProfileName="llm-dev")
    arn = iam.create_policy(PolicyName="llm-dev", PolicyDocument=ALLOWED)["Policy"]["Arn"]
    client("s3").create_bucket(Bucket="llm-dev", CreateBucketConfiguration={"LocationConstraint": REGION})
    client("logs").create_log_group(logGroupName="llm-dev")
    client("ssm").put_parameter(Name="llm-dev", Value="hush", Type="String")
    client("kms").create_alias(
        AliasName="alias/llm-dev", TargetKeyId=client("kms").create_key()["KeyMetadata"]["KeyId"]
    )
    for kind, key in {
        "aws:iam/role:Role": "name",
        "aws:iam/instanceProfile:InstanceProfile": "name",
        "aws:s3/bucket:Bucket": "bucket",
        "aws:cloudwatch/logGroup:LogGroup": "name",
        "aws:ssm/parameter:Parameter": "name",
    }.items():
        assert found(kind, **{key: "llm-dev"}) == [("llm-dev", "llm-dev")]
        assert found(kind, **{key: "llm-de"}) == []
    assert found("aws:iam/policy:Policy", name="llm-dev") == [(arn, arn)]
    assert found("aws:kms/alias:Alias", name="alias/llm-dev") == [("alias/llm-dev", "alias/llm-dev")]
    assert found("aws:kms/alias:Alias", name="alias/llm") == []


@pytest.mark.parametrize(("code", "told"), [("403", [("llm-dev", True)]), ("404", [])])
def test_a_bucket_that_is_refused_is_somebodys(
    monkeypatch: pytest.MonkeyPatch, code: str, told: list[tuple[str, bool]]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ClientError({"Error": {"Code": code, "Message": "Forbidden"}}, "HeadBucket")

    monkeypatch.setattr("botocore.client.BaseClient._make_api_call", refuse)
    buckets = Aws(REGION).find("aws:s3/bucket:Bucket", {"bucket": "llm-dev"})
    assert [(one.id, "HeadBucket is refused" in one.refused) for one in buckets] == told


def test_a_key_is_found_before_it_has_an_alias_and_not_when_it_waits_for_its_deletion() -> None:
    kms = client("kms")
    tags = [{"TagKey": key, "TagValue": value} for key, value in NAMED.items()]
    keys = [kms.create_key(Tags=tags)["KeyMetadata"]["KeyId"] for _ in range(2)]
    kms.create_key()
    assert sorted(found("aws:kms/key:Key", tags=NAMED)) == sorted((key, key) for key in keys)
    kms.schedule_key_deletion(KeyId=keys[0])
    assert found("aws:kms/key:Key", tags=NAMED) == [(keys[1], keys[1])]


def test_a_file_system_is_found_by_its_token() -> None:
    efs = client("efs")
    system = efs.create_file_system(CreationToken="llm-dev-home")["FileSystemId"]
    assert found("aws:efs/fileSystem:FileSystem", creationToken="llm-dev-home") == [(system, system)]
    assert found("aws:efs/fileSystem:FileSystem", creationToken="llm-dev") == []


def test_a_mount_target_is_found_by_its_system_and_subnet() -> None:
    efs, vpc = client("efs"), make_vpc()
    subnets = [
        client("ec2").create_subnet(VpcId=vpc, CidrBlock=cidr, AvailabilityZone=zone)["Subnet"]["SubnetId"]
        for cidr, zone in (("10.0.0.0/24", "us-west-2a"), ("10.0.1.0/24", "us-west-2b"))
    ]
    systems = [efs.create_file_system(CreationToken=token)["FileSystemId"] for token in ("one", "other")]
    made = [efs.create_mount_target(FileSystemId=systems[0], SubnetId=subnet)["MountTargetId"] for subnet in subnets]
    kind = "aws:efs/mountTarget:MountTarget"
    assert found(kind, fileSystemId=systems[0], subnetId=subnets[1]) == [(made[1], made[1])]
    assert found(kind, fileSystemId=systems[1], subnetId=subnets[1]) == []
    efs.delete_mount_target(MountTargetId=made[1])
    assert found(kind, fileSystemId=systems[0], subnetId=subnets[1]) == []


def test_a_lustre_file_system_is_found_by_its_tags_and_subnet_while_it_is_there() -> None:
    fsx = client("fsx")
    given: dict[str, Any] = {"FileSystemType": "LUSTRE", "StorageCapacity": 1200}
    made = [
        fsx.create_file_system(**given, SubnetIds=[subnet], Tags=tags)["FileSystem"]["FileSystemId"]
        for subnet, tags in (("subnet-00000001", PAIRS), ("subnet-00000002", PAIRS), ("subnet-00000001", PAIRS[:-1]))
    ]
    kind = "aws:fsx/lustreFileSystem:LustreFileSystem"
    assert found(kind, tags=NAMED, subnetIds=["subnet-00000001"]) == [(made[0], made[0])]
    assert found(kind, tags=NAMED, subnetIds="subnet-00000002") == [(made[1], made[1])]
    assert found(kind, subnetIds=["subnet-00000001"]) == []
    fsx.delete_file_system(FileSystemId=made[0])
    assert found(kind, tags=NAMED, subnetIds=["subnet-00000001"]) == []


@pytest.mark.parametrize("state", ["DELETING", "FAILED"])
def test_a_lustre_file_system_that_goes_is_not_found(monkeypatch: pytest.MonkeyPatch, state: str) -> None:
    """The service lists it for as long as it takes; moto's is gone at once."""
    listed = {"FileSystemId": "fs-1", "Lifecycle": state, "SubnetIds": ["subnet-00000001"], "Tags": PAIRS}
    monkeypatch.setattr("botocore.client.BaseClient._make_api_call", lambda *_: {"FileSystems": [listed]})
    assert found("aws:fsx/lustreFileSystem:LustreFileSystem", tags=NAMED, subnetIds=["subnet-00000001"]) == []


def test_orphans_are_what_the_service_still_has() -> None:
    kms, vpc = client("kms"), make_vpc()
    key = kms.create_key(Tags=[{"TagKey": tag, "TagValue": value} for tag, value in NAMED.items()])
    kms.schedule_key_deletion(KeyId=key["KeyMetadata"]["KeyId"])
    client("ec2").create_vpc(CidrBlock="10.9.0.0/16")
    listed = client("resourcegroupstaggingapi").get_resources()["ResourceTagMappingList"]
    assert {one["ResourceARN"].rpartition("/")[2] for one in listed} >= {vpc, key["KeyMetadata"]["KeyId"]}
    assert [(one.type, one.id) for one in Aws(REGION).tagged(TAGS)] == [(VPC, vpc)]


def test_what_is_not_tagged_cannot_be_told() -> None:
    aws = Aws(REGION)
    assert aws.knows(VPC, {"tags": NAMED})
    assert not aws.knows(VPC, {})
    assert not aws.knows("aws:kms/key:Key", {})
    assert not aws.knows("aws:rds/instance:Instance", {"tags": NAMED})


def test_every_type_of_the_stacks_is_found_or_put_again() -> None:
    from tests.aws.stacks import NAMES, recorded

    types = {
        one.type for name in NAMES for one in recorded(name).resources if one.custom and one.type.startswith("aws:")
    }
    ways = [set(by_tags.KINDS), set(by_name.FINDERS), PUT_AGAIN, {"aws:kms/key:Key"}]
    assert [kind for kind in sorted(types) if sum(kind in way for way in ways) != 1] == []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("UnauthorizedOperation", "AWS refuses ec2:describe_vpcs to these credentials"),
        ("ExpiredToken", "the credentials for AWS have expired"),
        ("RequestLimitExceeded", "AWS does not answer ec2:describe_vpcs: RequestLimitExceeded"),
    ],
)
def test_a_refusal_says_what_to_do(monkeypatch: pytest.MonkeyPatch, code: str, told: str) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ClientError({"Error": {"Code": code, "Message": ""}}, "DescribeVpcs")

    monkeypatch.setattr("botocore.client.BaseClient._make_api_call", refuse)
    with pytest.raises(InvalidInput) as refused:
        found(VPC, tags=NAMED, cidrBlock="10.0.0.0/16")
    (problem,) = refused.value.problems
    assert told in problem.message
    assert problem.hint
