"""Arguments in the shape of `rackguard.spec.encryption`. Written by docs/arguments.py: don't edit."""

from typing import NotRequired, TypedDict


class EncryptionSpec(TypedDict):
    """One customer-managed KMS key for the cluster."""

    key: NotRequired[str]
    """`create`, or the ARN of an existing key. `create`, or the ARN of a KMS key:
    `arn:aws:kms:us-east-2:123456789012:key/…`; default `create`."""

    service_linked_roles: NotRequired[str]
    """The Auto Scaling and Spot service-linked roles that use the key: there already, or made by the stack (KMS
    refuses a policy that names a role which doesn't exist). `assume_exist` or `create`; default `assume_exist`."""
