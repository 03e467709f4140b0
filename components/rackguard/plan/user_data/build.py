"""Assemble the user data of a node from the files under `scripts/`: only the parts that its settings need.

The result is one shell script. It writes programs, units and settings to the node, and runs them; systemd runs them
again at every boot, since cloud-init runs user data once and instance-store disks come back blank.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rackguard.plan.user_data.settings import NodeSettings
from rackguard.record import record

LIMIT_BYTES = 16_384
"""Most that EC2 takes, before base64 (AWS EC2 user guide, "Run commands when you launch an EC2 instance", 2026-11)."""

SCRIPTS = Path(__file__).parent / "scripts"
LIB = "/usr/local/lib/rackguard"
UNITS = "/etc/systemd/system"
NOTICE_SECONDS = 120
"""From a spot notice to its end; programs may use three eighths of it, all together, and the rest is for saving."""
POLL_SECONDS = 5


@record
class UserData:
    """The user data, as it is read and as it is sent."""

    script: str
    compressed: bytes
    """gzip, which cloud-init unpacks; the same bytes for the same settings."""
    base64: str
    size_bytes: int
    """Of `compressed`, which counts against `LIMIT_BYTES`."""


@record
class NodeFile:
    """One file on the node."""

    path: str
    text: str
    mode: int = 0o644


def build_user_data(settings: NodeSettings) -> UserData:
    """The user data of a node.

    Raises ValueError where a setting holds a NUL character, which no file of the shell can.
    """
    import base64
    import gzip

    files = node_files(settings)
    script = _script(files, _first_steps(settings))
    if "\0" in script:
        raise ValueError("user data can't hold a NUL character: remove it from the pool's user_data, names and paths")
    compressed = gzip.compress(script.encode(), compresslevel=9, mtime=0)
    return UserData(script, compressed, base64.b64encode(compressed).decode(), len(compressed))


def sections(settings: NodeSettings) -> list[str]:
    """What runs at boot, in order: people and SSH first, so that nothing after them can keep anybody out."""
    node = settings.role == "node"
    wanted = {
        "users": True,
        "sshd": True,
        "nvme": node and settings.local_nvme == "raid0",
        "volumes": bool(settings.data_volumes),
        "mounts": bool(settings.mounts),
        "peers": node and settings.peers,
        "health": node and bool(settings.gpu_count or settings.efa_count),
        "interruption": node and settings.ending is not None,
        "logs": True,
        "extra": bool(settings.extra),
    }
    return [name for name, is_wanted in wanted.items() if is_wanted]


def node_files(settings: NodeSettings) -> list[NodeFile]:
    """Every file that the user data writes."""
    chosen = sections(settings)
    peers = "peers" in chosen
    programs = {"host": True, "people": True, "sync_users": True}
    programs |= {"mount_source": "mounts" in chosen, "sync_peers": peers}
    # Programs of a language side by side: gzip sees back 32 KiB, less than the whole.
    files = [NodeFile(f"{LIB}/node/{name}.py", _read(f"node/{name}.py")) for name, wanted in programs.items() if wanted]
    files += [
        NodeFile("/etc/rackguard/node.env", node_env(settings)),
        NodeFile(f"{LIB}/lib.sh", _read("lib.sh")),
        NodeFile(f"{LIB}/run", _read("run.sh"), 0o755),
        NodeFile(f"{LIB}/sshd.conf", _read("sshd.conf") + _read("sshd_peers.conf" if peers else "sshd_no_peers.conf")),
        NodeFile(f"{LIB}/cloudwatch.json", cloudwatch_config(settings)),
        NodeFile(f"{LIB}/ship_auth_log", _read("ship_auth_log.sh"), 0o755),
    ]
    files += [NodeFile(f"{LIB}/sections/{name}", _read(f"sections/{name}.sh")) for name in chosen]
    if "interruption" in chosen:
        files.append(NodeFile(f"{LIB}/watch_interruption", _read("watch_interruption.sh"), 0o755))
    if "extra" in chosen:
        files.append(NodeFile(f"{LIB}/extra", settings.extra, 0o700))
    units = ["rackguard-boot.service", "rackguard-auth-log.service", "rackguard@.service", "rackguard@.timer"]
    if "interruption" in chosen:
        units.append("rackguard-interruption.service")
    return files + [NodeFile(f"{UNITS}/{unit}", _read(f"units/{unit}")) for unit in units]


def node_env(settings: NodeSettings) -> str:
    """The settings as the shell reads them, every value quoted."""
    from shlex import quote

    checkpoint, ending = settings.checkpoint, settings.ending
    values = {
        "RG_CLUSTER": settings.cluster,
        "RG_POOL": settings.pool,
        "RG_ROLE": settings.role,
        "RG_REGION": settings.region,
        "RG_ACCOUNT_ID": settings.account_id,
        "RG_OS": settings.os,
        "RG_PREFIX": settings.parameter_prefix,
        "RG_LOCAL_NVME_PATH": settings.local_nvme_path,
        "RG_GPUS": str(settings.gpu_count),
        "RG_EFA": str(settings.efa_count),
        "RG_NVLINKS": "" if settings.nvlinks_per_gpu is None else str(settings.nvlinks_per_gpu),
        "RG_LUSTRE_EFA": str(settings.lustre_efa),
        "RG_SLOTS": str(settings.slots),
        "RG_CHECKPOINT_KIND": checkpoint.kind if checkpoint else "",
        "RG_CHECKPOINT_TARGET": checkpoint.target if checkpoint else "",
        "RG_CHECKPOINT_DIR": checkpoint.local_dir if checkpoint else "",
        "RG_NOTICE_SECONDS": str(NOTICE_SECONDS),
        "RG_GROUP": ending.group if ending else "",
        "RG_HOOK": ending.hook if ending else "",
        "RG_TERMINATION_SECONDS": str(ending.seconds if ending else 0),
        "RG_POLL_SECONDS": str(POLL_SECONDS),
    }
    # Of nested paths the outer one is mounted first.
    mounts = sorted(settings.mounts, key=lambda mount: mount.path.count("/"))
    volumes = sorted(settings.data_volumes, key=lambda volume: volume.path.count("/"))
    lists = {
        "RG_SECTIONS": sections(settings),
        "RG_MOUNTS": [word for mount in mounts for word in (mount.name, mount.kind, mount.path)],
        "RG_SAVED_TO": list(settings.saved_to),
        "RG_VOLUMES": [word for v in volumes for word in (v.device_name, v.path, str(v.size_gib))],
    }
    lines = [f"{name}={quote(value)}" for name, value in values.items()]
    lines += [f"{name}=({' '.join(quote(word) for word in words)})" for name, words in lists.items()]
    return "\n".join(lines) + "\n"


def cloudwatch_config(settings: NodeSettings) -> str:
    """The CloudWatch agent's configuration for the file of log-ins; the agent fills in `{instance_id}`."""
    import json

    file = {
        "file_path": "/var/log/rackguard/auth.log",
        "log_group_name": settings.log_group,
        "log_stream_name": "{instance_id}",
    }
    return json.dumps({"logs": {"logs_collected": {"files": {"collect_list": [file]}}}}) + "\n"


