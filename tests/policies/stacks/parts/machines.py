"""Machines that are declared one by one: closed, encrypted and watched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pulumi_aws import ec2, iam, kms
from tests.policies.rules.documents import allow
from tests.policies.stacks.parts.names import ACCOUNT, REGION, tags
from tests.policies.stacks.parts.roles import role

if TYPE_CHECKING:
    from tests.policies.stacks.parts.networks import Network

IMAGE = "ami-0123456789abcdef0"
METADATA: Any = {"http_endpoint": "enabled", "http_tokens": "required", "http_put_response_hop_limit": 1}


def profile(name: str, classification: str) -> iam.InstanceProfile:
    """For machines that read their settings, and nothing else."""
    read = allow("ssm:GetParameter", f"arn:aws:ssm:{REGION}:{ACCOUNT}:parameter/acme/{name}/*")
    made = role(f"{name}-role", "ec2", classification, read)
    return iam.InstanceProfile(f"{name}-profile", role=made.name, tags=tags(classification))


def settings(key: kms.Key, classification: str) -> dict[str, Any]:
    """What every instance has, wherever it stands."""
    return {
        "ami": IMAGE,
        "metadata_options": METADATA,
        "monitoring": True,
        "disable_api_termination": True,
        "root_block_device": {"encrypted": True, "kms_key_id": key.arn, "delete_on_termination": True},
        "volume_tags": tags(classification),
        "tags": tags(classification),
    }


def machine(
    name: str, type_: str, of: Network, groups: list[ec2.SecurityGroup], key: kms.Key, classification: str, **given: Any
) -> ec2.Instance:
    """An instance in the network's first subnet, without a public address."""
    return ec2.Instance(
        name,
        instance_type=type_,
        subnet_id=of.subnets[0].id,
        vpc_security_group_ids=[each.id for each in groups],
        associate_public_ip_address=False,
        iam_instance_profile=profile(name, classification).name,
        **settings(key, classification),
        **given,
    )
