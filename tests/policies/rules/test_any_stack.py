"""Rules for a stack as a whole: tags, options, services."""

from __future__ import annotations

from typing import Any

import pulumi
import pulumi_aws
import pytest
from pulumi_aws import autoscaling, ebs, ec2, efs, fsx, iam, kms, lightsail, s3
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard_policies.ignored_changes import guards
from rackguard_policies.outcome import Outcome

TAGS = {"owner": "ml", "environment": "prod", "classification": "phi"}


def tagged() -> None:
    provider = pulumi_aws.Provider("provider", default_tags={"tags": {"Team": "ml", "env": "prod"}})
    by_provider = pulumi.ResourceOptions(provider=provider)
    good = s3.Bucket("good", tags=TAGS)
    s3.Bucket("other-words", tags={"Team": "ml", "ENV": "dev", "Data-Classification": "public"})
    s3.Bucket("silent")
    s3.Bucket("empty-value", tags={**TAGS, "owner": ""})
    s3.Bucket("by-provider", tags={"classification": "phi"}, opts=by_provider)
    s3.Bucket("half-by-provider", opts=by_provider)
    s3.Bucket("later", tags=good.id.apply(lambda _: TAGS))
    s3.BucketPublicAccessBlock("no-tags-at-all", bucket=good.id)
    s3.BucketObjectv2("object", bucket=good.id, content="text")
    s3.Bucket.get("read", "read")
    listed: Any = [{"key": key, "value": value, "propagate_at_launch": False} for key, value in TAGS.items()]
    autoscaling.Group("group", max_size=1, min_size=0, tags=listed)
    autoscaling.Group("group-by-provider", max_size=1, min_size=0, tags=listed[2:], opts=by_provider)
    autoscaling.Group("group-silent", max_size=1, min_size=0)


def test_what_takes_tags_has_them() -> None:
    graph = graph_of(tagged)
    path = ["tags"]
    expected = ("silent", "empty-value", "half-by-provider", "group-by-provider", "group-silent")
    assert findings(graph, "stk-required-tags") == dict.fromkeys(expected, path)
    assert outcomes(graph, "stk-required-tags", Outcome.UNPROVEN) == {"later": path}


def test_which_tags_is_a_parameter() -> None:
    found = findings(graph_of(tagged), "stk-required-tags", keys=["cost-center"])
    assert "good" in found
    assert "no-tags-at-all" not in found
    assert "object" not in found


def ignoring() -> None:
    def ignore(*paths: str) -> pulumi.ResourceOptions:
        return pulumi.ResourceOptions(ignore_changes=list(paths))

    ec2.Instance("harmless", opts=ignore("availability_zone", "tags['team']"))
    ec2.Instance("metadata", opts=ignore("availabilityZone", "metadataOptions.httpTokens"))
    ec2.Instance("everything", opts=ignore("*"))
    addressed = ec2.Instance("addressed", opts=ignore("associatePublicIpAddress", "userData"))
    ec2.Eip("eip", instance=addressed.id)
    ec2.Instance("public", opts=ignore("associatePublicIpAddress"))
    autoscaling.Group("scaled", max_size=1, min_size=0, opts=ignore("desiredCapacity", "tags"))
    iam.Role("role", assume_role_policy="{}", opts=ignore("assumeRolePolicy", "inlinePolicies[0].policy"))


def test_changes_of_what_keeps_a_stack_safe_are_not_ignored() -> None:
    assert findings(graph_of(ignoring), "stk-ignore-changes") == {
        "metadata": ["metadataOptions.httpTokens"],
        "everything": ["*"],
        "addressed": ["userData"],
        "public": ["associatePublicIpAddress"],
        "scaled": ["tags"],
        "role": ["assumeRolePolicy", "inlinePolicies[0].policy"],
    }


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("policy", True),
        ('["policy"]', True),
        ("['ingress'][0].cidrBlocks", True),
        ("ingress[*]", True),
        ("serverSideEncryptionConfiguration", True),
        ("publiclyAccessible", True),
        ("*", True),
        ("tags", True),
        ("tags.*", True),
        ('tags["Data-Classification"]', True),
        ('tags["kubernetes.io/cluster/x"]', False),
        ("tags.team", False),
        ("ami", True),
        ("volumeTags", True),
        ("desiredCapacity", False),
        ("description", False),
        ("state", False),
        ("", False),
    ],
)
def test_which_paths_guard_something(path: str, *, expected: bool) -> None:
    assert guards(path, "aws:ec2/instance:Instance") is expected


def test_a_common_word_guards_in_its_own_type_only() -> None:
    assert guards("state", "aws:ebs/snapshotBlockPublicAccess:SnapshotBlockPublicAccess")
    assert not guards("state", "aws:autoscaling/group:Group")


def stateful() -> None:
    protect = pulumi.ResourceOptions(protect=True)
    kms.Key("protected", opts=protect)
    s3.Bucket("retained", opts=pulumi.ResourceOptions(retain_on_delete=True))
    kms.Key("key", opts=pulumi.ResourceOptions(protect=False))
    s3.Bucket("bucket")
    efs.FileSystem("files")
    fsx.LustreFileSystem("lustre", subnet_ids="subnet-1", tags={"classification": "phi"})
    ebs.Volume("volume", availability_zone="us-east-2a")
    s3.Bucket("disposable", tags={"classification": "internal"})
    ec2.Instance("no-store")


def test_stores_and_keys_are_protected() -> None:
    graph = graph_of(stateful)
    expected = ("key", "bucket", "files", "lustre", "volume")
    assert findings(graph, "stk-protect-stateful") == {name: [""] for name in expected}
    assert set(outcomes(graph, "stk-protect-stateful", Outcome.NOT_APPLICABLE)) == {"disposable"}


def test_services_are_covered() -> None:
    def program() -> None:
        s3.Bucket("bucket")
        ec2.Vpc("vpc")
        lightsail.Instance("simple", availability_zone="us-east-2a", blueprint_id="b", bundle_id="c")

    graph = graph_of(program)
    assert findings(graph, "stk-service-allow-list") == {"simple": [""]}
    assert findings(graph, "stk-service-allow-list", services=["ec2", "lightsail"]) == {"bucket": [""]}
    assert findings(graph, "stk-service-allow-list", also=["lightsail"]) == {}
    assert findings(graph, "stk-service-allow-list", services=["ec2"], also=["s3"]) == {"simple": [""]}
    nothing = graph_of(lambda: None)
    assert outcomes(nothing, "stk-service-allow-list", Outcome.NOT_APPLICABLE) == {"tests-test": [""]}
