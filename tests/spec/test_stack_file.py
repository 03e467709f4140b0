"""The outside of a stack file: top-level keys, settings, the region."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rackguard.spec.load import Loaded
from rackguard.spec.stack_file import cluster_of, region_of, settings_of, unknown_settings

GOOD = {"aws:region": "us-east-2", "rackguard:cluster": {}}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "the file is empty"),
        ([], "the file is an empty list, not a mapping"),
        ("config", "the file is 'config', not a mapping"),
        (5, "the file is 5, not a mapping"),
    ],
)
def test_a_file_that_is_no_mapping(data: Any, message: str) -> None:
    settings, (problem,) = settings_of(data)
    assert settings is None
    assert problem.id == "stack-file"
    assert message in problem.message
    assert "config:" in problem.hint


@pytest.mark.parametrize("value", [None, [], "x", 5])
def test_config_that_is_no_mapping(value: Any) -> None:
    settings, (problem,) = settings_of({"config": value})
    assert settings is None
    assert (problem.id, problem.path) == ("stack-file", ("config",))
    assert "rackguard:cluster:" in problem.hint


def test_config_that_is_not_there() -> None:
    assert settings_of({})[1][0].message == "`config` is required"
    assert settings_of({"encryptionsalt": "v1:x"})[1][0].message == "`config` is required"


@pytest.mark.parametrize("key", ["encryptionsalt", "secretsprovider", "encryptedkey", "environment"])
def test_what_the_cli_writes_is_welcome(key: str) -> None:
    assert settings_of({key: "x", "config": GOOD}) == (GOOD, [])


@pytest.mark.parametrize(
    ("key", "level", "hint"),
    [
        ("confg", "error", "config"),
        ("encryptionSalt", "warning", "encryptionsalt"),
        ("zzz", "warning", "take it out"),
    ],
)
def test_other_keys_at_the_top(key: str, level: str, hint: str) -> None:
    _, (problem,) = settings_of({key: {}, "config": GOOD})
    assert (problem.id, problem.level, problem.path) == ("stack-key", level, (key,))
    assert f"`{key}`" in problem.message
    assert hint in problem.hint


@pytest.mark.parametrize(
    ("key", "meant"),
    [("rackguard:cluster", "rackguard:cluster"), ("aws:region", "aws:region"), ("cluster", "rackguard:cluster")],
)
def test_a_setting_at_the_top_belongs_under_config(key: str, meant: str) -> None:
    settings, (problem,) = settings_of({key: {}})  # that `config` is missing is the same slip
    assert settings is None
    assert (problem.level, problem.path) == ("error", (key,))
    assert problem.hint == f"It belongs under `config:`, as `{meant}:`."


def test_a_mistyped_config_is_one_problem() -> None:
    assert [problem.path for problem in settings_of({"confg": GOOD})[1]] == [("confg",)]


@pytest.mark.parametrize(
    "key", ["aws:profile", "aws:allowedAccountIds", "pulumi:tags", "other:cluster", "gcp:region", "cluster:x"]
)
def test_settings_of_others_are_not_judged(key: str) -> None:
    assert unknown_settings({**GOOD, key: "x"}) == []


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("rackguard:clusters", "Write `rackguard:cluster`."),
        ("rackguard:Cluster", "Write `rackguard:cluster`."),
        ("cluster", "Write `rackguard:cluster`."),
        ("clusters", "Write `rackguard:cluster`."),
        ("rackgard:cluster", "Write `rackguard:cluster`."),
        ("aws:regoin", "Write `aws:region`."),
        ("rackguard:region", "Write `aws:region`."),
        ("rackguard:x", "The only setting of ours is `rackguard:cluster`"),
        ("profile", "those of providers have their namespace"),
    ],
)
def test_settings_that_mean_nothing(key: str, hint: str) -> None:
    (problem,) = unknown_settings({**GOOD, key: "x"})
    assert (problem.id, problem.level, problem.path) == ("stack-setting", "error", ("config", key))
    assert f"`{key}`" in problem.message
    assert problem.hint.startswith(hint) or hint in problem.hint


@pytest.mark.parametrize("key", ["rackguard:clusters", "cluster", "rackgard:cluster", "clusters"])
def test_a_mistyped_cluster_is_not_missing_as_well(
    cluster: dict[str, Any], load_text: Callable[[str], Loaded], key: str
) -> None:
    loaded = load_text(f"config:\n  aws:region: us-east-2\n  {key}: {cluster}\n".replace("None", "null"))
    assert [(problem.id, problem.where) for problem in loaded.problems] == [("stack-setting", "f.yaml:3:3")]


@pytest.mark.parametrize("region", ["us-east-2", "eu-central-1", "us-gov-west-1", "ap-southeast-5"])
def test_regions(region: str) -> None:
    assert region_of({"aws:region": region}) == (region, [])


@pytest.mark.parametrize(
    ("region", "message", "hint"),
    [
        ("us-east-2a", "is 'us-east-2a'; allowed: an AWS region", "That is a zone; its region is `us-east-2`."),
        ("use2-az1", "is 'use2-az1'; allowed: an AWS region", "Name the region"),
        ("Ohio", "is 'Ohio'", "Name the region"),
        ("US-EAST-2", "is 'US-EAST-2'; allowed: an AWS region", "Write it in small letters: `us-east-2`."),
        ("us-east-2\n", r"is 'us-east-2\n'", "Name the region"),
        ("", "is ''", "Name the region"),
        (2, "is 2", "Name the region"),
        (["us-east-2"], "is a list", "Name the region"),
        ({"secure": "v1:x"}, "is a mapping", "Write it plain"),
        ({"value": "us-east-2"}, "is a mapping", "Write the region itself"),
        (None, "is empty", "the only place"),
    ],
)
def test_what_is_no_region(region: Any, message: str, hint: str) -> None:
    found, (problem,) = region_of({"aws:region": region})
    assert found is None
    assert (problem.id, problem.path) == ("stack-region", ("config", "aws:region"))
    assert message in problem.message
    assert hint in problem.hint


def test_a_region_that_is_not_there() -> None:
    assert region_of({})[1][0].message == "`aws:region` is required"
    assert region_of({"aws:regoin": "us-east-2"}) == (None, [])  # said as a mistyped setting


@pytest.mark.parametrize(
    ("value", "message", "kind"),
    [
        (None, "`rackguard:cluster` is empty", "spec-missing"),
        ([], "`rackguard:cluster` is an empty list; allowed: a mapping", "spec-value"),
        ("llm", "`rackguard:cluster` is 'llm'; allowed: a mapping", "spec-value"),
        ({"secure": "v1:x"}, "`rackguard:cluster` is encrypted", "spec-secret"),
    ],
)
def test_what_is_no_cluster(value: Any, message: str, kind: str) -> None:
    found, (problem,) = cluster_of({"rackguard:cluster": value})
    assert found is None
    assert problem.id == kind
    assert problem.message.startswith(message)
    assert problem.hint


def test_a_cluster_that_is_not_there() -> None:
    assert cluster_of({})[1][0].message == "`rackguard:cluster` is required"


def test_without_a_region_the_cluster_is_read_all_the_same(
    cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
) -> None:
    cluster["protect"] = 5
    loaded = load_cluster(cluster, **{"aws:region": "us-east-2a"})
    assert [problem.id for problem in loaded.problems] == ["stack-region", "spec-value"]
    assert loaded.stack is None
