"""The words of `rackguard catalog`."""

from __future__ import annotations

from rackguard.cli.command import FORMATS, Commands, command_of, completes, formats
from rackguard.cli.parser import Parser


def add_catalog(commands: Commands[Parser]) -> None:
    """`rackguard catalog` and its words."""
    words = "how old types, zones and prices are, and reading them anew from AWS"
    command = command_of(commands, "catalog", words, "catalog_status", "Nothing is ever read by itself.")
    given = command.add_subparsers(
        title="words", dest="what", metavar="WORD", required=True, parser_class=Parser, prog="rackguard catalog"
    )
    words = "read types, zones and prices of AWS, and say what differs"
    details = (
        "What was read is used by every command from then on, where it is newer than the packaged facts. A table of a "
        "region that AWS refuses to tell stays as it was, and the command fails."
    )
    refresh = command_of(given, "refresh", words, "catalog_refresh", details)
    region = refresh.add_argument(
        "--region", action="append", metavar="REGION", help="only this region; may be given again (default: all known)"
    )
    refresh.add_argument("--iam-policy", action="store_true", help="print the least policy that it needs, and stop")
    completes(region, "regions")
    details = "Stale figures are warnings, which don't count."
    status = command_of(given, "status", "how old the catalogue's figures are", "catalog_status", details)
    status.add_argument(
        "--differences", action="store_true", help="also what was read and differs from the packaged facts"
    )
    for each in (refresh, status):
        formats(each, *FORMATS)
    status.add_argument("--at", metavar="TIME", help="as of this time instead of now: 2026-12-01T00:00:00Z")
