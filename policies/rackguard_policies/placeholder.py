"""Texts that stand where a reason or a name should, and say nothing."""

from __future__ import annotations

import re

LETTERS_OF_A_REASON = 10
"""Of other words than placeholders; fewer say nothing to an auditor."""
KINDS_OF_LETTERS = 5
"""Fewer different ones are a key held down."""
_UNFINISHED = re.compile(r"\W*(todo|to do|tbd|tba|fixme|xxx+|wip)\b", re.IGNORECASE)
_NOTHING = re.compile(
    r"\b(todo|tbd|tba|fixme|wip|n/?a|none|nobody|nothing|unknown|test(ing)?|temp(orary)?|later|because|reasons?|placeholder"
    r"|see (above|below)|no reason( given)?|exception|ignored?|waived?|accepted|risk|someone|somebody|anyone|x+)\b",
    re.IGNORECASE,
)


def is_placeholder(text: str) -> bool:
    """True where nothing but placeholders and punctuation is left, or the text says that it is unfinished."""
    return bool(_UNFINISHED.match(text)) or not _letters(text)


def says_nothing(text: str) -> bool:
    """True for a reason that is a placeholder, or too short to be one."""
    found = _letters(text)
    too_short = len(found) < LETTERS_OF_A_REASON or len(set(found.lower())) < KINDS_OF_LETTERS
    return too_short or is_placeholder(text)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", _NOTHING.sub("", text))
