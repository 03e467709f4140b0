"""What a YAML scalar means, as the Pulumi CLI reads it; what readers disagree about is refused where it is unquoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.spec.private_key import NOT_SHOWN, may_be_private

if TYPE_CHECKING:
    from yaml.events import ScalarEvent

Scalar = str | int | float | bool | None

STANDARD_TAG = "tag:yaml.org,2002:"
_TYPED: dict[str, tuple[type, ...]] = {
    f"{STANDARD_TAG}int": (int,),
    f"{STANDARD_TAG}float": (int, float),
    f"{STANDARD_TAG}bool": (bool,),
    f"{STANDARD_TAG}null": (type(None),),
}
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_SWITCHES = frozenset(("yes", "no", "on", "off", "y", "n"))
_NUMBER_STARTS = frozenset("0123456789+-.")
_MAX_EXACT_FLOAT = 2**53

_INVISIBLE = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""What YAML forbids, and what makes a file look different from what it says: line breaks that few editors show,
and marks that turn the direction of text."""

# Matched against the text without underscores (the CLI drops them before it looks), the first that fits.
_ODD_NUMBER = (
    r"(?P<date>[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9:.,+\-Zz \t]*)?)"
    r"|(?P<sexagesimal>[-+]?[0-9]+(?::[0-9]{1,2})+(?:\.[0-9]*)?)"
    r"|(?P<special>[-+]?\.(?i:inf|nan))"
    r"|(?P<radix>[-+]?0(?:[xX][0-9a-fA-F]*|[oO][0-7]*|[bB][01]*))"
    r"|(?P<exponent>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+)"
    r"|(?P<leading_zero>[-+]?0[0-9]+(?:\.[0-9]*)?)"
    r"|(?P<separated>[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))"
)
_TO_SOME = "is a number to some readers of YAML and text to others"
_REASONS = {
    "date": ("is taken for a date and rewritten by the Pulumi CLI", ""),
    "sexagesimal": ("is a base-60 number to some readers of YAML and text to others", ""),
    "special": ("is not a number that can be planned with", ", or leave the field out"),
    "radix": (_TO_SOME, ", or the number in decimal digits"),
    "exponent": (_TO_SOME, ", or the number with all its digits"),
    "leading_zero": ("is an octal number to some readers of YAML", ", or the number without its leading zero"),
    "separated": (_TO_SOME, ", or the number in digits only"),
    "signed_point": (_TO_SOME, ", or the number with a digit before the point"),
}


class Refused:
    """A scalar that is not accepted: which problem, why, what to write, and the text that stands in for its value."""

    __slots__ = ("hint", "id", "message", "text")

    def __init__(self, problem_id: str, message: str, hint: str, text: str) -> None:
        self.id = problem_id
        self.message = message
        self.hint = hint
        self.text = text


def scalar_value(event: ScalarEvent) -> Scalar | Refused:
    """The value of a scalar: quoted and block scalars are text, tags say what they say, the rest is looked at."""
    text, tag = event.value, event.tag
    if tag is None and event.implicit[0]:
        return plain_value(text)
    if tag is not None and tag != f"{STANDARD_TAG}str":
        return _typed_value(text, tag)
    if event.style == '"' and (visible := replace_invisible(text)) != text:
        code = ord(text[first_invisible(text) or 0])
        message = f"the text holds an escape for the invisible character U+{code:04X}"
        return Refused("yaml-encoding", message, "Remove the escape.", visible)
    return text


def key_text(event: ScalarEvent) -> str | Refused:
    """The text of a key; whole numbers become text, as in the Pulumi CLI."""
    value, text = scalar_value(event), event.value
    if text == "<<":
        hint = "Write it without quotes to merge, or name the key otherwise."
        return Refused("yaml-ambiguous-scalar", "the key << merges even in quotes", hint, text)
    if isinstance(value, Refused) and value.id == "yaml-ambiguous-scalar":
        return Refused(value.id, value.message, f"Write the key in quotes: {quoted(text)}.", text)
    if isinstance(value, str | Refused):
        return value
    if type(value) is int and "." not in text:
        return str(value)
    message = f"a key must be text, and {cut(text) or 'nothing'} without quotes is not"
    return Refused("yaml-ambiguous-scalar", message, f"Write the key in quotes: {quoted(text)}.", text)


