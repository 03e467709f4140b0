"""User data as text: what is in it, that it fits, that it never differs, that no value breaks out of its quotes."""

from __future__ import annotations

import ast
import base64
import gzip
import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from tests.plan.user_data.conftest import ENDING, SYSTEMS, Node, full_settings, person, settings

from rackguard.plan.user_data import LIMIT_BYTES, Checkpoint, NodeMount, NodeSettings, NodeVolume, build_user_data
from rackguard.plan.user_data.build import SCRIPTS, NodeFile, _write, node_env, node_files, sections

HOSTILE = [
    "it's",
    'a"b',
    "a b",
    "$(touch /pwned)",
    "`touch /pwned`",
    "; touch /pwned #",
    "a\nRACKGUARD\ntouch /pwned\n",
    "a\nRACKGUARD",
    "\\",
    "*",
    "-rf",
    "a'\"$(touch /pwned)\n'b",
    "é字",
]


def with_everything_hostile(text: str) -> NodeSettings:
    """Every value that a user has a say in."""
    return full_settings(
        cluster=text,
        pool=text,
        parameter_prefix=f"/{text}",
        log_group=text,
        local_nvme_path=f"/local{text}",
        mounts=(NodeMount(text, "lustre", f"/fsx{text}"),),
        data_volumes=(NodeVolume("/dev/sdf", f"/data{text}", 10),),
        checkpoint=Checkpoint("directory", f"/save{text}", f"/checkpoint{text}"),
        extra=text,
    )


def test_the_same_settings_give_the_same_bytes_in_every_form() -> None:
    first, second = build_user_data(full_settings()), build_user_data(full_settings())
    assert first == second
    assert gzip.decompress(first.compressed).decode() == first.script
    assert base64.b64decode(first.base64) == first.compressed
    assert first.size_bytes == len(first.compressed)
    assert first.compressed[4:8] == b"\0\0\0\0"  # gzip's time


def test_the_fullest_node_fits_with_room_for_a_script_of_the_users_own() -> None:
    sizes = {
        system: build_user_data(
            full_settings(
                os=system,
                checkpoint=Checkpoint("directory", "/fsx/checkpoints"),
                mounts=tuple(NodeMount(f"store-{n}", "lustre" if n % 2 else "efs", f"/mnt/{n}") for n in range(8)),
                data_volumes=tuple(NodeVolume(f"/dev/sd{c}", f"/data/{c}", 16384) for c in "fghijklmnop"),
            )
        ).size_bytes
        for system in ("ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023")
    }
    print(f"user data of the fullest node: {sizes} of {LIMIT_BYTES} bytes")  # noqa: T201 - shown by pytest -s
    assert LIMIT_BYTES == 16384
    assert max(sizes.values()) <= LIMIT_BYTES - 2048


def test_a_node_without_anything_carries_nothing_for_it() -> None:
    bare, full = build_user_data(settings()), build_user_data(full_settings())
    for word in ("mdadm", "mount_source", "shosts", "nvidia", "rebalance", "find_volume", "extra.done"):
        assert word not in bare.script
        assert word in full.script
    assert bare.size_bytes < 8192


def test_a_login_node_has_people_ssh_mounts_and_logs_whatever_else_is_asked_for() -> None:
    assert sections(full_settings(role="login", data_volumes=(), extra="")) == ["users", "sshd", "mounts", "logs"]
    assert sections(full_settings()) == [
        "users", "sshd", "nvme", "volumes", "mounts", "peers", "health", "interruption", "logs", "extra",
    ]  # fmt: skip


def test_nothing_that_exists_only_after_creation_is_in_it() -> None:
    script = build_user_data(full_settings(extra="")).script
    assert not re.findall(r"\b(fs|vpc|subnet|sg|i|ami|lt)-[0-9a-f]{8,}", script)
    assert "arn:aws" not in script
    assert not re.findall(r"\b(10|172|192)\.\d+\.\d+\.\d+", script)


