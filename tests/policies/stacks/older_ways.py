"""The same things as everywhere, declared in the provider's older ways: rules inline, companions by their old names."""

from __future__ import annotations

from typing import Any

from pulumi_aws import ec2, kms, s3
from tests.policies.rules.documents import NO_TLS, deny, text
from tests.policies.stacks.parts.buckets import OLD_TLS, OTHER_KEY, SWITCHES, arn, logs_bucket
from tests.policies.stacks.parts.keys import KEPT, OWNER
from tests.policies.stacks.parts.machines import profile, settings
from tests.policies.stacks.parts.names import tags
from tests.policies.stacks.parts.networks import FLOW_LOGS, RANGE, Network, network

OWN = tags("confidential")
SSH, HTTPS = 22, 443
OFFICES = "52.94.7.16/28"


def program() -> None:
    data = kms.Key(
        "data", description="All of it", enable_key_rotation=True, deletion_window_in_days=30, tags=OWN, opts=KEPT
    )
    kms.KeyPolicy("data-policy", key_id=data.id, policy=text(OWNER, FLOW_LOGS))
    kms.Alias("data-alias", name="alias/data", target_key_id=data.id)
    inside = network(data, "confidential")
    _bucket(data)
    _machines(inside, data)


def _bucket(data: kms.Key) -> None:
    readers = logs_bucket("readers", OWN, ["studies", "drafts"])
    _says_itself(data, readers)
    studies = s3.BucketV2("studies", bucket="acme-studies", tags=OWN, opts=KEPT)
    s3.BucketPublicAccessBlock("studies-public", bucket=studies.id, **dict.fromkeys(SWITCHES, True))
    s3.BucketOwnershipControls("studies-ownership", bucket=studies.id, rule={"object_ownership": "BucketOwnerEnforced"})
    s3.BucketVersioningV2("studies-versions", bucket=studies.id, versioning_configuration={"status": "Enabled"})
    encryption: Any = {
        "apply_server_side_encryption_by_default": {"sse_algorithm": "aws:kms", "kms_master_key_id": data.arn}
    }
    encryption |= {"bucket_key_enabled": True, "blocked_encryption_types": ["SSE-C"]}
    s3.BucketServerSideEncryptionConfigurationV2("studies-encryption", bucket=studies.id, rules=[encryption])
    s3.BucketPolicy("studies-policy", bucket=studies.id, policy=text(*_denials("studies")))
    rule: Any = {"id": "all", "status": "Enabled", "filter": {"prefix": ""}, "expiration": {"days": 3650}}
    rule |= {"noncurrent_version_expiration": {"noncurrent_days": 90}}
    rule |= {"abort_incomplete_multipart_upload": {"days_after_initiation": 7}}
    s3.BucketLifecycleConfigurationV2("studies-lifecycle", bucket=studies.id, rules=[rule])
    s3.BucketLoggingV2("studies-logging", bucket=studies.id, target_bucket=readers.id, target_prefix="studies/")


def _says_itself(data: kms.Key, readers: s3.Bucket) -> None:
    """A bucket that says itself what can be said so."""
    encrypted: Any = {"sse_algorithm": "aws:kms", "kms_master_key_id": data.arn}
    inline: Any = {"apply_server_side_encryption_by_default": encrypted, "bucket_key_enabled": True}
    old: Any = {"id": "old", "enabled": True, "noncurrent_version_expiration": {"days": 30}}
    old["abort_incomplete_multipart_upload_days"] = 7
    drafts = s3.Bucket(
        "drafts",
        bucket="acme-drafts",
        versioning={"enabled": True},
        server_side_encryption_configuration={"rule": inline},
        lifecycle_rules=[old],
        logging={"target_bucket": readers.id, "target_prefix": "drafts/"},
        tags=OWN,
        opts=KEPT,
    )
    s3.BucketPublicAccessBlock("drafts-public", bucket=drafts.id, **dict.fromkeys(SWITCHES, True))
    s3.BucketOwnershipControls("drafts-ownership", bucket=drafts.id, rule={"object_ownership": "BucketOwnerEnforced"})
    s3.BucketPolicy("drafts-policy", bucket=drafts.id, policy=text(*_denials("drafts")))


def _denials(name: str) -> list[Any]:
    everything = [arn(name), f"{arn(name)}/*"]
    always = [deny("s3:*", everything, condition=each) for each in (NO_TLS, OLD_TLS)]
    return [*always, deny("s3:PutObject", everything[1], condition=OTHER_KEY)]


def _machines(inside: Network, data: kms.Key) -> None:
    """A log-in machine whose rules are its group's own, and one behind it whose rules are resources of the old kind."""
    out: Any = {"description": "HTTPS inside", "protocol": "tcp", "from_port": HTTPS, "to_port": HTTPS}
    out["cidr_blocks"] = [RANGE]
    come: Any = {"description": "Log-in from the offices", "protocol": "tcp", "from_port": SSH, "to_port": SSH}
    come["cidr_blocks"] = [OFFICES]
    front = ec2.SecurityGroup(
        "front",
        description="Log-in from the offices",
        vpc_id=inside.vpc.id,
        ingress=[come],
        egress=[out],
        tags=OWN,
    )
    behind = ec2.SecurityGroup("behind", description="Log-in by way of the front", vpc_id=inside.vpc.id, tags=OWN)
    common: Any = {"security_group_id": behind.id, "protocol": "tcp"}
    ec2.SecurityGroupRule(
        "behind-in", type="ingress", description="Log-in from the front", from_port=SSH, to_port=SSH,
        source_security_group_id=front.id, **common,
    )  # fmt: skip
    ec2.SecurityGroupRule(
        "behind-out", type="egress", description="HTTPS inside", from_port=HTTPS, to_port=HTTPS, cidr_blocks=[RANGE],
        **common,
    )  # fmt: skip
    name = profile("machines", "confidential").name
    for machine, groups in (("login", front), ("worker", behind)):
        ec2.Instance(
            machine,
            instance_type="m7i.large",
            subnet_id=inside.subnets[0].id,
            vpc_security_group_ids=[groups.id],
            associate_public_ip_address=False,
            iam_instance_profile=name,
            **settings(data, "confidential"),
        )
