"""What a split in shares saves off the on-demand price, and which discounts a saving needs.

A saving of 42 % by 70 % reserved and 30 % spot needs 30 % off reserved and 70 % off spot, or another pair on the line
0.7 × reserved + 0.3 × spot = 42: no split has a saving of its own. "Reserved" is a price for a year, paid all the time:
hours that are not used make it save less.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from rackguard.record import record
from rackguard.spec.problem import InvalidInput, Problem


@record
class SplitShare:
    """A share of the nodes, bought at a discount off the on-demand price."""

    name: str
    share_percent: float
    discount_percent: float
    """Below 0 where it costs more than on-demand."""
    used_percent: float = 100.0
    """Share of its paid hours that is used; a commitment is paid in the others too."""

    @property
    def saving_percent(self) -> float:
        """Of this share's useful hours, against on-demand."""
        return 100 - (100 - self.discount_percent) * 100 / self.used_percent


def saving_percent(shares: Sequence[SplitShare]) -> float:
    """What the split saves against on-demand for the same useful hours; the shares make up 100 %."""
    _check(shares)
    return fsum(share.share_percent * share.saving_percent / 100 for share in shares)


def discount_needed(shares: Sequence[SplitShare], name: str, target_percent: float) -> float:
    """The discount that one share needs for the whole split to save `target_percent`, the others as they are.

    Above 100 where no discount is enough.
    """
    _check(shares)
    others = fsum(share.share_percent * share.saving_percent / 100 for share in shares if share.name != name)
    found = next((share for share in shares if share.name == name), None)
    if found is None or not found.share_percent:
        allowed = ", ".join(share.name for share in shares if share.share_percent)
        raise InvalidInput(
            [Problem("impossible-figure", "error", ("split", name), "has no share", f"Shares: {allowed}.")]
        )
    saving = (target_percent - others) * 100 / found.share_percent
    return 100 - (100 - saving) * found.used_percent / 100


def _check(shares: Sequence[SplitShare]) -> None:
    problems = [
        _refusal((share.name, name), value, allowed)
        for share in shares
        for name, value, fine, allowed in (
            ("share_percent", share.share_percent, 0 <= share.share_percent <= 100, "0 to 100"),
            ("discount_percent", share.discount_percent, share.discount_percent < 100, "below 100"),
            ("used_percent", share.used_percent, 0 < share.used_percent <= 100, "above 0, to 100"),
        )
        if not fine
    ]
    total = fsum(share.share_percent for share in shares)
    if not abs(total - 100) < 1e-6:
        problems.append(_refusal(("share_percent",), total, "100 in all"))
    if problems:
        raise InvalidInput(problems)


def _refusal(path: tuple[str, ...], value: float, allowed: str) -> Problem:
    return Problem("impossible-figure", "error", ("split", *path), f"is {value:g}", f"Allowed: {allowed}.")
