"""`rackguard advise --split`: shares of the nodes as a person writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rackguard.cli.refused_option import refused_option
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from argparse import Namespace

    from rackguard.advice.split import AskedShare

_SHARE = re.compile(r"([a-z-]+)=([0-9]{1,3}(?:\.[0-9]+)?)%?(?:@(-?[0-9]{1,3}(?:\.[0-9]+)?)%?)?")
_TARGET = re.compile(r"(-?[0-9]{1,3}(?:\.[0-9]+)?)%?")
_OTHERWISE = {"reserved": "commitment", "capacity-block": "block", "ondemand": "on-demand"}
"""What people also say. A reserved instance is a price, and no reservation."""
_EXAMPLE = "For example `--split commitment=70,spot=30`; with its discount off on-demand, `commitment=70@30`."


def split_asked(given: Namespace) -> tuple[AskedShare, ...]:
    """The shares of `--split`; none where it isn't given.

    Raises:
        InvalidInput: with everything that is wrong.
    """
    problems: list[Problem] = []
    shares = _shares(str(given.split), problems) if given.split is not None else ()
    if given.split_target is not None and given.split is None:
        problems.append(refused_option("--split-target", "needs --split", _EXAMPLE))
    if given.split is not None and given.sizing:
        problems.append(refused_option("--split", "has no place beside --sizing", "Leave one of them out."))
    if target_of(given) is None and given.split_target is not None:
        words = f"is {echoed(given.split_target)}; allowed: a percentage below 100"
        problems.append(refused_option("--split-target", words, "What the split should save: `--split-target 42`."))
    if problems:
        raise InvalidInput(problems)
    return shares


def target_of(given: Namespace) -> float | None:
    """The saving that is aimed at, in percent; None where none is given, or none that makes sense."""
    found = _TARGET.fullmatch(str(given.split_target)) if given.split_target is not None else None
    return float(found[1]) if found and float(found[1]) < 100 else None


def _shares(text: str, problems: list[Problem]) -> tuple[AskedShare, ...]:
    from rackguard.advice.split import WAYS, AskedShare
    from rackguard.spec.suggest import did_you_mean

    found: dict[str, AskedShare] = {}
    for part in text.split(","):
        words = _SHARE.fullmatch(part.strip())
        if not words:
            problems.append(refused_option("--split", f"has {echoed(part.strip())}, which is no share", _EXAMPLE))
            continue
        way = _OTHERWISE.get(words[1], words[1])
        if way not in WAYS:
            message = f"has {echoed(words[1])}; known: {', '.join(WAYS)}"
            problems.append(
                refused_option("--split", message, did_you_mean(words[1], (*WAYS, *_OTHERWISE)) or _EXAMPLE)
            )
        elif way in found:
            problems.append(refused_option("--split", f"has {way} twice", "Give each once."))
        elif words[3] is not None and float(words[3]) >= 100:
            message = f"has a discount of {words[3]} % for {way}; allowed: below 100"
            problems.append(refused_option("--split", message, "Below 0 is dearer than on-demand."))
        else:
            found[way] = AskedShare(way, float(words[2]), float(words[3]) if words[3] is not None else None)
    total = sum(share.share_percent for share in found.values())
    if not problems and abs(total - 100) > 1e-6:
        problems.append(refused_option("--split", f"makes up {total:g} %; allowed: 100 % in all", _EXAMPLE))
    return tuple(found.values())
