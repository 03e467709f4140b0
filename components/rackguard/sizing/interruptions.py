"""Interruptions of a job: how often, and how often to write a checkpoint.

M mean time between interruptions of the job, delta time that a checkpoint holds it up, R time to restart, tau interval.
Young: tau = sqrt(2·delta·M) [CACM 17(9), 1974]. Daly: sqrt(2·delta·M)·(1 + sqrt(delta/(2M))/3 + (delta/(2M))/9) - delta
for delta < 2M, else M [FGCS 22(3), 2006]. Any unit of time, the same for all.
"""

from __future__ import annotations

from math import exp, sqrt


def young(mean_time: float, write: float) -> float:
    """The best interval to first order."""
    return sqrt(2 * write * mean_time)


def daly(mean_time: float, write: float) -> float:
    """The best interval to higher order."""
    if write >= 2 * mean_time:
        return mean_time
    ratio = write / (2 * mean_time)
    return young(mean_time, write) * (1 + sqrt(ratio) / 3 + ratio / 9) - write


def goodput_first_order(mean_time: float, write: float, restart: float, interval: float) -> float:
    """Share of the time that advances the job: 1 - delta/tau - (tau/2 + R)/M, never below 0."""
    return max(0.0, 1 - write / interval - (interval / 2 + restart) / mean_time)


def goodput(mean_time: float, write: float, restart: float, interval: float) -> float:
    """The same exactly for interruptions at random: tau / (M·e^(R/M)·(e^((tau+delta)/M) - 1))."""
    if (interval + write + restart) / mean_time > 600:
        return 0.0
    return interval / (mean_time * exp(restart / mean_time) * (exp((interval + write) / mean_time) - 1))


def job_mean_time(hours: float, interruptions: float) -> float:
    """Hours between interruptions of a job, as seen."""
    return hours / interruptions


def job_mean_time_of_nodes(failures_per_1000_node_days: float, nodes: int) -> float:
    """Hours between interruptions of a job over `nodes` that fail one by one.

    Measured jobs do worse: 3.6 times at 128 nodes [Kokolis et al., arXiv 2410.21680].
    """
    return 24 / (failures_per_1000_node_days / 1000 * nodes)


def gpu_hours_between(hours: float, gpus: int, interruptions: float) -> float:
    """GPU-hours for each interruption."""
    return hours * gpus / interruptions
