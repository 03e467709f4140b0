"""Queues and secrets, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import gone, left_out, put
from tests.policies.mutations.documents import allowed, no_statement, statement
from tests.policies.mutations.mutation import Also, Mutation
from tests.policies.rules.documents import NO_TLS, allow, deny, text

row = partial(Mutation, stack="messages")
NOT_OURS = Also("stk-kms-used-key-good", "AWS's own key is none of the stack's either")
QUEUE = "arn:aws:sqs:us-east-2:123456789012:studies"
OWN = {"AWS": "arn:aws:iam::123456789012:role/workers"}
FOREIGN = {"AWS": "arn:aws:iam::999999999999:root"}
EVERYTHING = text(allow("*", QUEUE, OWN), deny("sqs:*", QUEUE, condition=NO_TLS))

ROWS = (
    row("sqs-sse", "studies", gone("kmsMasterKeyId")),
    row("sqs-sse", "studies-failed", put("kmsMasterKeyId", "alias/aws/sqs"), also=(NOT_OURS,)),
    row("sqs-sse", "previews", put("sqsManagedSseEnabled", False)),
    row("sqs-dlq", "studies", gone("redrivePolicy")),
    row("sqs-dlq", "previews-redrive", left_out(), on="previews", path="redrivePolicy"),
    row("sqs-policy", "studies-policy", no_statement("policy", "DenyPlainHttp")),
    row("sqs-policy", "previews-policy", statement("policy", "DenyPlainHttp", Action="sqs:SendMessage")),
    row("sqs-policy", "studies-policy", statement("policy", "Workers", Principal="*"), path="policy.Statement[0]"),
    row(
        "sqs-policy",
        "studies-failed-policy",
        statement("policy", "Workers", Action="sqs:*"),
        path="policy.Statement[0]",
    ),
    row(
        "sqs-policy",
        "studies-policy",
        allowed("policy", Action="sqs:SendMessage", Resource=QUEUE, Principal=FOREIGN),
        path="policy.Statement[2]",
    ),
    row("secret-kms", "registry", gone("kmsKeyId")),
    row("secret-kms", "registry", put("recoveryWindowInDays", 0)),
    row("sqs-policy", "previews-failed", put("policy", EVERYTHING), path="policy.Statement[0]"),
)
