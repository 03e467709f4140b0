"""Bucket policies don't let everybody in."""

from __future__ import annotations

from rackguard_policies.iam_document import every_statement
from rackguard_policies.open_principals import NAMES_WHOM, open_to
from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_POLICY, BUCKETS

RULE = Rule(
    id="s3-policy-no-public",
    title="A bucket's policy lets in nobody but whom it names",
    severity="critical",
    why="A bucket open to everybody is read by everybody; bots find one within hours.",
    fix="Name principals; where it must be everybody, add a condition on the organization, account, VPC or endpoint.",
    types=(BUCKET_POLICY, *BUCKETS),
    judge=every_statement("policy", open_to, NAMES_WHOM),
    before='BucketPolicy("data", bucket=bucket.id, policy=json.dumps(allow_everybody))',
    after='BucketPolicy("data", bucket=bucket.id, policy=json.dumps(allow_organization))',
)
