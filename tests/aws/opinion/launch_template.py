"""CreateLaunchTemplate: what is sent, and what EC2 says to it before anything is launched."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tests.aws.opinion import tags
from tests.aws.opinion.as_call import as_call
from tests.aws.opinion.service_model import input_shape, problems

if TYPE_CHECKING:
    from tests.aws.opinion.existing import Lookup, Thing

_NOT_LAUNCHED = frozenset({"id", "arn", "name", "namePrefix", "description", "tags", "tagsAll", "region"})
_OUTPUTS = frozenset({"latestVersion", "defaultVersion", "updateDefaultVersion"})
USER_DATA_BYTES = 16384
"""Before base64, compressed where it is (EC2 user guide, user data)."""


def launch_data(template: Thing) -> dict[str, Any]:
    """What a launch from a template begins with; the provider sends 0 for a card and a device that aren't given."""
    shape = input_shape("ec2", "CreateLaunchTemplate")
    given = {key: value for key, value in template.items() if key not in _NOT_LAUNCHED | _OUTPUTS}
    data = as_call(shape.members["LaunchTemplateData"], given)
    for interface in data.get("NetworkInterfaces", []):
        interface.setdefault("NetworkCardIndex", 0)
        interface.setdefault("DeviceIndex", 0)
    return data


def call(inputs: Thing) -> dict[str, Any]:
    """The parameters of CreateLaunchTemplate."""
    made: dict[str, Any] = {"LaunchTemplateData": launch_data(inputs)}
    if inputs.get("name"):
        made["LaunchTemplateName"] = inputs["name"]
    if inputs.get("description"):
        made["VersionDescription"] = inputs["description"]
    if inputs.get("tags"):
        pairs = [{"Key": key, "Value": value} for key, value in inputs["tags"].items()]
        made["TagSpecifications"] = [{"ResourceType": "launch-template", "Tags": pairs}]
    return made


def refused(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    """What is wrong with a template by itself; whether a node can be launched from it, its group finds out."""
    made = call(inputs)
    yield from problems("ec2", "CreateLaunchTemplate", made)
    name = made.get("LaunchTemplateName", "")
    if not re.fullmatch(r"[a-zA-Z0-9().\-/_]{3,128}", name):
        yield (
            f"InvalidLaunchTemplateName.MalformedException: {name!r}: 3 to 128 letters, digits and ( ) . - / _ are"
            " allowed"
        )
    yield from tags.refused(inputs.get("tags") or {}, "the launch template")
    for one in made["LaunchTemplateData"].get("TagSpecifications", []):
        given = {tag.get("Key", ""): tag.get("Value", "") for tag in one.get("Tags", [])}
        yield from tags.refused(given, f"each {one.get('ResourceType')}")
    yield from user_data_refused(made["LaunchTemplateData"].get("UserData", ""))


def user_data_refused(text: str) -> Iterator[str]:
    """What is wrong with user data as it is sent, in base64."""
    try:
        size = len(base64.b64decode(text, validate=True))
    except binascii.Error:
        yield "InvalidUserData.Malformed: Invalid BASE64 encoding of user data."
        return
    if size > USER_DATA_BYTES:
        yield f"InvalidUserData.Malformed: User data is limited to {USER_DATA_BYTES} bytes; it has {size}"
