"""The key that encrypts every volume and store."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.base import Model


class Encryption(Model):
    """One customer-managed KMS key for the cluster."""

    key: Annotated[str, StringConstraints(pattern=patterns.KEY_CHOICE)] = Field(
        default="create", description="`create`, or the ARN of an existing key."
    )
    service_linked_roles: Literal["assume_exist", "create"] = Field(
        default="assume_exist",
        description="The Auto Scaling and Spot service-linked roles that use the key: there already, or made by the"
        " stack (KMS refuses a policy that names a role which doesn't exist).",
    )
