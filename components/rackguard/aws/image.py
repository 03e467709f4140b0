"""What machines boot: an image's id, kept once it is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import InvokeOutputOptions, ResourceOptions, Stash

from rackguard.aws import lookups

if TYPE_CHECKING:
    from pulumi import Input, Resource

    from rackguard.plan.types import ImagePlan


def kept_image(name: str, plan: ImagePlan, parent: Resource) -> Input[str]:
    """The image that is written down; else the newest one, looked up once.

    What was looked up stays in the stack's state, so that a new image of AWS's changes nothing by itself. Another
    parameter (another system or architecture) is looked up anew.
    """
    if plan.id:
        return plan.id
    assert plan.parameter
    newest = lookups.image_id(plan.parameter, InvokeOutputOptions(parent=parent))
    kept = Stash(
        name,
        input={"image": newest, "parameter": plan.parameter},
        opts=ResourceOptions(parent=parent, ignore_changes=["input.image"], replace_on_changes=["input"]),
    )
    return kept.output["image"]
