"""Keys that anybody may use, that are about to go, or that nobody keeps."""

from __future__ import annotations

import json

from pulumi import ResourceOptions
from pulumi_aws import kms

ANYBODY = json.dumps({"Statement": [{"Effect": "Allow", "Principal": "*", "Action": "kms:*", "Resource": "*"}]})


def declare(using: ResourceOptions) -> kms.Key:
    """The key that others are encrypted with."""
    kms.Key("silent", deletion_window_in_days=7, is_enabled=False, multi_region=True, opts=using)
    kept = ResourceOptions.merge(using, ResourceOptions(retain_on_delete=True))
    kms.Key("retained", enable_key_rotation=True, rotation_period_in_days=400, opts=kept)
    protected = ResourceOptions.merge(using, ResourceOptions(protect=True, aliases=["urn:pulumi:s::p::t::old-key"]))
    key = kms.Key("open", policy=ANYBODY, bypass_policy_lockout_safety_check=True, opts=protected)
    kms.KeyPolicy(
        "later",
        key_id=key.id,
        policy=key.arn.apply(lambda arn: ANYBODY.replace('Resource": "*"', f'Resource": "{arn}"')),
        opts=using,
    )
    kms.Grant(
        "grant",
        key_id=key.key_id,
        grantee_principal="*",
        operations=["CreateGrant", "Decrypt"],
        opts=using,
    )
    return key