def _first_steps(settings: NodeSettings) -> list[str]:
    """What the first boot starts, once everything is written."""
    chosen = sections(settings)
    timers = [f"rackguard@{name}.timer" for name in ("users", "mounts", "peers") if name in chosen]
    watch = ["rackguard-interruption.service"] if "interruption" in chosen else []
    # Before a timer or the boot makes accounts: whoever is on the node may use its role, and could publish another key.
    publish = [f"{LIB}/run peers"] if "peers" in chosen else []
    return [
        "systemctl daemon-reload",
        "systemctl -q enable rackguard-boot.service",
        *publish,
        "systemctl -q enable --now " + " ".join(["rackguard-auth-log.service", *timers, *watch]),
        f"{LIB}/run boot",
        "exit 0",
    ]


def _script(files: list[NodeFile], first_steps: list[str]) -> str:
    from shlex import quote

    folders = sorted({file.path.rpartition("/")[0] for file in files} | {"/var/lib/rackguard"})
    lines = [
        "#!/bin/bash",
        f"# Rackguard: writes the node's programs to {LIB} and runs them. Their comments are in Rackguard's source.",
        "umask 022",
        "mkdir -p " + " ".join(folders),
    ]
    lines += [_write(file) for file in files]
    for mode in (0o755, 0o700):
        paths = [quote(file.path) for file in files if file.mode == mode]
        if paths:
            lines.append(f"chmod {mode:o} " + " ".join(paths))
    return "\n".join([*lines, *first_steps]) + "\n"


def _write(file: NodeFile) -> str:
    """A here-document whose end is no line of the text, whatever a user's script holds."""
    text = file.text if file.text.endswith("\n") else file.text + "\n"
    end, number = "RACKGUARD", 0
    while end in text.split("\n"):
        number += 1
        end = f"RACKGUARD{number}"
    return f"cat >{file.path} <<'{end}'\n{text}{end}"


@cache
def _read(name: str) -> str:
    lines = _without_comments((SCRIPTS / name).read_text(encoding="utf-8"))
    return "".join(_indented(line, 1 if name.endswith(".py") else 0) for line in lines)


def _indented(line: str, width: int) -> str:
    """The line with `width` spaces a level: even compressed, the source's indentation is 300 bytes of what must fit."""
    bare = line.lstrip(" ")
    return " " * ((len(line) - len(bare)) // 4 * width) + bare


def _without_comments(text: str) -> Iterator[str]:
    """Lines but for blank ones, whole-line comments and docstrings, which are a third of what has to fit."""
    in_docstring = False
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if in_docstring or bare.startswith('"""'):
            quotes = bare.count('"""')
            in_docstring = quotes == 0 if in_docstring else quotes == 1
        elif bare and (not bare.startswith("#") or bare.startswith("#!")):
            yield line
