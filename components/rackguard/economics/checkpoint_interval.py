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
_ROUNDS = 40
"""Many more than either way to the best share takes."""
_CLOSE = 1e-9
"""Of the best share: a step of Newton's method below that leaves an error of rounding alone."""
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
    return mean_hours if mean_hours == inf else _best_shares(write_hours / mean_hours)[0] * mean_hours


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
    _, rest = _best_shares(write_hours / mean_hours)
    return _power(restart_hours / mean_hours) / rest


def _piece_hours(hours: float, restart_hours: float, mean_hours: float) -> float:
    """Expected hours until `hours` pass without an interruption."""
    if mean_hours == inf:
        return hours
    if (hours + restart_hours) / mean_hours > _LARGEST_EXPONENT:
        return inf
    # Never less than the hours themselves, which the quotient of the smallest floats rounds to.
    return max(mean_hours * exp(restart_hours / mean_hours) * expm1(hours / mean_hours), hours)


def _power(exponent: float) -> float:
    return exp(exponent) if exponent <= _LARGEST_EXPONENT else inf


def _best_shares(write_share: float) -> tuple[float, float]:
    """τ/M and 1 - τ/M for δ/M: where x + ln(1 - x) + δ/M is 0, each to its own accuracy.

    For δ below M by Newton's method, from the first terms of the solution's series in √(2δ/M); else
    1 - x = e^(-x - δ/M), put in over and over.
    """
    if write_share >= 1:
        rest = 0.0
        for _ in range(_ROUNDS):
            rest = exp(max(rest - 1 - write_share, -_LARGEST_EXPONENT))
        return 1 - rest, rest
    root = sqrt(2 * write_share)
    share = root * (1 - root / 3 + root * root / 36)
    last = inf
    for _ in range(_ROUNDS if share else 0):
        step = (share + log1p(-share) + write_share) * (1 - share) / share
        if not abs(step) < last:  # what is left is rounding
            break
        last = abs(step)
        share += step
        if last < _CLOSE * share:
            break
    return share, 1 - share


def _check(write: float, mean: float, **others: float) -> None:
    for name, hours in {"write": write, **others}.items():
        if not (isfinite(hours) and hours >= 0):
            raise ValueError(f"{name} is {hours:g} hours; allowed: 0 or more")
    if not mean > 0:
        raise ValueError(f"mean time between interruptions is {mean:g} hours; allowed: above 0")
