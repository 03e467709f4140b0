"""Health, spot notices, logs and the user's own script."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from tests.plan.user_data.conftest import ENDING, INSTANCE_ID, Node, full_settings, settings

from rackguard.plan.user_data import Checkpoint, NodeSettings

GPU_NODE = settings(gpu_count=8, efa_count=4, nvlinks_per_gpu=18)
LINKS = "".join(f"\t Link {n}: 26.562 GB/s\n" for n in range(18))
S3 = Checkpoint("s3", "llm-prod-checkpoints")


def nvlinks(*broken: int) -> str:
    """`nvidia-smi nvlink -s` of eight GPUs, with one link down on some."""
    down = LINKS.replace("Link 7: 26.562 GB/s", "Link 7: <inactive>")
    return "".join(f"GPU {n}: NVIDIA H100 (UUID: GPU-{n})\n{down if n in broken else LINKS}" for n in range(8))


def rdma_device(node: Node, name: str, driver: str | None) -> None:
    """An RDMA device as sysfs shows it; None: no driver has taken it."""
    device = node.root / f"sys/class/infiniband/{name}/device"
    device.mkdir(parents=True)
    if driver:
        (device / "driver").symlink_to(f"../../../../bus/pci/drivers/{driver}")


class TestHealth:
    """What is found is compared with what the type has."""

    @pytest.fixture
    def node(self, make_node: Callable[..., Node]) -> Node:
        node = make_node(GPU_NODE)
        node.put("sandbox/gpus", "8")
        node.put("sandbox/nvlinks", nvlinks())
        for number in range(4):
            rdma_device(node, f"rdmap{number}", "efa")
        return node

    def health(self, node: Node) -> dict[str, object]:
        return json.loads(node.text("var/lib/rackguard/health.json"))

    def test_a_whole_node_is_well(self, node: Node) -> None:
        node.first_boot()
        assert self.health(node) == {
            "ok": True,
            "driver": "570.86.15",
            "gpus": {"expected": 8, "found": 8},
            "efa": {"expected": 4, "found": 4},
            "nvlinks_per_gpu": {"expected": 18, "found": 18},
        }
        assert "UNHEALTHY" not in node.journal
        assert (
            node.text("etc/security/limits.d/99-rackguard.conf")
            == "* soft memlock unlimited\n* hard memlock unlimited\n"
        )
        assert node.called("systemctl", "enable", "-q", "--now", "nvidia-persistenced")
        before = node.snapshot()
        node.reboot()
        assert node.snapshot() == before

    @pytest.mark.parametrize("broken", [(0,), (3,), (7,)])
    def test_one_link_of_one_gpu_is_noticed(self, node: Node, broken: tuple[int, ...]) -> None:
        node.put("sandbox/nvlinks", nvlinks(*broken))
        node.first_boot()
        assert self.health(node)["nvlinks_per_gpu"] == {"expected": 18, "found": 17}
        assert "UNHEALTHY: NVLinks of a GPU: 18 expected, 17 found" in node.journal

    def test_a_missing_gpu_and_a_missing_adapter_are_noticed(self, node: Node) -> None:
        node.put("sandbox/gpus", "7")
        shutil.rmtree(node.root / "sys/class/infiniband/rdmap0")
        node.first_boot()
        assert self.health(node)["ok"] is False
        assert "GPUs: 8 expected, 7 found" in node.journal
        assert "EFA devices: 4 expected, 3 found" in node.journal
        assert "boot done" in node.journal

    def test_other_rdma_devices_are_no_efa_devices(self, node: Node) -> None:
        """P6-B200 has two of NVIDIA's beside its eight."""
        rdma_device(node, "mlx5_0", "mlx5_core")
        rdma_device(node, "mlx5_1", "mlx5_core")
        rdma_device(node, "rdmap9", None)
        node.first_boot()
        assert self.health(node)["efa"] == {"expected": 4, "found": 4}
        shutil.rmtree(node.root / "sys/class/infiniband/rdmap3")
        node.reboot()
        assert "UNHEALTHY: EFA devices: 4 expected, 3 found" in node.journal

    def test_a_machine_without_rdma_has_no_efa_device(self, make_node: Callable[..., Node]) -> None:
        node = make_node(settings(efa_count=1))
        node.first_boot()
        assert self.health(node)["efa"] == {"expected": 1, "found": 0}

    def test_no_driver_at_all_is_told_in_valid_json(self, node: Node) -> None:
        (node.root / "local/bin/nvidia-smi").unlink()
        node.first_boot()
        assert self.health(node)["gpus"] == {"expected": 8, "found": 0}
        assert self.health(node)["nvlinks_per_gpu"] == {"expected": 18, "found": 0}
        assert "boot done" in node.journal

    def test_links_are_not_counted_where_the_type_has_none(self, make_node: Callable[..., Node]) -> None:
        node = make_node(settings(gpu_count=1))
        node.put("sandbox/gpus", "1")
        node.first_boot()
        assert self.health(node)["nvlinks_per_gpu"] == {"expected": None, "found": None}
        assert node.called("nvidia-smi", "nvlink") == []


