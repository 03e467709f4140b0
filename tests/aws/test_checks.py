"""What validators find, inside a program: errors refuse, warnings are logged, and deployments are held to more."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import pulumi
import pytest
from tests.aws.plans import NOW
from tests.aws.refusals import Record, arguments, put
from tests.aws.stacks import run_program

from rackguard.aws import GpuCluster, clock
from rackguard.aws.checks import plan_and_check
from rackguard.aws.reading import InvalidArguments, read_arguments
from rackguard.spec.ssh_key import EXAMPLE_PUBLIC_KEY

OWN_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHpfNssT27EHt66M2TpisxgMSIglcTMiSow5MjmkGYkw somebody"
WARNING = "`access.users[0].keys[0]` is the examples' public key, with which nobody can log in [example-key]"
LONG_OVER = {"start": "2026-01-11T11:30:00Z", "end": "2026-01-18T11:30:00Z"}


def checked(args: dict[str, Any]) -> str:
    """What is said of a cluster's errors by the checks alone; empty where there are none."""
    try:
        with clock.at(NOW):
            plan_and_check("it", read_arguments("it", args).stack, None)
    except InvalidArguments as refused:
        return str(refused)
    return ""


def deploying(monkeypatch: pytest.MonkeyPatch, *, really: bool) -> list[str]:
    """A preview, or a deployment; the ids of the warnings that it logs."""
    logged: list[str] = []
    monkeypatch.setattr(pulumi.runtime, "is_dry_run", lambda: not really)
    monkeypatch.setattr(
        pulumi.log, "warn", lambda message, owner: logged.append(message.rpartition("[")[2].rstrip("]"))
    )
    return logged


def test_errors_refuse_and_warnings_do_not(record: Record) -> None:
    said: list[str] = []

    def program() -> None:
        args = put(arguments("dev"), {"pools.lab.zone_id": "usw2-az9", "network.cidr": "10.60.0.0/29"})
        with pytest.raises(InvalidArguments) as caught:
            GpuCluster("it", args)  # pyright: ignore[reportArgumentType]
        said.extend(problem.id for problem in caught.value.problems)
        assert {problem.level for problem in caught.value.problems} == {"error"}

    graph = record(program)
    assert said == ["type-not-in-zone", "network-range-size"]
    assert [one.name for one in graph.resources] == ["tests-test", "it"]


def test_a_warning_is_logged_beside_the_component(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "rackguard.offline"):
        logging.getLogger("rackguard.offline").addHandler(caplog.handler)
        try:
            run_program(lambda: GpuCluster("it", arguments("dev")), "dev")  # pyright: ignore[reportArgumentType]
        finally:
            logging.getLogger("rackguard.offline").removeHandler(caplog.handler)
    assert WARNING in [record.message for record in caplog.records]


@pytest.mark.parametrize(("really", "refused"), [(False, False), (True, True)])
def test_the_examples_key_is_for_previews_only(monkeypatch: pytest.MonkeyPatch, really: bool, refused: bool) -> None:
    deploying(monkeypatch, really=really)
    said = checked(arguments("dev"))
    assert said.startswith("it: its arguments can't be used\n  `access.users[0].keys[0]`") is refused
    assert bool(said) is refused


def test_a_key_of_ones_own_is_deployed(monkeypatch: pytest.MonkeyPatch) -> None:
    deploying(monkeypatch, really=True)
    args = arguments("dev")
    assert args["access"]["users"][0]["keys"][0].split()[:2] == EXAMPLE_PUBLIC_KEY.split()[:2]
    args["access"]["users"][0]["keys"] = [OWN_KEY]
    assert checked(args) == ""


def test_other_warnings_are_deployed(monkeypatch: pytest.MonkeyPatch) -> None:
    logged = deploying(monkeypatch, really=True)
    args = put(arguments("prod"), {"access.users": [{"name": "ana", "keys": [OWN_KEY]}]})
    args["pools"]["sprint"]["purchase"]["capacity_block"].update(LONG_OVER)
    assert checked(args) == ""
    assert logged == ["block-passed"]


def test_the_moment_is_the_one_that_was_asked_for() -> None:
    moment = datetime(2027, 1, 13, 9, 30, tzinfo=UTC)
    with clock.at(moment):
        assert clock.now() == moment
        with clock.at(NOW):
            assert clock.now() == NOW
        assert clock.now() == moment
    assert abs(clock.now() - datetime.now(UTC)).total_seconds() < 60
    assert (clock.now().microsecond, clock.now().tzinfo) == (0, UTC)
