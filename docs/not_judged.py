"""Print which rules aren't judged by which source of a stack, and why, as Markdown."""

from __future__ import annotations

from rackguard.graph.untold import UNTOLD
from rackguard_policies.registry import all_rules


def rows() -> list[tuple[str, str, str]]:
    """Rule, source and reason, by source and rule."""
    return [
        (rule.id, each.source, f"`{each.option}`: {each.because}")
        for each in UNTOLD
        for rule in all_rules()
        if each.option in rule.goes_by
    ]


if __name__ == "__main__":
    print("| rule | isn't judged by | since it goes by |\n| --- | --- | --- |")
    print("\n".join(f"| {' | '.join(row)} |" for row in rows()))
