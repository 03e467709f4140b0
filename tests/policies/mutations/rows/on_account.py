"""Settings of an account, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import gone, put
from tests.policies.mutations.mutation import Mutation

row = partial(Mutation, stack="account")
SWITCHES = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")

ROWS = (
    row("ebs-default-encryption", "encryption", put("enabled", False)),
    row("ebs-snapshot-bpa", "snapshots", put("state", "block-new-sharing")),
    row("ebs-snapshot-bpa", "snapshots", gone("state")),
    row("ec2-imds-account-default", "metadata", put("httpTokens", "optional")),
    row("ec2-imds-account-default", "metadata", put("httpTokens", "no-preference")),
    row("ec2-imds-account-default", "metadata", gone("httpTokens")),
    row("vpc-bpa", "networks", put("internetGatewayBlockMode", "off")),
    *(row("s3-account-bpa", "buckets", put(switch, False)) for switch in SWITCHES),
    row("s3-account-bpa", "buckets", gone("restrictPublicBuckets")),
    row("iam-oidc-provider", "github", put("clientIdLists[1]", "*")),
    row("iam-oidc-provider", "github", put("clientIdLists", [])),
    row("iam-boundary", "deploy", gone("permissionsBoundary")),
    row("iam-boundary", "deploy", put("permissionsBoundary", "arn:aws:iam::123456789012:policy/other")),
    row("region-allowed", "us-east-2", put("region", "eu-central-1")),
    row("region-allowed", "snapshots", put("region", "us-west-2")),
)