def plain_value(text: str) -> Scalar | Refused:
    """The value of an unquoted scalar; whole floats become ints, as the engine hands them on."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] in _NUMBER_STARTS:
        return _number(text)
    if len(text) <= 3 and text.lower() in _SWITCHES:
        hint = f"Write true or false for a switch, or text in quotes: {quoted(text)}."
        return _ambiguous(text, "is a switch to some readers of YAML and text to others", hint)
    return text


def _ambiguous(text: str, reason: str, hint: str) -> Refused:
    return Refused("yaml-ambiguous-scalar", f"{cut(text)} without quotes {reason}", hint, text)


def _number(text: str) -> Scalar | Refused:
    signed = text[0] in "+-"
    whole, point, fraction = text[signed:].partition(".")
    if text.isascii() and (not fraction or fraction.isdecimal()):
        if whole.isdecimal() and (whole == "0" or whole[0] != "0"):
            return _float(text) if point else _int(text)
        if fraction and not whole and not signed:
            return _float(text)
    return _odd_number(text)


def _int(text: str) -> int | Refused:
    if len(text) <= 21 and -(2**63) <= (value := int(text)) < 2**64:
        return value
    return _too_large(text)


def _float(text: str) -> int | float | Refused:
    value = float(text)
    if abs(value) > _MAX_EXACT_FLOAT:
        return _too_large(text)
    return int(value) if value.is_integer() else value


def _too_large(text: str) -> Refused:
    return _ambiguous(text, "is a number too large to be kept exactly", f"Write text in quotes: {quoted(text)}.")


def _odd_number(text: str) -> str | Refused:
    import re

    match = re.fullmatch(_ODD_NUMBER, text.replace("_", ""))
    if not match:
        return text
    kind = str(match.lastgroup)
    if kind == "separated" and "_" not in text:
        kind = "signed_point"
    reason, otherwise = _REASONS[kind]
    return _ambiguous(text, reason, f"Write text in quotes: {quoted(text)}{otherwise}.")


def _typed_value(text: str, tag: str) -> Scalar | Refused:
    allowed, value = _TYPED.get(tag), plain_value(text)
    if allowed is None:
        return refused_tag(tag, replace_invisible(text))
    if type(value) in allowed and not (allowed == (int,) and "." in text):
        return value
    visible = replace_invisible(text)
    message = f"the value is not what its tag {_short(tag)} says"
    return Refused("yaml-tag", message, "Remove the tag, and quote the value if it is text.", visible)


def refused_tag(tag: str, text: str = "") -> Refused:
    """A tag that means nothing here."""
    hint = "Remove the tag, and quote the value if it is text."
    return Refused("yaml-tag", f"the tag {_short(tag)} has no meaning here", hint, text)


def _short(tag: str) -> str:
    return cut(replace_invisible(f"!!{tag[len(STANDARD_TAG) :]}" if tag.startswith(STANDARD_TAG) else tag))


def cut(text: str) -> str:
    """Text as a message repeats it: cut where it is long, and nothing that may be private."""
    if may_be_private(text):
        return NOT_SHOWN
    return text if len(text) <= 60 else f"{text[:50]}…"


def quoted(text: str) -> str:
    """Text in double quotes, cut where it is long."""
    return f'"{cut(text)}"'


def first_invisible(text: str) -> int | None:
    """Where the first character stands that a stack file may not hold; None where there is none."""
    import re

    match = re.search(_INVISIBLE, text)
    return match.start() if match else None


def replace_invisible(text: str) -> str:
    """The text with a mark in the place of each character that must not reach a terminal or a name."""
    import re

    return text if text.isprintable() else re.sub(_INVISIBLE, "\N{REPLACEMENT CHARACTER}", text)
