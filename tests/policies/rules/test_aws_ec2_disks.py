"""Disks of instances, launch templates and groups: encryption, keys and what is left over."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import autoscaling, ebs, ec2, kms
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

ARN = "arn:aws:kms:us-east-2:123456789012:key/1"
AWS_OWN = "alias/aws/ebs"
ROOT = "rootBlockDevice"


def instance(name: str, **more: Any) -> ec2.Instance:
    return ec2.Instance(name, ami="ami-1", instance_type="g6.xlarge", **more)


def template(name: str, *mappings: dict[str, Any]) -> ec2.LaunchTemplate:
    return ec2.LaunchTemplate(name, block_device_mappings=list[Any](mappings))


def disk(device: str = "/dev/sda1", **ebs_: Any) -> dict[str, Any]:
    good = {"encrypted": "true", "kms_key_id": ARN, "delete_on_termination": "true"}
    return {"device_name": device, "ebs": {key: value for key, value in {**good, **ebs_}.items() if value is not None}}


def program() -> None:
    """Every way in which a disk is declared."""
    key = kms.Key("key")
    vpc = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
    root: Any = {"encrypted": True, "kms_key_id": ARN}
    bad: Any = {"device_name": "/dev/sdc"}
    instance("good", root_block_device=root, ebs_block_devices=[{"device_name": "/dev/sdb", **root}])
    instance("bare")
    instance("plain", root_block_device={**root, "encrypted": False})
    instance("second", root_block_device=root, ebs_block_devices=[{"device_name": "/dev/sdb", **root}, bad])
    instance("aws-key", root_block_device={**root, "kms_key_id": AWS_OWN})
    instance("own-key", root_block_device={**root, "kms_key_id": key.arn})
    instance("no-key", root_block_device={"encrypted": True})
    instance("unknown", root_block_device={**root, "kms_key_id": vpc.arn})
    instance("left", root_block_device={**root, "delete_on_termination": False})

    good = template("t-good", disk(), disk("/dev/sdb"))
    template("t-own-key", disk(kms_key_id=key.arn))
    template("t-second", disk(), disk("/dev/sdb", encrypted="false"), disk("/dev/sdc", encrypted=None))
    template("t-store", disk(), {"device_name": "/dev/sdb", "virtual_name": "ephemeral0"}, {"no_device": "/dev/sdc"})
    template("t-bare")
    template("t-other-device", disk("/dev/sdb"))
    template("t-amazon", disk("/dev/xvda"))
    template("t-aws-key", disk(kms_key_id=AWS_OWN))
    template("t-no-key", disk(), disk("/dev/sdb", kms_key_id=None))
    template("t-unknown", disk(kms_key_id=vpc.arn))
    template("t-left", disk(), disk("/dev/sdb", delete_on_termination=None))
    template("t-kept", disk(delete_on_termination="false"))
    template("t-inherits", disk(), {"device_name": "/dev/sdb"})
    instance("from-template", launch_template={"id": good.id})
    instance("from-elsewhere", launch_template={"name": "elsewhere"})

    size: dict[str, Any] = {"max_size": 1, "min_size": 0}
    autoscaling.Group("g-good", launch_template={"id": good.id}, **size)
    autoscaling.Group("g-elsewhere", launch_template={"id": "lt-0123456789abcdef0"}, **size)
    weak = ec2.LaunchConfiguration(
        "weak", image_id="ami-1", instance_type="g6.xlarge", ebs_block_devices=[{"device_name": "/dev/sdb"}]
    )
    autoscaling.Group("g-weak", launch_configuration=weak.name, **size)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_root_disks_of_instances_are_encrypted(graph: Graph) -> None:
    path = f"{ROOT}.encrypted"
    assert findings(graph, "ec2-root-encrypted") == {"bare": [path], "plain": [path]}
    assert outcomes(graph, "ec2-root-encrypted", Outcome.UNPROVEN) == {"from-elsewhere": ["launchTemplate"]}
    assert set(outcomes(graph, "ec2-root-encrypted", Outcome.NOT_APPLICABLE)) == {"from-template"}


def test_each_further_disk_of_an_instance_is_encrypted(graph: Graph) -> None:
    assert findings(graph, "ec2-ebs-encrypted") == {"second": ["ebsBlockDevices[1].encrypted"]}


def test_disks_of_instances_are_under_an_own_key(graph: Graph) -> None:
    path = f"{ROOT}.kmsKeyId"
    assert findings(graph, "ec2-ebs-cmk") == {
        "bare": [path],
        "second": ["ebsBlockDevices[1].kmsKeyId"],
        "aws-key": [path],
        "no-key": [path],
    }
    assert outcomes(graph, "ec2-ebs-cmk", Outcome.UNPROVEN) == {"unknown": [path], "from-elsewhere": ["launchTemplate"]}
    assert {"good", "own-key"} <= set(outcomes(graph, "ec2-ebs-cmk", Outcome.COMPLIANT))


def test_disks_of_instances_end_with_them(graph: Graph) -> None:
    assert findings(graph, "ec2-scratch-deleted") == {"left": [f"{ROOT}.deleteOnTermination"]}


def test_each_disk_of_a_template_is_encrypted(graph: Graph) -> None:
    assert findings(graph, "lt-ebs-encrypted") == {
        "t-second": ["blockDeviceMappings[1].ebs.encrypted", "blockDeviceMappings[2].ebs.encrypted"],
        "t-inherits": ["blockDeviceMappings[1].ebs.encrypted"],
    }


def test_a_template_declares_the_root_disk(graph: Graph) -> None:
    path = "blockDeviceMappings"
    assert findings(graph, "lt-root-declared") == {"t-bare": [path], "t-other-device": [path]}


def test_disks_of_a_template_are_under_an_own_key(graph: Graph) -> None:
    assert findings(graph, "lt-ebs-cmk") == {
        "t-aws-key": ["blockDeviceMappings[0].ebs.kmsKeyId"],
        "t-no-key": ["blockDeviceMappings[1].ebs.kmsKeyId"],
        "t-inherits": ["blockDeviceMappings[1].ebs.kmsKeyId"],
    }
    assert outcomes(graph, "lt-ebs-cmk", Outcome.UNPROVEN) == {"t-unknown": ["blockDeviceMappings[0].ebs.kmsKeyId"]}
    assert {"t-own-key", "t-store"} <= set(outcomes(graph, "lt-ebs-cmk", Outcome.COMPLIANT))


def test_disks_of_a_template_end_with_the_node(graph: Graph) -> None:
    assert findings(graph, "lt-scratch-deleted") == {
        "t-left": ["blockDeviceMappings[1].ebs.deleteOnTermination"],
        "t-kept": ["blockDeviceMappings[0].ebs.deleteOnTermination"],
        "t-inherits": ["blockDeviceMappings[1].ebs.deleteOnTermination"],
    }


def test_groups_are_followed_to_their_disks(graph: Graph) -> None:
    rule = "stk-lt-effective-ebs"
    assert findings(graph, rule) == {"weak": ["rootBlockDevice.encrypted", "ebsBlockDevices[0].encrypted"]}
    assert outcomes(graph, rule, Outcome.UNPROVEN) == {"g-elsewhere": ["launchTemplate"]}
    assert set(outcomes(graph, rule, Outcome.COMPLIANT)) == {"g-good"}


def encrypting_region() -> None:
    """A stack that switches on default encryption, with a key, and says nothing else; and a region without."""
    ebs.EncryptionByDefault("default")
    ebs.DefaultKmsKey("default-key", key_arn=ARN)
    instance("bare", ebs_block_devices=[{"device_name": "/dev/sdb"}])
    instance("plain", root_block_device={"encrypted": False})
    instance("other-region", region="us-west-2")
    template("t-bare")
    template("t-silent", disk(encrypted=None, kms_key_id=None))
    ebs.Volume("volume", availability_zone="us-east-2a")
    autoscaling.Group("g-elsewhere", launch_template={"id": "lt-1"}, max_size=1, min_size=0)


def test_a_regions_default_counts_there_and_not_against_what_is_said() -> None:
    graph = graph_of(encrypting_region)
    path = f"{ROOT}.encrypted"
    assert findings(graph, "ec2-root-encrypted") == {"plain": [path], "other-region": [path]}
    assert findings(graph, "ec2-ebs-cmk") == {"other-region": [f"{ROOT}.kmsKeyId"]}
    for rule in ("ec2-ebs-encrypted", "lt-ebs-encrypted", "lt-ebs-cmk", "lt-root-declared", "ebs-encrypted", "ebs-cmk"):
        assert findings(graph, rule) == {}
    assert set(outcomes(graph, "stk-lt-effective-ebs", Outcome.NOT_APPLICABLE)) == {"g-elsewhere"}


def half_a_default() -> None:
    """A default that is off, and one without a key."""
    ebs.EncryptionByDefault("off", enabled=False)
    ebs.EncryptionByDefault("on", enabled=True, region="us-west-2")
    instance("east")
    instance("west", region="us-west-2")


def test_a_default_that_is_off_or_has_no_key_is_none() -> None:
    graph = graph_of(half_a_default)
    assert findings(graph, "ec2-root-encrypted") == {"east": [f"{ROOT}.encrypted"]}
    assert findings(graph, "ec2-ebs-cmk") == {"east": [f"{ROOT}.kmsKeyId"], "west": [f"{ROOT}.kmsKeyId"]}
    assert findings(graph, "ebs-default-encryption") == {"off": ["enabled"]}
