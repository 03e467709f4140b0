"""Machines that are declared one by one: the login node of production."""

from __future__ import annotations

from tests.policies.mutations.change import added, gone, put
from tests.policies.mutations.mutation import Also, Mutation

from rackguard.graph.resource import UNKNOWN

LOGIN = "llm-prod-access-login"
OF_STAGING = "llm-staging-access-login"
ADDRESS = "llm-prod-network-nat-use1-az2-address"
EIP = "aws:ec2/eip:Eip"
TAGS = {"owner": "ml", "environment": "prod", "classification": "phi"}
BY_GROUPS = "a login node, which may be public, is known by its groups"
NO_LOGIN = (
    Also("eip-not-on-compute", BY_GROUPS, "instance", "llm-staging-access-login-address"),
    Also("stk-compute-private-subnet", BY_GROUPS, "subnetId"),
)
NOT_OURS = Also("stk-kms-used-key-good", "AWS's own key is none of the stack's either")

ROWS = (
    Mutation("ec2-imdsv2", LOGIN, put("metadataOptions.httpTokens", "optional")),
    Mutation("ec2-imdsv2", LOGIN, gone("metadataOptions.httpTokens")),
    Mutation("ec2-imds-hop", LOGIN, put("metadataOptions.httpPutResponseHopLimit", 2)),
    Mutation("ec2-no-public-ip", LOGIN, put("associatePublicIpAddress", True)),
    Mutation("ec2-no-public-ipv6", LOGIN, put("ipv6AddressCount", 1)),
    Mutation("ec2-root-encrypted", LOGIN, put("rootBlockDevice.encrypted", 0)),
    Mutation("ec2-root-encrypted", LOGIN, gone("rootBlockDevice.encrypted")),
    Mutation(
        "ec2-ebs-encrypted",
        LOGIN,
        put("ebsBlockDevices", [{"encrypted": True, "kmsKeyId": UNKNOWN}, {"kmsKeyId": UNKNOWN}], "llm-prod-key-key"),
        path="ebsBlockDevices[1].encrypted",
    ),
    Mutation("ec2-ebs-cmk", LOGIN, gone("rootBlockDevice.kmsKeyId")),
    Mutation("ec2-ebs-cmk", LOGIN, put("rootBlockDevice.kmsKeyId", "alias/aws/ebs"), also=(NOT_OURS,)),
    Mutation("ec2-ebs-cmk", LOGIN, put("ebsBlockDevices", [{"encrypted": True}]), path="ebsBlockDevices[0].kmsKeyId"),
    Mutation(
        "ec2-scratch-deleted",
        LOGIN,
        put(
            "ebsBlockDevices",
            [{"encrypted": True, "kmsKeyId": UNKNOWN, "deleteOnTermination": False}],
            "llm-prod-key-key",
        ),
        path="ebsBlockDevices[0].deleteOnTermination",
    ),
    Mutation("ec2-scratch-deleted", LOGIN, put("rootBlockDevice.deleteOnTermination", "false")),
    Mutation("ec2-instance-profile", LOGIN, gone("iamInstanceProfile")),
    Mutation("ec2-explicit-sg", OF_STAGING, gone("vpcSecurityGroupIds"), stack="staging", also=NO_LOGIN),
    Mutation(
        "ec2-explicit-sg",
        LOGIN,
        put("vpcSecurityGroupIds[1]", UNKNOWN, "llm-prod-network-login-group", "llm-prod-network-default-group"),
        path="vpcSecurityGroupIds",
    ),
    Mutation("ec2-in-vpc-subnet", LOGIN, gone("subnetId")),
    Mutation("ec2-src-dst-check", LOGIN, put("sourceDestCheck", False)),
    Mutation("ec2-termination-protect", LOGIN, gone("disableApiTermination")),
    Mutation("ec2-termination-protect", LOGIN, put("disableApiTermination", False)),
    Mutation("ec2-detailed-monitoring", LOGIN, put("monitoring", False)),
    Mutation("ec2-detailed-monitoring", LOGIN, gone("monitoring")),
    Mutation("ec2-ami-approved", LOGIN, put("ami", "resolve:ssm:/images/latest")),
    Mutation("ec2-volume-tags", LOGIN, gone("volumeTags.classification"), path="volumeTags"),
    Mutation("ec2-no-keypair", LOGIN, put("userData", "#cloud-config\nssh_pwauth: true\n")),
    Mutation("ec2-no-keypair", LOGIN, put("keyName", "shared"), path="unproven: keyName"),
    Mutation("ec2-no-secret-userdata", LOGIN, put("userData", "TOKEN=abcdef123456")),
    Mutation("eip-not-on-compute", ADDRESS, put("instance", UNKNOWN, "llm-prod-network-vpc")),
    Mutation(
        "eip-not-on-compute",
        LOGIN,
        added(EIP, "new", {"instance": UNKNOWN, "tags": TAGS}, instance="llm-prod-pool-train-template"),
        path="instance",
        on="new",
    ),
)
