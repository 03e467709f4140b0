"""Every rule there is, found by its file: `rules/<cloud>/<service>/<rule>.py` holds `RULE`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard_policies.rule import Rule

RULES = Path(__file__).parent / "rules"


def names() -> list[str]:
    """Module names of all rules, sorted."""
    files = sorted(
        file.relative_to(RULES).with_suffix("") for file in RULES.rglob("*.py") if file.name != "__init__.py"
    )
    return [".".join(("rackguard_policies", "rules", *file.parts)) for file in files]


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by cloud, service and name."""
    return tuple(import_module(name).RULE for name in names())


@cache
def by_id() -> dict[str, Rule]:
    """Rules by their ids."""
    return {rule.id: rule for rule in all_rules()}
