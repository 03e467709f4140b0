"""A cluster in a VPC that is there already: another stack's, or one that is named by its ids.

Nothing of the VPC is changed. The cluster's key, security groups, bucket and nodes are its own.
"""

from typing import Any

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
        vpc_id = given_out(stack, other, "vpc_id")
        subnet_id = given_out(stack, other, "node_subnet_ids").apply(lambda ids: in_zone(stack, ids))
    else:
        vpc_id, subnet_id = config.require("vpc_id"), config.require("subnet_id")
    return {"vpc_id": vpc_id, "subnets": [{"id": subnet_id, "zone_id": ZONE_ID}]}


def given_out(stack: str, other: pulumi.StackReference, name: str) -> pulumi.Output[Any]:
    """An output of another stack, which has it once it is deployed."""

    def there(value: Any) -> Any:
        if value is None:
            raise pulumi.RunError(f"{stack} has no output {name!r}: deploy it first, or correct `network_stack`")
        return value

    return other.get_output(name).apply(there)


def in_zone(stack: str, subnet_ids: dict[str, str]) -> str:
    """The subnet for nodes in the cluster's zone."""
    if ZONE_ID not in subnet_ids:
        raise pulumi.RunError(f"{stack} has no subnet for nodes in {ZONE_ID}, but in {', '.join(sorted(subnet_ids))}")
    return subnet_ids[ZONE_ID]


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
