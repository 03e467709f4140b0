"""Nodes of a launch template boot an image that was chosen."""

from __future__ import annotations

from rackguard_policies.image_pins import IMAGES, image_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE

RULE = Rule(
    id="lt-image-pinned",
    title="A launch template's image is named by its id, one of the approved where there is a list",
    severity="medium",
    why="An alias boots another image on the next node, which nobody has looked at and which no preview shows.",
    fix="Write the image's id down, or keep it in the stack's state.",
    types=(LAUNCH_TEMPLATE,),
    judge=image_at("imageId"),
    parameters=IMAGES,
    before='LaunchTemplate("t", image_id="resolve:ssm:/images/latest")',
    after='LaunchTemplate("t", image_id="ami-0123456789abcdef0")',
)
