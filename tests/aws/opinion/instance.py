"""RunInstances for a single instance, such as a login node: what is sent, and what EC2 says."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from tests.aws.opinion import launch, tags
from tests.aws.opinion.as_call import as_call
from tests.aws.opinion.existing import SUBNET, Lookup, Thing, found
from tests.aws.opinion.launch_template import user_data_refused
from tests.aws.opinion.service_model import input_shape, problems

_SAME_NAME = ("creditSpecification", "disableApiTermination", "ebsOptimized", "instanceType", "keyName")
_ROOT_DEVICE = "/dev/sda1"
"""Stands for the image's own, which the provider looks up."""


def call(inputs: Thing) -> dict[str, Any]:
    """The parameters of RunInstances. With an answer about a public address the provider makes an interface for it."""
    shape = input_shape("ec2", "RunInstances")
    given = {name: inputs.get(name) for name in (*_SAME_NAME, "metadataOptions")}
    made = {**as_call(shape, given), "MinCount": 1, "MaxCount": 1}
    if inputs.get("ami"):
        made["ImageId"] = inputs["ami"]
    if inputs.get("monitoring") is not None:
        made["Monitoring"] = {"Enabled": inputs["monitoring"]}
    if inputs.get("iamInstanceProfile"):
        made["IamInstanceProfile"] = {"Name": inputs["iamInstanceProfile"]}
    if inputs.get("userDataBase64"):
        made["UserData"] = inputs["userDataBase64"]
    elif inputs.get("userData"):
        made["UserData"] = base64.b64encode(inputs["userData"].encode()).decode()
    made.update(_network(inputs))
    if root := inputs.get("rootBlockDevice"):
        volume = shape.members["BlockDeviceMappings"].member.members["Ebs"]
        sized = {name: value for name, value in root.items() if name not in ("tags", "tagsAll")}
        made["BlockDeviceMappings"] = [{"DeviceName": _ROOT_DEVICE, "Ebs": as_call(volume, sized)}]
    made["TagSpecifications"] = [
        {"ResourceType": kind, "Tags": [{"Key": key, "Value": value} for key, value in given.items()]}
        for kind, given in (("instance", inputs.get("tags")), ("volume", inputs.get("volumeTags")))
        if given
    ]
    return made


def refused(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    """What is wrong with an instance."""
    made = call(inputs)
    yield from problems("ec2", "RunInstances", made)
    yield from tags.refused(inputs.get("tags") or {}, "the instance")
    yield from user_data_refused(made.get("UserData", ""))
    subnet = found(lookup, SUBNET, "id", inputs.get("subnetId"))
    yield from launch.refused(launch.Launch(made, (subnet,) if subnet else (), lookup))


def _network(inputs: Thing) -> dict[str, Any]:
    groups, subnet = inputs.get("vpcSecurityGroupIds"), inputs.get("subnetId")
    if inputs.get("associatePublicIpAddress") is None:
        plain = {"SecurityGroupIds": groups, "SubnetId": subnet}
        return {name: value for name, value in plain.items() if value}
    interface = {
        "DeviceIndex": 0,
        "AssociatePublicIpAddress": inputs["associatePublicIpAddress"],
        "Groups": groups,
        "SubnetId": subnet,
    }
    return {"NetworkInterfaces": [{name: value for name, value in interface.items() if value is not None}]}
