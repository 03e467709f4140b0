"""Local NVMe and EBS volumes: made once, found again, and never at the cost of somebody's data."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.plan.user_data.conftest import ENDING, Node, settings

from rackguard.plan.user_data import Checkpoint, NodeVolume

RAID = settings(local_nvme="raid0")
VOLUMES = settings(data_volumes=(NodeVolume("/dev/sdf", "/data", 500), NodeVolume("/dev/sdg", "/data/deep", 100)))


def test_one_disk_needs_no_array(make_node: Callable[..., Node]) -> None:
    node = make_node(RAID)
    node.disks(local=1)
    node.first_boot()
    assert node.called("mdadm") == []
    assert node.called("mkfs.xfs") == [["mkfs.xfs", "-q", "-K", "-L", "rackguard", "/dev/nvme1n1"]]
    assert node.called("mount") == [["mount", "-o", "noatime,nofail", "/dev/nvme1n1", "/local"]]
    assert oct((node.root / "local").stat().st_mode & 0o7777) == "0o1777"


def test_several_disks_become_one_array_without_the_root_volume(make_node: Callable[..., Node]) -> None:
    node = make_node(RAID)
    node.disks(local=8, ebs={"/dev/sdf": 100})
    node.first_boot()
    create = node.called("mdadm", "--create")[0]
    assert create[2:6] == ["/dev/md/rackguard", "--run", "--level=0", "--name=rackguard"]
    assert create[6:] == ["--raid-devices=8", *(f"/dev/nvme{n}n1" for n in range(1, 9))]


def test_the_place_for_checkpoints_is_roots_before_anybody_can_write_beside_it(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(local_nvme="raid0", ending=ENDING, checkpoint=Checkpoint("s3", "b", "/local/checkpoint")))
    node.disks(local=1)
    seen = (
        "#!/bin/sh\n[ $3 != /local ] || /usr/bin/stat -c %u:%a /local/checkpoint >>/at-chmod\nexec /usr/bin/chmod $*\n"
    )
    node.put("local/bin/chmod", seen, 0o755)
    node.first_boot()
    (node.root / "local/checkpoint").rmdir()  # the disk comes back blank
    node.stop_and_start()
    assert node.text("at-chmod") == "0:1777\n0:1777\n"


@pytest.mark.parametrize("disks", [1, 4])
def test_after_a_stop_the_blank_disks_are_set_up_anew(make_node: Callable[..., Node], disks: int) -> None:
    node = make_node(RAID)
    node.disks(local=disks)
    node.first_boot()
    node.reboot()
    assert node.called("mkfs.xfs") == []
    node.stop_and_start()
    assert len(node.called("mkfs.xfs")) == 1
    assert len(node.called("mdadm", "--create")) == (disks > 1)
    assert node.mounted() == {"/local"}


def test_an_array_that_did_not_come_up_by_itself_is_assembled_not_made_anew(make_node: Callable[..., Node]) -> None:
    node = make_node(RAID)
    node.disks(local=2)
    node.first_boot()
    (node.world / "disk/rackguard").rename(node.world / "array-lost")
    node.put("sandbox/disk/nvme1n1", "- -")
    node.reboot()
    assert node.called("mdadm", "--create") == []
    assert node.called("mkfs.xfs") == []
    assert node.mounted() == {"/local"}


def test_a_disk_with_anything_on_it_is_left_alone(make_node: Callable[..., Node]) -> None:
    node = make_node(RAID)
    node.disks(local=2)
    node.put("sandbox/disk/nvme2n1", "somebodys uuid")
    node.first_boot()
    assert node.called("mdadm", "--create") == []
    assert node.called("mkfs.xfs") == []
    assert node.mounted() == set()
    assert "/dev/nvme2n1 is not blank" in node.journal
    assert "run: boot done" in node.journal


def test_no_local_disk_is_told_and_stops_nothing(make_node: Callable[..., Node]) -> None:
    node = make_node(RAID)
    node.disks(ebs={"/dev/sdf": 100})
    node.first_boot()
    assert "no local NVMe" in node.journal
    assert "run: boot done" in node.journal


class TestTheDeepLearningImagesOwnStripe:
    """The image's service has made a volume group of the same disks before user data runs."""

    @pytest.fixture
    def node(self, make_node: Callable[..., Node]) -> Node:
        node = make_node(RAID)
        node.disks(local=2)
        for disk in ("nvme1n1", "nvme2n1"):
            node.put(f"sandbox/disk/{disk}", "lvm uuid")
        node.put("sandbox/lvm", "  /dev/nvme1n1\n  /dev/nvme2n1\n")
        node.put("sandbox/active/dlami-nvme", "")
        (node.world / "mounted/opt/dlami/nvme/.mounted").mkdir(parents=True)
        (node.root / "opt/dlami/nvme/lost+found").mkdir(parents=True)
        return node

    def test_is_taken_apart_and_its_service_disabled(self, node: Node) -> None:
        node.first_boot()
        assert node.called("systemctl", "disable") == [["systemctl", "disable", "-q", "--now", "dlami-nvme.service"]]
        order = [call[0] for call in node.calls if call[0] in {"umount", "vgremove", "pvremove", "mdadm", "mkfs.xfs"}]
        assert order == ["umount", "vgremove", "pvremove", "mdadm", "mdadm", "mkfs.xfs"]
        assert node.mounted() == {"/local"}
        node.reboot()
        assert node.called("systemctl", "disable") == []
        assert node.called("vgremove") == []

    def test_stays_where_it_holds_files(self, node: Node) -> None:
        node.put("opt/dlami/nvme/work/results", "precious")
        node.first_boot()
        assert node.called("vgremove") == []
        assert node.called("umount") == []
        assert node.mounted() == {"/opt/dlami/nvme"}
        assert "holds files" in node.journal

    def test_stays_where_it_spans_another_disk(self, node: Node) -> None:
        node.put("sandbox/lvm", "  /dev/nvme1n1\n  /dev/nvme0n1\n")
        node.first_boot()
        assert node.called("vgremove") == []
        assert "also on /dev/nvme0n1" in node.journal


