"""What was given instead of a public SSH key, said without repeating any of it."""

from __future__ import annotations

from rackguard.spec.private_key import MARKERS, is_private

ED25519 = "ssh-ed25519"
SK_ED25519 = "sk-ssh-ed25519@openssh.com"
RSA = "ssh-rsa"

MAKE = "Make a key with `ssh-keygen -t ed25519` and paste the line of its .pub file."
PASTE = "Paste the one line of the .pub file: ssh-ed25519 AAAA… name."
_REPLACE = f"Replace this key: what stands in a file like this is no longer secret. {MAKE}"
_PEM = "Convert it with `ssh-keygen -i -f FILE` (and `-m PKCS8` for PEM), and paste the line that it prints."

_ECDSA = "ECDSA, whose signatures give the private key away when a random number is weak or repeats"
_REFUSED_TYPES = {
    "ssh-dss": ("DSA, which is too short to be safe; OpenSSH no longer takes it", MAKE),
    "ecdsa-sha2-nistp256": (_ECDSA, MAKE),
    "ecdsa-sha2-nistp384": (_ECDSA, MAKE),
    "ecdsa-sha2-nistp521": (_ECDSA, MAKE),
    "sk-ecdsa-sha2-nistp256@openssh.com": (_ECDSA, MAKE.replace("ed25519", "ed25519-sk")),
    "rsa-sha2-256": ("the name of a signature, not of a key; an RSA key starts with ssh-rsa", PASTE),
    "rsa-sha2-512": ("the name of a signature, not of a key; an RSA key starts with ssh-rsa", PASTE),
}
_CERTIFICATE = "-cert-v01@openssh.com"


class KeyProblem(ValueError):
    """Why a text is not an acceptable public key, and what to paste instead; never shows the text.

    `kind` is one of private-key, several, options, type, short, malformed, other.
    """

    def __init__(self, kind: str, message: str, hint: str = PASTE) -> None:
        self.kind = kind
        self.message = message
        self.hint = hint
        super().__init__(f"{message}. {hint}")


def malformed(what: str) -> KeyProblem:
    """A key whose data is damaged."""
    return KeyProblem("malformed", f"a public key that is damaged: {what}", f"Copy it again. {PASTE}")


def private(what: str) -> KeyProblem:
    """A private key, or a part of one."""
    return KeyProblem("private-key", f"{what}, which must never leave its owner's machine", _REPLACE)


def check_text(text: str) -> None:
    """Refuse what is no single line of printable text, and anything private first of all."""
    upper = text.upper()
    if any(marker in upper for marker in MARKERS):
        raise private("a private key")
    if not text:
        raise KeyProblem("other", "empty")
    if len(text) > 16384:
        raise KeyProblem("other", "too long to be a public key")
    if "-- BEGIN " in upper or "--BEGIN " in upper:
        raise KeyProblem("other", "a key in PEM or SSH2 form, not in OpenSSH's one-line form", _PEM)
    if not any(map(_may_be_public, text.split()[:2])) and is_private(text):
        raise private("what looks like a part of a private key")
    if "\n" in text or "\r" in text:
        _refuse_lines(text.split())
    hidden = next((character for character in text if not character.isprintable()), None)
    if hidden:
        raise KeyProblem(
            "malformed", f"text that holds the invisible character U+{ord(hidden):04X}", f"Remove it. {PASTE}"
        )


def _refuse_lines(words: list[str]) -> None:
    if sum(is_key_type(word) for word in words) > 1:
        raise KeyProblem("several", "more than one key", "Write each key as an item of its own.")
    raise malformed("a line break stands inside it")


def _may_be_public(word: str) -> bool:
    return is_key_type(word) or word.startswith("AAAA")


def is_key_type(word: str) -> bool:
    """True for the name of a key type, whether accepted here or not."""
    return word in (ED25519, SK_ED25519, RSA) or word in _REFUSED_TYPES or word.endswith(_CERTIFICATE)


def check_words(words: list[str]) -> None:
    """Refuse a line that does not start with an accepted type, or goes on with another key."""
    first = words[0]
    if not is_key_type(first):
        raise _no_type(words)
    if first.endswith(_CERTIFICATE):
        raise KeyProblem("type", "a certificate, not a public key", f"Take the key that it was made for. {PASTE}")
    if first in _REFUSED_TYPES:
        raise KeyProblem("type", *_REFUSED_TYPES[first])
    if any(is_key_type(word) for word in words[1:]):
        raise KeyProblem("several", "more than one key", "Write each key as an item of its own.")
    if len(words) == 1:
        raise malformed("nothing follows its type")


def _no_type(words: list[str]) -> KeyProblem:
    first = words[0]
    if any(is_key_type(word) for word in words[1:]):
        what = "a key with options or a host name in front, which are not taken over"
        return KeyProblem("options", what, "Remove what stands before the key's type.")
    if first.startswith(("SHA256:", "MD5:")):
        return KeyProblem("other", "a key's fingerprint, not the key")
    if first.startswith("AAAA"):
        return KeyProblem("malformed", "a key without its type in front")
    if len(words) == 1 and (first.endswith(".pub") or first.startswith(("/", "~", "./"))):
        return KeyProblem("other", "the name of a file, not what it holds")
    return KeyProblem("type", "not a public key: it starts with no key type", f"Keys start with {ED25519}. {PASTE}")
