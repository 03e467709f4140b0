"""A cluster with one pool: up to two g6.xlarge, bought on demand, of which none runs until you ask for it."""

import pulumi

from rackguard.aws import GpuCluster

config, aws = pulumi.Config(), pulumi.Config("aws")
(account_id,) = aws.require_object("allowedAccountIds")

cluster = GpuCluster(
    "lab",
    {
        "name": "lab",
        "region": aws.require("region"),
        "account_id": account_id,
        "tags": {"owner": "ml-platform", "environment": "dev", "classification": "internal"},
        "network": {"cidr": "10.80.0.0/20"},
        "access": {"users": [{"name": "ana", "sudo": True, "keys": [config.require("ssh_key")]}]},
        "pools": {
            "gpu": {
                "instance_type": "g6.xlarge",
                "zone_id": "usw2-az1",
                "nodes": {"min": 0, "max": 2},
            },
        },
    },
)

pulumi.export("pool_groups", cluster.pool_groups)
pulumi.export("ssh", cluster.ssh_through_endpoint)
