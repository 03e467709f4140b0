"""Volumes, snapshots, images and the region's defaults for them; and regions themselves."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi import ResourceOptions
from pulumi_aws import Provider, ebs, ec2, kms
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

ARN = "arn:aws:kms:us-east-2:123456789012:key/1"
ACCOUNT = "123456789012"
ORGANIZATION = "arn:aws:organizations::123456789012:organization/o-1234567890"
UNIT = "arn:aws:organizations::123456789012:ou/o-1234567890/ou-ab12-cdefghij"
ZONE = "us-east-2a"


def volumes(unknown: ec2.Vpc) -> None:
    """Volumes with every answer there is."""
    key = kms.Key("key")
    ebs.Volume("good", availability_zone=ZONE, encrypted=True, kms_key_id=key.arn, final_snapshot=True)
    ebs.Volume("bare", availability_zone=ZONE)
    ebs.Volume("plain", availability_zone=ZONE, encrypted=False, kms_key_id=ARN, final_snapshot=False)
    ebs.Volume("aws-key", availability_zone=ZONE, encrypted=True, kms_key_id="alias/aws/ebs", final_snapshot=True)
    ebs.Volume("unknown", availability_zone=ZONE, encrypted=unknown.enable_dns_support, kms_key_id=unknown.arn)
    ebs.Volume("shared", availability_zone=ZONE, multi_attach_enabled=True)
    tags = {"cluster-file-system": "gfs2"}
    ebs.Volume("shared-by-system", availability_zone=ZONE, multi_attach_enabled=True, tags=tags)


def copies_and_shares(unknown: ec2.Vpc) -> None:
    """Copies of snapshots and images, and with whom they are shared."""
    snapshot: Any = {"source_region": "us-east-1", "source_snapshot_id": "snap-1"}
    ebs.SnapshotCopy("copy-good", **snapshot, encrypted=True, kms_key_id=ARN)
    ebs.SnapshotCopy("copy-bare", **snapshot)
    image: Any = {"source_ami_id": "ami-1", "source_ami_region": "us-east-1"}
    ec2.AmiCopy("image-good", **image, encrypted=True, kms_key_id=ARN)
    ec2.AmiCopy("image-bare", **image)
    ec2.SnapshotCreateVolumePermission("share-known", snapshot_id="snap-1", account_id=ACCOUNT)
    ec2.SnapshotCreateVolumePermission("share-all", snapshot_id="snap-1", account_id="all")
    ec2.SnapshotCreateVolumePermission("share-unknown", snapshot_id="snap-1", account_id=unknown.owner_id)
    ec2.AmiLaunchPermission("launch-all", image_id="ami-1", group="all")
    ec2.AmiLaunchPermission("launch-known", image_id="ami-1", account_id=ACCOUNT)
    ec2.AmiLaunchPermission("launch-unknown", image_id="ami-1", account_id=unknown.owner_id)
    ec2.AmiLaunchPermission("launch-organization", image_id="ami-1", organization_arn=ORGANIZATION)
    ec2.AmiLaunchPermission("launch-unit", image_id="ami-1", organizational_unit_arn=UNIT)


def program() -> None:
    unknown = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
    volumes(unknown)
    copies_and_shares(unknown)
    for state in ("block-all-sharing", "block-new-sharing", "unblocked"):
        ebs.SnapshotBlockPublicAccess(state, state=state)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


SHARED = ("shared", "shared-by-system")


def but_shared(found: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: paths for name, paths in found.items() if name not in SHARED}


def test_volumes_are_encrypted(graph: Graph) -> None:
    assert but_shared(findings(graph, "ebs-encrypted")) == {"bare": ["encrypted"], "plain": ["encrypted"]}


def test_volumes_are_under_an_own_key(graph: Graph) -> None:
    assert but_shared(findings(graph, "ebs-cmk")) == {"bare": ["kmsKeyId"], "aws-key": ["kmsKeyId"]}
    assert outcomes(graph, "ebs-cmk", Outcome.UNPROVEN) == {"unknown": ["kmsKeyId"]}


def test_volumes_have_one_machine_but_for_cluster_file_systems(graph: Graph) -> None:
    assert findings(graph, "ebs-multi-attach") == {"shared": ["multiAttachEnabled"]}
    assert set(outcomes(graph, "ebs-multi-attach", Outcome.NOT_APPLICABLE)) == {"shared-by-system"}


def test_volumes_leave_a_snapshot(graph: Graph) -> None:
    path = ["finalSnapshot"]
    assert but_shared(findings(graph, "ebs-final-snapshot")) == {"bare": path, "plain": path, "unknown": path}


def test_public_sharing_of_snapshots_is_blocked(graph: Graph) -> None:
    assert findings(graph, "ebs-snapshot-bpa") == {"block-new-sharing": ["state"], "unblocked": ["state"]}


def test_copies_are_under_an_own_key(graph: Graph) -> None:
    assert findings(graph, "ebs-snapshot-copy-cmk") == {"copy-bare": ["encrypted", "kmsKeyId"]}
    assert findings(graph, "ami-copy-encrypted") == {"image-bare": ["encrypted", "kmsKeyId"]}


def test_snapshots_are_shared_with_listed_accounts(graph: Graph) -> None:
    rule, path = "ebs-snapshot-share", ["accountId"]
    assert findings(graph, rule) == {"share-known": path, "share-all": path}
    assert findings(graph, rule, accounts=[ACCOUNT]) == {"share-all": path}
    assert outcomes(graph, rule, Outcome.UNPROVEN, accounts=[ACCOUNT]) == {"share-unknown": path}


def test_images_are_shared_with_listed_accounts_and_organizations(graph: Graph) -> None:
    rule = "ami-not-public"
    assert findings(graph, rule) == {
        "launch-all": ["group"],
        "launch-known": ["accountId"],
        "launch-organization": ["organizationArn"],
        "launch-unit": ["organizationalUnitArn"],
    }
    listed = findings(graph, rule, accounts=[ACCOUNT], organizations=[ORGANIZATION])
    assert listed == {"launch-all": ["group"], "launch-unit": ["organizationalUnitArn"]}
    assert outcomes(graph, rule, Outcome.UNPROVEN) == {"launch-unknown": ["accountId"]}


def regions() -> None:
    """Resources and providers in regions of their own."""
    unknown = ec2.Vpc("vpc", cidr_block="10.0.0.0/16", region="us-east-2")
    ebs.Volume("here", availability_zone=ZONE, region="us-east-2")
    ebs.Volume("abroad", availability_zone="ap-southeast-1a", region="ap-southeast-1")
    ebs.Volume("unknown", availability_zone=ZONE, region=unknown.owner_id)
    provider = Provider("provider", region="eu-west-1")
    ebs.Volume("by-provider", availability_zone="eu-west-1a", opts=ResourceOptions(provider=provider))


def test_everything_is_in_a_listed_region_where_there_is_a_list() -> None:
    graph = graph_of(regions)
    assert set(outcomes(graph, "region-allowed", Outcome.NOT_APPLICABLE)) == {"tests-test"}
    found = findings(graph, "region-allowed", regions=["us-east-2"])
    assert found == {"abroad": ["region"], "provider": ["region"]}
    assert outcomes(graph, "region-allowed", Outcome.UNPROVEN, regions=["us-east-2"]) == {"unknown": ["region"]}


def test_a_region_that_only_the_configuration_names_is_unproven() -> None:
    graph = graph_of(lambda: ebs.Volume("volume", availability_zone=ZONE))
    unproven = outcomes(graph, "region-allowed", Outcome.UNPROVEN, regions=["us-east-2"])
    assert unproven == {"tests-test": ["aws:region"]}
