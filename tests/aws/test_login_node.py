"""The login node: an instance with exactly these settings, and what it waits for."""

from __future__ import annotations

import base64
import gzip
from typing import Any

from tests.aws.access_graph import access_graph, tags
from tests.aws.plans import example, variant
from tests.aws.pools import KEY, Record, by_name, needed

from rackguard.graph.resource import UNKNOWN

PARAMETER = "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id"
STAGING_LOGIN = tags("staging", "confidential", Name="llm-staging-login")


def login(cluster_tags: dict[str, str], profile: str, subnet: str) -> dict[str, Any]:
    """A login node but for its user data."""
    return {
        "ami": UNKNOWN,
        "instanceType": "m7i.2xlarge",
        "subnetId": subnet,
        "vpcSecurityGroupIds": ["sg-login"],
        "associatePublicIpAddress": False,
        "iamInstanceProfile": profile,
        "metadataOptions": {
            "httpEndpoint": "enabled",
            "httpTokens": "required",
            "httpPutResponseHopLimit": 1,
            "instanceMetadataTags": "disabled",
        },
        "monitoring": True,
        "rootBlockDevice": {
            "volumeType": "gp3",
            "volumeSize": 100,
            "encrypted": True,
            "kmsKeyId": KEY,
            "deleteOnTermination": True,
        },
        "volumeTags": cluster_tags,
        "userDataReplaceOnChange": True,
        "disableApiTermination": True,
        "forceDestroy": True,
        "tags": cluster_tags,
    }


def test_a_private_login_node_brings_its_role_and_no_address(record: Record):
    resources = by_name(access_graph(record, example("prod")))
    assert {name: resource.type for name, resource in resources.items()} == {
        "tests-test": "pulumi:pulumi:Stack",
        "access": "rackguard-aws:index:Access",
        "access-user-ana": "aws:ssm/parameter:Parameter",
        "access-user-ben": "aws:ssm/parameter:Parameter",
        "access-log": "aws:cloudwatch/logGroup:LogGroup",
        "access-login": "aws:ec2/instance:Instance",
        "access-login-image": "pulumi:index:Stash",
        "access-login-role": "aws:iam/role:Role",
        "access-login-role-policy-1": "aws:iam/policy:Policy",
        "access-login-role-attachment-1": "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
        "access-login-role-profile": "aws:iam/instanceProfile:InstanceProfile",
        "access-endpoint": "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint",
    }
    node = resources["access-login"]
    sent = node.inputs.pop("userDataBase64")
    assert node.inputs == login(
        tags("prod", "phi", Name="llm-prod-login"), "llm-prod-us-east-1-login", "subnet-use1-az1"
    )
    assert gzip.decompress(base64.b64decode(sent)).startswith(b"#!")
    assert node.options.ignore_changes == ()


def test_a_public_login_node_has_an_elastic_address_and_is_not_replaced_for_having_it(record: Record):
    resources = by_name(access_graph(record, example("staging")))
    node, address = resources["access-login"], resources["access-login-address"]
    assert node.inputs.pop("userDataBase64")
    assert node.inputs == login(STAGING_LOGIN, "llm-staging-us-east-2-login", "subnet-public-use2-az1")
    assert node.options.ignore_changes == ("associatePublicIpAddress",)
    assert address.inputs == {"domain": "vpc", "instance": UNKNOWN, "tags": STAGING_LOGIN}
    assert needed(address) == {"access-login"}


def test_the_login_node_boots_once_everything_that_it_needs_is_there(record: Record):
    node = by_name(access_graph(record, example("prod"), route=True))["access-login"]
    assert needed(node) == {
        "route",
        "access-user-ana",
        "access-user-ben",
        "access-log",
        "access-login-role",
        "access-login-role-attachment-1",
        "access-login-role-profile",
        "access-login-image",
    }


def test_an_image_that_was_looked_up_stays_until_another_system_is_asked_for(record: Record):
    kept = by_name(access_graph(record, example("prod")))["access-login-image"]
    assert kept.inputs == {"input": {"image": UNKNOWN, "parameter": PARAMETER}}
    assert kept.options.ignore_changes == ("input.image",)
    assert kept.options.replace_on_changes == ("input",)


def test_a_pinned_image_is_not_looked_up(record: Record):
    pinned = "instance_type: m7i.2xlarge, image_id: ami-0a1b2c3d4e5f60718"
    found = access_graph(record, variant("prod", {"instance_type: m7i.2xlarge": pinned}))
    resources = by_name(found)
    assert found.outputs["login_node_image_id"] == "ami-0a1b2c3d4e5f60718"
    assert resources["access-login"].inputs["ami"] == "ami-0a1b2c3d4e5f60718"
    assert "access-login-image" not in resources


def test_a_role_that_was_made_before_is_used_and_not_made_again(record: Record):
    resources = by_name(access_graph(record, example("prod"), role=True))
    assert "access-login-role" not in resources
    assert needed(resources["access-login"]) >= {"earlier", "earlier-attachment-1", "earlier-profile"}
    assert resources["access-login"].inputs["iamInstanceProfile"] == "llm-prod-us-east-1-login"
