"""URNs as the engine makes them, taken apart and put together."""

from __future__ import annotations

import pytest

from rackguard.graph import urn

STACK = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev"
RACK = "urn:pulumi:dev::shop::shop:index:Rack::r"
INNER = "urn:pulumi:dev::shop::shop:index:Rack$shop:index:Shelf::s"


@pytest.mark.parametrize(
    ("parent", "expected"),
    [
        ("", "urn:pulumi:dev::shop::aws:ec2/vpc:Vpc::main"),
        (STACK, "urn:pulumi:dev::shop::aws:ec2/vpc:Vpc::main"),
        (RACK, "urn:pulumi:dev::shop::shop:index:Rack$aws:ec2/vpc:Vpc::main"),
        (INNER, "urn:pulumi:dev::shop::shop:index:Rack$shop:index:Shelf$aws:ec2/vpc:Vpc::main"),
    ],
)
def test_the_types_of_all_parents_but_the_stack_come_first(parent: str, expected: str):
    assert urn.make("dev", "shop", parent, "aws:ec2/vpc:Vpc", "main") == expected


def test_a_name_may_hold_what_parts_a_urn():
    made = urn.make("dev", "shop", RACK, "aws:ec2/vpc:Vpc", "a::b$c")
    assert urn.name_of(made) == "a::b$c"
    assert urn.qualified_type(made) == "shop:index:Rack$aws:ec2/vpc:Vpc"
    assert urn.stack_and_project(made) == ("dev", "shop")
    assert urn.is_urn(made)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "urn:pulumi:dev",
        "urn:pulumi:dev::shop::aws:ec2/vpc:Vpc",
        "urn:pulumi:dev::shop::::main",
        "arn:aws::a::b::c",
        3,
        None,
    ],
)
def test_what_is_no_urn(text: object):
    assert not urn.is_urn(text)
