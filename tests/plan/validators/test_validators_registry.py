"""Running all validators: whatever one finds or does, the others are heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rackguard.plan.validators import registry
from rackguard.plan.validators.interface import Context, Found, Validator
from rackguard.plan.validators.registry import ALL, run, validate
from rackguard.spec.problem import Problem

CLUSTER = ("config", "rackguard:cluster")
PINNED = {"dlami": "ubuntu-24.04", "id": "ami-01234567"}


def validator(check: Callable[[Context], Iterator[Found]]) -> Validator:
    return Validator("made-up", "warning", "It holds.", "Because.", "Do so.", check)


def test_a_stack_in_order_has_no_problems(context_of: Callable[..., Context]) -> None:
    assert validate(context_of({"pools": {"train": {"image": PINNED}}})) == []


def test_paths_start_at_the_files_root(context_of: Callable[..., Context]) -> None:
    overrides = {"pools": {"train": {"image": PINNED, "zone_id": "use2-az9"}}}
    (problem,) = validate(context_of(overrides))
    assert problem == Problem(
        "type-not-in-zone",
        "error",
        (*CLUSTER, "pools", "train", "zone_id"),
        "`pools.train.zone_id` is use2-az9, which doesn't offer g6.xlarge; allowed: use2-az1, use2-az2 or use2-az3",
        "Choose a zone id that offers the type. Zone names (us-east-2a) differ from account to account; ids don't.",
    )


def test_the_region_has_a_place_of_its_own(context_of: Callable[..., Context]) -> None:
    overrides = {"region": "us-east-9", "pools": {"train": {"image": PINNED}}}
    (problem,) = validate(context_of(overrides))
    assert (problem.id, problem.path) == ("region-unknown", ("config", "aws:region"))


def test_a_hint_of_the_finding_wins(context_of: Callable[..., Context]) -> None:
    def check(_: Context) -> Iterator[Found]:
        yield Found(("name",), "`name` is odd")
        yield Found(("name",), "`name` is odder", "Choose x.")

    problems = run(validator(check), context_of({}))
    assert [problem.hint for problem in problems] == ["Do so.", "Choose x."]


def test_a_crash_is_a_problem_that_shows_nothing_of_the_file(context_of: Callable[..., Context]) -> None:
    def check(_: Context) -> Iterator[Found]:
        yield Found(("name",), "`name` is odd")
        raise ValueError("secret-of-the-file")

    (problem,) = run(validator(check), context_of({}))
    assert (problem.id, problem.level, problem.path) == ("validator-crashed", "error", CLUSTER)
    assert problem.message.startswith("the check made-up could not run: ValueError (test_validators_registry.py:")
    assert "secret-of-the-file" not in problem.message + problem.hint


def test_a_crash_hides_no_other_problem(context_of: Callable[..., Context], monkeypatch: pytest.MonkeyPatch) -> None:
    def check(_: Context) -> Iterator[Found]:
        raise KeyError
        yield

    monkeypatch.setattr(registry, "ALL", (validator(check), *ALL))
    problems = validate(context_of({"pools": {"train": {"image": PINNED, "zone_id": "use2-az9"}}}))
    assert [problem.id for problem in problems] == ["validator-crashed", "type-not-in-zone"]


def overrides_of_every_case() -> list[Any]:
    """The failing cases of all tables of this folder."""
    import importlib.util

    found: list[Any] = []
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        if file != Path(__file__):
            spec = importlib.util.spec_from_file_location(f"cases_of_{file.stem}", file)
            assert spec
            assert spec.loader
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            found += [pytest.param(row[1], id=row[0]) for row in module.BAD]
    return found


@pytest.mark.parametrize("overrides", overrides_of_every_case())
@pytest.mark.parametrize("planned", [True, False], ids=["planned", "unplanned"])
def test_no_validator_crashes(overrides: dict[str, Any], planned: bool, context_of: Callable[..., Context]) -> None:
    problems = validate(context_of(overrides, planned=planned))
    assert [problem.message for problem in problems if problem.id == "validator-crashed"] == []
