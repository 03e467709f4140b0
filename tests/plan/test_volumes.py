"""Device names by image, and what each volume is."""

from __future__ import annotations

import pytest

from rackguard.plan.types import Volume
from rackguard.plan.volumes import plan_root_volume, plan_volumes


def pool(declare, **changes):
    return declare(pools={"train": changes}).cluster.pools["train"]


@pytest.mark.parametrize(
    ("os", "device"),
    [("ubuntu-22.04", "/dev/sda1"), ("ubuntu-24.04", "/dev/sda1"), ("amazon-linux-2023", "/dev/xvda")],
)
def test_the_root_volume_replaces_the_images_own(declare, os, device):
    assert plan_volumes(pool(declare, image={"dlami": os})) == (Volume(device, 200, "gp3", None, None, None),)


def test_data_volumes_follow_the_root_volume(declare):
    data = [
        {"size_gib": 500, "mount": "/data"},
        {"size_gib": 1000, "type": "io2", "iops": 20000, "mount": "/db"},
        {"size_gib": 2000, "iops": 6000, "throughput_mib_s": 500, "mount": "/cache"},
    ]
    assert plan_volumes(pool(declare, root={"size_gib": 300}, data_volumes=data)) == (
        Volume("/dev/sda1", 300, "gp3", None, None, None),
        Volume("/dev/sdf", 500, "gp3", None, None, "/data"),
        Volume("/dev/sdg", 1000, "io2", 20000, None, "/db"),
        Volume("/dev/sdh", 2000, "gp3", 6000, 500, "/cache"),
    )


def test_the_most_data_volumes_have_a_device_each(declare):
    data = [{"mount": f"/data{number}"} for number in range(15)]
    devices = [volume.device_name for volume in plan_volumes(pool(declare, data_volumes=data))[1:]]
    assert devices == [f"/dev/sd{letter}" for letter in "fghijklmnopqrst"]


def test_the_login_nodes_root_volume(declare):
    root = pool(declare, root={"size_gib": 100}).root
    assert plan_root_volume("amazon-linux-2023", root) == Volume("/dev/xvda", 100, "gp3", None, None, None)
