"""Which build of a framework is meant where a pool doesn't say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.types import Decision

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType
    from rackguard.spec.pool import Pool


def software_decisions(subject: str, pool: Pool, kind: InstanceType, catalog: Catalog) -> tuple[Decision, ...]:
    """A decision for each framework whose CUDA isn't given; none for what isn't known."""
    software = pool.software
    if software is None or software.cuda or not software.frameworks:
        return ()
    from rackguard.plan.software.runs import Runs, runs_of

    reason = (
        "No `cuda` is given, so the build is taken that is installed where none is asked for. It is what the checks"
        " look at; nothing is installed."
    )
    return tuple(
        Decision("software", subject, runs.name, reason, "metadata of the package on PyPI, 2026-11")
        for runs in runs_of(software, kind.architecture, catalog)
        if isinstance(runs, Runs) and runs.framework
    )
