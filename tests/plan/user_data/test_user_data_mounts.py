"""Shared file systems: TLS for EFS, the right Lustre client, and a failure that costs nobody their log-in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

import pytest
from tests.plan.user_data.conftest import ENDING, Node, full_settings, person, settings

from rackguard.plan.user_data import NodeMount
from rackguard.plan.user_data.scripts.node.mount_source import source

LUSTRE, EFS = NodeMount("scratch", "lustre", "/fsx"), NodeMount("home", "efs", "/home")
LUSTRE_ADDRESS = {"dns_name": "fs-1.fsx.us-east-2.amazonaws.com", "mount_name": "abcd1234"}
EFS_ADDRESS = {"file_system_id": "fs-0123456789abcdef0"}
ANA = {"ana": person("ana", 10001)}


@pytest.fixture
def node(make_node: Callable[..., Node]) -> Node:
    """A node with both kinds, Ana, and everything else there is."""
    node = make_node(full_settings(mounts=(LUSTRE, EFS)))
    node.people(ANA)
    node.disks(local=2, ebs={"/dev/sdf": 500})
    node.install("ebsnvme-id")
    node.address("scratch", LUSTRE_ADDRESS)
    node.address("home", EFS_ADDRESS)
    return node


def can_log_in(node: Node) -> bool:
    """Whether Ana has an account and a key, and sshd runs the hardened configuration."""
    return (
        node.exists("etc/ssh/authorized_keys.d/ana")
        and not node.expired("ana")
        and node.exists("etc/ssh/sshd_config.d/00-rackguard.conf")
        and bool(node.called("systemctl", "try-restart", "ssh.service"))
    )


def test_efs_is_encrypted_on_the_way_and_lustre_locks_files(node: Node) -> None:
    node.first_boot()
    mounts = {call[-1]: call[1:-2] for call in node.called("mount")}
    assert mounts["/fsx"] == ["-t", "lustre", "-o", "relatime,flock,nofail,_netdev"]
    assert mounts["/home"] == ["-t", "efs", "-o", "tls,iam,nofail,_netdev"]


@pytest.mark.parametrize("failing", ["lustre", "efs"])
def test_one_mount_that_fails_leaves_ssh_reachable_and_the_rest_running(node: Node, failing: str) -> None:
    node.put(f"sandbox/mount-fails-{failing}", "")
    done = node.first_boot()
    assert done.returncode == 0
    assert can_log_in(node)
    assert node.mounted() == {"/local", "/data", "/home" if failing == "lustre" else "/fsx"}
    assert "no answer" in node.journal
    for later in ("UNHEALTHY", "own script ended with 0", "boot done"):
        assert later in node.journal
    (node.world / f"mount-fails-{failing}").unlink()
    assert node.tick("mounts") == 0
    assert {"/fsx", "/home"} <= node.mounted()


def test_everything_that_can_fail_at_once_still_leaves_ssh_reachable(node: Node) -> None:
    node.put("sandbox/offline", "")
    for kind in ("lustre", "efs", "none"):
        node.put(f"sandbox/mount-fails-{kind}", "")
    (node.world / "instance-id").unlink()
    done = node.first_boot()
    assert done.returncode == 0
    assert can_log_in(node)
    for section in ("nvme", "volumes", "mounts", "peers", "health", "logs", "extra"):
        assert f"run: {section} failed" in node.journal
    assert "boot done" in node.journal


def test_a_file_system_still_being_made_is_mounted_once_it_has_an_address(node: Node) -> None:
    (node.world / "mounts/home").unlink()
    node.first_boot()
    assert "/home" not in node.mounted()
    assert "home: no address yet" in node.journal
    assert can_log_in(node)
    node.address("home", EFS_ADDRESS)
    node.forget()
    assert node.tick("mounts") == 0
    assert "/home" in node.mounted()
    # Homes made on the root disk are hidden now; people have theirs at once on the new one.
    assert node.called("aws", "ssm", "get-parameters-by-path")


@pytest.mark.parametrize(
    ("system", "calls"),
    [
        (
            "amazon-linux-2023",
            [["dnf", "-y", "-q", "install", "lustre-client"], ["dnf", "-y", "-q", "install", "amazon-efs-utils"]],
        ),
        ("ubuntu-22.04", ["jammy", "22.04"]),
        ("ubuntu-24.04", ["noble", "24.04"]),
    ],
)
def test_clients_come_from_aws_signed_repositories(
    make_node: Callable[..., Node], system: str, calls: list[object]
) -> None:
    node = make_node(settings(os=system, mounts=(LUSTRE, EFS)))
    node.address("scratch", LUSTRE_ADDRESS)
    node.address("home", EFS_ADDRESS)
    node.first_boot()
    if system == "amazon-linux-2023":
        assert [call for call in node.called("dnf") if "cloudwatch" not in call[-1]] == calls
    else:
        codename, version = calls
        assert node.text("etc/apt/sources.list.d/fsx-lustre.list") == (
            "deb [signed-by=/etc/apt/keyrings/fsx-lustre.asc] "
            f"https://fsx-lustre-client-repo.s3.amazonaws.com/ubuntu {codename} main\n"
        )
        assert node.text("etc/apt/sources.list.d/efs-utils.list") == (
            "deb [signed-by=/etc/apt/keyrings/efs-utils.asc] "
            f"https://amazon-efs-utils.aws.com/repo/deb/ubuntu/{version} {version} main\n"
        )
        kernel = node.run("uname", "-r").stdout.strip()
        installed = [call[-1] for call in node.called("apt-get", "-y")]
        assert installed == [f"lustre-client-modules-{kernel}", "amazon-efs-utils"]
    assert node.mounted() == {"/fsx", "/home"}
    node.reboot()
    assert node.called("dnf") == node.called("apt-get") == []


def test_clients_of_the_image_are_used_as_they_are(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(mounts=(LUSTRE, EFS)))
    node.address("scratch", LUSTRE_ADDRESS)
    node.address("home", EFS_ADDRESS)
    node.install("mount.lustre")
    node.install("mount.efs")
    node.first_boot()
    assert node.called("apt-get") == []
    assert node.mounted() == {"/fsx", "/home"}


def test_a_mirror_out_of_reach_is_not_hammered(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(os="amazon-linux-2023", mounts=(EFS,)))
    node.address("home", EFS_ADDRESS)
    node.put("sandbox/offline", "")
    node.first_boot()
    node.tick("mounts")
    node.tick("mounts")
    assert len(node.called("dnf", "-y", "-q", "install", "amazon-efs-utils")) == 1
    assert "could not install amazon-efs-utils" in node.journal


def test_the_outer_of_two_paths_is_mounted_first(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(mounts=(NodeMount("deep", "efs", "/fsx/deep"), LUSTRE)))
    node.address("scratch", LUSTRE_ADDRESS)
    node.address("deep", EFS_ADDRESS)
    node.first_boot()
    assert [call[-1] for call in node.called("mount")] == ["/fsx", "/fsx/deep"]


def mode(node: Node, path: str) -> str:
    """Permissions of a folder of the node."""
    return oct((node.root / path).stat().st_mode & 0o7777)


@pytest.mark.parametrize("inside", ["nothing", "lost+found"])
def test_everybody_may_write_to_a_new_file_system(make_node: Callable[..., Node], inside: str) -> None:
    node = make_node(settings(mounts=(LUSTRE, NodeMount("data", "efs", "/data"))))
    node.address("scratch", LUSTRE_ADDRESS)
    node.address("data", EFS_ADDRESS)
    if inside != "nothing":
        (node.root / "fsx" / inside).mkdir(parents=True)
    node.first_boot()
    assert (mode(node, "fsx"), mode(node, "data")) == ("0o1777", "0o1777")
    assert "mounts: /fsx is new and empty: everybody may write to it" in node.journal
    node.put("fsx/model", "weights")
    (node.root / "fsx").chmod(0o755)  # closed by its owner since
    node.reboot()
    assert mode(node, "fsx") == "0o755"


@pytest.mark.parametrize("setting", ["a file", "a folder", "a hidden file", "another mode", "an owner", "a group"])
def test_a_file_system_that_was_used_or_set_up_is_left_as_it_is(make_node: Callable[..., Node], setting: str) -> None:
    node = make_node(settings(mounts=(LUSTRE,)))
    node.address("scratch", LUSTRE_ADDRESS)
    folder = node.root / "fsx"
    folder.mkdir()
    folder.chmod(0o755)
    match setting:
        case "a file":
            node.put("fsx/model", "weights")
        case "a folder":
            (folder / "runs").mkdir()
        case "a hidden file":
            node.put("fsx/.keep", "")
        case "another mode":
            folder.chmod(0o750)
        case "an owner":
            os.chown(folder, 10001, 0)
        case _:
            os.chown(folder, 0, 10001)
    before = (mode(node, "fsx"), folder.stat().st_uid, folder.stat().st_gid)
    node.first_boot()
    assert node.mounted() == {"/fsx"}
    assert (mode(node, "fsx"), folder.stat().st_uid, folder.stat().st_gid) == before


def test_a_file_system_that_can_not_be_listed_is_not_taken_for_empty(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(mounts=(LUSTRE,)))
    node.address("scratch", LUSTRE_ADDRESS)
    node.put("local/bin/find", "#!/bin/sh\nexit 1\n", 0o755)
    node.first_boot()
    assert node.mounted() == {"/fsx"}
    assert mode(node, "fsx") == "0o755"


@pytest.mark.parametrize("path", ["/home", "/home/ana"])
def test_homes_are_never_opened_to_everybody(make_node: Callable[..., Node], path: str) -> None:
    node = make_node(settings(mounts=(NodeMount("home", "efs", path),)))
    node.address("home", EFS_ADDRESS)
    node.first_boot()
    assert node.mounted() == {path}
    assert mode(node, path[1:]) == "0o755"


def test_a_file_system_that_is_not_mounted_is_not_opened(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(mounts=(LUSTRE,)))
    node.address("scratch", LUSTRE_ADDRESS)
    node.put("sandbox/mount-fails-lustre", "")
    node.first_boot()
    assert mode(node, "fsx") == "0o755"


SAVES = {"ending": ENDING, "saved_to": ("/fsx",)}


def owner_and_mode(node: Node, path: str) -> tuple[int, str]:
    return (node.root / path).stat().st_uid, mode(node, path)


def test_the_place_for_saved_work_is_roots_before_anybody_can_write_beside_it(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(mounts=(LUSTRE,), **SAVES))
    node.address("scratch", LUSTRE_ADDRESS)
    seen = '#!/bin/sh\n[ $1 != 1777 ] || /usr/bin/stat -c %u:%a /fsx/llm-prod >/at-chmod\nexec /usr/bin/chmod "$@"\n'
    node.put("local/bin/chmod", seen, 0o755)
    node.first_boot()
    assert node.text("at-chmod") == "0:755\n"  # people may read what was saved, to go on with it
    assert mode(node, "fsx") == "0o1777"


@pytest.mark.parametrize("inside", ["nothing but the place", "somebody's files"])
def test_a_file_system_that_is_there_already_gets_the_place_too(make_node: Callable[..., Node], inside: str) -> None:
    node = make_node(settings(mounts=(LUSTRE,), **SAVES))
    node.address("scratch", LUSTRE_ADDRESS)
    if inside == "somebody's files":
        node.put("fsx/model", "weights")
        (node.root / "fsx").chmod(0o755)
    else:  # another node was cut off between making the place and opening the file system
        (node.root / "fsx/llm-prod").mkdir(parents=True)
    node.first_boot()
    assert owner_and_mode(node, "fsx/llm-prod") == (0, "0o755")
    assert mode(node, "fsx") == ("0o755" if inside == "somebody's files" else "0o1777")


def test_no_place_is_made_where_nothing_is_saved(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(mounts=(LUSTRE,), ending=ENDING))
    node.address("scratch", LUSTRE_ADDRESS)
    node.first_boot()
    assert not node.exists("fsx/llm-prod")


NOT_ROOT = ["-m", "owner", "--uid-owner", "1-4294967294", "-j", "REJECT", "--reject-with", "tcp-reset"]


def rules(node: Node) -> list[list[str]]:
    """Rules that were made, in the order of the calls."""
    return [call[3:] for call in node.called("iptables", "-w", "-I")]


def test_only_root_speaks_nfs_to_efs_or_to_the_proxy_of_a_mount(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(mounts=(LUSTRE, EFS)))
    node.address("scratch", LUSTRE_ADDRESS)
    node.address("home", EFS_ADDRESS)
    options = "rw,relatime,vers=4.1,hard,noresvport,proto=tcp,port=20317,sec=sys,mountport=1,addr=127.0.0.1"
    node.put("sandbox/options/home/.options", options + "\n")
    node.first_boot()
    calls = [call[0] for call in node.calls if call[0] in {"iptables", "mount"} and "lustre" not in call]
    assert calls.index("iptables") < calls.index("mount")
    assert rules(node) == [
        ["OUTPUT", "-p", "tcp", "--dport", "2049", *NOT_ROOT],
        ["OUTPUT", "-p", "tcp", "-d", "127.0.0.0/8", "--dport", "20317", *NOT_ROOT],
    ]
    node.forget()
    assert node.tick("mounts") == 0
    assert node.called("iptables", "-w", "-C") != []
    assert rules(node) == []
    (node.world / "rules").unlink()  # somebody cleared the tables
    node.tick("mounts")
    assert len(rules(node)) == 2


def test_without_efs_there_is_nothing_to_guard(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(mounts=(LUSTRE,)))
    node.address("scratch", LUSTRE_ADDRESS)
    node.first_boot()
    assert node.called("iptables") == []


def test_a_guard_that_can_not_be_set_up_is_told_and_keeps_nobody_from_their_home(
    make_node: Callable[..., Node],
) -> None:
    node = make_node(settings(mounts=(EFS,)))
    node.address("home", EFS_ADDRESS)
    node.put("sandbox/no-iptables", "")
    node.first_boot()
    assert "mounts: UNSAFE: people on this node can reach EFS past its mounts" in node.journal
    assert node.mounted() == {"/home"}


@pytest.fixture
def efa_node(make_node: Callable[..., Node]) -> Node:
    """A node with 16 EFA devices and another one, of which Lustre takes eight."""
    node = make_node(settings(mounts=(LUSTRE,), lustre_efa=8))
    node.address("scratch", LUSTRE_ADDRESS)
    for name, driver in [("mlx5_0", "mlx5_core"), *((f"rdmap{number:02}", "efa") for number in range(16))]:
        device = node.root / f"sys/class/infiniband/{name}/device"
        device.mkdir(parents=True)
        (device / "driver").symlink_to(f"../../../../bus/pci/drivers/{driver}")
    return node


def test_lustre_is_given_efa_interfaces_before_it_is_mounted(efa_node: Node) -> None:
    efa_node.first_boot()
    steps = [
        call for call in efa_node.calls if call[0] in {"modprobe", "lnetctl", "mount"} and call[1:3] != ["net", "show"]
    ]
    assert steps[:4] == [
        ["modprobe", "lnet"], ["modprobe", "kefalnd", "ipif_name=ens32"], ["modprobe", "ksocklnd"],
        ["lnetctl", "lnet", "configure"],
    ]  # fmt: skip
    assert steps[4] == ["lnetctl", "net", "add", "--net", "tcp", "--if", "ens32"]
    devices = ["rdmap00", "rdmap02", "rdmap04", "rdmap06", "rdmap08", "rdmap10", "rdmap12", "rdmap14"]
    assert steps[5:13] == [
        ["lnetctl", "net", "add", "--net", "efa", "--if", device, "--peer-credits", "32"] for device in devices
    ]
    assert steps[13:15] == [
        ["lnetctl", "set", "discovery", "1"],
        ["lnetctl", "udsp", "add", "--src", "efa", "--priority", "0"],
    ]
    assert steps[15][:3] == ["mount", "-t", "lustre"]
    efa_node.run("rm", "-r", "/sandbox/mounted/fsx")
    efa_node.forget()
    efa_node.tick("mounts")
    assert [call for call in efa_node.called("lnetctl") if call[1:3] != ["net", "show"]] == []


@pytest.mark.parametrize("trouble", ["no module", "no device"])
def test_without_efa_lustre_goes_over_tcp(efa_node: Node, trouble: str) -> None:
    if trouble == "no module":
        efa_node.put("sandbox/no-module-kefalnd", "")
    else:
        shutil.rmtree(efa_node.root / "sys/class/infiniband")
    efa_node.first_boot()
    assert "mounts: Lustre without EFA: LNet could not be set up for it" in efa_node.journal
    assert efa_node.mounted() == {"/fsx"}


def test_a_file_system_without_efa_leaves_lnet_alone(make_node: Callable[..., Node]) -> None:
    node = make_node(settings(mounts=(LUSTRE,)))
    node.address("scratch", LUSTRE_ADDRESS)
    node.first_boot()
    assert node.called("lnetctl") == node.called("modprobe") == []


def test_an_address_is_what_mount_wants() -> None:
    assert source("lustre", '{"dns_name": "fs-1.fsx.aws", "mount_name": "ab12"}') == "fs-1.fsx.aws@tcp:/ab12"
    assert source("efs", '{"file_system_id": "fs-0123456789abcdef0"}') == "fs-0123456789abcdef0:/"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("lustre", "{}"),
        ("lustre", "[]"),
        ("lustre", "null"),
        ("lustre", "fs-1"),
        ("lustre", '{"dns_name": "fs-1.fsx.aws"}'),
        ("lustre", '{"dns_name": "-o suid", "mount_name": "abc"}'),
        ("lustre", '{"dns_name": "fs.aws", "mount_name": "a/../b"}'),
        ("lustre", '{"dns_name": "fs.aws\\n", "mount_name": "abc"}'),
        ("lustre", '{"dns_name": 7, "mount_name": "abc"}'),
        ("efs", '{"file_system_id": "fs-xyz"}'),
        ("efs", '{"file_system_id": "fs-0123456789abcdef0 -o exec"}'),
        ("efs", '{"file_system_id": ["fs-0123456789abcdef0"]}'),
    ],
)
def test_an_address_of_another_shape_is_none(kind: str, text: str) -> None:
    with pytest.raises((ValueError, TypeError, AttributeError)):
        source(kind, text)
