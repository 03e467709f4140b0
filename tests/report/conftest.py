"""The example stacks as reports, and variants of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from rackguard.cli.evaluate import evaluate
from rackguard.report.plan_report import PlanReport

STACKS = Path(__file__).parents[2] / "stacks"

Report = Callable[[str], PlanReport]


@cache
def _report(name: str) -> PlanReport:
    return evaluate(STACKS / f"Pulumi.{name}.yaml", datetime(2026, 12, 1, tzinfo=UTC))


@pytest.fixture(scope="session")
def report() -> Report:
    """`report("prod")`: the example stack as of 2026-12-01."""
    return _report


@pytest.fixture
def failing(tmp_path: Path) -> PlanReport:
    """A stack with an error, a warning and hostile text in both."""
    file = tmp_path / "Pulumi.bad.yaml"
    text = (STACKS / "Pulumi.dev.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace("g6.xlarge", "g6.huge").replace("usw2-az1", "usw2-az9"), encoding="utf-8")
    return evaluate(file, datetime(2026, 12, 1, tzinfo=UTC))


@pytest.fixture
def variant(tmp_path: Path) -> Callable[..., PlanReport]:
    """`variant("dev", {"150": "300"})`: an example stack with texts replaced."""

    def make(stack: str, changes: dict[str, str], name: str = "changed") -> PlanReport:
        text = (STACKS / f"Pulumi.{stack}.yaml").read_text(encoding="utf-8")
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        file = tmp_path / f"Pulumi.{name}.yaml"
        file.write_text(text, encoding="utf-8")
        return evaluate(file, datetime(2026, 12, 1, tzinfo=UTC))

    return make
