"""What an account is set up with before anything runs in it, in the one region that may be used."""

from __future__ import annotations

import pulumi
import pulumi_aws as aws
from pulumi_aws import ebs, ec2, iam, kms, s3
from tests.policies.rules.documents import allow, text
from tests.policies.stacks.parts.buckets import SWITCHES
from tests.policies.stacks.parts.names import ACCOUNT, REGION, tags

BOUNDARY = f"arn:aws:iam::{ACCOUNT}:policy/boundary"
PARAMETERS = {"region-allowed": {"regions": [REGION]}, "iam-boundary": {"boundary": BOUNDARY}}
ISSUER = "token.actions.githubusercontent.com"


class Account(pulumi.ComponentResource):
    """Settings that hold for the whole account or region."""

    def __init__(self, opts: pulumi.ResourceOptions) -> None:
        super().__init__("acme:index:Account", "account", None, opts)
        here = pulumi.ResourceOptions(parent=self)
        ebs.EncryptionByDefault("encryption", enabled=True, opts=here)
        ebs.SnapshotBlockPublicAccess("snapshots", state="block-all-sharing", opts=here)
        ec2.InstanceMetadataDefaults("metadata", http_tokens="required", http_put_response_hop_limit=1, opts=here)
        ec2.VpcBlockPublicAccessOptions("networks", internet_gateway_block_mode="block-ingress", opts=here)
        s3.AccountPublicAccessBlock("buckets", **dict.fromkeys(SWITCHES, True), opts=here)
        self.register_outputs({})


def program() -> None:
    provider = aws.Provider(REGION, region=REGION, default_tags={"tags": tags("internal")})
    here = pulumi.ResourceOptions(provider=provider)
    Account(pulumi.ResourceOptions(providers={"aws": provider}))
    disks = kms.Key(
        "disks",
        description="Disks that name no key of their own",
        enable_key_rotation=True,
        deletion_window_in_days=30,
        policy=text(allow("kms:*", principal={"AWS": f"arn:aws:iam::{ACCOUNT}:root"})),
        opts=pulumi.ResourceOptions(provider=provider, protect=True),
    )
    ebs.DefaultKmsKey("default-key", key_arn=disks.arn, opts=here)
    _pipeline(here)


def _pipeline(here: pulumi.ResourceOptions) -> None:
    """The pipeline that deploys, which shows who it is by a token of its own."""
    provider = iam.OpenIdConnectProvider(
        "github", url=f"https://{ISSUER}", client_id_lists=["sts.amazonaws.com"], opts=here
    )
    who = {f"{ISSUER}:aud": "sts.amazonaws.com", f"{ISSUER}:sub": "repo:acme/cluster:environment:prod"}
    trust = allow(
        "sts:AssumeRoleWithWebIdentity",
        principal={"Federated": f"arn:aws:iam::{ACCOUNT}:oidc-provider/{ISSUER}"},
        condition={"StringEquals": who},
    )
    trust.pop("Resource")
    iam.Role(
        "deploy",
        assume_role_policy=text(trust),
        permissions_boundary=BOUNDARY,
        opts=pulumi.ResourceOptions(provider=here.provider, depends_on=[provider]),
    )
