"""Print which rules are tried on which stacks, as Markdown: `python -m tests.policies.mutations`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.policies.mutations.coverage import exercised_in
from tests.policies.mutations.never_held import WHY
from tests.policies.mutations.stacks import OF_TESTS, OWN

from rackguard_policies.registry import all_rules, names


def lines() -> Iterator[str]:
    """A sentence with the figures, and a row for each service."""
    ours = exercised_in(OWN)
    tests = exercised_in(OF_TESTS) - ours
    yield (
        f"Of {len(all_rules())} rules {len(ours)} hold somewhere in our own stacks or the examples, {len(tests)} in"
        f" stacks of the tests only, and {len(WHY)} nowhere. Each is broken by one change or more, which it finds and"
        " no other rule does, but for those that the change truly breaks too."
    )
    yield from ("", "| service | in our stacks | in stacks of the tests only | nowhere |", "| --- | --- | --- | --- |")
    for service, rules in _by_service().items():
        rest = [_listed(rule for rule in rules if rule in kind) for kind in (tests, WHY)]
        yield f"| {service} | {len(ours.intersection(rules))} | {' | '.join(rest)} |"
    yield ""
    yield f"What holds nowhere: {'; '.join(f'`{rule}`, as {why}' for rule, why in WHY.items())}."


def _by_service() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, rule in zip(names(), all_rules(), strict=True):
        found.setdefault(name.split(".")[3], []).append(rule.id)
    return found


def _listed(rules: Iterator[str]) -> str:
    return ", ".join(f"`{rule}`" for rule in rules)


if __name__ == "__main__":
    sys.stdout.write("\n".join([*lines(), ""]))
