"""One setting of a machine weakened, wherever it is said: exactly one more finding, of the rule for that form.

The forms are an instance, a spot request, an instance from a template, and groups: from a launch configuration, from a
template, from one in a policy of mixed instances, and from one of an override alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from pulumi_aws import autoscaling, ec2, iam, kms
from tests.policies.recorded import graph_of
from tests.policies.rules.documents import allow, text

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Outcome
from rackguard_policies.registry import all_rules

Settings = dict[str, Any]
TEMPLATES = ("instance from template", "group", "mixed group", "override")
CONFIGURATION = "launch configuration"
FORMS = ("instance", "spot request", CONFIGURATION, *TEMPLATES)
TAGS = {"owner": "ml", "environment": "prod", "classification": "internal"}
USER_DATA = "#!/bin/sh\nexport API_TOKEN=abcdef0123456789abcdef\n"

ALONE: dict[str, Callable[[Settings], object]] = {
    "ec2-imdsv2": lambda given: given["metadata_options"].update(http_tokens="optional"),
    "ec2-imds-hop": lambda given: given["metadata_options"].update(http_put_response_hop_limit=2),
    "ec2-no-public-ip": lambda given: given.update(associate_public_ip_address=True),
    "ec2-no-public-ipv6": lambda given: given.update(ipv6_address_count=1),
    "ec2-root-encrypted": lambda given: given["root_block_device"].update(encrypted=False),
    "ec2-ebs-encrypted": lambda given: given["ebs_block_devices"][1].update(encrypted=False),
    "ec2-ebs-cmk": lambda given: given["ebs_block_devices"][1].pop("kms_key_id"),
    "ec2-scratch-deleted": lambda given: given["ebs_block_devices"][1].update(delete_on_termination=False),
    "ec2-explicit-sg": lambda given: given.pop("vpc_security_group_ids"),
    "ec2-instance-profile": lambda given: given.pop("iam_instance_profile"),
    "ec2-detailed-monitoring": lambda given: given.update(monitoring=False),
    "ec2-no-secret-userdata": lambda given: given.update(user_data=USER_DATA),
    "ec2-no-keypair": lambda given: given.update(key_name="shared"),
    "ec2-ami-approved": lambda given: given.update(ami="resolve:ssm:/images/latest"),
}
"""By rule, how a machine that says it itself is weakened."""
BY_TEMPLATE: dict[str, Callable[[Settings], object]] = {
    "lt-imdsv2": ALONE["ec2-imdsv2"],
    "lt-imds-hop": ALONE["ec2-imds-hop"],
    "lt-no-public-ip": lambda given: given["network_interfaces"][1].update(associate_public_ip_address="true"),
    "ec2-no-public-ipv6": lambda given: given["network_interfaces"][1].update(ipv6_address_count=1),
    "lt-root-declared": lambda given: given["block_device_mappings"].pop(0),
    "lt-ebs-encrypted": lambda given: given["block_device_mappings"][1]["ebs"].update(encrypted="false"),
    "lt-ebs-cmk": lambda given: given["block_device_mappings"][1]["ebs"].pop("kms_key_id"),
    "lt-scratch-deleted": lambda given: given["block_device_mappings"][1]["ebs"].update(delete_on_termination="false"),
    "lt-nic-sg": lambda given: given["network_interfaces"][1].pop("security_groups"),
    "lt-instance-profile": ALONE["ec2-instance-profile"],
    "lt-monitoring": lambda given: given["monitoring"].update(enabled=False),
    "lt-no-secret-userdata": ALONE["ec2-no-secret-userdata"],
    "lt-no-keypair": ALONE["ec2-no-keypair"],
    "lt-image-pinned": lambda given: given.update(image_id="resolve:ssm:/images/latest"),
}
"""The same of a template. Of cards and disks always the second is weakened, or the first is taken out."""
BY_CONFIGURATION: dict[str, Callable[[Settings], object]] = {
    "stk-lt-effective-imds": ALONE["ec2-imdsv2"],
    "stk-lt-effective-ebs": lambda given: given["ebs_block_devices"][1].update(encrypted=False),
}
"""The same of a launch configuration, of which no more is judged: groups are to use templates."""
WEAKENED = {
    "instance": ALONE,
    "spot request": ALONE,
    CONFIGURATION: BY_CONFIGURATION,
    **dict.fromkeys(TEMPLATES, BY_TEMPLATE),
}


class Around:
    """What machines are declared with."""

    def __init__(self) -> None:
        self.key = kms.Key("key", description="Disks", enable_key_rotation=True)
        network = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
        self.subnet = ec2.Subnet("subnet", vpc_id=network.id, cidr_block="10.0.0.0/24")
        self.group = ec2.SecurityGroup("group", vpc_id=network.id, description="Nodes")
        trust = text(allow("sts:AssumeRole", principal={"Service": "ec2.amazonaws.com"}))
        self.profile = iam.InstanceProfile("profile", role=iam.Role("role", assume_role_policy=trust).name)

    def disk(self) -> Settings:
        return {"encrypted": True, "kms_key_id": self.key.arn, "delete_on_termination": True, "volume_size": 100}

    def machine(self) -> Settings:
        """A good machine that says everything itself."""
        return {
            "ami": "ami-0123456789abcdef0",
            "instance_type": "g6.xlarge",
            "subnet_id": self.subnet.id,
            "associate_public_ip_address": False,
            "vpc_security_group_ids": [self.group.id],
            "iam_instance_profile": self.profile.name,
            "metadata_options": {"http_tokens": "required", "http_put_response_hop_limit": 1},
            "root_block_device": self.disk(),
            "ebs_block_devices": [{"device_name": name, **self.disk()} for name in ("/dev/sdf", "/dev/sdg")],
            "monitoring": True,
            "volume_tags": TAGS,
            "tags": TAGS,
        }

    def configuration(self) -> Settings:
        """A good launch configuration, in as far as there is one."""
        disk = {"encrypted": True, "delete_on_termination": True, "volume_size": 100}
        return {
            "image_id": "ami-0123456789abcdef0",
            "instance_type": "g6.xlarge",
            "security_groups": [self.group.id],
            "associate_public_ip_address": False,
            "metadata_options": {"http_tokens": "required"},
            "root_block_device": disk,
            "ebs_block_devices": [{"device_name": name, **disk} for name in ("/dev/sdf", "/dev/sdg")],
        }

    def template(self) -> Settings:
        """A good template of two cards and two disks."""
        disk = {**self.disk(), "encrypted": "true", "delete_on_termination": "true"}
        card = {"security_groups": [self.group.id], "associate_public_ip_address": "false"}
        return {
            "image_id": "ami-0123456789abcdef0",
            "instance_type": "p5.48xlarge",
            "iam_instance_profile": {"arn": self.profile.arn},
            "metadata_options": {"http_tokens": "required", "http_put_response_hop_limit": 1},
            "block_device_mappings": [{"device_name": name, "ebs": dict(disk)} for name in ("/dev/sda1", "/dev/sdf")],
            "network_interfaces": [
                {**card, "network_card_index": 0, "subnet_id": self.subnet.id},
                {**card, "network_card_index": 1, "device_index": 1},
            ],
            "monitoring": {"enabled": True},
            "tag_specifications": [{"resource_type": kind, "tags": TAGS} for kind in ("instance", "volume")],
            "tags": TAGS,
        }


def declare(form: str, weaken: Callable[[Settings], object]) -> Graph:
    """A machine in one form, weakened."""

    def program() -> None:
        around = Around()
        made = {"instance": around.machine, "spot request": around.machine, CONFIGURATION: around.configuration}
        given = made.get(form, around.template)()
        weaken(given)
        if form == "instance":
            ec2.Instance("judged", disable_api_termination=True, **given)
        elif form == "spot request":
            ec2.SpotInstanceRequest("judged", **given)
        elif form == CONFIGURATION:
            configured(around, ec2.LaunchConfiguration("judged", **given))
        else:
            launched(form, around, ec2.LaunchTemplate("judged", **given))

    return graph_of(program)


def configured(around: Around, configuration: Any) -> None:
    """A group that is made from a launch configuration."""
    name = configuration.name
    autoscaling.Group(
        "nodes", min_size=1, max_size=1, vpc_zone_identifiers=[around.subnet.id], launch_configuration=name
    )


def launched(form: str, around: Around, template: Any) -> None:
    """A machine or a group that is made from the template."""
    version = template.latest_version.apply(str)
    if form == "instance from template":
        ec2.Instance("node", disable_api_termination=True, launch_template={"id": template.id, "version": version})
        return
    specification = {"launch_template_id": template.id, "version": version}
    sound = ec2.LaunchTemplate("sound", **around.template()) if form == "override" else template
    own = {"launch_template_id": sound.id, "version": sound.latest_version.apply(str)}
    second: Any = {"launch_template_specification": specification} if form == "override" else {}
    overrides = [{"instance_type": "p5.48xlarge"}, {"instance_type": "p5e.48xlarge", **second}]
    policy: Any = {"launch_template": {"launch_template_specification": own, "overrides": overrides}}
    single: Any = {"id": template.id, "version": version}
    made_from = {"launch_template": single} if form == "group" else {"mixed_instances_policy": policy}
    autoscaling.Group("nodes", min_size=1, max_size=1, vpc_zone_identifiers=[around.subnet.id], **made_from)


def found_in(graph: Graph) -> set[tuple[str, str, str]]:
    """Rule, resource and path of what is found, unproven or failed."""
    bad = (Outcome.FINDING, Outcome.UNPROVEN, Outcome.ERRORED)
    judged = judge(graph, all_rules(), load())
    return {(each.rule, each.urn.rpartition("::")[2], each.path) for each in judged if each.outcome in bad}


@cache
def before(form: str) -> frozenset[tuple[str, str, str]]:
    return frozenset(found_in(declare(form, lambda _: None)))


CASES = [(form, rule) for form in FORMS for rule in WEAKENED[form]]


@pytest.mark.parametrize(("form", "rule"), CASES)
def test_one_weakness_is_found_once(form: str, rule: str) -> None:
    more = found_in(declare(form, WEAKENED[form][rule])) - before(form)
    assert [(found, name) for found, name, _ in more] == [(rule, "judged")]


@pytest.mark.parametrize("form", FORMS)
def test_a_good_machine_is_found_by_none_of_these_rules(form: str) -> None:
    rules = ALONE.keys() | BY_TEMPLATE.keys() | BY_CONFIGURATION.keys()
    assert {each for each in before(form) if each[0] in rules} == set()
