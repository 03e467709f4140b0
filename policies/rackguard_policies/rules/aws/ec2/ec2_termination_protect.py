"""Login and head nodes resist termination."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.launch_templates import with_template
from rackguard_policies.nodes import is_gpu_node
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCE
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject


def _replaceable(subject: Subject) -> str:
    if is_gpu_node(subject):
        return "GPU nodes are replaced, not kept"
    market = leaf(subject.resource.inputs, "instanceMarketOptions.marketType").value
    return "spot instances end at any time" if market == "spot" else ""


RULE = Rule(
    id="ec2-termination-protect",
    title="An instance that isn't a GPU node can't be ended through the API by mistake",
    severity="low",
    why="A login or head node that goes takes everybody's sessions and the queue with it.",
    fix="Set disable_api_termination=True.",
    types=(INSTANCE,),
    judge=with_template(
        every("disableApiTermination").unless(_replaceable).must_be_on(),
        "disableApiTermination",
        "disableApiTermination",
    ),
    before='Instance("login", instance_type="m7i.large")',
    after='Instance("login", instance_type="m7i.large", disable_api_termination=True)',
)
