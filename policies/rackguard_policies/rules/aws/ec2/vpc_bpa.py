"""The account blocks its VPCs from the internet."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import VPC_BLOCK_PUBLIC_ACCESS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="vpc-bpa",
    title="Where the account's block of internet gateways is declared, it blocks what comes in",
    severity="medium",
    why="The block is the last line: it holds even where a subnet, an address and a group are all open by mistake.",
    fix='Set internet_gateway_block_mode to "block-ingress"; NAT gateways go on working.',
    types=(VPC_BLOCK_PUBLIC_ACCESS,),
    judge=every("internetGatewayBlockMode").must_be_one_of("block-ingress", "block-bidirectional"),
    before='VpcBlockPublicAccessOptions("block", internet_gateway_block_mode="off")',
    after='VpcBlockPublicAccessOptions("block", internet_gateway_block_mode="block-ingress")',
)
