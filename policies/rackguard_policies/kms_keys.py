"""KMS keys: which of them can rotate, and where their policies are stated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.types import KEY_POLICY
from rackguard_policies.values import leaf, truth

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject

_SYMMETRIC = "SYMMETRIC_DEFAULT"


def cannot_rotate(subject: Subject) -> str:
    """Why KMS can't rotate a key by itself; empty where it can."""
    inputs = subject.resource.inputs
    store = leaf(inputs, "customKeyStoreId")
    if not store.absent and not store.unknown:
        return "keys of a custom key store are rotated by hand"
    spec, usage = leaf(inputs, "customerMasterKeySpec"), leaf(inputs, "keyUsage")
    symmetric = spec.absent or spec.unknown or spec.value == _SYMMETRIC
    encrypts = usage.absent or usage.unknown or usage.value == "ENCRYPT_DECRYPT"
    return "" if symmetric and encrypts else "only symmetric keys that encrypt can rotate"


def does_not_rotate(subject: Subject) -> str:
    """Why nothing is to be said of a key's rotation period; empty where it rotates, or isn't known to."""
    enabled = leaf(subject.resource.inputs, "enableKeyRotation")
    off = not enabled.unknown and truth(enabled.value) is not True
    return cannot_rotate(subject) or ("it doesn't rotate" if off else "")


def has_policy_apart(subject: Subject) -> bool:
    """True where a resource of its own states the key's policy."""
    return bool(subject.graph.dependents(subject.resource.urn, KEY_POLICY))
