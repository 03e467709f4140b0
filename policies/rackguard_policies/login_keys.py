"""How people may log in to a machine: by keys that are judged, and never by a password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from rackguard_policies.embedded_text import KEPT, occurrences, texts
from rackguard_policies.rule import Finding, Unproven
from rackguard_policies.types import KEY_PAIR
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

_PASSWORDS = re.compile(
    r"(?i)(?<![/|#\w])(?:PasswordAuthentication[ \t]+yes\b|ssh_pwauth[\"']?[ \t]*:[ \t]*[\"']?(?:true|yes|1)\b)"
)
_WORDS = ("passwordauthentication", "ssh_pwauth")
"""What such a setting starts with, in small letters."""
_KEY_WANTED = "is a key pair of this stack, whose strength is judged"
_WANTED = "leaves log-in by password off"


def by_key_only(subject: Subject) -> Iterator[Verdict]:
    """User data switches no log-in by password on, and a key pair that is named is one of the stack's."""
    yield from _known_key(subject)
    for path in ("userData", "userDataBase64"):
        place = leaf(subject.resource.inputs, path)
        if place.unknown:
            yield Unproven(place.path, _WANTED)
        elif isinstance(place.value, str) and any(map(_lets_passwords_in, texts(place.value))):
            yield Finding(place.path, _WANTED)


@lru_cache(maxsize=KEPT)
def _lets_passwords_in(text: str) -> bool:
    lowered = text.lower()
    if len(lowered) != len(text):  # some letters have another length in small
        return bool(_PASSWORDS.search(text))
    return any(_PASSWORDS.match(text, place) for place in occurrences(_WORDS, lowered))


def _known_key(subject: Subject) -> Iterator[Verdict]:
    place = leaf(subject.resource.inputs, "keyName")
    if place.absent or place.value == "":
        return
    own = subject.graph.sources(subject.resource, "keyName", KEY_PAIR)
    if not own and isinstance(place.value, str):
        own = subject.graph.with_text(KEY_PAIR, "keyName", place.value)
    if not any(not pair.external for pair in own):
        yield Unproven(place.path, _KEY_WANTED)
