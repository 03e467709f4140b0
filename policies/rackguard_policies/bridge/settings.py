"""What `--policy-pack-config` says of a pack: how grave each rule is taken, and the parameters of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from difflib import get_close_matches
from typing import Any, Literal

from rackguard.record import record
from rackguard_policies.exception_checks import CHECKS
from rackguard_policies.packs import Pack

Level = Literal["advisory", "mandatory", "disabled"]
DEFAULT: Level = "mandatory"
ALL = "all"
"""Stands for every rule; the engine gives it to each of them before a pack sees it."""


class InvalidSettings(ValueError):
    """A configuration that isn't one of this pack; the message says all that is wrong, a line each."""


@record
class Given:
    """What the configuration says of one rule."""

    level: Level
    parameters: Mapping[str, Any] = field(default_factory=dict[str, Any])


@record
class Settings:
    """The configuration of a pack."""

    given: Mapping[str, Given] = field(default_factory=dict[str, Given])

    def level(self, policy: str) -> Level:
        """How grave a finding of a rule, or of a check of exceptions, is taken."""
        return self.given[policy].level if policy in self.given else DEFAULT

    def parameters(self, policy: str) -> Mapping[str, Any]:
        """The user's own parameters of a rule."""
        return self.given[policy].parameters if policy in self.given else {}


def settings_of(pack: Pack, given: Mapping[str, Given]) -> Settings:
    """The settings that a configuration asks for. The engine holds values to their schemas; names are held here.

    Raises:
        InvalidSettings: it names a rule or a parameter that there isn't.
    """
    known = {rule.id: list(rule.parameters) for rule in pack.rules} | {check.id: [] for check in CHECKS}
    if problems := [problem for policy, said in given.items() for problem in _problems(pack, known, policy, said)]:
        raise InvalidSettings("\n".join(problems))
    return Settings({policy: said for policy, said in given.items() if policy != ALL})


def _problems(pack: Pack, parameters: Mapping[str, list[str]], policy: str, said: Given) -> Iterator[str]:
    if policy == ALL:
        return
    if policy not in parameters:
        words = f"the pack rackguard-{pack.name} has no rule {policy!r}"
        yield f"{words}{_hint(policy, list(parameters))}. `rackguard list rules` prints their ids."
        return
    for name in said.parameters:
        if name not in parameters[policy]:
            known = ", ".join(parameters[policy]) or "none, only enforcementLevel"
            yield f"the rule {policy} has no parameter {name!r}{_hint(name, parameters[policy])}; allowed: {known}."


def _hint(name: str, known: list[str]) -> str:
    near = get_close_matches(name[:255], known, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
