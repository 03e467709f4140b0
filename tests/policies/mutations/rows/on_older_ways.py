"""The provider's older ways of declaring things, on a stack under tests."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.policies.mutations.change import gone, put
from tests.policies.mutations.documents import allowed
from tests.policies.mutations.mutation import Also, Mutation

row = partial(Mutation, stack="older_ways")
OPEN = {"Action": "kms:Decrypt", "Principal": "*", "Resource": "*"}
BY_DEFAULT = "rules[0].applyServerSideEncryptionByDefault"
INLINE = "serverSideEncryptionConfiguration.rule.applyServerSideEncryptionByDefault"
FROM_OFFICES = "ingress[0].cidrBlocks[0]"
WORLD = "0.0.0.0/0"
ANYTHING: dict[str, Any] = {"protocol": "-1", "fromPort": 0, "toPort": 0, "cidrBlocks": [WORLD], "description": "All"}
HTTP: dict[str, Any] = {"protocol": "6", "fromPort": 80, "toPort": 80, "cidrBlocks": ["10.0.0.0/8"], "description": "x"}
TO_ALL = tuple(
    Also(rule, "SSH to the world is a way in from the world") for rule in ("sg-no-world-ingress", "stk-sg-effective")
)

ROWS = (
    row("kms-no-wildcard", "data-policy", allowed("policy", **OPEN), path="policy.Statement[2]"),
    row("kms-lockout-check", "data-policy", put("bypassPolicyLockoutSafetyCheck", True)),
    row("s3-versioning", "studies-versions", put("versioningConfiguration.status", "Suspended")),
    row("s3-sse-cmk", "studies-encryption", gone(f"{BY_DEFAULT}.kmsMasterKeyId")),
    row("s3-sse-block-ssec", "studies-encryption", gone("rules[0].blockedEncryptionTypes")),
    row("s3-bucket-key", "studies-encryption", gone("rules[0].bucketKeyEnabled")),
    row("s3-versioning", "drafts", put("versioning.enabled", False)),
    row("s3-sse-cmk", "drafts", gone(f"{INLINE}.kmsMasterKeyId")),
    row("s3-sse-kms", "drafts", put(f"{INLINE}.sseAlgorithm", "AES256")),
    row("sg-described", "behind-out", gone("description")),
    row("sg-described", "front", gone("ingress[0].description")),
    row("sg-egress-limited", "front", put("egress[1]", ANYTHING), path="egress[1].cidrBlocks[0]"),
    row("sg-no-http", "front", put("ingress[1]", HTTP), path="ingress[1].cidrBlocks[0]"),
    row("sg-no-world-ssh", "front", put(FROM_OFFICES, WORLD), also=TO_ALL),
    row("sg-no-wide-public", "front", put(FROM_OFFICES, "52.0.0.0/8")),
)
