"""SSH: hardened or as it was, never half; and what the real sshd makes of it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.plan.user_data.conftest import INSTANCE_ID, SYSTEMS, Node, person, settings

from rackguard.plan.user_data import NodeSettings

DROPIN = "etc/ssh/sshd_config.d/00-rackguard.conf"
OLD = "# written by an earlier version\nPasswordAuthentication no\n"


def test_a_configuration_that_sshd_refuses_is_taken_back(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.people({"ana": person("ana", 10001)})
    node.put("sandbox/sshd-refuses", "")
    before = node.text("etc/ssh/sshd_config")
    assert node.first_boot().returncode == 0
    assert not node.exists(DROPIN)
    assert node.text("etc/ssh/sshd_config") == before
    assert not node.called("systemctl", "try-restart")
    assert not node.called("systemctl", "try-reload-or-restart")
    assert "was refused and is not in use: Bad configuration option" in node.journal
    assert "boot done" in node.journal


def test_what_was_in_use_before_stays_where_the_new_one_is_refused(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.put(DROPIN, OLD, 0o600)
    node.put("sandbox/sshd-refuses", "")
    node.first_boot()
    assert node.text(DROPIN) == OLD
    (node.world / "sshd-refuses").unlink()
    node.reboot()
    assert "AllowGroups rackguard-users" in node.text(DROPIN)


def test_people_are_there_before_ssh_is_closed_to_others(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.people({"ana": person("ana", 10001)})
    node.first_boot()
    names = [call[0] for call in node.calls]
    assert names.index("useradd") < names.index("sshd")
    tested, restarted = node.calls.index(["sshd", "-t"]), node.calls.index(["systemctl", "try-restart", "ssh.service"])
    assert tested < restarted


def test_a_main_file_that_reads_no_dropins_is_made_to(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.put("etc/ssh/sshd_config", "# Include /etc/ssh/sshd_config.d/*.conf\nPasswordAuthentication yes\n")
    node.first_boot()
    assert node.text("etc/ssh/sshd_config").splitlines()[0] == "Include /etc/ssh/sshd_config.d/*.conf"
    before = node.snapshot()
    node.reboot()
    assert node.snapshot() == before


def test_another_file_that_overrules_ours_is_told(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.put("etc/ssh/sshd_config.d/00-image.conf", "PasswordAuthentication yes\n")
    node.first_boot()
    assert "NOT HARDENED: another file of sshd overrules 'passwordauthentication no'" in node.journal
    assert "'permitrootlogin no'" not in node.journal


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_can_push_a_key_by_instance_connect(make_node: Callable[..., Node], system: str) -> None:
    node = make_node(settings(os=system))
    node.first_boot()
    assert "AuthorizedKeysCommand none\n" in node.text(DROPIN)
    mask = node.root / "etc/systemd/system/ssh.service.d/ec2-instance-connect.conf"
    if system == "amazon-linux-2023":
        assert not mask.exists()
        assert node.called("systemctl", "try-reload-or-restart", "sshd.service")
    else:
        assert mask.readlink() == Path("/dev/null")
        assert node.called("systemctl", "try-restart", "ssh.service")


def test_unknown_algorithms_are_left_out_and_weak_ones_never_named(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.first_boot()
    lines = dict(line.split(" ", 1) for line in node.text(DROPIN).splitlines())
    assert lines["KexAlgorithms"] == "curve25519-sha256,curve25519-sha256@libssh.org,diffie-hellman-group16-sha512"
    assert lines["Ciphers"] == "aes256-gcm@openssh.com,aes128-gcm@openssh.com"
    assert lines["MACs"] == "hmac-sha2-256-etm@openssh.com"


def real_sshd() -> str | None:
    """Where the machine's sshd is; `.ci/run` installs it."""
    return shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin")


