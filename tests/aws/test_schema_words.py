"""Problems in the words of the schema: arguments renamed, values and names of the user's own as they are."""

from __future__ import annotations

import pytest

from rackguard.aws.schema_words import in_schema_words, quoted
from rackguard.spec.problem import Problem

KNOWN = "Known keys: region, account_id, budget_usd_per_month"


def told(problem: Problem) -> tuple[str, str, str]:
    said = in_schema_words(problem)
    return ".".join(map(str, said.path)), said.message, said.hint


def value(path: str, message: str, hint: str = "", problem_id: str = "spec-value") -> Problem:
    return Problem(problem_id, "error", tuple(path.split(".")), message, hint)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (
            value("pools.lab.zone_id", "`pools.lab.zone_id` is 'a'; allowed: a zone id", "One zone: `use2-az1`."),
            ("pools.lab.zoneId", "`pools.lab.zoneId` is 'a'; allowed: a zone id", "One zone: `use2-az1`."),
        ),
        # A label may be called as an argument is.
        (
            value("pools.lab.labels.zone_id", "`pools.lab.labels.zone_id` is ''; see `local_nvme`"),
            ("pools.lab.labels.zone_id", "`pools.lab.labels.zone_id` is ''; see `localNvme`", ""),
        ),
        # Values stay: `on_demand` is one, and a key elsewhere.
        (
            value("prices.purchase", "`prices.purchase` is 'x'; allowed: `on_demand`, `spot` or `capacity_block`"),
            ("prices.purchase", "`prices.purchase` is 'x'; allowed: `on_demand`, `spot` or `capacity_block`", ""),
        ),
        (
            value("network.nat", "`network.nat` is 'x'; allowed: `one`, `per_zone` or `none`"),
            ("network.nat", "`network.nat` is 'x'; allowed: `one`, `per_zone` or `none`", ""),
        ),
        (
            value("pools.lab.purchase", "exactly one of `on_demand`, `capacity_block`", "", "spec-choice"),
            ("pools.lab.purchase", "exactly one of `onDemand`, `capacityBlock`", ""),
        ),
        (
            value(
                "colour",
                "unknown key `colour`",
                KNOWN,
                "spec-unknown-key",
            ),
            ("colour", "unknown key `colour`", "Known keys: region, accountId, budgetUsdPerMonth"),
        ),
        (
            value("node_subnet_ids.usw2-az1", "is missing", "`node_subnet_ids` of a Network.", "spec-missing"),
            ("nodeSubnetIds.usw2-az1", "is missing", "`nodeSubnetIds` of a Network."),
        ),
        (
            value("pools.lab.purchase", "wrong", "Write `capacity_block: {id: …}`."),
            ("pools.lab.purchase", "wrong", "Write `capacityBlock: {id: …}`."),
        ),
        # Quoted values and files are no arguments.
        (
            value("name", "`name` is 'zone_id'; see `docs/zone_id.md`"),
            ("name", "`name` is 'zone_id'; see `docs/zone_id.md`", ""),
        ),
    ],
)
def test_a_problem(problem: Problem, words: tuple[str, str, str]) -> None:
    assert told(problem) == words


def test_words_of_another_error() -> None:
    assert quoted("its `account_id` is 1", of_keys=True) == "its `accountId` is 1"
