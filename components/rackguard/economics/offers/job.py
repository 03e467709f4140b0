"""A job on so many nodes of a type: what is worked out of it before anything is bought."""

from __future__ import annotations

from math import inf

from rackguard.economics.checkpoint_interval import best_stretch, unsaved_hours
from rackguard.record import record
from rackguard.sizing.sizing import Range, Sizing
from rackguard.spec.problem import InvalidInput, Problem


@record
class Job:
    """Work with an end, on nodes that run it together."""

    nodes: int
    hours: Range
    """Of useful work, without interruptions or checkpoints."""
    flops: float | None = None
    """Of the whole job; None where it isn't counted in FLOPs."""
    write_hours: float | None = None
    """Hours to write a checkpoint; None where nothing is saved, and an interruption starts it anew."""
    restart_hours: float = 0.25
    """From an interruption until work goes on: a new node, its boot, the checkpoint read. Our assumption."""
    data_gib: float = 0.0
    data_region: str | None = None
    """Where the data is; None where it needn't be moved out of a region of AWS."""
    held_hours: float | None = None
    """How long a reservation is held for it; as long as the job takes where None."""
    deadline_hours: float | None = None

    def stretch(self, hours: float, interruptions_per_hour: float) -> float:
        """Expected hours for an hour of work, where each node is interrupted so often and one stops all."""
        rate = self.nodes * interruptions_per_hour
        mean_hours = 1 / rate if rate else inf
        if self.write_hours is None:
            return unsaved_hours(hours, self.restart_hours, mean_hours) / hours
        return best_stretch(self.write_hours, self.restart_hours, mean_hours)


def job_of(sizing: Sizing) -> Job | None:
    """The job of a sizing, to be completed with `replace`; None where it has no end, or no figure tells its time."""
    if sizing.job_seconds is None:
        return None
    write = sizing.needs.checkpoint_seconds
    return Job(
        nodes=sizing.nodes,
        hours=sizing.job_seconds.times(1 / 3600),
        flops=sizing.flops,
        write_hours=None if write is None else write / 3600,
    )


def check(job: Job) -> None:
    """Raise InvalidInput with everything that makes no sense in a job."""
    hours = job.hours
    problems = [
        Problem("impossible-figure", "error", ("job", name), f"is {value}", f"Allowed: {allowed}.")
        for name, value, fine, allowed in (
            ("nodes", job.nodes, job.nodes >= 1, "1 or more"),
            (
                "hours",
                f"{hours.low:g}, {hours.expected:g}, {hours.high:g}",
                _rises(hours),
                "above 0, none below the one before",
            ),
            ("write_hours", job.write_hours, _at_least_0(job.write_hours), "0 or more"),
            ("restart_hours", job.restart_hours, _at_least_0(job.restart_hours), "0 or more"),
            ("data_gib", job.data_gib, _at_least_0(job.data_gib), "0 or more"),
            ("held_hours", job.held_hours, _at_least_0(job.held_hours), "0 or more"),
            ("deadline_hours", job.deadline_hours, _at_least_0(job.deadline_hours), "0 or more"),
        )
        if not fine
    ]
    if problems:
        raise InvalidInput(problems)


def _rises(hours: Range) -> bool:
    return 0 < hours.low <= hours.expected <= hours.high < inf


def _at_least_0(value: float | None) -> bool:
    return value is None or 0 <= value < inf
