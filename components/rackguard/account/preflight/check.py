"""What a check of an account is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.outcome import Outcome
    from rackguard.account.preflight.subject import Subject


@record
class Check:
    """One question about a plan that only an account answers."""

    id: str
    """The name of its file: `run_instances_dry_run`."""
    title: str
    """What is asked, in a few words: `quotas hold what the plan needs`."""
    permissions: tuple[str, ...]
    """Every action of IAM that it may need: `ec2:DescribeImages`."""
    run: Callable[[Subject, Questions], Iterator[Outcome]]
    """Yields an outcome for each thing that was asked; none where the plan has nothing to ask about.

    What it raises becomes an unknown outcome, beside those that were yielded before.
    """
