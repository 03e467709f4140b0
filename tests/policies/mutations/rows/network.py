"""The VPC, its subnets, routes, endpoints and flow logs."""

from __future__ import annotations

from tests.policies.mutations.change import gone, left_out, put
from tests.policies.mutations.documents import statement
from tests.policies.mutations.mutation import Also, Mutation

from rackguard.graph.resource import UNKNOWN

VPC = "llm-prod-network-vpc"
LOGS = "llm-prod-network-flow-logs"
LOG_GROUP = "llm-prod-network-flow-logs-group"
NAT = "llm-prod-network-nat-use1-az2"
NODES = "llm-prod-network-nodes-use1-az2"
PUBLIC = "llm-prod-network-public-use1-az2"
GATEWAY = "llm-prod-network-internet"
ELSEWHERE = "arn:aws:logs:us-east-1:999999999999:log-group:theirs"

ROWS = (
    Mutation("vpc-dns", VPC, gone("enableDnsHostnames")),
    Mutation("vpc-dns", VPC, put("enableDnsSupport", False)),
    Mutation("vpc-private-cidr", VPC, put("cidrBlock", "52.0.0.0/16")),
    Mutation("subnet-no-auto-public-ip", NODES, put("mapPublicIpOnLaunch", True)),
    Mutation("subnet-no-auto-public-ip", PUBLIC, put("mapPublicIpOnLaunch", True)),
    Mutation("subnet-no-auto-ipv6", NODES, put("assignIpv6AddressOnCreation", True)),
    Mutation("igw-allowed-vpc", GATEWAY, put("vpcId", "vpc-0123456789abcdef0")),
    Mutation("route-no-igw-default", NAT, left_out(), path="gatewayId", on=f"{PUBLIC}-default-route"),
    Mutation(
        "stk-compute-private-subnet",
        "llm-prod-pool-eval-group",
        put("vpcZoneIdentifiers", [UNKNOWN, UNKNOWN], PUBLIC, "llm-prod-network-nodes-use1-az1"),
    ),
    Mutation(
        "stk-compute-private-subnet",
        "llm-prod-storage-efs-home-mount-target-use1-az2",
        put("subnetId", UNKNOWN, PUBLIC),
    ),
    Mutation(
        "stk-compute-private-subnet", "llm-prod-storage-lustre-scratch-file-system", put("subnetIds", UNKNOWN, PUBLIC)
    ),
    Mutation("stk-compute-private-subnet", "llm-prod-pool-train-group", gone("vpcZoneIdentifiers")),
    Mutation("stk-vpc-endpoints", "llm-prod-network-endpoint-s3", left_out(), on=VPC),
    Mutation("vpce-policy", "llm-prod-network-endpoint-logs", gone("policy")),
    Mutation("vpce-policy", "llm-prod-network-endpoint-kms", statement("policy", "OwnAccount", Condition=None)),
    Mutation(
        "vpce-policy",
        "llm-prod-network-endpoint-ssm",
        statement("policy", "OwnAccount", Action="ssm:*", Condition={"StringLike": {"aws:PrincipalAccount": "*"}}),
        path="policy",
    ),
    Mutation("vpce-private-dns", "llm-prod-network-endpoint-ssm", gone("privateDnsEnabled")),
    Mutation("vpce-private-dns", "llm-prod-network-endpoint-kms", put("privateDnsEnabled", False)),
    Mutation("vpce-sg", "llm-prod-network-endpoint-logs", gone("securityGroupIds")),
    Mutation("stk-vpc-flow-log", LOGS, left_out(), on=VPC),
    Mutation("flowlog-all-traffic", LOGS, put("trafficType", "REJECT")),
    Mutation("flowlog-all-traffic", LOGS, gone("trafficType")),
    Mutation("flowlog-interval", LOGS, put("maxAggregationInterval", 600)),
    Mutation("flowlog-interval", LOGS, gone("maxAggregationInterval")),
    Mutation("flowlog-destination", LOGS, put("logDestination", ELSEWHERE)),
    Mutation("flowlog-destination", LOGS, put("logDestinationType", "kinesis-data-firehose")),
    Mutation(
        "stk-flow-log-sink",
        LOG_GROUP,
        put("retentionInDays", 30),
        also=(Also("lg-retention", "the log group that flow logs go to keeps too short as any would"),),
    ),
    Mutation(
        "stk-flow-log-sink",
        LOG_GROUP,
        gone("kmsKeyId"),
        also=(Also("lg-kms", "the log group that flow logs go to has no key, as any would"),),
    ),
)
