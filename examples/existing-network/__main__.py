"""A cluster in a VPC that is there already: another stack's, or one that is named by its ids.

Nothing of the VPC is changed. The cluster's key, security groups, bucket and nodes are its own.
"""

import pulumi

from rackguard.aws import GpuCluster
from rackguard.aws.args.network import ExistingVpcSpec

ZONE_ID = "usw2-az1"

config, aws = pulumi.Config(), pulumi.Config("aws")
(account_id,) = aws.require_object("allowedAccountIds")


def network() -> ExistingVpcSpec:
    """The VPC of `network_stack`, or the one whose ids are configured; a cluster takes either."""
    if stack := config.get("network_stack"):
        other = pulumi.StackReference(stack)
        vpc_id, subnet_id = other.require_output("vpc_id"), other.require_output("node_subnet_ids")[ZONE_ID]
    else:
        vpc_id, subnet_id = config.require("vpc_id"), config.require("subnet_id")
    return {"vpc_id": vpc_id, "subnets": [{"id": subnet_id, "zone_id": ZONE_ID}]}


cluster = GpuCluster(
    "spot",
    {
        "name": "spot",
        "region": aws.require("region"),
        "account_id": account_id,
        "tags": {"owner": "ml-platform", "environment": "dev", "classification": "internal"},
        "network": {"existing": network()},
        "access": {"users": [{"name": "ana", "sudo": True, "keys": [config.require("ssh_key")]}]},
        "storage": {"checkpoints": {"s3": {}}},
        "pools": {
            "gpu": {
                "instance_type": "g6.xlarge",
                "zone_id": ZONE_ID,
                "nodes": {"max": 2},
                "purchase": {"spot": {"checkpoint": "checkpoints"}},
                "mounts": ["checkpoints"],
            },
        },
    },
)

pulumi.export("pool_groups", cluster.pool_groups)
pulumi.export("checkpoints", cluster.bucket_names["checkpoints"])
