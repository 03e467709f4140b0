"""The policy packs that come with the rules, one a framework: where they are, and which rules each asks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rackguard.record import record
from rackguard_policies import framework, registry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard_policies.framework import Framework
    from rackguard_policies.rule import Rule

PROJECT_FILE = "PulumiPolicy.yaml"
_HERE = Path(__file__).parent
_PLACES = (_HERE / "policy_packs", _HERE.parent)
"""Where the packs are: in the installed distribution, else in the repository."""


@record
class Pack:
    """Rules that are given to `pulumi --policy-pack` together."""

    name: str
    rules: tuple[Rule, ...]
    framework: Framework
    """Whose controls the findings name."""


def folders() -> dict[str, Path]:
    """The folder of each pack by its name, sorted: what `pulumi --policy-pack` takes."""
    place = next((each for each in _PLACES if any(_in(each))), _PLACES[0])
    return {folder.name: folder for folder in _in(place)}


def _in(place: Path) -> Iterator[Path]:
    yield from sorted(file.parent for file in place.glob(f"*/{PROJECT_FILE}"))


def load(name: str) -> Pack:
    """The pack of a framework, by the framework's id.

    Raises KeyError where there is none of that name.
    """
    found = framework.load(name)
    return Pack(name, tuple(rule for rule in registry.all_rules() if rule.id in found.rules), found)
