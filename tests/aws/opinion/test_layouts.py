"""The interfaces that the component gives each GPU type, against EC2's own word on the type's network cards."""

from __future__ import annotations

from typing import get_args

import pytest
from pulumi_aws import ec2
from tests.aws.opinion import interfaces
from tests.aws.opinion.account import Account
from tests.aws.opinion.deployed import Project, deploy
from tests.aws.opinion.instance_types import instance_type
from tests.aws.opinion.launch_template import launch_data

from rackguard.aws.launch_template import _interface
from rackguard.catalog.catalog import load
from rackguard.catalog.types import InstanceType
from rackguard.plan.network_interfaces import Layout, plan_interfaces

TYPES = [one for one in load().instance_types() if instance_type(one.name)]


def test_the_types_that_matter_are_here() -> None:
    assert {"p4d.24xlarge", "p5.48xlarge", "p6-b300.48xlarge", "p6e-gb200.36xlarge", "g6e.48xlarge"} <= {
        one.name for one in TYPES
    }


@pytest.mark.parametrize("one", TYPES, ids=lambda one: one.name)
def test_ec2_takes_the_layouts(one: InstanceType) -> None:
    account = Account("us-east-2", {})
    plans = [plan_interfaces(one, layout, efa=efa) for layout in get_args(Layout) for efa in (True, False)]

    def program() -> None:
        for number, planned in enumerate(plans):
            given = [_interface(interface, ["sg-1"]) for interface in planned]
            ec2.LaunchTemplate(f"layout-{number}", name="layout", network_interfaces=given)

    deploy(Project(program, "layouts", "test", {"aws:region": "us-east-2"}), account)
    described = instance_type(one.name)
    assert described is not None
    for number, planned in enumerate(plans):
        _, template = account.made[f"layout-{number}"]
        given = launch_data(template)["NetworkInterfaces"]
        assert len(given) == len(planned)
        assert list(interfaces.refused(given, described)) == []


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        (
            "p6-b300.48xlarge",
            [{"NetworkCardIndex": 0, "DeviceIndex": 0, "InterfaceType": "efa"}],
            (
                "InvalidParameterCombination: Network card 0 of p6-b300.48xlarge doesn't support interface type 'efa',"
                " only interface"
            ),
        ),
        (
            "p6e-gb200.36xlarge",
            [{"DeviceIndex": 0}, {"NetworkCardIndex": 1, "DeviceIndex": 1, "InterfaceType": "efa-only"}],
            (
                "InvalidParameterValue: The specified number '1' for the device index exceeds the maximum number of"
                " network interfaces supported by the network card at network card index 1: 0 to 0 allowed"
            ),
        ),
        (
            "p6e-gb200.36xlarge",
            [{"DeviceIndex": 0}, {"NetworkCardIndex": 1, "DeviceIndex": 0, "InterfaceType": "efa"}],
            (
                "InvalidParameterCombination: Network card 1 of p6e-gb200.36xlarge doesn't support interface type"
                " 'efa', only efa-only"
            ),
        ),
        (
            "p4d.24xlarge",
            [{"DeviceIndex": 0}, {"NetworkCardIndex": 4, "DeviceIndex": 0, "InterfaceType": "efa-only"}],
            (
                "InvalidParameterValue: Network card index 4 is invalid for p4d.24xlarge, which has 4 network cards:"
                " 0 to 3"
            ),
        ),
    ],
)
def test_cards(name: str, given: list[interfaces.Interface], said: str) -> None:
    described = instance_type(name)
    assert described is not None
    assert list(interfaces.refused(given, described)) == [said]
