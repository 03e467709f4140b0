"""A network without a cluster, for the clusters of other stacks, and the key that encrypts its flow logs."""

import pulumi

from rackguard.aws import EncryptionKey, Network
from rackguard.aws.args.part import EncryptionKeyArgs, NetworkArgs

aws = pulumi.Config("aws")
(account_id,) = aws.require_object("allowedAccountIds")

# What both parts belong to. The key's policy lets the network's flow logs use it, because it knows their name.
shared: EncryptionKeyArgs = {
    "name": "shared",
    "region": aws.require("region"),
    "account_id": account_id,
    "tags": {"owner": "ml-platform", "environment": "dev", "classification": "internal"},
    "network": {"cidr": "10.90.0.0/16"},
}
keep = pulumi.ResourceOptions(protect=True)  # other stacks live in it
key = EncryptionKey("shared-key", shared, keep)
of_network: NetworkArgs = {**shared, "key_arn": key.key_arn, "zone_ids": ["usw2-az1", "usw2-az2"]}
network = Network("shared-network", of_network, keep)

pulumi.export("vpc_id", network.vpc_id)
pulumi.export("node_subnet_ids", network.node_subnet_ids)
pulumi.export("key_arn", key.key_arn)
