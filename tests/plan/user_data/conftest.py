"""A node to run user data on: the machine's own /usr, read-only, under a root of its own in namespaces of its own.

Everything that a script may write to is a folder of the test; commands that would change a machine are stubs that
record their calls (stubs/command.sh). Accounts are real ones, in the sandbox's /etc/passwd.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rackguard.plan.user_data import Checkpoint, Ending, NodeMount, NodeSettings, NodeVolume, build_user_data

STUBS = Path(__file__).parent / "stubs"
COMMANDS = [
    *("amazon-cloudwatch-agent-ctl", "aws", "blkid", "curl", "dpkg", "findmnt", "groupadd", "ip"),
    *("iptables", "lnetctl", "loginctl", "logger", "lsblk"),
    *(
        "mdadm",
        "mkfs.xfs",
        "modinfo",
        "modprobe",
        "mount",
        "mountpoint",
        "nvidia-smi",
        "pkill",
        "pvremove",
        "pvs",
        "ssh",
        "sshd",
    ),
    *("systemctl", "umount", "useradd", "usermod", "vgremove", "vgs", "visudo"),
]
SYSTEMS = {
    "ubuntu-22.04": ("ubuntu", "jammy", ["apt-get", "snap"]),
    "ubuntu-24.04": ("ubuntu", "noble", ["apt-get", "snap"]),
    "amazon-linux-2023": ("ec2-user", "", ["dnf"]),
}
INSTANCE_ID = "i-0123456789abcdef0"
ENDING = Ending("llm-prod-pool-train", "save-before-end", 450)
HOST_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "H" * 43
NVME = "Amazon EC2 NVMe Instance Storage"
EBS = "Amazon Elastic Block Store"
ENTER = """
set -e
cd "$1"
mount --make-rprivate /
mount -o bind,ro /usr usr
mount --bind local usr/local
mount -t proc proc proc
for device in null zero urandom; do mount --bind /dev/$device dev/$device; done
shift
set +e
chroot . "$@"
exit $?
"""


def person(name: str, uid: int, *, sudo: bool = False, keys: list[str] | None = None) -> str:
    """The JSON of a person's parameter."""
    letter = name[-1].upper()
    return json.dumps({"name": name, "uid": uid, "sudo": sudo, "keys": keys or [key_of(letter)]})


def key_of(letter: str) -> str:
    """A key of the right shape."""
    return "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + letter * 43 + " somebody@laptop"


