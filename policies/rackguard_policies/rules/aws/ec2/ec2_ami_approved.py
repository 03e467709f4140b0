"""Instances boot an image that was chosen."""

from __future__ import annotations

from rackguard_policies.image_pins import IMAGES, image_at
from rackguard_policies.launch_templates import left_to_template
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES

RULE = Rule(
    id="ec2-ami-approved",
    title="An instance's image is named by its id, one of the approved where there is a list",
    severity="medium",
    why="An alias boots another image tomorrow, which nobody has looked at.",
    fix="Write the image's id down, or keep it in the stack's state.",
    types=INSTANCES,
    judge=left_to_template(image_at("ami"), "ami", "lt-image-pinned"),
    parameters=IMAGES,
    before='Instance("i", ami="resolve:ssm:/images/latest")',
    after='Instance("i", ami="ami-0123456789abcdef0")',
)
