"""A program made in an account step by step, with every value known, as an engine's `up` makes it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

from pulumi.runtime import Settings, configure, run_in_stack, set_all_config
from pulumi.runtime.mocks import MockCallArgs, MockEngine, MockMonitor, MockResourceArgs, Mocks
from tests.aws.opinion.account import ACCOUNT, Account
from tests.aws.plans import NOW

from rackguard.aws import clock
from rackguard.graph.in_turn import InTurn
from rackguard.graph.leftovers import clear

IMAGE_ID = "ami-0aaaaaaaaaaaaaaa1"
"""What every public parameter of an image holds."""


class _InAccount(Mocks):
    def __init__(self, account: Account, exports: Mapping[str, Mapping[str, Any]]) -> None:
        self._account, self._exports = account, exports

    def new_resource(self, args: MockResourceArgs) -> tuple[str, dict[str, Any]]:
        if args.typ == "pulumi:pulumi:StackReference":
            return args.name, {**args.inputs, "outputs": self._exports[args.inputs["name"]]}
        if args.typ == "pulumi:index:Stash":
            return args.name, {**args.inputs, "output": args.inputs["input"]}
        if not args.custom or not args.typ.startswith("aws:"):
            return args.name, args.inputs
        return self._account.make(args.typ, args.name, args.inputs)

    def call(self, args: MockCallArgs) -> tuple[dict[Any, Any], list[tuple[str, str]]]:
        answers: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "getAvailabilityZone": lambda asked: {"name": self._account.zone_name(asked["zoneId"])},
            "getCallerIdentity": lambda _: {"accountId": ACCOUNT},
            "getManagedPrefixList": lambda _: {"id": "pl-0123456789abcdef0"},
            "getParameter": lambda _: {"insecureValue": IMAGE_ID},
            "getRegion": lambda _: {"region": self._account.region},
        }
        return answers[args.token.rpartition(":")[2]](args.args), []


@dataclass(frozen=True)
class Project:
    """A program of a project with its configuration."""

    program: Callable[[], object]
    name: str
    stack: str
    config: dict[str, Any]
    """By full key (`aws:region`), nested values as they are."""
    folder: str = ""
    exports: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    """What other stacks export, by their names."""


def deploy(project: Project, account: Account) -> None:
    """Run a program, each of whose resources is made in the account in the order of what they need of each other.

    It runs as a preview whose outputs are all known, since an `up` refuses the examples' public key.
    """
    copy_context().run(_deploy, project, account)


def _deploy(project: Project, account: Account) -> None:
    async def run() -> None:
        project.program()  # its value is none of its exports

    settings = Settings(
        project=project.name,
        stack=project.stack,
        monitor=MockMonitor(_InAccount(account, project.exports)),
        engine=MockEngine(_quiet()),
        dry_run=True,
        organization="organization",
        root_directory=project.folder,
    )
    configure(settings)
    config = project.config.items()
    set_all_config({key: value if isinstance(value, str) else json.dumps(value) for key, value in config}, [])
    loop = asyncio.new_event_loop()
    loop.set_default_executor(InTurn())
    try:
        asyncio.set_event_loop(loop)
        with clock.at(NOW):
            loop.run_until_complete(run_in_stack(run))
    finally:
        clear(loop)
        asyncio.set_event_loop(None)
        loop.close()


def _quiet() -> logging.Logger:
    """A logger that tells nobody: what a program warns of is its own tests' concern."""
    logger = logging.getLogger("deployed")
    logger.propagate = False
    logger.addHandler(logging.NullHandler())
    return logger