@pytest.fixture
def make_real_node(make_node: Callable[..., Node]) -> Callable[[NodeSettings], Node]:
    """A node with the machine's own sshd and ssh, and host keys."""
    if real_sshd() is None and "CI" in os.environ:
        pytest.fail("no sshd on this machine: install openssh-server")
    if real_sshd() is None:
        pytest.skip("no sshd on this machine: install openssh-server to test what it makes of the configuration")

    def make(chosen: NodeSettings) -> Node:
        node = make_node(chosen)
        for command in ("sshd", "ssh"):
            (node.root / "local/bin" / command).unlink()
        node.put("etc/passwd", node.text("etc/passwd") + "sshd:x:100:65534::/run/sshd:/usr/sbin/nologin\n")
        (node.root / "etc/ssh/ssh_host_ed25519_key.pub").unlink()
        node.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "/etc/ssh/ssh_host_ed25519_key")
        # Amazon Linux's sshd has no /run/sshd; this machine's wants one whatever the node's system.
        (node.root / "run/sshd").mkdir()
        return node

    return make


@pytest.mark.parametrize("peers", [False, True])
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_real_sshd_takes_the_configuration_and_means_it(
    make_real_node: Callable[[NodeSettings], Node], system: str, peers: bool
) -> None:
    node = make_real_node(settings(os=system, peers=peers))
    node.put("sandbox/instances.json", "[]")
    node.put("etc/ssh/sshd_config", node.text("etc/ssh/sshd_config") + "PermitRootLogin yes\nX11Forwarding yes\n")
    node.first_boot()
    assert "refused" not in node.journal
    assert "NOT HARDENED" not in node.journal
    (node.root / "run/sshd").mkdir(exist_ok=True)
    node.run("sshd", "-t")
    effective = node.run("sshd", "-T").stdout.splitlines()
    for line in (
        "passwordauthentication no",
        "kbdinteractiveauthentication no",
        "permitrootlogin no",
        "pubkeyauthentication yes",
        "authorizedkeysfile /etc/ssh/authorized_keys.d/%u",
        "authorizedkeyscommand none",
        "allowgroups rackguard-users",
        "allowagentforwarding no",
        "x11forwarding no",
        "maxauthtries 4",
        "loglevel VERBOSE",
        "clientaliveinterval 120",
        "usepam yes",
        "hostkeyalgorithms ssh-ed25519,rsa-sha2-512,rsa-sha2-256",
        "pubkeyacceptedalgorithms ssh-ed25519,rsa-sha2-512,rsa-sha2-256",
        "ignorerhosts yes",
        f"hostbasedauthentication {'yes' if peers else 'no'}",
        f"authenticationmethods {'publickey hostbased' if peers else 'publickey'}",
    ):
        assert line in effective
    kex = next(line for line in effective if line.startswith("kexalgorithms "))
    assert "curve25519-sha256" in kex
    assert "sha1" not in kex
    assert "chacha" not in next(line for line in effective if line.startswith("ciphers "))


LOG_IN = """
import fcntl, pathlib, socket, struct, subprocess, sys, time
with socket.socket() as s:
    fcntl.ioctl(s, 0x8914, struct.pack("16sh14x", b"lo", 1))  # the sandbox's own loopback, up
ours = pathlib.Path("/run/sshd.pid")
ours.unlink(missing_ok=True)
subprocess.run(["/usr/sbin/sshd", "-E", "/sshd.log"], check=True)
end = time.monotonic() + 30
while not ours.exists() or not ours.read_text():  # sshd leaves for the background first, and writes it once it listens
    assert time.monotonic() < end, "sshd never listened: " + pathlib.Path("/sshd.log").read_text()
    time.sleep(0.02)
for line in sys.stdin:
    who, key, account = line.split()
    ssh = ["ssh", "-n", "-o", "BatchMode=yes", "-o", "IdentityFile=" + key, "-o", "IdentitiesOnly=yes"]
    ssh += ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "ConnectTimeout=30"]
    done = subprocess.run(["setpriv", "--reuid", who, "--regid", who, "--clear-groups", "--reset-env",
        *ssh, account + "@127.0.0.1", "id -un"], capture_output=True, text=True)
    refused = done.returncode == 255 and account + "@127.0.0.1: Permission denied (" in done.stderr
    print("refused" if refused else done.stdout.strip() or " ".join(done.stderr.split()), flush=True)
    if "--end" in sys.argv and ours.exists():
        subprocess.run(["kill", ours.read_text().strip()], check=True)
        while ours.exists():
            time.sleep(0.02)
"""


