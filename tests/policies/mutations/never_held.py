"""Rules that hold nowhere: whatever they judge is one too many, so that no clean stack has any of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tests.policies.mutations.change import added
from tests.policies.mutations.mutation import Also, Mutation

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.types import ACCESS_KEY, DEFAULT_SUBNET, DEFAULT_VPC, EIP_ASSOCIATION, USER

if TYPE_CHECKING:
    from collections.abc import Mapping

WHY: Mapping[str, str] = {
    "iam-no-access-key": "every access key is a finding",
    "iam-no-user": "every user is a finding",
    "stk-eip-association": "every association is a finding, but of a login node, of which the rule has nothing to say",
    "vpc-no-default": "every default VPC or subnet is a finding",
}
TAGS = {"owner": "ml-platform", "environment": "prod", "classification": "internal"}
ADDRESS = "eipalloc-0123456789abcdef0"
OF_ALL_NETWORKS = "every VPC is held to it"
row = partial(Mutation, stack="workstations", path="", on="more")

ROWS = (
    row("iam-no-user", "archive", added(USER, "more", {"tags": TAGS})),
    row("iam-no-access-key", "archive", added(ACCESS_KEY, "more", {"user": "ana"})),
    row("vpc-no-default", "archive", added(DEFAULT_SUBNET, "more", {"mapPublicIpOnLaunch": False, "tags": TAGS})),
    row(
        "vpc-no-default",
        "archive",
        added(DEFAULT_VPC, "more", {"tags": TAGS}),
        also=tuple(Also(rule, OF_ALL_NETWORKS, "", "more") for rule in ("stk-vpc-default-sg", "stk-vpc-flow-log")),
    ),
    row(
        "stk-eip-association",
        "archive",
        added(EIP_ASSOCIATION, "more", {"allocationId": ADDRESS, "instanceId": UNKNOWN}, instanceId="notebook"),
        path="instanceId",
    ),
    row(
        "stk-eip-association",
        "archive",
        added(
            EIP_ASSOCIATION,
            "more",
            {"allocationId": ADDRESS, "networkInterfaceId": UNKNOWN},
            networkInterfaceId="notebook-interface",
        ),
        path="networkInterfaceId",
    ),
)