INTERRUPTION = '{"action": "terminate", "time": "2026-11-30T04:00:00Z"}'
NOTICES = {"instance-action": INTERRUPTION, "target-lifecycle-state": "Terminated"}
REBALANCE = '{"noticeTime": "2026-11-30T03:00:00Z"}'


class TestInterruption:
    """Hooks in order, then the checkpoints, once a notice."""

    @pytest.fixture
    def boot(self, make_node: Callable[..., Node]) -> Callable[..., Node]:
        def boot(chosen: NodeSettings) -> Node:
            node = make_node(chosen)
            node.first_boot()
            env = node.text("etc/rackguard/node.env").replace("RG_POLL_SECONDS=5", "RG_POLL_SECONDS=0.05")
            node.put("etc/rackguard/node.env", env)
            for number, name in enumerate(("20-second", "10-first")):
                node.put(
                    f"etc/rackguard/interrupt.d/{name}", f"#!/bin/sh\necho {name} $1 >>/hooks\nexit {number}\n", 0o755
                )
            node.put("etc/rackguard/interrupt.d/30-not-executable", "echo never >>/hooks\n")
            node.put("hooks", "")
            node.forget()
            return node

        return boot

    def hurry(self, node: Node) -> None:
        """Leave 8 seconds from a notice on, of which hooks have 3: where a test is about the end of the time."""
        env = node.text("etc/rackguard/node.env")
        for limit in ("RG_NOTICE_SECONDS=120\n", "RG_TERMINATION_SECONDS=450\n"):
            assert limit in env
            env = env.replace(limit, limit.partition("=")[0] + "=8\n")
        node.put("etc/rackguard/node.env", env)

    @contextmanager
    def watching(self, node: Node) -> Iterator[None]:
        """The service runs meanwhile."""
        inside = node.inside("/usr/local/lib/rackguard/watch_interruption")
        service = subprocess.Popen(
            inside, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"PATH": "/usr/sbin:/usr/bin"}
        )
        try:
            yield
        finally:
            service.send_signal(signal.SIGKILL)
            service.wait()

    def until(self, node: Node, text: str) -> None:
        """Wait for a line of the journal."""
        end = time.monotonic() + 60
        while text not in node.journal:
            assert time.monotonic() < end, f"{text!r} never came:\n{node.journal}"
            time.sleep(0.02)

    def until_called(self, node: Node, *words: str, times: int = 1) -> None:
        """Wait for a command."""
        end = time.monotonic() + 60
        while len(node.called(*words)) < times:
            assert time.monotonic() < end, f"{words} never called:\n{node.journal}"
            time.sleep(0.02)

    def polls(self, node: Node) -> int:
        return len([call for call in node.called("curl") if call[-1].endswith("instance-action")])

    def wait_for_polls(self, node: Node, more: int) -> None:
        end, goal = time.monotonic() + 60, self.polls(node) + more
        while self.polls(node) < goal:
            assert time.monotonic() < end
            time.sleep(0.02)

    def test_an_interruption_runs_hooks_in_order_then_saves_once(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        with self.watching(node):
            self.wait_for_polls(node, 3)
            assert node.text("hooks") == ""
            node.put("sandbox/notices/instance-action", INTERRUPTION)
            self.until(node, "checkpoints saved")
            self.wait_for_polls(node, 3)
        assert node.text("hooks") == "10-first interruption\n20-second interruption\n"
        syncs = node.called("aws", "s3", "sync")
        assert [call[3:7] for call in syncs] == [
            [
                "/var/lib/rackguard/checkpoint",
                f"s3://llm-prod-checkpoints/llm-prod/train/{INSTANCE_ID}/",
                "--no-follow-symlinks",
                "--only-show-errors",
            ]
        ]
        with self.watching(node):  # the service restarts; the notice is an old one
            self.wait_for_polls(node, 3)
        assert len(node.called("aws", "s3", "sync")) == 1
        assert "10-first interruption: 1" in node.journal

    def test_a_rebalance_recommendation_comes_first_and_is_a_notice_of_its_own(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        node.put("sandbox/notices/rebalance", REBALANCE)
        with self.watching(node):
            self.until(node, "checkpoints saved")
            node.put("sandbox/notices/instance-action", INTERRUPTION)
            self.until(node, "notice: interruption")
            end = time.monotonic() + 60
            while len(node.called("aws", "s3", "sync")) < 2:
                assert time.monotonic() < end
                time.sleep(0.02)
        assert node.text("hooks").splitlines() == [
            "10-first rebalance", "20-second rebalance", "10-first interruption", "20-second interruption",
        ]  # fmt: skip

    def test_a_notice_whose_handling_was_cut_off_is_handled_again(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        env = node.text("etc/rackguard/node.env").replace("RG_NOTICE_SECONDS=120\n", "RG_NOTICE_SECONDS=160\n")
        node.put("etc/rackguard/node.env", env)
        waits = "#!/bin/sh\necho 30-waits >>/hooks\n[ -e /go ] || sleep 60\n"
        node.put("etc/rackguard/interrupt.d/30-waits", waits, 0o755)
        node.put("sandbox/notices/instance-action", INTERRUPTION)
        with self.watching(node):
            end = time.monotonic() + 60
            while "30-waits" not in node.text("hooks"):
                assert time.monotonic() < end
                time.sleep(0.02)
        assert node.called("aws", "s3") == []
        node.put("go", "")
        with self.watching(node):
            self.until(node, "checkpoints saved")
            self.wait_for_polls(node, 3)
        assert node.text("hooks").splitlines() == [
            *("10-first interruption", "20-second interruption", "30-waits"),
            *("10-first interruption", "20-second interruption", "30-waits"),
        ]
        with self.watching(node):  # and then never again
            self.wait_for_polls(node, 3)
        assert len(node.called("aws", "s3", "sync")) == 1

    @pytest.mark.parametrize("notice", ["instance-action", "target-lifecycle-state"])
    def test_a_save_that_failed_is_tried_again_while_there_is_time_and_hooks_are_not(
        self, boot: Callable[..., Node], notice: str
    ) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        node.put("sandbox/s3-denied", "")
        node.put(f"sandbox/notices/{notice}", NOTICES[notice])
        with self.watching(node):
            self.until(node, "checkpoints NOT saved (1)")
            (node.world / "s3-denied").unlink()
            self.until(node, "checkpoints saved")
            self.wait_for_polls(node, 3)
        assert node.text("hooks").count("10-first") == 1
        assert len(node.called("aws", "s3", "sync")) == 2

    def test_when_time_is_up_a_save_is_tried_again_by_the_next_run_only(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        self.hurry(node)
        node.put("sandbox/s3-denied", "")
        node.put("sandbox/notices/instance-action", INTERRUPTION)
        with self.watching(node):
            self.wait_for_polls(node, 10)  # the loop goes on once the handling is over
        tries = len(node.called("aws", "s3", "sync"))
        assert 1 <= tries <= 4  # after 0, 1, 3 and 7 seconds, or later
        assert node.journal.count("checkpoints NOT saved (1)") == tries
        assert "checkpoints saved" not in node.journal
        (node.world / "s3-denied").unlink()
        with self.watching(node):
            self.until(node, "checkpoints saved")

    def test_a_node_that_its_group_ends_saves_and_then_lets_the_group_go_on(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        node.put("sandbox/notices/target-lifecycle-state", "InService")
        with self.watching(node):
            self.wait_for_polls(node, 3)
            assert node.journal == ""
            node.put("sandbox/notices/target-lifecycle-state", "Terminated")
            self.until(node, "checkpoints saved")
            self.until_called(node, "aws", "autoscaling")
            self.wait_for_polls(node, 3)
        assert node.text("hooks") == "10-first termination\n20-second termination\n"
        assert [call[1] for call in node.called("aws")] == ["s3", "autoscaling"]
        assert node.called("aws", "autoscaling") == [
            [
                *("aws", "autoscaling", "complete-lifecycle-action"),
                *("--auto-scaling-group-name", "llm-prod-pool-train"),
                *("--lifecycle-hook-name", "save-before-end"),
                *("--lifecycle-action-result", "CONTINUE"),
                *("--instance-id", INSTANCE_ID),
                *("--region", "us-east-2"),
            ]
        ]
        with self.watching(node):
            self.wait_for_polls(node, 3)
        assert len(node.called("aws", "autoscaling")) == 1
        node.put("sandbox/instance-id", "i-0fedcba9876543210")  # an image made of this node, which ends one day too
        with self.watching(node):
            self.until_called(node, "aws", "autoscaling", "complete-lifecycle-action", times=2)
        assert node.called("aws", "autoscaling")[1][10] == "i-0fedcba9876543210"

    @pytest.mark.parametrize("state", ["Standby", "Detached", "Warmed:Stopped", "Terminated:Wait", ""])
    def test_another_state_of_the_group_is_no_end(self, boot: Callable[..., Node], state: str) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        node.put("sandbox/notices/target-lifecycle-state", state)
        with self.watching(node):
            self.wait_for_polls(node, 3)
        assert node.journal == ""

    def test_a_node_that_can_not_save_lets_its_group_go_on_when_time_is_up(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        self.hurry(node)
        node.put("sandbox/s3-denied", "")
        node.put("sandbox/hook-denied", "")
        node.put("sandbox/notices/target-lifecycle-state", "Terminated")
        with self.watching(node):
            self.until(node, "could not tell llm-prod-pool-train that this node is done")
        assert "checkpoints NOT saved (1)" in node.journal

    def test_an_interruption_does_not_wait_for_the_end_of_a_termination(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        node.put("etc/rackguard/interrupt.d/30-slow", "#!/bin/sh\n[ $1 = interruption ] || sleep 60\n", 0o755)
        node.put("sandbox/notices/target-lifecycle-state", "Terminated")
        with self.watching(node):
            self.until(node, "notice: termination")
            node.put("sandbox/notices/instance-action", INTERRUPTION)
            self.until(node, "checkpoints saved")
        assert node.called("aws", "autoscaling") == []

    def test_a_rebalance_that_goes_on_is_begun_once(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        node.put("etc/rackguard/interrupt.d/30-slow", "#!/bin/sh\nsleep 0.5\n", 0o755)
        node.put("sandbox/notices/rebalance", REBALANCE)
        with self.watching(node):
            self.until(node, "checkpoints saved")
            self.wait_for_polls(node, 3)
        assert node.journal.count("notice: rebalance") == 1
        assert node.text("hooks").count("10-first rebalance") == 1

    def test_a_hook_that_hangs_is_ended_and_the_checkpoints_are_saved(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=S3))
        self.hurry(node)
        node.put("etc/rackguard/interrupt.d/00-hangs", "#!/bin/sh\nsleep 600\n", 0o755)
        node.put("sandbox/notices/instance-action", INTERRUPTION)
        with self.watching(node):
            self.until(node, "checkpoints saved")
        assert "no time left for /etc/rackguard/interrupt.d/10-first" in node.journal
        assert node.text("hooks") == ""

    def test_a_directory_gets_a_copy_that_nobody_can_bend(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=Checkpoint("directory", "/fsx/saves")))
        node.put("fsx/saves/.keep", "")
        node.put("var/lib/rackguard/checkpoint/step-100/model", "weights")
        (node.root / "var/lib/rackguard/checkpoint/link").symlink_to("/etc/shadow")
        node.put("sandbox/notices/instance-action", INTERRUPTION)
        with self.watching(node):
            self.until(node, "checkpoints saved")
        [saved] = (node.root / f"fsx/saves/llm-prod/train/{INSTANCE_ID}").iterdir()
        assert (saved / "step-100/model").read_text() == "weights"
        assert (saved / "link").is_symlink()

    @pytest.mark.parametrize("trap", ["link", "foreign folder", "open folder", "missing"])
    def test_a_directory_that_others_can_bend_is_not_written_to(self, boot: Callable[..., Node], trap: str) -> None:
        node = boot(settings(ending=ENDING, checkpoint=Checkpoint("directory", "/fsx/saves")))
        folder = node.root / "fsx/saves/llm-prod/train"
        if trap != "missing":
            folder.mkdir(parents=True)
        if trap == "link":
            (folder / INSTANCE_ID).symlink_to("/etc")
        elif trap == "foreign folder":
            (folder / INSTANCE_ID).mkdir()
            subprocess.run(["chown", "10001", str(folder / INSTANCE_ID)], check=True)
        elif trap == "open folder":
            folder.chmod(0o777)
        node.put("var/lib/rackguard/checkpoint/passwd", "evil")
        node.put("sandbox/notices/instance-action", INTERRUPTION)
        with self.watching(node):
            self.until(node, "checkpoints NOT saved")
        assert "evil" not in node.text("etc/passwd")

    @pytest.mark.parametrize("trap", ["link", "somebody's"])
    def test_what_is_saved_is_never_what_somebody_put_in_its_place(self, boot: Callable[..., Node], trap: str) -> None:
        """On local NVMe everybody may make files beside the checkpoints."""
        node = boot(settings(ending=ENDING, checkpoint=Checkpoint("s3", "saves", "/local/checkpoint")))
        (node.root / "local/checkpoint").rmdir()
        if trap == "link":
            (node.root / "local/checkpoint").symlink_to("/root")
        else:
            (node.root / "local/checkpoint").mkdir()
            os.chown(node.root / "local/checkpoint", 10001, 0)
        node.put("sandbox/notices/instance-action", INTERRUPTION)
        with self.watching(node):
            self.until(node, "/local/checkpoint is missing, or isn't root's")
        assert node.called("aws", "s3") == []

    def test_without_a_store_hooks_run_alone(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING))
        node.put("sandbox/notices/instance-action", INTERRUPTION)
        with self.watching(node):
            self.until(node, "10-first interruption: 1")
            self.wait_for_polls(node, 2)
        assert node.called("aws", "s3") == []
        assert not node.exists("var/lib/rackguard/checkpoint")

    def test_jobs_find_where_to_save(self, boot: Callable[..., Node]) -> None:
        node = boot(settings(ending=ENDING, checkpoint=Checkpoint("s3", "saves", "/local/checkpoint")))
        told = node.run("bash", "-c", ". /etc/rackguard/node.env && echo $RG_CHECKPOINT_DIR").stdout
        assert told == "/local/checkpoint\n"
        assert oct((node.root / "etc/rackguard/node.env").stat().st_mode & 0o777) == "0o644"
        assert oct((node.root / "local/checkpoint").stat().st_mode & 0o7777) == "0o1777"


def entry(name: str, message: str, **trusted: str) -> dict[str, str]:
    """One entry of the journal, with the fields that the journal itself adds."""
    return {"SYSLOG_IDENTIFIER": name, "MESSAGE": message} | {f"_{key}": value for key, value in trusted.items()}


SSHD, SUDO, SU, LOGGER = "/usr/sbin/sshd", "/usr/bin/sudo", "/usr/bin/su", "/usr/bin/logger"
JOURNAL = [
    entry("sshd", "Accepted publickey for ana", UID="0", COMM="sshd", EXE=SSHD, SYSTEMD_UNIT="ssh.service"),
    entry("sshd-session", "Accepted publickey for bo", UID="0", SYSTEMD_UNIT="session-3.scope"),
    entry("sudo", "ana : COMMAND=/usr/bin/id", UID="10001", COMM="sudo", EXE=SUDO),
    entry("su", "session opened for user bo", UID="10001", COMM="su", EXE=SU),
    entry("systemd-logind", "New session 3 of user ana", UID="0", SYSTEMD_UNIT="systemd-logind.service"),
    entry("rackguard", "UNSAFE: i-0aaaaaaaaaaaaaaaa", UID="0", COMM="logger", EXE=LOGGER),
    entry("cron", "of no concern", UID="0", COMM="cron", EXE="/usr/sbin/cron"),
    *(
        entry(name, "forged", UID="10001", COMM=name, EXE=program)
        for name in ("sshd", "sshd-session", "sshd-auth", "sudo", "su", "systemd-logind", "rackguard")
        for program in (LOGGER, f"/home/ana/{name}")
    ),
]
JOURNALCTL = """
import json, sys
groups = [{}]
for word in sys.argv[1:]:
    if word == "+":
        groups.append({})
    elif word.partition("=")[0].replace("_", "").isupper():
        field, _, value = word.partition("=")
        groups[-1].setdefault(field, set()).add(value)
for entry in json.load(open("/journal.json")):
    if any(all(entry.get(field) in values for field, values in group.items()) for group in groups):
        print(entry["SYSLOG_IDENTIFIER"] + ": " + entry["MESSAGE"])
"""
"""Values of one field are alternatives, fields add up, and `+` joins groups of them (journalctl's manual)."""


class TestLogs:
    """Log-ins go to CloudWatch, from a file that the journal feeds."""

    def test_the_agent_ships_one_stream_an_instance(self, make_node: Callable[..., Node]) -> None:
        node = make_node(settings())
        node.first_boot()
        config = json.loads(node.text("local/lib/rackguard/cloudwatch.json"))
        assert config["logs"]["logs_collected"]["files"]["collect_list"] == [
            {
                "file_path": "/var/log/rackguard/auth.log",
                "log_group_name": "/rackguard/llm-prod/auth",
                "log_stream_name": "{instance_id}",
            }
        ]
        [call] = node.called("amazon-cloudwatch-agent-ctl")
        assert call[1:] == [
            "-a",
            "append-config",
            "-m",
            "ec2",
            "-s",
            "-c",
            "file:/usr/local/lib/rackguard/cloudwatch.json",
        ]

    def test_an_agent_that_was_stopped_is_started_again(self, make_node: Callable[..., Node]) -> None:
        node = make_node(settings())
        node.first_boot()
        node.reboot()
        assert node.called("amazon-cloudwatch-agent-ctl") == []
        (node.world / "active/amazon-cloudwatch-agent").unlink()
        node.reboot()
        assert len(node.called("amazon-cloudwatch-agent-ctl")) == 1

    def test_no_agent_is_told_and_stops_nothing(self, make_node: Callable[..., Node]) -> None:
        node = make_node(settings())
        node.put("sandbox/offline", "")
        node.first_boot()
        assert "no CloudWatch agent: log-ins are not shipped" in node.journal
        assert "boot done" in node.journal

    def test_the_journal_goes_to_the_file_from_where_it_stopped(self, make_node: Callable[..., Node]) -> None:
        node = make_node(settings())
        node.first_boot()
        node.put("local/bin/journalctl", '#!/bin/sh\necho "$*" >>/asked\necho line\n', 0o755)
        node.put("local/bin/sleep", "#!/bin/sh\n[ $(wc -l </asked) -lt 3 ] || kill $PPID\n", 0o755)
        node.run("/usr/local/lib/rackguard/ship_auth_log", check=False)
        assert node.text("var/log/rackguard/auth.log") == "line\nline\nline\n"
        assert oct((node.root / "var/log/rackguard/auth.log").stat().st_mode & 0o777) == "0o600"
        cursor = "--cursor-file=/var/lib/rackguard/journal.cursor"
        assert [line.split()[:5] for line in node.text("asked").splitlines()] == [
            ["-q", "--no-pager", "-o", "short-iso", cursor]
        ] * 3

    def test_a_forged_entry_is_not_shipped(self, make_node: Callable[..., Node]) -> None:
        """Who is on a node may log under any name; what begins with `_` is the journal's own word."""
        node = make_node(settings())
        node.first_boot()
        node.put("journal.json", json.dumps(JOURNAL))
        node.put("local/bin/journalctl", f"#!/usr/bin/python3\n{JOURNALCTL}", 0o755)
        node.put("local/bin/sleep", "#!/bin/sh\nkill $PPID\n", 0o755)
        node.run("/usr/local/lib/rackguard/ship_auth_log", check=False)
        assert node.text("var/log/rackguard/auth.log").splitlines() == [
            "sshd: Accepted publickey for ana",
            "sshd-session: Accepted publickey for bo",
            "sudo: ana : COMMAND=/usr/bin/id",
            "su: session opened for user bo",
            "systemd-logind: New session 3 of user ana",
            "rackguard: UNSAFE: i-0aaaaaaaaaaaaaaaa",
        ]

    def test_the_file_never_grows_large(self, make_node: Callable[..., Node]) -> None:
        node = make_node(settings())
        node.first_boot()
        node.put("local/bin/journalctl", "#!/bin/sh\nhead -c 20000001 /dev/zero\n", 0o755)
        node.put("local/bin/sleep", "#!/bin/sh\nkill $PPID\n", 0o755)
        node.run("/usr/local/lib/rackguard/ship_auth_log", check=False)
        assert not node.exists("var/log/rackguard/auth.log")
        assert (node.root / "var/log/rackguard/auth.log.1").stat().st_size == 20000001


class TestExtra:
    """The user's own script: last, once an instance, harmless when it fails."""

    def test_it_runs_last_and_once_an_instance(self, make_node: Callable[..., Node]) -> None:
        node = make_node(full_settings(extra="echo ran as $(id -u) with $RG_POOL >>/extra\necho a secret\n"))
        node.first_boot()
        assert node.text("extra") == "ran as 0 with train\n"
        assert node.journal.index("extra:") > node.journal.index("UNHEALTHY")
        node.reboot()
        assert node.text("extra") == "ran as 0 with train\n"
        node.put("sandbox/instance-id", "i-0fedcba9876543210")  # an image made of this node
        node.reboot()
        assert node.text("extra").count("ran") == 2

    def test_its_output_is_for_root_alone_and_in_no_log(self, make_node: Callable[..., Node]) -> None:
        node = make_node(settings(extra="echo a secret\necho another >&2\n"))
        node.first_boot()
        assert node.text("var/log/rackguard/extra.log") == "a secret\nanother\n"
        assert oct((node.root / "var/log/rackguard/extra.log").stat().st_mode & 0o777) == "0o600"
        assert "secret" not in node.journal

    @pytest.mark.parametrize("script", ["exit 3", "kill -9 $$", "no-such-command", "if", "exec false", "trap"])
    def test_a_failing_script_harms_nothing(self, make_node: Callable[..., Node], script: str) -> None:
        node = make_node(settings(extra=script))
        assert node.first_boot().returncode == 0
        assert "own script ended with" in node.journal
        assert "boot done" in node.journal

    def test_another_language_is_run_as_its_first_line_says(self, make_node: Callable[..., Node]) -> None:
        node = make_node(settings(extra="#!/usr/bin/python3\nopen('/extra', 'w').write('python')\n"))
        node.first_boot()
        assert node.text("extra") == "python"


def test_a_section_that_hangs_is_ended_and_the_next_one_runs(make_node: Callable[..., Node]) -> None:
    node = make_node(settings())
    node.first_boot()
    node.put("local/lib/rackguard/sections/users", "sleep 600\n")
    run = node.text("local/lib/rackguard/run").replace("limit=120", "limit=1")
    node.put("local/lib/rackguard/run", run, 0o755)
    node.reboot()
    assert "users took longer than 1 s and was ended" in node.journal
    assert node.called("sshd", "-T")
    assert "boot done" in node.journal


def test_the_whole_of_user_data_may_run_again(make_node: Callable[..., Node]) -> None:
    node = make_node(full_settings())
    node.disks(local=2, ebs={"/dev/sdf": 500})
    node.install("ebsnvme-id")
    node.first_boot()
    mounted = node.mounted()
    node.forget()
    assert node.first_boot().returncode == 0
    assert node.mounted() == mounted
    for command in ("mkfs.xfs", "mdadm", "mount", "usermod", "useradd"):
        assert node.called(command) == []