class Node:
    """One instance: its world is under `/sandbox`, its disk is everything else."""

    def __init__(self, root: Path, settings: NodeSettings) -> None:
        self.root, self.settings = root, settings
        self.user_data = build_user_data(settings).script
        self.world = root / "sandbox"
        self._furnish()

    def _furnish(self) -> None:
        account, codename, managers = SYSTEMS[self.settings.os]
        folders = "usr local/bin local/lib proc dev etc/ssh etc/sudoers.d etc/systemd/system etc/skel home root run tmp"
        world = "mounts mounted disk size ebs active notices"
        for folder in (*folders.split(), "var/lib", "var/log", "etc/apt/sources.list.d", "sys"):
            (self.root / folder).mkdir(parents=True)
        for folder in ("usr/share/keyrings", *world.split()):
            (self.world / folder).mkdir(parents=True)
        for link in ("bin", "lib", "lib64", "sbin"):
            if Path("/", link).is_symlink():
                (self.root / link).symlink_to(f"usr/{link}")
        for device in ("null", "zero", "urandom"):
            (self.root / "dev" / device).touch()
        (self.root / "dev/fd").symlink_to("/proc/self/fd")
        self.put("local/bin/command.sh", (STUBS / "command.sh").read_text(), 0o755)
        (self.root / "local/bin/awk").symlink_to(Path(shutil.which("awk") or "awk").resolve())  # else by way of /etc
        for command in [*COMMANDS, *managers]:
            self.install(command)
        self._etc(account, codename)
        self.put("sandbox/instance-id", INSTANCE_ID)
        self.put("sandbox/calls", "")
        self.put("sandbox/journal", "")
        self.put("sandbox/lsblk", "")
        self.people({})

    def _etc(self, account: str, codename: str) -> None:
        self.put("etc/passwd", f"root:x:0:0:root:/root:/bin/bash\n{account}:x:1000:1000::/home/{account}:/bin/bash\n")
        self.put("etc/shadow", f"root:*:20000:0:99999:7:::\n{account}:!:20000:0:99999:7:::\n", 0o600)
        self.put("etc/group", f"root:x:0:\n{account}:x:1000:\n")
        self.put("etc/gshadow", f"root:*::\n{account}:!::\n", 0o600)
        self.put("etc/login.defs", "UID_MIN 1000\nUID_MAX 60000\nGID_MIN 1000\nGID_MAX 60000\n")
        self.put("etc/skel/.profile", "# profile\n")
        self.put("etc/os-release", f"VERSION_CODENAME={codename}\n")
        self.put("etc/ssh/sshd_config", "Include /etc/ssh/sshd_config.d/*.conf\nPasswordAuthentication yes\n")
        self.put("etc/ssh/ssh_host_ed25519_key.pub", HOST_KEY + " root@host\n")

    def install(self, command: str) -> None:
        """Give the node a command."""
        (self.root / "local/bin" / command).symlink_to("command.sh")

    def put(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write a file of the node."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(mode)

    def text(self, path: str) -> str:
        """A file of the node."""
        return (self.root / path.lstrip("/")).read_text()

    def exists(self, path: str) -> bool:
        """Whether the node has a file."""
        return os.path.lexists(self.root / path.lstrip("/"))

    def people(self, parameters: dict[str, str]) -> None:
        """The parameters below `users/`: name → JSON."""
        prefix = self.settings.parameter_prefix
        answer = [{"Name": f"{prefix}/users/{name}", "Value": value} for name, value in parameters.items()]
        self.put("sandbox/users.json", json.dumps({"Parameters": answer}))

    def address(self, store: str, value: Any) -> None:
        """The parameter with a file system's address."""
        self.put(f"sandbox/mounts/{store}", json.dumps({"Parameter": {"Value": json.dumps(value)}}))

    def disks(self, local: int = 0, ebs: dict[str, int] | None = None) -> None:
        """Instance-store disks, and EBS volumes by device name with their size in GiB; all blank."""
        lines, number = [f"/dev/nvme0n1 {EBS}"], 0
        self._disk("nvme0n1")
        self.put("sandbox/disk/nvme0n1", "root uuid-root")
        for number in range(1, local + 1):
            lines.append(f"/dev/nvme{number}n1 {NVME}")
            self._disk(f"nvme{number}n1")
        for index, (device, size) in enumerate((ebs or {}).items(), number + 1):
            lines.append(f"/dev/nvme{index}n1 {EBS}")
            self._disk(f"nvme{index}n1")
            self.put(f"sandbox/ebs/nvme{index}n1", device)
            self.put(f"sandbox/size/nvme{index}n1", str(size << 30))
        self.put("sandbox/lsblk", "\n".join(lines) + "\n")

    def _disk(self, name: str) -> None:
        # Number 240 is for experiments: nothing is behind it, so nothing can be hurt.
        os.mknod(self.root / "dev" / name, 0o600 | 0o060000, os.makedev(240, 1))

    def inside(self, *command: str) -> list[str]:
        """A command for the machine that runs one on the node."""
        namespaces = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child"]
        return [*namespaces, "sh", "-c", ENTER, "sh", str(self.root), *command]

    def run(self, *command: str, check: bool = True, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command on the node."""
        environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        options: dict[str, Any] = {
            "capture_output": True,
            "text": True,
            "env": environment,
            "timeout": 120,
            "input": stdin,
        }
        done = subprocess.run(self.inside(*command), **options, check=False)
        assert not check or done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    def first_boot(self) -> subprocess.CompletedProcess[str]:
        """What cloud-init does, once."""
        self.put("root/user-data", self.user_data, 0o700)
        return self.run("/root/user-data")

    def reboot(self) -> subprocess.CompletedProcess[str]:
        """What systemd does at every boot; mounts and /run are gone before."""
        shutil.rmtree(self.root / "run")
        shutil.rmtree(self.world / "mounted")
        (self.root / "run").mkdir()
        (self.world / "mounted").mkdir()
        self.forget()
        return self.run("/usr/local/lib/rackguard/run", "boot")

    def tick(self, section: str) -> int:
        """What a timer does."""
        return self.run("/usr/local/lib/rackguard/run", section, check=False).returncode

    def stop_and_start(self) -> subprocess.CompletedProcess[str]:
        """As a reboot, with instance-store disks blank."""
        for disk in (self.world / "disk").iterdir():
            if disk.name.removesuffix(".device") != "nvme0n1":
                disk.unlink()
        return self.reboot()

    def forget(self) -> None:
        """Start recording anew."""
        self.put("sandbox/calls", "")
        self.put("sandbox/journal", "")

    @property
    def calls(self) -> list[list[str]]:
        """Commands called since, each as its words."""
        return [call.split("\x1f")[:-1] for call in self.text("sandbox/calls").split("\x1e")[:-1]]

    def called(self, *words: str) -> list[list[str]]:
        """Calls that begin with these words."""
        return [call for call in self.calls if call[: len(words)] == list(words)]

    @property
    def journal(self) -> str:
        """What was logged since."""
        return self.text("sandbox/journal")

    def mounted(self) -> set[str]:
        """Where something is mounted."""
        found = (self.world / "mounted").rglob(".mounted")
        return {f"/{mark.parent.relative_to(self.world / 'mounted')}" for mark in found}

    def accounts(self) -> dict[str, int]:
        """Accounts and their uids."""
        lines = [line.split(":") for line in self.text("etc/passwd").splitlines()]
        return {line[0]: int(line[2]) for line in lines}

    def expired(self, name: str) -> bool:
        """Whether an account is locked and expired."""
        entry = next(line.split(":") for line in self.text("etc/shadow").splitlines() if line.startswith(f"{name}:"))
        return entry[1].startswith("!") and entry[7] == "1"

    def snapshot(self) -> dict[str, Any]:
        """Every file that outlives a reboot: content is as good as its time, inode and mode."""
        found: dict[str, Any] = {}
        for folder in ("etc", "local", "home", "var"):
            for path, names, files in os.walk(self.root / folder):
                names[:] = [name for name in names if name != "__pycache__"]
                for name in files:
                    status = (Path(path) / name).lstat()
                    found[f"{path}/{name}"] = (status.st_mode, status.st_uid, status.st_mtime_ns, status.st_ino)
        return found


def settings(**changes: Any) -> NodeSettings:
    """A node with nothing but people, SSH and logs, changed as a test wants."""
    basis: dict[str, Any] = {
        "cluster": "llm-prod",
        "pool": "train",
        "role": "node",
        "region": "us-east-2",
        "account_id": "123456789012",
        "os": "ubuntu-24.04",
        "parameter_prefix": "/rackguard/llm-prod",
        "log_group": "/rackguard/llm-prod/auth",
    }
    return NodeSettings(**(basis | changes))


def full_settings(**changes: Any) -> NodeSettings:
    """A node with everything."""
    everything: dict[str, Any] = {
        "local_nvme": "raid0",
        "mounts": (NodeMount("scratch", "lustre", "/fsx"), NodeMount("home", "efs", "/home")),
        "data_volumes": (NodeVolume("/dev/sdf", "/data", 500),),
        "gpu_count": 8,
        "efa_count": 32,
        "nvlinks_per_gpu": 18,
        "slots": 8,
        "peers": True,
        "ending": ENDING,
        "lustre_efa": 8,
        "saved_to": ("/fsx",),
        "checkpoint": Checkpoint("s3", "llm-prod-checkpoints-123456789012"),
        "extra": "#!/bin/bash\necho hello\n",
    }
    return settings(**(everything | changes))


@cache
def why_no_sandbox() -> str:
    """Why user data can't be run here; empty where it can."""
    if sys.platform != "linux":
        return "user data runs on Linux only"
    if os.geteuid() != 0:
        return "running user data needs root, for namespaces with several accounts"
    if not Path("/usr/bin/python3").exists():
        return "the sandbox uses the system's /usr/bin/python3"
    trial = subprocess.run(["unshare", "--mount", "--net", "--pid", "--fork", "true"], capture_output=True, check=False)
    return "" if trial.returncode == 0 else f"no namespaces: {trial.stderr.decode()}"


@pytest.fixture
def make_node(tmp_path: Path) -> Callable[..., Node]:
    """Make a node of these settings. Never skipped on CI: what isn't run isn't proved."""
    reason = why_no_sandbox()
    if reason and "CI" in os.environ:
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    count = iter(range(1000))
    return lambda chosen: Node(tmp_path / f"node{next(count)}", chosen)