@pytest.mark.parametrize("tool", ["ebsnvme-id", "nvme"])
@pytest.mark.parametrize("shown", ["sd", "/dev/sd"])
def test_volumes_are_found_by_the_device_name_that_nvme_keeps(
    make_node: Callable[..., Node], tool: str, shown: str
) -> None:
    node = make_node(VOLUMES)
    node.disks(local=1, ebs={f"{shown}g": 100, f"{shown}f": 500})
    node.install(tool)
    node.first_boot()
    assert [call[-1] for call in node.called("mkfs.xfs")] == ["/dev/nvme3n1", "/dev/nvme2n1"]
    assert [call[-2:] for call in node.called("mount")] == [
        ["UUID=uuid-of-nvme3n1", "/data"],
        ["UUID=uuid-of-nvme2n1", "/data/deep"],
    ]
    before = node.snapshot()
    node.reboot()
    assert node.called("mkfs.xfs") == []
    assert node.mounted() == {"/data", "/data/deep"}
    assert node.snapshot() == before


def test_a_link_that_udev_made_is_enough(make_node: Callable[..., Node]) -> None:
    node = make_node(VOLUMES)
    node.disks(ebs={"/dev/sdf": 500, "/dev/sdg": 100})
    (node.root / "dev/sdf").symlink_to("nvme1n1")
    (node.root / "dev/xvdg").symlink_to("nvme2n1")
    node.first_boot()
    assert node.mounted() == {"/data", "/data/deep"}
    assert node.called("apt-get", "-y") == []


def test_a_volume_with_data_is_mounted_as_it_is(make_node: Callable[..., Node]) -> None:
    node = make_node(VOLUMES)
    node.disks(ebs={"/dev/sdf": 20, "/dev/sdg": 100})
    node.install("ebsnvme-id")
    node.put("sandbox/disk/nvme1n1", "snapshot old-uuid")
    node.first_boot()
    assert [call[-1] for call in node.called("mkfs.xfs")] == ["/dev/nvme2n1"]
    assert ["UUID=old-uuid", "/data"] in [call[-2:] for call in node.called("mount")]


def test_a_blank_disk_of_another_size_is_not_the_one_declared(make_node: Callable[..., Node]) -> None:
    node = make_node(VOLUMES)
    node.disks(ebs={"/dev/sdf": 501, "/dev/sdg": 100})
    node.install("ebsnvme-id")
    node.first_boot()
    assert node.mounted() == {"/data/deep"}
    assert "not of 500 GiB" in node.journal


def test_a_missing_volume_costs_the_others_nothing(make_node: Callable[..., Node]) -> None:
    node = make_node(VOLUMES)
    node.disks(ebs={"/dev/sdg": 100})
    node.install("ebsnvme-id")
    node.first_boot()
    assert node.mounted() == {"/data/deep"}
    assert "no volume /dev/sdf for /data" in node.journal
    assert "run: boot done" in node.journal
