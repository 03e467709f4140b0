"""Copies of images are encrypted with a key of the customer's own."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import IMAGE_COPY
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="ami-copy-encrypted",
    title="A copy of an image is encrypted with a KMS key of your own",
    severity="medium",
    why="The copy of a plain image has plain disks, and that of an encrypted one may get AWS's own key, which "
    "nobody can close.",
    fix="Set encrypted=True and kms_key_id.",
    types=(IMAGE_COPY,),
    judge=both(every("encrypted").must_be_on(), key_at("kmsKeyId").must(is_own_key, WANTED)),
    before='AmiCopy("c", source_ami_id=id)',
    after='AmiCopy("c", source_ami_id=id, encrypted=True, kms_key_id=key.arn)',
)
