"""Frameworks: which control asks for which rules, and on what that rests. A framework is one data file."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable

Basis = Literal["published", "weak", "judgement"]
BASES: dict[Basis, str] = {
    "published": "several published mappings name the pair",
    "weak": "one published mapping names the pair, or several that read the control otherwise than we do",
    "judgement": "our own judgement",
}
"""What a pair of control and rule rests on."""

FOLDER = Path(__file__).parent / "frameworks"


@record
class Control:
    """One clause of a framework."""

    id: str
    """`164.312(b)`, `A.8.24`."""
    title: str
    """What it asks for, in our own words."""
    kind: str
    """HIPAA: `standard`, `required` or `addressable`; elsewhere `control`."""
    rules: tuple[tuple[str, Basis], ...]
    """Ids of its rules, each with what the pair rests on."""
    reason: str
    """Why it has no rules; empty where it has."""


@record
class Framework:
    """A set of controls."""

    id: str
    title: str
    source: str
    as_of: str
    controls: tuple[Control, ...]

    def controls_of(self, rule: str) -> tuple[Control, ...]:
        """The controls that ask for a rule."""
        return tuple(self._by_rule.get(rule, ()))

    @cached_property
    def _by_rule(self) -> dict[str, list[Control]]:
        found: dict[str, list[Control]] = {}
        for control in self.controls:
            for name in dict.fromkeys(name for name, _ in control.rules):
                found.setdefault(name, []).append(control)
        return found

    @property
    def rules(self) -> frozenset[str]:
        """Ids of all its rules."""
        return frozenset(name for control in self.controls for name, _ in control.rules)


def known() -> list[str]:
    """Ids of the frameworks there are, sorted."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


@cache
def load(name: str) -> Framework:
    """A framework by its id.

    Raises KeyError where there is none of that name.
    """
    import tomllib

    file = FOLDER / f"{name}.toml"
    if name not in known():
        raise KeyError(name)
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    controls = tuple(_control(each) for each in data["control"])
    return Framework(data["id"], data["title"], data["source"], data["as_of"], controls)


def _control(given: dict[str, Any]) -> Control:
    rules: list[tuple[str, Basis]] = [(rule, basis) for basis in BASES for rule in given.get(basis, ())]
    return Control(given["id"], given["title"], given["kind"], tuple(sorted(rules)), given.get("reason", ""))


def words_of(rule: str, frameworks: Iterable[Framework]) -> str:
    """The controls of a rule, framework by framework: `HIPAA 164.312(b), 164.312(e)(1); ISO27001 A.8.24`."""
    parts = [
        f"{framework.id.upper()} {', '.join(control.id for control in found)}"
        for framework in frameworks
        if (found := framework.controls_of(rule))
    ]
    return "; ".join(parts)
