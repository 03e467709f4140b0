"""What nodes boot: pinned, looked up, or the user's own."""

from __future__ import annotations

import pytest

from rackguard.plan.image import plan_image
from rackguard.plan.types import ImagePlan

PINNED = "ami-0123456789abcdef0"
BASE = "/aws/service/deeplearning/ami"


def image(declare, **given):
    return declare(pools={"train": {"image": given}}).cluster.pools["train"].image


@pytest.mark.parametrize("os", ["ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023"])
def test_a_dlami_is_looked_up_by_its_parameter(declare, catalog, os):
    plan = plan_image("pools.train", image(declare, dlami=os), "x86_64", catalog)
    assert plan.id is None
    assert plan.parameter == f"{BASE}/x86_64/base-oss-nvidia-driver-gpu-{os}/latest/ami-id"
    assert [(d.id, d.subject, d.value) for d in plan.decisions] == [("image", "pools.train", plan.parameter)]


def test_the_architecture_is_the_types(declare, catalog):
    plan = plan_image("pools.train", image(declare, dlami="ubuntu-24.04"), "arm64", catalog)
    assert plan.parameter == f"{BASE}/arm64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id"


def test_a_pinned_dlami_is_used_as_it_is(declare, catalog):
    plan = plan_image("pools.train", image(declare, dlami="ubuntu-22.04", id=PINNED), "x86_64", catalog)
    assert (plan.id, plan.root_device, plan.decisions) == (PINNED, "/dev/sda1", ())


def test_an_image_of_ones_own_has_no_parameter(declare, catalog):
    plan = plan_image("pools.train", image(declare, os="amazon-linux-2023", id=PINNED), "x86_64", catalog)
    assert plan == ImagePlan("amazon-linux-2023", PINNED, None, "/dev/xvda", ())
