"""What machines are: images, roles, user data, log-in, tags, monitoring and the rest."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from pulumi import CustomResource
from pulumi_aws import ec2
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

ED25519 = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFPytpUGp0TPz0/nGAl8HL6zgsOKViyLs6VjAlzsNru6 ana"
SECRET = "#!/bin/sh\nexport DB_PASSWORD=hunter2hunter2\n"
PASSWORDS = "#cloud-config\nssh_pwauth: true\npackages: [chrony, nfs-common, nvme-cli]\n"
IMAGE = "ami-0123456789abcdef0"
OTHER = "ami-0fedcba9876543210"
CLASS = {"classification": "phi"}


def packed(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def instance(name: str, instance_type: str = "m7i.large", **more: Any) -> ec2.Instance:
    return ec2.Instance(name, instance_type=instance_type, **{"ami": IMAGE, **more})


def made_key() -> Any:
    """The public half of what `tls.PrivateKey` makes, without that provider's library."""
    made = CustomResource("tls:index/privateKey:PrivateKey", "made", {"algorithm": "ED25519", "public": None})
    return made.__dict__["public"]


def images(unknown: ec2.Vpc) -> None:
    """Images by id, by alias, copied here, and not known."""
    copied = ec2.AmiCopy("copied", source_ami_id=OTHER, source_ami_region="us-east-1")
    instance("i-other", ami=OTHER)
    instance("i-alias", ami="resolve:ssm:/images/latest")
    instance("i-copied", ami=copied.id)
    instance("i-unknown", ami=unknown.id)
    ec2.LaunchTemplate("t-image", image_id=IMAGE)
    ec2.LaunchTemplate("t-alias", image_id="resolve:ssm:/images/latest")
    ec2.LaunchTemplate("t-copied", image_id=copied.id)
    ec2.LaunchTemplate("t-image-unknown", image_id=unknown.id)


def texts(unknown: ec2.Vpc) -> None:
    """User data with credentials and passwords, plain and packed."""
    instance("u-good", user_data="#!/bin/sh\necho PasswordAuthentication no")
    instance("u-secret", user_data=SECRET)
    instance("u-packed", user_data_base64=packed(SECRET))
    instance("u-unknown", user_data=unknown.id)
    instance("u-passwords", user_data=PASSWORDS)
    ec2.LaunchTemplate("t-secret", user_data=packed(SECRET))
    ec2.LaunchTemplate("t-passwords", user_data=packed(PASSWORDS))
    ec2.LaunchTemplate("t-text-unknown", user_data=unknown.id)


def keys(unknown: ec2.Vpc) -> None:
    """Key pairs and who names them."""
    good = ec2.KeyPair("k-good", key_name="ana", public_key=ED25519)
    ec2.KeyPair("k-weak", public_key="ssh-dss AAAAB3NzaC1kc3M= ben")
    ec2.KeyPair("k-unknown", public_key=unknown.id)
    ec2.KeyPair("k-made", public_key=made_key())
    instance("key-own", key_name=good.key_name)
    instance("key-by-name", key_name="ana")
    instance("key-elsewhere", key_name="old-shared-key")
    ec2.LaunchTemplate("t-key-own", key_name=good.key_name)
    ec2.LaunchTemplate("t-key-elsewhere", key_name="old-shared-key")


def settings() -> None:
    """Roles, monitoring, termination, disks' way, tenancy."""
    full = ec2.LaunchTemplate(
        "t-full",
        iam_instance_profile={"arn": "arn:aws:iam::123456789012:instance-profile/p"},
        monitoring={"enabled": True},
        disable_api_termination=True,
        placement={"tenancy": "dedicated"},
    )
    ec2.LaunchTemplate("t-by-name", iam_instance_profile={"name": "p"}, monitoring={"enabled": False})
    instance("s-full", iam_instance_profile="p", monitoring=True, disable_api_termination=True, tenancy="dedicated")
    instance("s-bare")
    instance("s-template", launch_template={"id": full.id})
    instance("s-gpu", "g6.xlarge", iam_instance_profile="p", monitoring=True)
    instance("s-spot", instance_market_options={"market_type": "spot"})
    instance("s-old", "r3.2xlarge")
    instance("s-old-good", "r3.2xlarge", ebs_optimized=True)


