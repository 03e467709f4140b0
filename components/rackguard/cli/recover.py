"""`rackguard recover`."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from typing import TYPE_CHECKING

from rackguard.cli.exported import exported
from rackguard.cli.output import check_target, write_all
from rackguard.cli.progress import progress
from rackguard.cli.screen import json_text, say
from rackguard.report.layout import terminal_style
from rackguard.spec.problem import InvalidInput, Problem

if TYPE_CHECKING:
    from argparse import Namespace

    from rackguard.account.cloud import Cloud
    from rackguard.account.interrupted import Interrupted
    from rackguard.account.price import HourlyPrice
    from rackguard.account.recovery import Recovery
    from rackguard.graph.resource import Resource
    from rackguard.report.recovery_report import RecoveryReport


def run(given: Namespace) -> int:
    """Compare a state with its account, write the import files and print the way back; returns the exit code."""
    from rackguard.account.interrupted import read_interrupted
    from rackguard.account.recovery import recovery_of

    content, name = exported(given.stack, given.state)
    interrupted = read_interrupted(content, name)
    stack = given.stack or interrupted.stack or name
    files = _files(given.import_file, interrupted.stack or stack)
    for file in files:
        check_target(file, (), "--import-file")
    clouds = _Clouds(interrupted)
    account = clouds.checked_account() if interrupted.graph.resources else ""
    recovery = recovery_of(interrupted, clouds.of, _tags(interrupted), _asking)
    progress("")
    report = _report(stack, account, recovery, files)
    say(_rendered(report, given.format))
    return int(not recovery.is_clean)


def _files(given: str | None, stack: str) -> tuple[str, str]:
    """The import file's name, and that of what is to be deleted."""
    file = given if given is not None else f"recover-{re.sub(r'[^A-Za-z0-9._-]', '-', stack)}.json"
    stem, dot, ending = file.rpartition(".")
    return file, f"{stem}.orphans.{ending}" if dot else f"{file}.orphans"


class _Clouds:
    """The account in each region in which the stack has anything."""

    def __init__(self, interrupted: Interrupted) -> None:
        from rackguard.account.aws.cloud import Aws

        self._interrupted = interrupted
        self._in_region = cache(Aws)

    def of(self, resource: Resource) -> Cloud:
        from rackguard.economics.from_graph.setting import region_of

        return self._in_region(region_of(self._interrupted.graph, resource))

    def checked_account(self) -> str:
        """The account of the credentials.

        Raises:
            InvalidInput: it is not one that the stack may be deployed to.
        """
        import json

        from rackguard.economics.from_graph.inputs import sequence, text

        provider = self._interrupted.provider()
        account = (self.of(provider) if provider else self._in_region("")).account_id()
        allowed = provider.inputs.get("allowedAccountIds") if provider else None
        accounts = sequence(json.loads(allowed) if isinstance(allowed, str) else allowed)
        if accounts and account not in accounts:
            named = ", ".join(map(text, accounts))
            message = f"the credentials are of the account {account}; the stack's is {named}"
            raise InvalidInput(
                [Problem("account-wrong", "error", (), message, "Set AWS_PROFILE to a profile of that account.")]
            )
        return account


def _tags(interrupted: Interrupted) -> dict[str, str]:
    """The tags that everything of the stack has, and nothing else; none where it has no cluster of rackguard's."""
    from rackguard.account.aws.by_tags import tags_of

    wanted = ("rackguard:cluster", "rackguard:stack")
    resources = (*interrupted.graph.resources, *interrupted.creating)
    found = (tags_of(resource.inputs) for resource in resources)
    ours = (tags for tags in found if all(key in tags for key in wanted))
    first = next(ours, None)
    return {key: first[key] for key in wanted} if first else {}


def _asking(what: str) -> None:
    progress(f"asking the account for {what}")


def _report(stack: str, account: str, recovery: Recovery, files: tuple[str, str]) -> RecoveryReport:
    from rackguard.account.commands import commands_of, import_file, orphan_file
    from rackguard.report.recovery_report import RecoveryReport

    contents = (import_file(recovery), orphan_file(recovery))
    written = [(name, json_text(data)) for name, data in zip(files, contents, strict=True) if data["resources"]]
    write_all(written, "--import-file")
    names = [name if data["resources"] else "" for name, data in zip(files, contents, strict=True)]
    commands = commands_of(recovery, *files, stack)
    return RecoveryReport(stack, account, recovery, _prices(recovery), commands, names[0], names[1])


def _prices(recovery: Recovery) -> dict[str, HourlyPrice]:
    """By the id of what was found. Of an orphan that the stack has no like of, little is known but its type."""
    from dataclasses import replace

    from rackguard.account.price import price_of
    from rackguard.catalog.catalog import load
    from rackguard.graph.resource import Resource

    catalog = load()
    in_flight = recovery.of("in flight")
    graph = recovery.interrupted.graph
    graph = replace(graph, resources=(*graph.resources, *(outcome.operation.resource for outcome in in_flight)))
    prices: dict[str, HourlyPrice] = {}
    for outcome in in_flight:
        if outcome.found:
            prices[outcome.found.id] = price_of(outcome.operation.resource, graph, catalog)
    for orphan in recovery.orphans:
        found = orphan.found
        alike = orphan.twin or Resource(
            urn=found.id, type=found.type, name=found.id, parent=None, provider=None, custom=True, inputs={}
        )
        prices[found.id] = price_of(alike, graph, catalog)
    return prices


def _rendered(report: RecoveryReport, form: str) -> str:
    if form == "json":
        from rackguard.report import recovery_json

        return json_text(recovery_json.as_data(report), sys.stdout.encoding)
    if form == "markdown":
        from rackguard.report import recovery_markdown

        return recovery_markdown.render(report)
    from rackguard.report import recovery_table

    return recovery_table.render(report, terminal_style(sys.stdout, os.environ))
