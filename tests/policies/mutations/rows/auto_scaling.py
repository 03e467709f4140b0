"""Auto Scaling groups: production's, one of them with a policy of mixed instances."""

from __future__ import annotations

from typing import Any

from tests.policies.mutations.change import Change, added, gone, put, together
from tests.policies.mutations.mutation import Also, Mutation

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.types import LAUNCH_CONFIGURATION

DEV = "llm-dev-pool-lab-group"
TRAIN = "llm-prod-pool-train-group"
EVAL = "llm-prod-pool-eval-group"
MIXED = "mixedInstancesPolicy.launchTemplate.launchTemplateSpecification"
OVERRIDE = "mixedInstancesPolicy.launchTemplate.overrides[1].launchTemplateSpecification"
THEIRS = {"launchTemplateName": "theirs", "version": "3"}
UNSEEN = f"unproven: {OVERRIDE}"
NOT_SEEN = "what the stack doesn't declare proves neither"
CLASS = "nodes of what the stack doesn't declare have a class by their group's tags alone"
NO_TEMPLATE = (
    Also("asg-uses-lt", "only a group that uses no launch template has a launch configuration", "launchConfiguration"),
    Also("asg-tags-propagate", "a launch configuration tags no nodes, and so their group must", "tags"),
)


def configured(**changed: Any) -> Change:
    """The group made from a launch configuration that is as it must be but for what is changed."""
    inputs = {
        "name": "old",
        "instanceType": "g6.xlarge",
        "metadataOptions": {"httpTokens": "required"},
        "rootBlockDevice": {"encrypted": True},
        "ebsBlockDevices": [{"deviceName": "/dev/sdb", "encrypted": True}],
    }
    return together(
        added(LAUNCH_CONFIGURATION, "old", {**inputs, **changed}),
        gone("launchTemplate"),
        put("launchConfiguration", UNKNOWN, "old"),
    )


ROWS = (
    Mutation("asg-lt-version-pinned", TRAIN, put("launchTemplate.version", "$Latest")),
    Mutation("asg-lt-version-pinned", EVAL, put(f"{MIXED}.version", "$Default")),
    Mutation("asg-lt-version-pinned", EVAL, gone(f"{MIXED}.version")),
    Mutation("asg-uses-lt", DEV, configured(), stack="dev", also=NO_TEMPLATE[1:]),
    Mutation(
        "stk-lt-effective-imds",
        DEV,
        configured(metadataOptions={"httpTokens": "optional"}),
        path="metadataOptions.httpTokens",
        on="old",
        stack="dev",
        also=NO_TEMPLATE,
    ),
    Mutation(
        "stk-lt-effective-ebs",
        DEV,
        configured(ebsBlockDevices=[{"encrypted": True}, {"encrypted": False}]),
        path="ebsBlockDevices[1].encrypted",
        on="old",
        stack="dev",
        also=NO_TEMPLATE,
    ),
    Mutation(
        "stk-lt-effective-imds",
        EVAL,
        put(OVERRIDE, THEIRS),
        path=UNSEEN,
        also=(
            Also("stk-lt-effective-ebs", NOT_SEEN, path=UNSEEN),
            Also("asg-tags-propagate", CLASS, "tags"),
        ),
    ),
)