def test_a_nul_is_refused_because_no_shell_can_hold_it() -> None:
    with pytest.raises(ValueError, match="NUL"):
        build_user_data(settings(extra="echo \0"))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_values_arrive_as_they_are_and_run_nothing(make_node: Callable[..., Node], text: str) -> None:
    chosen = replace(with_everything_hostile(text), extra=f"printf %s {json.dumps('done')} >/extra-ran\n: '{text}\n")
    node = make_node(chosen)
    node.people({"ana": person("ana", 10001)})
    node.disks(local=1, ebs={"/dev/sdf": 10})
    node.install("ebsnvme-id")
    node.address(text.rpartition("/")[2], {"dns_name": "fs.example", "mount_name": "abc"})
    node.first_boot()
    assert not list(node.root.glob("**/pwned"))
    shown = node.run("bash", "-c", '. /etc/rackguard/node.env; printf "%s\\0" "$RG_POOL" "${RG_MOUNTS[@]}"').stdout
    assert shown.split("\0")[:-1] == [text, text, "lustre", f"/fsx{text}"]
    assert {f"/local{text}", f"/data{text}"} <= node.mounted()
    assert node.called("aws", "ssm", "get-parameters-by-path")[0][4] == f"/{text}/users"
    assert (
        json.loads(node.text("usr/local/lib/rackguard/cloudwatch.json".replace("usr/", "")))["logs"]["logs_collected"][
            "files"
        ]["collect_list"][0]["log_group_name"]
        == text
    )
    assert node.text("local/lib/rackguard/extra") == chosen.extra
    assert "run: boot done" in node.journal


@hypothesis_settings(max_examples=30)
@given(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=60))
def test_any_text_survives_the_shell(text: str) -> None:
    env = node_env(replace(settings(), cluster=text, mounts=(NodeMount(text, "efs", text),)))
    command = 'eval "$1"; printf "%s\\0" "$RG_CLUSTER" "${RG_MOUNTS[@]}"'
    out = subprocess.run(["bash", "-c", command, "bash", env], capture_output=True, check=True).stdout
    assert out.decode().split("\0")[:-1] == [text, text, "efs", text]


@hypothesis_settings(max_examples=30)
@given(
    st.lists(st.sampled_from(["RACKGUARD", "RACKGUARD1", "RACKGUARD2", "echo", "", "EOF"]), max_size=8).map("\n".join)
)
def test_a_users_script_never_ends_its_here_document(text: str) -> None:
    command = _write(NodeFile("/dev/stdout", text))
    out = subprocess.run(["bash"], input=command, capture_output=True, text=True, check=True).stdout
    assert out == (text if text.endswith("\n") else text + "\n")


def test_bash_reads_every_script() -> None:
    texts: set[str] = set()
    for system, peers, ending, extra in product(SYSTEMS, [False, True], [None, ENDING], ["", "echo hi"]):
        chosen = full_settings(os=system, peers=peers, ending=ending, extra=extra)
        texts.add(build_user_data(chosen).script)
        texts |= {file.text for file in node_files(chosen) if not file.path.endswith((".py", ".json", ".conf"))}
    scripts = [text for text in texts if not text.startswith("[Unit]")]
    assert len(scripts) >= 24 + 15
    for text in scripts:
        done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_leaving_out_comments_leaves_out_nothing_else() -> None:
    """A node's Python is the source's but for docstrings, and speaks Amazon Linux 2023's Python 3.9."""
    shipped = {file.path.rpartition("/")[2]: file.text for file in node_files(full_settings())}
    programs = [path for path in (SCRIPTS / "node").glob("*.py") if path.name != "__init__.py"]
    assert len(programs) == 5
    for path in programs:
        source = ast.parse(path.read_text())
        for node in ast.walk(source):
            body = getattr(node, "body", None)
            if isinstance(body, list):
                body[:] = [n for n in body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))]
        assert ast.dump(ast.parse(shipped[path.name], feature_version=(3, 9))) == ast.dump(source)


@pytest.mark.parametrize("path", sorted(SCRIPTS.rglob("*.sh")), ids=lambda path: path.name)
def test_a_shell_script_as_shipped_is_the_source_without_comment_lines_and_indentation(path: Path) -> None:
    lines = [line.lstrip(" ") for line in path.read_text().splitlines()]
    kept = [line for line in lines if line and not re.match(r"#(?!!)", line)]
    shipped = {file.text for file in node_files(full_settings())}
    assert "\n".join(kept) + "\n" in shipped


def test_units_run_what_the_node_has() -> None:
    files = {file.path: file.text for file in node_files(full_settings())}
    programs = {word for text in files.values() for word in re.findall(r"^ExecStart=(\S+)", text, flags=re.MULTILINE)}
    assert programs == {
        "/usr/local/lib/rackguard/run",
        "/usr/local/lib/rackguard/watch_interruption",
        "/usr/local/lib/rackguard/ship_auth_log",
    }
    assert programs <= files.keys()
