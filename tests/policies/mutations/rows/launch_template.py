"""Launch templates of production's pools: for a reservation, for a capacity block, for spot."""

from __future__ import annotations

from base64 import b64encode

from tests.policies.mutations.change import gone, put
from tests.policies.mutations.mutation import Also, Mutation

from rackguard.graph.resource import UNKNOWN

TRAIN = "llm-prod-pool-train-template"
SPRINT = "llm-prod-pool-sprint-template"
EVAL = "llm-prod-pool-eval-template"
CONTAINERS = "llm-dev-pool-lab-template"
"""Its nodes hold containers, which are a hop further away."""
DISK = "blockDeviceMappings[0].ebs"
NOT_OURS = "AWS's own key is none of the stack's either"


def scratch(**changed: object) -> dict[str, object]:
    """A second disk that is as it must be but for what is changed."""
    return {
        "deviceName": "/dev/sdb",
        "ebs": {"encrypted": True, "kmsKeyId": UNKNOWN, "deleteOnTermination": True, **changed},
    }


ROWS = (
    Mutation("lt-imdsv2", TRAIN, gone("metadataOptions.httpTokens")),
    Mutation("lt-imdsv2", SPRINT, put("metadataOptions.httpTokens", "optional")),
    Mutation(
        "lt-imdsv2",
        EVAL,
        gone("metadataOptions"),
        path="metadataOptions.httpTokens",
        also=(
            Also(
                "lt-imds-hop",
                "without any options the image decides on both",
                path="metadataOptions.httpPutResponseHopLimit",
            ),
        ),
    ),
    Mutation("lt-imds-hop", TRAIN, put("metadataOptions.httpPutResponseHopLimit", 2.0)),
    Mutation("lt-imds-hop", SPRINT, put("metadataOptions.httpPutResponseHopLimit", 64)),
    Mutation(
        "lt-imds-hop",
        CONTAINERS,
        gone("tagSpecifications[0].tags.rackguard:containers"),
        stack="dev",
        path="metadataOptions.httpPutResponseHopLimit",
    ),
    Mutation("lt-root-declared", TRAIN, gone("blockDeviceMappings")),
    Mutation(
        "lt-root-declared", EVAL, put("blockDeviceMappings[0].deviceName", "/dev/sdf"), path="blockDeviceMappings"
    ),
    Mutation("lt-ebs-encrypted", TRAIN, put(f"{DISK}.encrypted", "false")),
    Mutation("lt-ebs-encrypted", SPRINT, gone(f"{DISK}.encrypted")),
    Mutation(
        "lt-ebs-encrypted",
        EVAL,
        put("blockDeviceMappings[1]", scratch(encrypted=False)),
        path="blockDeviceMappings[1].ebs.encrypted",
    ),
    Mutation("lt-ebs-cmk", TRAIN, gone(f"{DISK}.kmsKeyId")),
    Mutation(
        "lt-ebs-cmk", EVAL, put(f"{DISK}.kmsKeyId", "alias/aws/ebs"), also=(Also("stk-kms-used-key-good", NOT_OURS),)
    ),
    Mutation(
        "lt-ebs-cmk",
        SPRINT,
        put("blockDeviceMappings[1]", scratch(kmsKeyId="alias/aws/ebs")),
        path="blockDeviceMappings[1].ebs.kmsKeyId",
        also=(Also("stk-kms-used-key-good", NOT_OURS, path="blockDeviceMappings[1].ebs.kmsKeyId"),),
    ),
    Mutation("lt-scratch-deleted", TRAIN, gone(f"{DISK}.deleteOnTermination")),
    Mutation("lt-scratch-deleted", SPRINT, put(f"{DISK}.deleteOnTermination", False)),
    Mutation("lt-no-public-ip", TRAIN, put("networkInterfaces[0].associatePublicIpAddress", "true")),
    Mutation("lt-no-public-ip", SPRINT, put("networkInterfaces[5].associatePublicIpAddress", True)),
    Mutation("ec2-no-public-ipv6", TRAIN, put("networkInterfaces[0].ipv6AddressCount", 1)),
    Mutation("lt-nic-sg", TRAIN, gone("networkInterfaces[31].securityGroups")),
    Mutation("lt-nic-sg", SPRINT, put("networkInterfaces[7].securityGroups", [])),
    Mutation(
        "lt-nic-sg",
        EVAL,
        put(
            "networkInterfaces[0].securityGroups[1]",
            UNKNOWN,
            "llm-prod-network-nodes-group",
            "llm-prod-network-default-group",
        ),
        path="networkInterfaces",
    ),
    Mutation("lt-instance-profile", TRAIN, gone("iamInstanceProfile")),
    Mutation("lt-instance-profile", EVAL, gone("iamInstanceProfile.name"), path="iamInstanceProfile"),
    Mutation("lt-image-pinned", TRAIN, put("imageId", "resolve:ssm:/images/latest")),
    Mutation("lt-image-pinned", SPRINT, gone("imageId")),
    Mutation("lt-monitoring", TRAIN, put("monitoring.enabled", "false")),
    Mutation("lt-monitoring", EVAL, gone("monitoring"), path="monitoring.enabled"),
    Mutation("lt-tag-specs", TRAIN, gone("tagSpecifications[1]"), path="tagSpecifications"),
    Mutation("lt-tag-specs", EVAL, gone("tagSpecifications[2].tags.classification"), path="tagSpecifications"),
    Mutation(
        "lt-tag-specs",
        EVAL,
        gone("tagSpecifications[0].tags.classification"),
        path="tagSpecifications",
        also=(
            Also(
                "stk-classification-flow",
                "nodes without a class aren't of that of the data that they read",
                path="tags",
            ),
        ),
    ),
    Mutation("lt-no-keypair", TRAIN, put("userData", b64encode(b"#cloud-config\nssh_pwauth: true\n").decode())),
    Mutation("lt-no-keypair", TRAIN, put("keyName", "shared"), path="unproven: keyName"),
    Mutation("lt-no-secret-userdata", TRAIN, put("userData", "TOKEN=abcdef123456")),
)
