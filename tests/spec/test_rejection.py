# ruff: noqa: E501 (tables: a row a line)
"""What is refused, in words: input, value, what is allowed, what to do; and never a secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from rackguard.spec.load import Loaded
from rackguard.spec.read_cluster import read_cluster
from rackguard.spec.values import named, shown

PRIVATE_KEY = """\
-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
-----END OPENSSH PRIVATE KEY-----
"""


def put(values: Any, path: tuple[str | int, ...], value: Any) -> None:
    for part in path[:-1]:
        values = values.setdefault(part, {}) if isinstance(values, dict) else values[part]
    values[path[-1]] = value


@pytest.mark.parametrize(
    ("path", "value", "message", "hint"),
    [
        # text
        (("account_id",), 123456789012, 'is 123456789012; allowed: the 12 digits of an AWS account, in quotes: "123456789012"', 'Put it in quotes: "123456789012".'),
        (("account_id",), "1234", "is '1234'; allowed: the 12 digits of an AWS account", "deployment refuses any other"),
        (("name",), True, "is true; allowed: 1 to 32 lower-case letters", "Name of the cluster"),
        (("name",), "x" * 33, f"is '{'x' * 33}'; allowed: 1 to 32 lower-case letters", "Name of the cluster"),
        (("name",), "x" * 300, "is text of 300 characters; allowed: 1 to 32", "Name of the cluster"),
        (("name",), ["llm"], "is a list; allowed: 1 to 32 lower-case letters", "Name of the cluster"),
        (("tags", "owner"), "a" * 257, "is text of 257 characters; allowed: at most 256 characters", "Team or person"),
        (("tags", "cost center"), 7, "is 7; allowed: 1 to 256 letters", ""),
        (("pools", "train", "labels"), {"a": "b c"}, "is 'b c'; allowed: 1 to 63 letters, digits", ""),
        (("pools", "train", "like"), 7, "is 7; allowed: text", 'Put it in quotes: "7".'),
        # versions, which lose digits as numbers
        (("pools", "train", "software"), {"pytorch": 2.1}, '`pools.train.software.pytorch` is 2.1; allowed: a version of two to four numbers, in quotes: "2.14"', "Put it in quotes, with all its digits: 2.10 without them is the number 2.1."),
        (("pools", "train", "software"), {"pytorch": "2.11.0+cu130"}, '`pools.train.software.pytorch` is \'2.11.0+cu130\'; allowed: a version of two to four numbers, in quotes: "2.14"', 'Write "2.11.0"; the CUDA of a build goes into `cuda`.'),
        (("pools", "train", "software"), {"pytorch": "2.11rc1"}, '`pools.train.software.pytorch` is \'2.11rc1\'; allowed: a version of two to four numbers, in quotes: "2.14"', 'Write "2.11"; the CUDA of a build goes into `cuda`.'),
        (("pools", "train", "software"), {"ngc_pytorch": "26.05-py3"}, '`pools.train.software.ngc_pytorch` is \'26.05-py3\'; allowed: the month of a container, in quotes: "25.10"', 'Write "26.05".'),
        (("pools", "train", "software"), {"jax": "newest"}, '`pools.train.software.jax` is \'newest\'; allowed: a version of two to four numbers, in quotes: "2.14"', "Version of JAX."),
        (("pools", "train", "software"), {"cuda": 13}, '`pools.train.software.cuda` is 13; allowed: a version of CUDA, two numbers in quotes: "13.0"', "Put it in quotes, with all its digits"),
        (("pools", "train", "software"), {"cuda": "13.0.2"}, "is '13.0.2'; allowed: a version of CUDA, two numbers", "CUDA that the frameworks' builds"),
        (("pools", "train", "software"), {"pytorch": "2.14+cu130"}, "is '2.14+cu130'; allowed: a version of two to four numbers", 'Write "2.14"; the CUDA of a build goes into `cuda`.'),
        (("pools", "train", "software"), {"driver": "R580"}, "is 'R580'; allowed: the version of an NVIDIA driver", "NVIDIA driver of an image of your own"),
        (("pools", "train", "software"), {"ngc_pytorch": "25.10-py3"}, "is '25.10-py3'; allowed: the month of a container", 'Write "25.10".'),
        (("pools", "train", "software"), {"precision": ["bf16", "nvfp4"]}, "`pools.train.software.precision[1]` is 'nvfp4'; allowed: `fp16`, `bf16`, `tf32`, `fp8` or `fp4`", "Did you mean 'fp4'?"),
        (("pools", "train", "software"), {"flash_attention": 1}, "is 1; allowed: at least 2", "Generation of FlashAttention"),
        # names of names
        (("pools", "Train"), {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}, "the name of `pools.Train` is not allowed; allowed: 1 to 32 lower-case letters", "Write it in small letters: `train`."),
        (("pools", "1train"), {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}, "the name of `pools.1train` is not allowed; allowed: 1 to 32 lower-case letters", "names of resources"),
        (("pools", "train", "instance_type"), "P5.48XLARGE", "is 'P5.48XLARGE'; allowed: an instance type", "Write it in small letters: `p5.48xlarge`."),
        (("pools", "train", "instance_type"), "P5 48XLARGE", "is 'P5 48XLARGE'; allowed: an instance type", ""),
        (("pools", "train", "zone_id"), "USE2-AZ1", "is 'USE2-AZ1'; allowed: a zone id", "Write it in small letters: `use2-az1`."),
        (("tags", "environment"), "Dev", "is 'Dev'; allowed: 1 to 32 lower-case letters", "Write it in small letters: `dev`."),
        (("tags", "classification"), "PHI", "is 'PHI'; allowed: `public`", "Did you mean 'phi'?"),
        (("storage", "a_b"), {"efs": {}}, "the name of `storage.a_b` is not allowed; allowed: 1 to 32", "names of resources"),
        # zones, types, ids
        (("pools", "train", "zone_id"), "us-east-2a", "allowed: a zone id such as `use2-az1` (not a zone name such as `us-east-2a`", "use2-az1"),
        (("pools", "train", "zone_id"), "us-east-2", "allowed: a zone id such as `use2-az1`", "use2-az1"),
        (("pools", "eval", "zone_ids"), ["use2-az1", "us-east-2b"], "`pools.eval.zone_ids[1]` is 'us-east-2b'; allowed: a zone id", ""),
        (("pools", "train", "instance_type"), "p5", "allowed: an instance type: `p5.48xlarge`", "One type"),
        (("pools", "train", "image"), {"dlami": "ubuntu-24.04", "id": "ami-1"}, "allowed: the id of an image: `ami-", "resolved to"),
        (("encryption",), {"key": "alias/mine"}, "allowed: `create`, or the ARN of a KMS key", "ARN of an existing key"),
        # whole numbers
        (("pools", "train", "nodes"), {"max": 1.5}, "is 1.5; allowed: a whole number", "The most nodes that the pool ever has."),
        (("pools", "train", "nodes"), {"max": True}, "is true; allowed: a whole number", "The most nodes that the pool ever has."),
        (("pools", "train", "nodes"), {"max": "two"}, "is 'two'; allowed: a whole number", "The most nodes that the pool ever has."),
        (("pools", "train", "nodes"), {"max": "08"}, "is '08'; allowed: a whole number", "The most nodes that the pool ever has."),
        (("pools", "train", "nodes"), {"max": 0}, "is 0; allowed: at least 1", "The most nodes that the pool ever has."),
        (("pools", "train", "nodes"), {"max": "0"}, "is 0; allowed: at least 1", "The most nodes that the pool ever has."),
        (("pools", "train", "nodes"), {"max": 10**18}, "is 1000000000000000000; allowed: at most 1000", "The most nodes that the pool ever has."),
        (("pools", "train", "root"), {"iops": 256001}, "is 256001; allowed: at most 256000", "IOPS"),
        (("access", "users", 0, "uid"), 0, "is 0; allowed: at least 10000", "Account number"),
        # numbers
        (("budget_usd_per_month",), 0, "is 0; allowed: more than 0", "Planning warns"),
        (("budget_usd_per_month",), "1e3", "is '1e3'; allowed: a number", "Planning warns"),
        (("budget_usd_per_month",), False, "is false; allowed: a number", "Planning warns"),
        # switches
        (("protect",), "yes", "is 'yes'; allowed: true or false", "refuses to delete"),
        (("protect",), 1, "is 1; allowed: true or false", "refuses to delete"),
        (("protect",), "True", "is 'True'; allowed: true or false", "refuses to delete"),
        # closed sets
        (("tags", "classification"), "internel", "allowed: `public`, `internal`, `confidential`, `pii` or `phi`", "Did you mean 'internal'?"),
        (("tags", "classification"), ["phi"], "is a list; allowed: `public`", "most sensitive"),
        (("network",), {"cidr": "10.0.0.0/16", "endpoints": ["S3"]}, "`network.endpoints[0]` is 'S3'; allowed: `s3`, `autoscaling`", ""),
        (("logs",), {"retention_days": 31}, "is 31; allowed: `1`, `3`, `5`", "Days that logs are kept"),
        (("logs",), {"retention_days": True}, "is true; allowed: a number of days", "Days that logs are kept"),
        (("pools", "train", "efa"), True, "is true; allowed: `auto`, `on` or `off`", "Elastic Fabric Adapter"),
        # ranges, times, paths
        (("network",), {"cidr": "10.0.0.0"}, "allowed: an IPv4 network such as `10.40.0.0/16`", "Range of the new VPC"),
        (("network",), {"cidr": "10.0.1.0/16"}, "allowed: an IPv4 network in its base address: `10.0.0.0/16`", "Range of the new VPC"),
        (("network",), {"cidr": "10.0.0.256/32"}, "allowed: an IPv4 network such as", "Range of the new VPC"),
        (("network",), {"cidr": "10.0.0.0/33"}, "allowed: an IPv4 network such as", "Range of the new VPC"),
        (("network",), {"cidr": "fd00::/8"}, "allowed: an IPv4 network such as", "Range of the new VPC"),
        (("pools", "train", "purchase"), {"capacity_block": {"id": "cr-0123456789abcdef0", "start": "2026-12-07", "end": "2026-12-14T11:30:00Z"}}, "allowed: an ISO 8601 time with its offset, in quotes", "When it starts"),
        (("pools", "train", "purchase"), {"capacity_block": {"id": "cr-0123456789abcdef0", "start": "2026-12-07T11:30:00", "end": "2026-12-14T11:30:00Z"}}, "allowed: an ISO 8601 time with its offset", "When it starts"),
        (("pools", "train", "purchase"), {"capacity_block": {"id": "cr-0123456789abcdef0", "start": "2026-02-30T11:30:00Z", "end": "2026-12-14T11:30:00Z"}}, "is '2026-02-30T11:30:00Z'; allowed: a day from 01 to 28 in 2026-02, not 30", "When it starts"),
        (("storage", "home", "mount"), "/home/", "allowed: an absolute path", "Where nodes mount it"),
        (("storage", "home", "mount"), "/a/../etc", "allowed: an absolute path", "Where nodes mount it"),
        (("storage", "home", "mount"), "/" + "a" * 255, "allowed: at most 255 characters", "Where nodes mount it"),
        # lists
        (("pools", "train", "mounts"), "home", "is 'home'; allowed: a list", "Write it as a list: `[home]`."),
        (("pools", "train", "mounts"), "home, saved", "is 'home, saved'; allowed: a list", "Write it as a list: `[…]`, or one `- ` a line."),
        (("pools", "train", "mounts"), {"home": "/home"}, "is a mapping; allowed: a list", "It is a list: put `- ` in front of each item."),
        (("access", "users"), {"name": "ana"}, "is a mapping; allowed: a list", "It is a list: put `- `"),
        (("access", "users"), [], "is an empty list; allowed: at least 1 item", "people who may log in"),
        (("pools", "train", "data_volumes"), [{"mount": f"/d{n}"} for n in range(16)], "is a list; allowed: at most 15 items", "Further volumes"),
        # mappings
        (("pools",), [{"name": "train"}], "is a list; allowed: a mapping, each name with its own declaration", "Pools, by name"),
        (("pools",), {}, "is an empty mapping; allowed: at least 1 item", "Write at least one, under a name of its own: `pools: {NAME: {…}}`."),
        (("pools", "train"), "g6.xlarge", "is 'g6.xlarge'; allowed: a mapping with `like`, `renamed_from`", ""),
        (("pools", "train", "nodes"), 4, "is 4; allowed: a mapping with `min`, `max`, `desired`", "How many"),
        (("pools", "train", "purchase"), "spot", "allowed: a mapping with `on_demand`, `spot`", "Write `purchase: {spot: {}}`."),
        (("pools", "train", "purchase"), {"on_demand": True}, "is true; allowed: `{}`", ""),
        (("pools", "train", "image"), "ubuntu-24.04", "allowed: a mapping with `dlami`, `id`, `os`", "Write `image: {dlami: ubuntu-24.04}`."),
        (("storage", "home"), "efs", "allowed: a mapping with `lustre`, `efs`, `s3`", "Write `home: {efs: {}}`."),
        (("storage",), ["home"], "is a list; allowed: a mapping, each name with its own declaration", "File systems and buckets"),
        (("tags",), [{"owner": "ml"}], "is a list; allowed: a mapping with `owner`, `environment`, `classification`", "Tags of every resource"),
        # missing
        (("tags",), {"ownr": "ml", "environment": "dev", "classification": "phi"}, "`tags.owner` is required", "Is `ownr` meant?"),
        (("tags",), {"zzz": "ml", "environment": "dev", "classification": "phi"}, "`tags.owner` is required", "Team or person who answers"),
        (("tags",), {"owner": "ml", "environment": "dev"}, "`tags.classification` is required; allowed: `public`, `internal`, `confidential`, `pii` or `phi`", ""),
    ],
)  # fmt: skip
def test_a_slip_is_said_with_what_is_allowed_and_what_to_do(
    cluster: dict[str, Any],
    load_cluster: Callable[..., Loaded],
    path: tuple[str | int, ...],
    value: Any,
    message: str,
    hint: str,
) -> None:
    put(cluster, path, value)
    problems = [problem for problem in load_cluster(cluster).problems if problem.id != "pool-like"]
    (problem,) = problems
    assert message in problem.message
    assert hint in problem.hint
    assert problem.path[2 : 2 + len(path)] == path


@pytest.mark.parametrize(
    "path",
    [
        ("access", "users", 0, "keys"),
        ("access", "users", 0, "keys", 0, "x"),
        ("access", "users", 0, "name"),
        ("access", "users"),
        ("pools", "train", "user_data"),
        ("pools", "train", "like"),
        ("pools", "train", "mounts"),
        ("pools", "train", "labels"),
        ("encryption", "key"),
        ("storage",),
        ("name",),
    ],
)
@pytest.mark.parametrize("wrap", [lambda key: key, lambda key: [[key]], lambda key: {"x": {key: key}}])
def test_a_private_key_is_never_repeated(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], path: tuple[Any, ...], wrap: Callable[[str], Any]
) -> None:
    if path[-1] == "x":
        path = path[:-1]
    put(cluster, path, wrap(PRIVATE_KEY))
    loaded = load_cluster(cluster)
    for problem in loaded.problems:
        for line in PRIVATE_KEY.splitlines():
            assert line not in problem.message + problem.hint
            assert line[:20] not in problem.message + problem.hint


@pytest.mark.parametrize("value", ["hunter2", 42, ["hunter2"], {"hunter2": 1}, True])
@pytest.mark.parametrize("key", ["keys", "user_data"])
def test_nothing_under_keys_and_user_data_is_shown(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded], key: str, value: Any
) -> None:
    if key == "keys":
        cluster["access"]["users"][0]["keys"] = [value] if isinstance(value, int) else value
    else:
        cluster["pools"]["train"]["user_data"] = [value] if value == "hunter2" else value
    for problem in load_cluster(cluster).problems:
        assert "hunter2" not in problem.message + problem.hint
        assert "42" not in problem.message + problem.hint


@pytest.mark.parametrize("script", ["\0", "#!/bin/sh\necho \0hunter2\n"])
def test_a_script_that_no_shell_can_hold_is_refused_by_the_name_of_its_pool(
    cluster: dict[str, Any], script: str
) -> None:
    """A program may hand over what no file can hold."""
    cluster["pools"]["train"]["user_data"] = script
    (problem,) = read_cluster(cluster, ()).problems
    assert (problem.id, problem.path) == ("spec-value", ("pools", "train", "user_data"))
    assert problem.message == (
        "`pools.train.user_data` is a value that is not shown here; allowed: a script without the character NUL"
        " (U+0000), which no shell script can hold"
    )
    assert problem.hint == "A script of yours, run last at the first boot."


@pytest.mark.parametrize("script", [r'"echo \0"', r'"echo \x00"', r'"echo \u0000"'])
def test_a_script_with_an_escape_for_nul_is_refused_at_its_place(
    cluster: dict[str, Any], load_text: Callable[[str], Loaded], script: str
) -> None:
    cluster["pools"]["train"]["user_data"] = "SCRIPT"
    settings = {"aws:region": "us-east-2", "rackguard:cluster": cluster}
    loaded = load_text(yaml.safe_dump({"config": settings}).replace("SCRIPT", script))
    (problem,) = loaded.problems
    assert problem.id == "yaml-encoding"
    assert problem.message == "`pools.train.user_data`: the text holds an escape for the invisible character U+0000"
    assert problem.hint == "Remove the escape."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "empty"),
        ({}, "an empty mapping"),
        ({"a": 1}, "a mapping"),
        ([], "an empty list"),
        ([1], "a list"),
        (True, "true"),
        (0.5, "0.5"),
        (2**64, "a number of too many digits"),
        (-(2**64), "a number of too many digits"),
        ("a", "'a'"),
        ("a\nb", r"'a\nb'"),
        ("a" * 80, f"'{'a' * 80}'"),
        ("a" * 81, "text of 81 characters"),
        ("x -----begin private key", "a value that is not shown here"),
        ("PuTTY-User-Key-File-3: ssh-ed25519", "a value that is not shown here"),
        ("b3BlbnNzaC1rZXktdjEAAAAABG5vbmU", "a value that is not shown here"),
    ],
)
def test_values_are_shown_short(value: Any, text: str) -> None:
    assert shown(value) == text


def test_a_number_that_python_itself_refuses_to_print_is_no_traceback() -> None:
    assert shown(10**5000) == "a number of too many digits"


def test_a_value_below_a_silent_key_is_silent() -> None:
    assert (
        shown("x", ("users", 0, "keys", 0))
        == shown(7, ("pools", "train", "user_data"))
        == "a value that is not shown here"
    )
    assert shown("x", ("users", 0, "name")) == "'x'"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), "`rackguard:cluster`"),
        (("pools", "a", "mounts", 1), "`pools.a.mounts[1]`"),
        (("x" * 200,), f"`{'x' * 100}…`"),
        (("tags", "-----BEGIN RSA PRIVATE KEY-----"), "a key that is not shown here"),
    ],
)
def test_places_are_named_short(path: tuple[str | int, ...], text: str) -> None:
    assert named(path) == text
