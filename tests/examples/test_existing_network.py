"""examples/existing-network: a cluster in a VPC of another stack, or in one that is named by its ids."""

from __future__ import annotations

import pytest
from tests.examples.conftest import UNKNOWN, Example, Recorded
from tests.examples.test_minimal_cluster import EXAMPLE_KEY

CLUSTER = {
    "pulumi:pulumi:Stack": 1,
    "rackguard-aws:index:GpuCluster": 1,
    "rackguard-aws:index:EncryptionKey": 1,
    "aws:kms/key:Key": 1,
    "aws:kms/alias:Alias": 1,
    # Security groups and their rules are all that the network gets.
    "rackguard-aws:index:Network": 1,
    "aws:ec2/securityGroup:SecurityGroup": 2,
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": 2,
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": 5,
    # Checkpoints, and who read and wrote them: only the former's access is logged.
    "rackguard-aws:index:Storage": 1,
    "rackguard-aws:index:Bucket": 2,
    "aws:s3/bucket:Bucket": 2,
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": 2,
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": 2,
    "aws:s3/bucketVersioning:BucketVersioning": 2,
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls": 2,
    "aws:s3/bucketPolicy:BucketPolicy": 2,
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": 2,
    "aws:s3/bucketLogging:BucketLogging": 1,
    "rackguard-aws:index:Access": 1,
    "aws:ssm/parameter:Parameter": 1,
    "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint": 1,
    "aws:cloudwatch/logGroup:LogGroup": 1,
    "rackguard-aws:index:NodePool": 1,
    "aws:iam/role:Role": 1,
    "aws:iam/policy:Policy": 1,
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": 1,
    "aws:iam/instanceProfile:InstanceProfile": 1,
    "pulumi:index:Stash": 1,
    "aws:ec2/launchTemplate:LaunchTemplate": 1,
    "aws:autoscaling/group:Group": 1,
    "aws:autoscaling/lifecycleHook:LifecycleHook": 1,
}
PLACES = ("spot-network-nodes-group", "vpcId"), ("spot-access-endpoint", "subnetId")


@pytest.fixture(scope="module")
def by_reference(example: Example) -> Recorded:
    return example("existing-network", "dev")


@pytest.fixture(scope="module")
def by_ids(example: Example) -> Recorded:
    return example("existing-network", "by-ids")


def test_every_resource(by_reference: Recorded, by_ids: Recorded) -> None:
    assert by_ids.types == CLUSTER
    assert by_reference.types == {**CLUSTER, "pulumi:pulumi:StackReference": 1}


def test_ids_of_another_stack_are_known_once_it_is_asked(by_reference: Recorded) -> None:
    assert by_reference.inputs("organization/network-only/dev") == {"name": "organization/network-only/dev"}
    assert [by_reference.inputs(name)[key] for name, key in PLACES] == [UNKNOWN, UNKNOWN]
    assert by_reference.inputs("spot-pool-gpu-group")["vpcZoneIdentifiers"] == [UNKNOWN]


def test_ids_that_are_written_down_arrive_as_they_are(by_ids: Recorded) -> None:
    assert [by_ids.inputs(name)[key] for name, key in PLACES] == ["vpc-0123456789abcdef0", "subnet-0123456789abcdef0"]
    assert by_ids.inputs("spot-pool-gpu-group")["vpcZoneIdentifiers"] == ["subnet-0123456789abcdef0"]


def test_both_ways_differ_in_nothing_else(by_reference: Recorded, by_ids: Recorded) -> None:
    def known(recorded: Recorded) -> dict[str, object]:
        return {
            one["name"]: one["inputs"]
            for one in recorded.resources
            if one["name"].startswith(("spot-pool-gpu-template", "spot-storage", "spot-key"))
        }

    other = str(known(by_ids)).replace("by-ids", "dev")  # the stack's name, in tags
    assert len(known(by_ids)) > 15
    assert other == str(known(by_reference))


def test_nodes_are_spot_and_their_work_is_kept(by_ids: Recorded) -> None:
    market = by_ids.inputs("spot-pool-gpu-template")["instanceMarketOptions"]
    assert market == {"marketType": "spot", "spotOptions": {"instanceInterruptionBehavior": "terminate"}}
    group = by_ids.inputs("spot-pool-gpu-group")
    assert (group["minSize"], group["maxSize"]) == (0, 2)
    bucket = by_ids.named("spot-storage-bucket-checkpoints-bucket")
    assert bucket["inputs"]["bucket"] == "spot-checkpoints-123456789012-us-west-2"
    assert bucket["inputs"]["forceDestroy"] is False
    assert bucket["protect"] is True


def test_what_is_given_out_and_said(by_reference: Recorded, by_ids: Recorded) -> None:
    for recorded in (by_reference, by_ids):
        assert recorded.said == (EXAMPLE_KEY,)
        assert recorded.outputs == {
            "pool_groups": {"gpu": "spot-pool-gpu"},
            "checkpoints": "spot-checkpoints-123456789012-us-west-2",
        }
