"""How often to save work that is interrupted at random, and what saving and losing work cost in time.

Hours throughout: δ to write a checkpoint, during which nothing else is done; M between interruptions on average,
exponentially distributed; R to be back at work after one, which may be interrupted too; τ of work between checkpoints.
Work between two checkpoints takes M·e^(R/M)·(e^((τ+δ)/M) - 1) hours on average (Daly).

Sources: J. W. Young, A first order approximation to the optimum checkpoint interval, CACM 17(9), 1974; J. T. Daly,
A higher order estimate of the optimum checkpoint interval, FGCS 22(3), 2006; the formulas as public checkpoint
libraries state them.
"""

from __future__ import annotations

from math import exp, expm1, inf, isfinite, log1p, sqrt

from rackguard.sizing.interruptions import daly, young

_LARGEST_EXPONENT = 700.0
"""e to a greater power overflows; it is taken as infinite, as work of that length never ends."""
_ROUNDING = 1e-9
"""Of an interval: what is left of work that is a whole number of intervals."""


def young_interval(write_hours: float, mean_hours: float) -> float:
    """Young's best hours of work between checkpoints: √(2δM), good where δ is much less than M."""
    _check(write_hours, mean_hours)
    return mean_hours if mean_hours == inf else young(mean_hours, write_hours)


def daly_interval(write_hours: float, mean_hours: float) -> float:
    """Daly's best hours of work between checkpoints: a series in √(δ/2M) below δ = 2M, M from there on."""
    _check(write_hours, mean_hours)
    return mean_hours if mean_hours == inf else daly(mean_hours, write_hours)


def best_interval(write_hours: float, mean_hours: float) -> float:
    """The exact best hours between checkpoints, of which Young's and Daly's are approximations; R does not move it.

    It solves (1 - τ/M)·e^((τ+δ)/M) = 1.
    """
    _check(write_hours, mean_hours)
    return mean_hours if mean_hours == inf else _best_share(write_hours / mean_hours) * mean_hours


def expected_hours(
    work_hours: float, interval_hours: float, write_hours: float, restart_hours: float, mean_hours: float
) -> float:
    """Expected hours until work is done and saved, with a checkpoint after every interval; infinite if never.

    The last piece may be shorter. Without interruptions (`mean_hours` infinite) it is the work and its checkpoints.
    """
    _check(write_hours, mean_hours, work=work_hours, restart=restart_hours)
    if not interval_hours > 0:
        raise ValueError(f"interval is {interval_hours:g} hours; allowed: above 0")
    if work_hours == 0:
        return 0.0
    whole = int(work_hours / interval_hours + _ROUNDING)
    rest = work_hours - whole * interval_hours
    pieces = whole * _piece_hours(interval_hours + write_hours, restart_hours, mean_hours) if whole else 0.0
    if whole and rest <= _ROUNDING * interval_hours:
        return pieces
    return pieces + _piece_hours(rest + write_hours, restart_hours, mean_hours)


def unsaved_hours(work_hours: float, restart_hours: float, mean_hours: float) -> float:
    """Expected hours until work is done that starts from nothing after every interruption; infinite if never."""
    _check(0.0, mean_hours, work=work_hours, restart=restart_hours)
    return _piece_hours(work_hours, restart_hours, mean_hours)


def best_stretch(write_hours: float, restart_hours: float, mean_hours: float) -> float:
    """Hours that an hour of work takes with checkpoints at the best interval: 1 or more; e^(R/M) / (1 - τ/M)."""
    _check(write_hours, mean_hours, restart=restart_hours)
    if mean_hours == inf:
        return 1.0
    left = 1 - _best_share(write_hours / mean_hours)
    grown = _power(restart_hours / mean_hours)
    return grown / left if left > 0 else inf


def _piece_hours(hours: float, restart_hours: float, mean_hours: float) -> float:
    """Expected hours until `hours` pass without an interruption."""
    if mean_hours == inf:
        return hours
    if (hours + restart_hours) / mean_hours > _LARGEST_EXPONENT:
        return inf
    return mean_hours * exp(restart_hours / mean_hours) * expm1(hours / mean_hours)


def _power(exponent: float) -> float:
    return exp(exponent) if exponent <= _LARGEST_EXPONENT else inf


def _best_share(write_share: float) -> float:
    """τ/M for δ/M: the root of x + ln(1 - x) + δ/M in [0, 1), by Newton's method from below √(2δ/M)."""
    if write_share == 0:
        return 0.0
    share = sqrt(2 * write_share) / (1 + sqrt(2 * write_share))
    for _ in range(60):
        value = share + log1p(-share) + write_share
        step = value * (1 - share) / share
        nearer = min(max(share + step, share / 2), (share + 1) / 2)
        if abs(nearer - share) <= 1e-15 * share:
            break
        share = nearer
    return share


def _check(write: float, mean: float, **others: float) -> None:
    for name, hours in {"write": write, **others}.items():
        if not (isfinite(hours) and hours >= 0):
            raise ValueError(f"{name} is {hours:g} hours; allowed: 0 or more")
    if not mean > 0:
        raise ValueError(f"mean time between interruptions is {mean:g} hours; allowed: above 0")
