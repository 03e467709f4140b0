"""Every image is there for this account, fits its machines, and its root volume fits theirs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.machines import machines
from rackguard.account.preflight.newest_images import newest_images
from rackguard.account.preflight.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.machines import Machine
    from rackguard.account.preflight.subject import Subject

ID = "image"
_AMAZON = "amazon"
"""Alias of the owner of AWS' own images (EC2 API reference, Image)."""


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    images: dict[str, dict[str, Any] | None] = {}
    newest: dict[str, str] | None = None
    # Those that are pinned first: they are told also where parameters may not be read.
    for machine in sorted(machines(subject), key=lambda machine: machine.image.id is None):
        if machine.image.id is None and newest is None:
            newest = newest_images(subject, questions)
        image_id = machine.image.id or (newest or {}).get(machine.image.parameter or "")
        if image_id is None:
            message = f"AWS publishes no image at {machine.image.parameter} in {subject.plan.region}"
            yield Outcome(ID, "problem", machine.where, message, "Name an image by its id.")
            continue
        if image_id not in images:
            images[image_id] = _image(image_id, questions)
        yield from _of(machine, image_id, images[image_id], subject)


def _image(image_id: str, questions: Questions) -> dict[str, Any] | None:
    # One that is deprecated or disabled is told apart from one that isn't there.
    given = {"ImageIds": [image_id], "IncludeDeprecated": True, "IncludeDisabled": True}
    return next(questions.each("ec2", "describe_images", "Images", **given), None)


def _of(machine: Machine, image_id: str, image: dict[str, Any] | None, subject: Subject) -> Iterator[Outcome]:
    if image is None:
        message = f"this account sees no image {image_id} in {subject.plan.region}"
        hint = "Images are of one region, and may be shared with an account: copy it, share it, or name another."
        yield Outcome(ID, "problem", machine.where, message, hint)
        return
    wrong = [Outcome(ID, "problem", machine.where, *words) for words in _problems(machine, image_id, image)]
    wrong += [Outcome(ID, "warning", machine.where, *words) for words in _warnings(machine, image_id, image, subject)]
    yield from wrong
    if not any(outcome.status == "problem" for outcome in wrong):
        size = _root_gib(image)
        message = f"{image_id} ({image.get('Name', 'without a name')}) is available, {image.get('Architecture')}"
        room = f"{message}; its root of {size} GiB fits the {machine.volumes[0].size_gib} GiB declared"
        yield Outcome(ID, "ok", machine.where, *_pin(machine, room if size else message))


def _pin(machine: Machine, message: str) -> tuple[str, str]:
    if machine.image.id:
        return message, ""
    return f"the newest, {message}", "`rackguard preflight --pin` writes its id into the stack file."


def _problems(machine: Machine, image_id: str, image: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if (state := image.get("State", "available")) != "available":
        reason = image.get("StateReason", {}).get("Message")
        yield f"{image_id} is {state}{f': {reason}' if reason else ''}", "Name an image that is available."
    if (architecture := image.get("Architecture")) != machine.architecture:
        needed = f"{machine.instance_types[0]} needs {machine.architecture}"
        yield f"{image_id} is built for {architecture}; {needed}", f"Name an image for {machine.architecture}."
    root = machine.volumes[0]
    if (size := _root_gib(image)) and size > root.size_gib:
        message = f"the root volume of {image_id} has {size} GiB; {root.size_gib} GiB are declared"
        yield message, f"Declare at least {size} GiB: a root volume is never smaller than its image's."
    if (device := image.get("RootDeviceName")) and device != root.device_name:
        message = f"the root device of {image_id} is {device}; {machine.image.os} has {root.device_name}"
        hint = "Name an image of the system that is declared: its own root volume would stay as it is, not encrypted."
        yield message, hint
    if (kind := image.get("RootDeviceType", "ebs")) != "ebs":
        yield f"the root device of {image_id} is {kind}, not EBS", "Name an image with a root volume of EBS."
    if image.get("EnaSupport") is False:
        yield f"{image_id} does not support ENA, which all GPU types need", "Name an image with ENA."


def _warnings(machine: Machine, image_id: str, image: dict[str, Any], subject: Subject) -> Iterator[tuple[str, str]]:
    deprecated = image.get("DeprecationTime")
    if deprecated and datetime.fromisoformat(deprecated) <= subject.now:
        hint = "It still boots, and gets no fixes any more: take its id out, and `--pin` writes the newest."
        yield f"{image_id} is deprecated since {deprecated[:10]}", hint
    if image.get("ImageAllowed") is False:  # told while the setting only audits; enforced, the image isn't seen
        hint = "Add its owner to the account's setting for allowed AMIs, or name another image."
        yield f"{image_id} is not among the images that the account's setting will allow", hint
    # A parameter stands for a Deep Learning AMI, also where its id is written down.
    if machine.image.parameter and image.get("ImageOwnerAlias") != _AMAZON:
        message = f"{image_id} belongs to the account {image.get('OwnerId')}, not to AWS; `dlami` is declared"
        yield message, "Write `os` in place of `dlami` where it is an image of your own; else name AWS' own."


def _root_gib(image: dict[str, Any]) -> int | None:
    """Size of the image's root volume; None where it isn't told."""
    mappings = image.get("BlockDeviceMappings", ())
    root = (one for one in mappings if one.get("DeviceName") == image.get("RootDeviceName"))
    return next((one["Ebs"].get("VolumeSize") for one in root if "Ebs" in one), None)


CHECK = Check(
    id=ID,
    title="every image is there, fits its type, and its root volume fits",
    permissions=("ec2:DescribeImages", "ssm:GetParameter"),
    run=_run,
)
