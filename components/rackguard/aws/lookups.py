"""What only the account can answer, asked in one place, always by the output forms: offline the answers are unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pulumi_aws
from pulumi_aws import ssm

if TYPE_CHECKING:
    from pulumi import InvokeOutputOptions, Output

TOKENS = frozenset(
    {
        "aws:index/getAvailabilityZone:getAvailabilityZone",
        "aws:index/getCallerIdentity:getCallerIdentity",
        "aws:index/getRegion:getRegion",
        "aws:ec2/getManagedPrefixList:getManagedPrefixList",
        "aws:ssm/getParameter:getParameter",
    }
)
"""Every function that components call."""


def zone_name(zone_id: str, opts: InvokeOutputOptions | None = None) -> Output[str]:
    """The account's name of a zone: `us-east-2a` of `use2-az1` in one account, of another zone in the next."""
    return pulumi_aws.get_availability_zone_output(zone_id=zone_id, opts=opts).name


def image_id(parameter: str, opts: InvokeOutputOptions | None = None) -> Output[str]:
    """The image that a public parameter names at the moment."""
    return ssm.get_parameter_output(name=parameter, opts=opts).insecure_value


def prefix_list_id(service: str, opts: InvokeOutputOptions | None = None) -> Output[str]:
    """The managed prefix list of a service: `com.amazonaws.us-east-2.s3`."""
    from pulumi_aws import ec2

    return ec2.get_managed_prefix_list_output(name=service, opts=opts).id


def caller_account(opts: InvokeOutputOptions | None = None) -> Output[str]:
    """The account that the credentials belong to."""
    return pulumi_aws.get_caller_identity_output(opts=opts).account_id


def provider_region(opts: InvokeOutputOptions | None = None) -> Output[str]:
    """The region that the provider deploys to."""
    return pulumi_aws.get_region_output(opts=opts).region
