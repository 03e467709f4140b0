"""Security groups and the rules that are resources of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.policies.mutations.change import Change, added, gone, left_out, put, together
from tests.policies.mutations.mutation import Also, Mutation

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.types import INGRESS_RULE, PREFIX_LIST

CONNECT = "llm-prod-network-connect-group"
"""The group of the Instance Connect Endpoint, in which no machine is."""
NODES = "llm-prod-network-nodes-group"
LOGIN = "llm-prod-network-login-group"
FROM_NODES = "llm-prod-network-lustre-ingress-lustre-nodes-1018"
ALL_NODES = "llm-prod-network-nodes-ingress-all-nodes"
FROM_OFFICE = "llm-prod-network-nodes-ingress-ssh-10-0-0-0-8"
TAGS = {"owner": "ml", "environment": "prod", "classification": "phi"}
WORLD, WORLD_V6 = "0.0.0.0/0", "::/0"

DEFAULT = "llm-prod-network-default-group"
LUSTRE = "llm-prod-storage-lustre-scratch-file-system"

INGRESS = Also("sg-no-world-ingress", "the whole internet comes in, whatever the port")
EFFECTIVE = Also("stk-sg-effective", "machines are in the group that it comes into")
SQUASH = Also(
    "fsx-root-squash",
    "others than machines of the stack may mount it, whose roots nobody knows",
    "rootSquashConfiguration.rootSquash",
    LUSTRE,
)


def ingress(first: int, last: int, peer: dict[str, Any], **of: str) -> Change:
    """One more rule of the group in which no machine is, for TCP; `of` says where the peer comes from."""
    inputs = {"securityGroupId": UNKNOWN, "ipProtocol": "tcp", "fromPort": first, "toPort": last, **peer}
    return added(INGRESS_RULE, "new", {**inputs, "description": "new", "tags": TAGS}, securityGroupId=CONNECT, **of)


def let_in(rule: str, first: int, last: int, cidr: str, *also: Also) -> Mutation:
    """A range let in where no machine is."""
    key = "cidrIpv6" if ":" in cidr else "cidrIpv4"
    others = tuple(replace(each, path=key, on="new") for each in also)
    return Mutation(rule, CONNECT, ingress(first, last, {key: cidr}), path=key, on="new", also=others)


ROWS = (
    let_in("sg-no-world-ssh", 22, 22, WORLD, INGRESS),
    let_in("sg-no-world-ssh", 22, 22, WORLD_V6, INGRESS),
    let_in("sg-no-world-rdp", 3389, 3389, WORLD, INGRESS),
    let_in("sg-no-world-common", 5432, 5432, WORLD, INGRESS),
    let_in("sg-no-world-common", 3300, 3310, WORLD_V6, INGRESS),
    let_in("sg-no-world-cluster-ports", 6818, 6818, "8.8.8.8/32"),
    let_in("sg-no-http", 80, 80, "10.0.0.0/8"),
    let_in("sg-no-wide-public", 443, 443, "8.8.0.0/16"),
    let_in("sg-no-wide-public", 443, 443, "2001:db8::/32"),
    let_in("sg-no-world-ingress", 443, 443, WORLD),
    let_in("sg-no-world-ingress", 443, 443, "128.0.0.0/1"),
    Mutation("sg-no-world-ssh", FROM_OFFICE, put("cidrIpv4", WORLD), also=(INGRESS, EFFECTIVE)),
    Mutation(
        "stk-sg-effective",
        FROM_OFFICE,
        put("cidrIpv4", WORLD),
        also=(INGRESS, Also("sg-no-world-ssh", "the rule is for SSH")),
    ),
    Mutation(
        "stk-sg-effective",
        "llm-prod-access-login",
        put("vpcSecurityGroupIds[1]", "sg-0123456789abcdef0"),
        path="unproven: vpcSecurityGroupIds[1]",
    ),
    Mutation("sg-described", NODES, put("description", "Managed by Pulumi")),
    Mutation("sg-described", FROM_OFFICE, gone("description")),
    Mutation("sg-described", "llm-prod-network-login-egress-https", put("description", " ")),
    Mutation("sg-egress-limited", "llm-prod-network-login-egress-https", put("ipProtocol", "-1"), path="cidrIpv4"),
    Mutation(
        "sg-default-closed",
        "llm-prod-network-default-group",
        put("ingress", [{"protocol": "-1", "fromPort": 0, "toPort": 0, "self": True}]),
        path="ingress[0]",
    ),
    Mutation(
        "sg-default-closed",
        "llm-prod-network-connect-egress-ssh-nodes",
        put("securityGroupId", UNKNOWN, DEFAULT),
        also=(
            Also("stk-sg-mixed-management", "a default group that is closed states no rules inline", "egress", DEFAULT),
        ),
    ),
    Mutation("sg-efa-self", ALL_NODES, left_out(), on=NODES),
    Mutation(
        "sg-efa-self",
        ALL_NODES,
        put("referencedSecurityGroupId", UNKNOWN, LOGIN),
        also=(Also("sg-efa-self", "no rule is left for the group itself", "", NODES),),
    ),
    Mutation(
        "sg-efa-self",
        NODES,
        added(
            INGRESS_RULE,
            "new",
            {
                "securityGroupId": UNKNOWN,
                "ipProtocol": "-1",
                "cidrIpv4": "10.0.0.0/8",
                "description": "new",
                "tags": TAGS,
            },
            securityGroupId=NODES,
        ),
        path="cidrIpv4",
        on="new",
        also=(Also("sg-no-http", "all protocols are plain HTTP too", "cidrIpv4", "new"),),
    ),
    Mutation("sg-efa-self", "llm-prod-network-nodes-egress-all-nodes", left_out(), on=NODES),
    Mutation(
        "stk-efa-isolation",
        "llm-prod-access-login",
        put("vpcSecurityGroupIds[1]", UNKNOWN, LOGIN, NODES),
        path="vpcSecurityGroupIds",
    ),
    Mutation("stk-sg-mixed-management", LOGIN, put("ingress", [])),
    Mutation("stk-sg-mixed-management", NODES, put("egress", [])),
    Mutation(
        "stk-sg-prefix-list",
        CONNECT,
        ingress(22, 22, {"prefixListId": "pl-0123456789abcdef0"}),
        path="unproven: prefixListId",
        on="new",
    ),
    Mutation(
        "stk-sg-prefix-list",
        CONNECT,
        together(
            added(PREFIX_LIST, "list", {"entries": [{"cidr": "10.0.0.0/8"}, {"cidr": WORLD}], "tags": TAGS}),
            ingress(22, 22, {"prefixListId": UNKNOWN}, prefixListId="list"),
        ),
        path="entries[1].cidr",
        on="list",
    ),
    Mutation("stk-vpc-default-sg", "llm-prod-network-default-group", left_out(), on="llm-prod-network-vpc"),
    Mutation("stk-fsx-sg-scope", FROM_NODES, put("ipProtocol", "-1")),
    Mutation("stk-fsx-sg-scope", FROM_NODES, put("ipProtocol", "udp")),
    Mutation("stk-fsx-sg-scope", FROM_NODES, put("cidrIpv4", "10.40.0.0/16"), also=(SQUASH,)),
    Mutation("stk-fsx-sg-scope", "llm-prod-network-lustre-ingress-lustre-nodes-988", put("fromPort", 111)),
    Mutation(
        "stk-fsx-sg-scope",
        "llm-prod-network-lustre-ingress-lustre-login-988",
        put("referencedSecurityGroupId", UNKNOWN, CONNECT),
        also=(SQUASH,),
    ),
    Mutation("efs-mt-sg", "llm-prod-storage-efs-home-mount-target-use1-az2", gone("securityGroups")),
    Mutation(
        "efs-mt-sg",
        "llm-prod-storage-efs-home-mount-target-use1-az1",
        put("securityGroups[1]", UNKNOWN, "llm-prod-network-efs-group", "llm-prod-network-default-group"),
        path="securityGroups",
    ),
    Mutation(
        "fsx-sg",
        "llm-prod-storage-lustre-scratch-file-system",
        gone("securityGroupIds"),
        also=(SQUASH, Also("stk-fsx-sg-scope", "the default group isn't for Lustre alone")),
    ),
)
