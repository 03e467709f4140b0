"""The outside of a stack file: its top-level keys, its settings, the region."""

from __future__ import annotations

import re
from typing import Any, cast

from rackguard.spec import patterns
from rackguard.spec.problem import Path, Problem
from rackguard.spec.suggest import did_you_mean, nearest
from rackguard.spec.values import in_small_letters, named, shown

CLUSTER: Path = ("config", "rackguard:cluster")
REGION: Path = ("config", "aws:region")
CLI_KEYS = ("config", "encryptionsalt", "secretsprovider", "encryptedkey", "environment")
"""The keys that Pulumi's CLI knows at the top of a stack file."""

_SETTINGS = ("rackguard:cluster", "aws:region")
_PLAIN = "Write it plain: `pulumi config set` without `--secret`, or by hand. A plan is made without keys."


def settings_of(data: Any) -> tuple[dict[str, Any] | None, list[Problem]]:
    """What stands under `config`, and what is wrong around it; None where there is no such mapping."""
    if not isinstance(data, dict):
        hint = "Start with `config:`; `rackguard schema` describes the whole file."
        message = "the file is empty" if data is None else f"the file is {shown(data)}, not a mapping"
        return None, [Problem("stack-file", "error", (), f"{message}; a Pulumi stack file is needed", hint)]
    top = cast("dict[str, Any]", data)
    problems = [_unknown_top_key(key) for key in top if key not in CLI_KEYS]
    config = top.get("config")
    if isinstance(config, dict):
        return cast("dict[str, Any]", config), problems
    if config is not None or not any(problem.level == "error" for problem in problems):
        message = f"`config` is {shown(config)}; allowed: a mapping" if "config" in top else "`config` is required"
        hint = "Declare the cluster under `config:`, `rackguard:cluster:`."
        problems.append(Problem("stack-file", "error", ("config",), message, hint))
    return None, problems


def _unknown_top_key(key: str) -> Problem:
    name = named((key,))
    if ":" in key or key == "cluster":
        message = f"{name} stands at the top of the file"
        return Problem(
            "stack-file", "error", (key,), message, f"It belongs under `config:`, as `{_meant(key) or key}:`."
        )
    if alike := did_you_mean(key, CLI_KEYS):
        level = "error" if nearest(key, CLI_KEYS, 1) == ["config"] else "warning"
        return Problem("stack-key", level, (key,), f"{name} is not a key of a Pulumi stack file", alike)
    hint = "Pulumi drops it silently; put it under `config:` or take it out."
    return Problem("stack-key", "warning", (key,), f"{name} is not a key of a Pulumi stack file", hint)


def unknown_settings(settings: dict[str, Any]) -> list[Problem]:
    """Settings that look like ours and mean nothing; those of other namespaces are not ours to judge."""
    return [_unknown_setting(key) for key in settings if _is_unknown(key)]


def _is_unknown(key: str) -> bool:
    if key in _SETTINGS:
        return False
    return ":" not in key or key.startswith("rackguard:") or _misspelt(key)


def _misspelt(key: str) -> bool:
    """True for a key of another namespace that only differs from one of ours by a slip."""
    from difflib import get_close_matches

    return bool(get_close_matches(key.lower(), _SETTINGS, n=1, cutoff=0.9))


def _unknown_setting(key: str) -> Problem:
    meant = _meant(key)
    only = "The only setting of ours is `rackguard:cluster`; those of providers have their namespace: `aws:profile`."
    hint = f"Write `{meant}`." if meant else only
    return Problem("stack-setting", "error", ("config", key), f"unknown setting {named((key,))}", hint)


def _meant(key: str) -> str:
    """The setting that a mistyped one stands for; empty where none is near."""
    namespace, _, name = key.lower().rpartition(":")
    if namespace in ("", "rackguard"):
        own = {one.partition(":")[2]: one for one in _SETTINGS}
        return next((own[one] for one in nearest(name, own, 1)), "")
    return next(iter(nearest(key.lower(), _SETTINGS, 1)), "")


def region_of(settings: dict[str, Any]) -> tuple[str | None, list[Problem]]:
    """The stack's region, or what is wrong with it."""
    region = settings.get("aws:region")
    if region is None:
        if any(_meant(key) == "aws:region" for key in settings if _is_unknown(key)):
            return None, []  # reported as a mistyped setting
        message = "`aws:region` is empty" if "aws:region" in settings else "`aws:region` is required"
        hint = "Write `aws:region: us-east-2` under `config:`; it is the only place for the region."
        return None, [Problem("stack-region", "error", REGION, message, hint)]
    if isinstance(region, str) and re.fullmatch(patterns.REGION, region):
        return region, []
    if isinstance(region, dict):
        hint = _PLAIN if "secure" in region else "Write the region itself."
    else:
        hint = _hint_of_region(str(region))
    message = f"`aws:region` is {shown(region)}; allowed: {patterns.WORDS[patterns.REGION]}"
    return None, [Problem("stack-region", "error", REGION, message, hint)]


def _hint_of_region(region: str) -> str:
    if re.fullmatch(patterns.REGION, region[:-1]) and region[-1].isalpha():
        return f"That is a zone; its region is `{region[:-1]}`."
    return in_small_letters(region, REGION, patterns.REGION) or "Name the region that AWS gives it."


def cluster_of(settings: dict[str, Any]) -> tuple[dict[str, Any] | None, list[Problem]]:
    """What stands under `rackguard:cluster`, or what is wrong with it."""
    data = settings.get("rackguard:cluster")
    if isinstance(data, dict):
        values = cast("dict[str, Any]", data)
        if "secure" in values and len(values) == 1:
            return None, [Problem("spec-secret", "error", CLUSTER, "`rackguard:cluster` is encrypted", _PLAIN)]
        return values, []
    if data is None:
        if any(_meant(key) == "rackguard:cluster" for key in settings if _is_unknown(key)):
            return None, []  # reported as a mistyped setting
        message = f"`rackguard:cluster` is {'empty' if 'rackguard:cluster' in settings else 'required'}"
        hint = "Declare the cluster there; `rackguard schema` describes it."
        return None, [Problem("spec-missing", "error", CLUSTER, message, hint)]
    message = f"`rackguard:cluster` is {shown(data)}; allowed: a mapping, one cluster's declaration"
    return None, [Problem("spec-value", "error", CLUSTER, message, "`rackguard schema` describes it.")]


def is_secret(value: Any) -> bool:
    """True for a value that Pulumi's CLI encrypted: a mapping with text under `secure` and nothing else."""
    return (
        isinstance(value, dict)
        and list(cast("dict[str, Any]", value)) == ["secure"]
        and isinstance(value["secure"], str)
    )