def tags(unknown: ec2.Vpc) -> None:
    """Tags of disks and of what templates make."""
    kinds = ("instance", "volume", "network-interface")
    good = ec2.LaunchTemplate("t-tags", tag_specifications=specifications(kinds, {"Data-Classification": "phi"}))
    ec2.LaunchTemplate("t-two-tags", tag_specifications=specifications(kinds[:2], CLASS))
    ec2.LaunchTemplate("t-empty-tags", tag_specifications=specifications(kinds, {"classification": ""}))
    ec2.LaunchTemplate("t-unknown-tags", tag_specifications=specifications(kinds, unknown.tags_all))
    disk = {"device_name": "/dev/sdb"}
    instance("v-good", volume_tags=CLASS)
    instance("v-none", tags=CLASS)
    instance("v-root", root_block_device={"tags": CLASS})
    instance("v-one-of-two", root_block_device={"tags": CLASS}, ebs_block_devices=[disk])
    instance("v-each", root_block_device={"tags": CLASS}, ebs_block_devices=[{**disk, "tags": CLASS}])
    instance("v-unknown", volume_tags=unknown.tags_all)
    instance("v-template", launch_template={"id": good.id})


def specifications(kinds: tuple[str, ...], given: Any) -> list[Any]:
    return [{"resource_type": kind, "tags": given} for kind in kinds]


def program() -> None:
    unknown = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
    images(unknown)
    texts(unknown)
    keys(unknown)
    settings()
    tags(unknown)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def of(found: dict[str, list[str]], *prefixes: str) -> dict[str, list[str]]:
    """Those of the machines that a test is about: the others leave the property out."""
    return {name: paths for name, paths in found.items() if name.startswith(prefixes)}


def test_instances_boot_a_chosen_image(graph: Graph) -> None:
    assert findings(graph, "ec2-ami-approved") == {"i-alias": ["ami"]}
    assert outcomes(graph, "ec2-ami-approved", Outcome.UNPROVEN) == {"i-unknown": ["ami"]}
    listed = findings(graph, "ec2-ami-approved", images=[IMAGE])
    assert listed == {"i-other": ["ami"], "i-alias": ["ami"]}
    unproven = outcomes(graph, "ec2-ami-approved", Outcome.UNPROVEN, images=[IMAGE])
    assert unproven == {"i-copied": ["ami"], "i-unknown": ["ami"]}


def test_templates_boot_a_chosen_image(graph: Graph) -> None:
    chosen = ("t-image", "t-alias", "t-copied")
    assert of(findings(graph, "lt-image-pinned"), *chosen) == {"t-alias": ["imageId"]}
    assert outcomes(graph, "lt-image-pinned", Outcome.UNPROVEN) == {"t-image-unknown": ["imageId"]}
    assert findings(graph, "lt-image-pinned", images=[OTHER])["t-image"] == ["imageId"]


def test_user_data_holds_no_credentials(graph: Graph) -> None:
    assert findings(graph, "ec2-no-secret-userdata") == {"u-secret": ["userData"], "u-packed": ["userDataBase64"]}
    assert outcomes(graph, "ec2-no-secret-userdata", Outcome.UNPROVEN) == {"u-unknown": ["userData"]}
    assert findings(graph, "lt-no-secret-userdata") == {"t-secret": ["userData"]}
    assert outcomes(graph, "lt-no-secret-userdata", Outcome.UNPROVEN) == {"t-text-unknown": ["userData"]}