class TestLoggingIn:
    """Real log-ins, in the sandbox's own network: who gets in where."""

    @pytest.fixture
    def node(self, make_real_node: Callable[[NodeSettings], Node]) -> Node:
        node = make_real_node(settings(peers=True))
        pam = "auth required pam_unix.so\naccount required pam_unix.so\nsession required pam_permit.so\n"
        node.put("etc/pam.d/sshd", pam)
        node.put("etc/hosts", "127.0.0.1 localhost\n")
        node.put("etc/ssh/ssh_config", "Include /etc/ssh/ssh_config.d/*.conf\n")
        for key in ("ana", "bo", "stranger"):
            node.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"/{key}.key")
            (node.root / f"{key}.key").chmod(0o600)
        self.people(node, "ana", "bo")
        tags = {"cluster": "llm-prod", "pool": "train"}
        tags["ssh-host-key"] = " ".join(node.text("etc/ssh/ssh_host_ed25519_key.pub").split()[:2])
        shown = [{"Key": f"rackguard:{key}", "Value": value} for key, value in tags.items()]
        own = {"id": INSTANCE_ID, "address": "127.0.0.1", "tags": shown}
        node.put("sandbox/instances.json", json.dumps([own]))
        node.first_boot()
        return node

    def people(self, node: Node, *names: str) -> None:
        uids = {"ana": 10001, "bo": 10002}
        keys = {name: [node.text(f"{name}.key.pub").strip()] for name in names}
        node.people({name: person(name, uids[name], keys=keys[name]) for name in names})

    def log_in(self, node: Node, *tries: str, options: str = "") -> list[str]:
        """Each a local account, a key file and the account to log in to; the answer is who one is there, or `refused`.

        With `--end`, sshd is ended after the first.
        """
        (node.root / "run/sshd").mkdir(exist_ok=True)
        node.put("log_in.py", LOG_IN)
        done = node.run("sh", "-c", f"python3 /log_in.py {options}", stdin="".join(f"{line}\n" for line in tries))
        return done.stdout.split("\n")[:-1]

    def test_only_an_sshd_that_answers_refuses(self, node: Node) -> None:
        """Nothing else counts as refused here: not a daemon that is gone."""
        first, second = self.log_in(node, "root /bo.key ana", "root /bo.key ana", options="--end")
        assert first == "refused"
        assert "Connection refused" in second

    def test_people_get_in_by_their_own_key_and_nobody_else_does(self, node: Node) -> None:
        node.put("home/ana/.ssh/authorized_keys", node.text("stranger.key.pub"))
        node.put("root/.ssh/authorized_keys", node.text("stranger.key.pub"))
        answers = self.log_in(
            node,
            "root /ana.key ana",
            "root /bo.key bo",
            "root /bo.key ana",
            "root /stranger.key ana",
            "root /stranger.key root",
            "root /ana.key ubuntu",
            "root /ana.key root",
        )
        assert answers == ["ana", "bo", "refused", "refused", "refused", "refused", "refused"]

    def test_between_nodes_people_need_no_key_and_root_gets_nowhere(self, node: Node) -> None:
        answers = self.log_in(
            node, "bo /none bo", "bo /none ana", "root /none root", "root /none bo", "ubuntu /none ubuntu"
        )
        assert answers == ["bo", "refused", "refused", "refused", "refused"]

    def test_a_revoked_person_gets_in_by_no_way(self, node: Node) -> None:
        self.people(node, "bo")
        assert node.tick("users") == 0
        assert self.log_in(node, "root /ana.key ana", "ana /none ana", "root /bo.key bo") == [
            "refused",
            "refused",
            "bo",
        ]
        self.people(node, "ana", "bo")
        assert node.tick("users") == 0
        assert self.log_in(node, "root /ana.key ana", "ana /none ana") == ["ana", "ana"]
