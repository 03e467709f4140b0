"""`rackguard schema`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.cli.screen import say_data

if TYPE_CHECKING:
    from argparse import Namespace


def run(given: Namespace) -> int:
    """Print a JSON schema; returns the exit code."""
    if given.what == "plan":
        from rackguard.report.plan_schema import plan_schema

        say_data(plan_schema())
    elif given.what == "workload":
        from rackguard.sizing.schema import workload_schema

        say_data(workload_schema())
    else:
        from rackguard.spec.schema import stack_file_schema

        say_data(stack_file_schema())
    return 0
