"""Every combination of system, local NVMe, shared file systems and people, run twice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from tests.plan.user_data.conftest import Node, person, settings

from rackguard.plan.user_data import NodeMount

SYSTEMS = ["ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023"]
LUSTRE, EFS = NodeMount("scratch", "lustre", "/fsx"), NodeMount("home", "efs", "/home")
MOUNTS = {"none": (), "lustre": (LUSTRE,), "efs": (EFS,), "both": (LUSTRE, EFS)}
ANA, BO, CHE = person("ana", 10001, sudo=True), person("bo", 10002), person("che", 10003)
PEOPLE = {
    "nobody": {},
    "one": {"ana": ANA},
    "several": {"ana": ANA, "bo": BO, "che": CHE},
    "broken": {
        "ana": ANA,
        "bo": "{not JSON",
        "che": person("che", 20000),
        "dan": person("dan", 1000),
        "root": person("root", 10005, sudo=True),
        "eve": person("ana", 10006),
        "fay": person("fay", 10007, keys=["ssh-dss AAAA fay"]),
    },
}
LET_IN = {"nobody": set(), "one": {"ana"}, "several": {"ana", "bo", "che"}, "broken": {"ana"}}
CHANGES = {"apt-get", "dnf", "dpkg", "groupadd", "mdadm", "mkfs.xfs", "pkill", "umount", "useradd", "usermod", "visudo"}


def is_change(call: list[str]) -> bool:
    """Whether a call changes more than what a reboot takes away anyway."""
    return call[0] in CHANGES or (call[0] == "systemctl" and not call[1].startswith("is-"))


@pytest.mark.parametrize(
    ("system", "nvme", "mounts", "people"), list(product(SYSTEMS, ["raid0", "none"], MOUNTS, PEOPLE))
)
def test_a_node_boots_and_a_reboot_changes_nothing(
    make_node: Callable[..., Node], system: str, nvme: str, mounts: str, people: str
) -> None:
    node = make_node(settings(os=system, local_nvme=nvme, mounts=MOUNTS[mounts]))
    node.put("etc/passwd", node.text("etc/passwd") + "image:x:20000:20000::/:/usr/sbin/nologin\n")
    node.disks(local=2)
    node.people(PEOPLE[people])
    node.address("scratch", {"dns_name": "fs-1.fsx.us-east-2.amazonaws.com", "mount_name": "abcd1234"})
    node.address("home", {"file_system_id": "fs-0123456789abcdef0"})
    where = {mount.path for mount in MOUNTS[mounts]} | ({"/local"} if nvme == "raid0" else set())

    node.first_boot()

    assert node.mounted() == where
    assert len(node.called("mdadm", "--create")) == (1 if nvme == "raid0" else 0)
    assert {call[-2] for call in node.called("mount") if call[-1] != "/local"} == {
        {"/fsx": "fs-1.fsx.us-east-2.amazonaws.com@tcp:/abcd1234", "/home": "fs-0123456789abcdef0:/"}[mount.path]
        for mount in MOUNTS[mounts]
    }
    assert {file.name for file in (node.root / "etc/ssh/authorized_keys.d").iterdir()} == LET_IN[people]
    assert {name for name, uid in node.accounts().items() if 10000 <= uid < 20000} == LET_IN[people]
    assert {file.name for file in (node.root / "etc/sudoers.d").iterdir()} == (
        {"rackguard-ana"} if LET_IN[people] else set()
    )
    image_account = "ec2-user" if system == "amazon-linux-2023" else "ubuntu"
    assert node.expired(image_account) == bool(LET_IN[people])
    assert "AllowGroups rackguard-users\n" in node.text("etc/ssh/sshd_config.d/00-rackguard.conf")
    unit = "sshd.service" if system == "amazon-linux-2023" else "ssh.service"
    assert [call[-1] for call in node.called("systemctl") if "re" in call[1].split("-")[-1]][-1:] == [unit]
    assert node.called("amazon-cloudwatch-agent-ctl")
    assert "run: boot done" in node.journal

    before = node.snapshot()
    node.reboot()

    assert node.mounted() == where
    assert node.snapshot() == before
    assert [call for call in node.calls if is_change(call)] == []
    assert "run: boot done" in node.journal
