"""Texts that look like credentials, told by their kind and line, and never shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from rackguard_policies.embedded_text import KEPT, occurrences, texts
from rackguard_policies.rule import Finding, Judge, Unproven
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

_SHAPES = {
    "an AWS access key id": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "an AWS secret key": r"(?i)aws_?secret_?access_?key\W{1,5}[a-z0-9/+]{40}\b",
    "a private key": r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
    "a GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22})",
    "a GitLab token": r"\bglpat-[A-Za-z0-9_-]{20}",
    "a Hugging Face token": r"\bhf_[A-Za-z0-9]{30}",
    "a Slack token": r"\bxox[abprs]-[A-Za-z0-9-]{10}",
    "an NVIDIA API key": r"\bnvapi-[A-Za-z0-9_-]{20}",
    "an API key": r"\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20}",
    "a Google API key": r"\bAIza[0-9A-Za-z_-]{35}",
    "a JSON web token": r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8}",
    "a password in an address": r"\b[a-z][a-z0-9+.-]*://[^\s/:@$<{]+:[^\s/@$<{]{3,}@",
    "a password or token in the clear": (
        r"(?i)(?<![a-z0-9:/.])(?:password|passwd|secret|token|api_?key)[\"']?[ \t]*[=:][ \t]*"
        r"([\"']?)(?=[^\s\"']*\d)(?=[^\s\"']*[a-z])(?!arn:|https?:|/)[a-z0-9!#%&*+./=?@^_~-]{8,}\1(?=[\s;,}\"']|$)"
    ),
}
_MARKS = {
    "an AWS access key id": ("AKIA", "ASIA"),
    "a private key": ("-----BEGIN ",),
    "a GitHub token": ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    "a GitLab token": ("glpat-",),
    "a Hugging Face token": ("hf_",),
    "a Slack token": ("xox",),
    "an NVIDIA API key": ("nvapi-",),
    "an API key": ("sk-",),
    "a Google API key": ("AIza",),
    "a JSON web token": ("eyJ",),
}
"""What a text must hold to have such a shape: looking for that is ten times faster than for the shape."""
_ENDS = {"a password in an address": re.compile(r"://[^\s/:@$<{]+:[^\s/@$<{]{3,}@")}
"""What such a shape ends with, where its start is found in every other word."""
_WORDS = {
    "an AWS secret key": ("aws_secret", "awssecret"),
    "a password or token in the clear": ("password", "passwd", "secret", "token", "api_key", "apikey"),
}
"""What such a shape starts with, in small letters: only there it is looked for."""
_ON_TWO_LINES = "an AWS secret key"
"""The only shape that a line break may be in."""
_MOST_LINES = 20_000
_clean: set[str] = set()
"""Lines that were looked through and hold no shape: at most about `_MOST_LINES`."""
_KNOWN_EXAMPLE = re.compile(r"EXAMPLE(?:KEY)?\b")
_WANTED = "holds no credentials"


def kinds(value: str) -> dict[str, int]:
    """Kinds of credentials in a text and what is packed in it, each with its first line there, from 1."""
    found: dict[str, int] = {}
    for text in texts(value):
        for kind, line in _kinds_in(text):
            found.setdefault(kind, line)
    return found


@lru_cache(maxsize=KEPT)
def _kinds_in(text: str) -> tuple[tuple[str, int], ...]:
    """Kinds in one text, not in what is packed there. Scripts of one stack share nearly all of their lines."""
    fresh = set(text.split("\n")).difference(_clean)
    if not _holds_any("\n".join(fresh)):
        if len(_clean) > _MOST_LINES:
            _clean.clear()
        _clean.update(fresh)
        return ()
    return _found_in(text)


def _holds_any(lines: str) -> bool:
    """True where some line has a shape, or may hold the start of the one that goes on in the next line."""
    return bool(_found_in(lines)) or any(word in lines.lower() for word in _WORDS[_ON_TWO_LINES])


def _found_in(text: str) -> tuple[tuple[str, int], ...]:
    lowered = text.lower()
    lines = ((kind, _line(kind, shape, text, lowered)) for kind, shape in _SHAPES.items() if _may_hold(kind, text))
    return tuple((kind, line) for kind, line in lines if line)


def no_credentials(*paths: str) -> Judge:
    """None of these texts holds a credential, not even packed."""

    def judge(subject: Subject) -> Iterator[Verdict]:
        for path in paths:
            place = leaf(subject.resource.inputs, path)
            if place.unknown:
                yield Unproven(place.path, _WANTED)
            elif isinstance(place.value, str):
                for kind, line in kinds(place.value).items():
                    yield Finding(place.path, _WANTED, f"{kind} in line {line}")

    return judge


def _may_hold(kind: str, text: str) -> bool:
    if kind in _ENDS:
        return bool(_ENDS[kind].search(text))
    marks = _MARKS.get(kind)
    # Its last letter alone is found or missed many times faster, and what is packed has no hyphens and underscores.
    return marks is None or any(mark[-1] in text and mark in text for mark in marks)


def _line(kind: str, shape: str, text: str, lowered: str) -> int:
    """The first line that has this shape; 0 where none has. AWS's own examples in its documents are none."""
    matches = (found for found in _matches(kind, shape, text, lowered) if not _KNOWN_EXAMPLE.search(found.group()))
    first = min((found.start() for found in matches), default=-1)
    return text.count("\n", 0, first) + 1 if first >= 0 else 0


def _matches(kind: str, shape: str, text: str, lowered: str) -> Iterator[re.Match[str]]:
    words = _WORDS.get(kind)
    if words is None or len(lowered) != len(text):  # some letters have another length in small
        yield from re.finditer(shape, text)
        return
    pattern = re.compile(shape)
    yield from (found for place in occurrences(words, lowered) if (found := pattern.match(text, place)))
