"""The policy packs that come with the rules, one a framework and one of all: where they are, which rules each asks."""

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
ALL = "all"
"""The pack of all frameworks, which judges a rule once however many ask for it."""
_HERE = Path(__file__).parent
_PLACES = (_HERE / "policy_packs", _HERE.parent)
"""Where the packs are: in the installed distribution, else in the repository."""


@record
class Pack:
    """Rules that are given to `pulumi --policy-pack` together."""

    name: str
    rules: tuple[Rule, ...]
    frameworks: tuple[Framework, ...]
    """Whose controls the findings name."""


def folders() -> dict[str, Path]:
    """The folder of each pack by its name, sorted: what `pulumi --policy-pack` takes."""
    place = next((each for each in _PLACES if any(_in(each))), _PLACES[0])
    return {folder.name: folder for folder in _in(place)}


def _in(place: Path) -> Iterator[Path]:
    yield from sorted(file.parent for file in place.glob(f"*/{PROJECT_FILE}"))


def version(name: str) -> str:
    """A pack's version, of its project file: the distribution's, which `importlib.metadata` would be slow to tell.

    Raises KeyError where there is no pack of that name.
    """
    lines = (folders()[name] / PROJECT_FILE).read_text(encoding="utf-8").splitlines()
    return next(line.partition(":")[2].strip() for line in lines if line.startswith("version:"))


def load(name: str) -> Pack:
    """The pack of a framework, by the framework's id, or that of all.

    Raises KeyError where there is none of that name.
    """
    frameworks = tuple(framework.load(each) for each in (framework.known() if name == ALL else (name,)))
    asked = frozenset[str]().union(*(each.rules for each in frameworks))
    return Pack(name, tuple(rule for rule in registry.all_rules() if rule.id in asked), frameworks)
