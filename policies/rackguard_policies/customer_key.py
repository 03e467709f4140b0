"""Keys of the customer's own, and how to see that a property names one."""

from __future__ import annotations

from typing import Any

from rackguard_policies.vocabulary import Property, every

KEYS = (
    "aws:kms/key:Key",
    "aws:kms/alias:Alias",
    "aws:kms/replicaKey:ReplicaKey",
    "aws:kms/externalKey:ExternalKey",
    "aws:kms/replicaExternalKey:ReplicaExternalKey",
)
WANTED = "is a KMS key of your own"


def key_at(path: str) -> Property:
    """Every place of `path`; what isn't known yet is proven by a key of the stack. Ask `.must(is_own_key, WANTED)`."""
    return every(path).proven_by(*KEYS)


def is_own_key(value: Any) -> bool:
    """A key's id, ARN or alias, but none of the aliases that AWS keeps for itself (`alias/aws/ebs`)."""
    return isinstance(value, str) and bool(value) and "alias/aws/" not in value
