"""What AWS would say to a resource: the API call that it becomes, judged apart from how the resource came about.

Nothing here comes from Rackguard. The call is held against botocore's model of the service, and against what AWS
refuses beside it. What isn't in the table is passed without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.aws.opinion import auto_scaling, capacity, instance, key, launch_template, lustre, scheduling
from tests.aws.opinion.existing import GROUP, KEY, PLACEMENT_GROUP, RESERVATION, TEMPLATE, Lookup, Thing

_OF_TYPE: dict[str, Callable[[Thing, Lookup], Iterator[str]]] = {
    GROUP: auto_scaling.refused,
    KEY: key.refused,
    PLACEMENT_GROUP: capacity.placement_group_refused,
    RESERVATION: capacity.reservation_refused,
    TEMPLATE: launch_template.refused,
    "aws:autoscaling/lifecycleHook:LifecycleHook": scheduling.hook_refused,
    "aws:autoscaling/schedule:Schedule": scheduling.schedule_refused,
    "aws:ec2/instance:Instance": instance.refused,
    "aws:fsx/lustreFileSystem:LustreFileSystem": lustre.refused,
}

TYPES = frozenset(_OF_TYPE)
"""Types that there is an opinion on."""


def refusals(type: str, inputs: Thing, lookup: Lookup) -> list[str]:
    """What AWS says to a resource that is to be made, each line once; nothing where it is made.

    `inputs` are as a provider gets them, by its own names and with every value known. `lookup` gives what exists by
    then, of the stack or from before it: a role, a profile or a reservation that it doesn't give doesn't exist.
    """
    judge = _OF_TYPE.get(type)
    return list(dict.fromkeys(judge(inputs, lookup))) if judge else []
