"""What every component takes: whose it is and where."""

from collections.abc import Mapping
from typing import TypedDict


class IdentityArgs(TypedDict):
    """Whose the component is, and where it goes."""

    name: str
    """Name of the cluster, part of every resource's name: 1 to 32 lower-case letters, digits and hyphens, starting
    with a letter. Changing it replaces everything."""

    region: str
    """The provider's region: `us-east-2`; a deployment to any other ends."""

    account_id: str
    """The 12 digits of the AWS account, in quotes; names and ARNs are built from it, and a deployment to any other
    ends."""

    tags: Mapping[str, str]
    """Tags of every resource; `owner`, `environment` and `classification` are required."""