def test_people_log_in_by_judged_keys_alone(graph: Graph) -> None:
    assert findings(graph, "ec2-no-keypair") == {"u-passwords": ["userData"]}
    assert outcomes(graph, "ec2-no-keypair", Outcome.UNPROVEN) == {
        "u-unknown": ["userData"],
        "key-elsewhere": ["keyName"],
    }
    assert findings(graph, "lt-no-keypair") == {"t-passwords": ["userData"]}
    assert outcomes(graph, "lt-no-keypair", Outcome.UNPROVEN) == {
        "t-text-unknown": ["userData"],
        "t-key-elsewhere": ["keyName"],
    }


def test_key_pairs_are_strong_and_not_of_the_states_making(graph: Graph) -> None:
    path = "publicKey"
    assert findings(graph, "keypair-absent") == {"k-weak": [path], "k-made": [path]}
    assert outcomes(graph, "keypair-absent", Outcome.UNPROVEN) == {"k-unknown": [path]}
    assert set(outcomes(graph, "keypair-absent", Outcome.COMPLIANT)) == {"k-good"}


def test_machines_have_a_role(graph: Graph) -> None:
    path = ["iamInstanceProfile"]
    assert of(findings(graph, "ec2-instance-profile"), "s-full", "s-bare", "s-template") == {"s-bare": path}
    assert of(findings(graph, "lt-instance-profile"), "t-full", "t-by-name", "t-key-own") == {"t-key-own": path}


def test_machines_are_measured_every_minute(graph: Graph) -> None:
    path = ["monitoring"]
    assert of(findings(graph, "ec2-detailed-monitoring"), "s-full", "s-bare", "s-template") == {"s-bare": path}
    found = findings(graph, "lt-monitoring")
    assert of(found, "t-full", "t-by-name", "t-key-own") == {
        "t-by-name": ["monitoring.enabled"],
        "t-key-own": ["monitoring.enabled"],
    }


def test_what_is_no_gpu_node_resists_termination(graph: Graph) -> None:
    rule = "ec2-termination-protect"
    judged = ("s-full", "s-bare", "s-template", "s-gpu", "s-spot")
    assert of(findings(graph, rule), *judged) == {"s-bare": ["disableApiTermination"]}
    assert of(outcomes(graph, rule, Outcome.NOT_APPLICABLE), "s-").keys() == {"s-gpu", "s-spot"}


def test_older_types_ask_for_a_way_to_their_disks(graph: Graph) -> None:
    assert findings(graph, "ec2-ebs-optimized") == {"s-old": ["ebsOptimized"]}
    assert set(outcomes(graph, "ec2-ebs-optimized", Outcome.COMPLIANT)) == {"s-old-good"}


def test_tenancy_is_judged_where_it_is_asked_for(graph: Graph) -> None:
    rule = "ec2-tenancy"
    assert findings(graph, rule) == {}
    assert "s-bare" in outcomes(graph, rule, Outcome.NOT_APPLICABLE)
    found = findings(graph, rule, tenancy="dedicated")
    assert of(found, "s-full", "s-bare", "s-template") == {"s-bare": ["tenancy"]}


def test_the_class_reaches_disks_of_instances(graph: Graph) -> None:
    rule = "ec2-volume-tags"
    assert of(findings(graph, rule), "v-") == {"v-none": ["volumeTags"], "v-one-of-two": ["volumeTags"]}
    assert outcomes(graph, rule, Outcome.UNPROVEN) == {"v-unknown": ["volumeTags"]}
    assert "v-template" in outcomes(graph, rule, Outcome.NOT_APPLICABLE)


def test_the_class_reaches_all_that_a_template_makes(graph: Graph) -> None:
    path = "tagSpecifications"
    found = findings(graph, "lt-tag-specs")
    assert of(found, "t-tags", "t-two-tags", "t-empty-tags", "t-unknown-tags") == {
        "t-two-tags": [path],
        "t-empty-tags": [path] * 3,
    }
    assert found["t-full"] == [path] * 3
    assert outcomes(graph, "lt-tag-specs", Outcome.UNPROVEN) == {"t-unknown-tags": [path] * 3}
