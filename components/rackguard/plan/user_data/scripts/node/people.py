"""What the parameters say about people, and what follows from it for a node. Decides only; changes nothing."""

from __future__ import annotations

import base64
import json
import re
from typing import Any, NamedTuple

from .host import ED25519, FAILURES

NAME = re.compile(r"[a-z_][a-z0-9_-]{0,30}")
RSA = re.compile(r"ssh-rsa (AAAAB3NzaC1yc2E[A-Za-z0-9+/]{300,2800}={0,2})")
RESERVED = {"root", "ubuntu", "ec2-user", "admin", "centos", "debian", "fedora", "rocky", "nobody", "rackguard-users"}
UIDS = range(10000, 60000)
RSA_BITS = 3072


class Person(NamedTuple):
    """One person, as a valid parameter says."""

    name: str
    uid: int
    keys: tuple[str, ...]
    sudo: bool


class Account(NamedTuple):
    """An account that was made here for a person, as last recorded."""

    uid: int
    active: bool


class Decision(NamedTuple):
    """What to do: set these up, revoke those, say what is wrong."""

    present: list[Person]
    revoked: list[str]
    problems: list[str]


def decide(parameters: dict[str, str], accounts: dict[str, Account], uids: dict[str, int]) -> Decision:
    """Compare parameters (name → JSON) with our own accounts and with every account of the machine (name → uid).

    A parameter that isn't right leaves its person as they were, and nobody else is touched for it.
    """
    people: list[Person] = []
    problems: list[str] = []
    for name, text in sorted(parameters.items()):
        try:
            people.append(parse(name, text))
        except FAILURES as error:
            problems.append(f"parameter of {name!r:.60} not used: {error}")
    present: list[Person] = []
    for person in people:
        clash = _clash(person, people, accounts, uids)
        if clash:
            problems.append(f"parameter of {person.name!r} not used: {clash}")
        else:
            present.append(person)
    gone = [name for name, account in sorted(accounts.items()) if account.active and name not in parameters]
    stay = {person.name for person in present} | {n for n in accounts if accounts[n].active and n in parameters}
    if gone and not stay:
        problems.append("revoking everybody is refused: nobody could get in any more")
        gone = []
    return Decision(present, gone, problems)


def _clash(person: Person, people: list[Person], accounts: dict[str, Account], uids: dict[str, int]) -> str:
    ours = accounts.get(person.name)
    if ours:
        return "" if ours.uid == person.uid else f"its uid was {ours.uid}, and files belong to that"
    if person.name in uids:
        return "an account of that name was here before"
    if person.uid in uids.values():
        return f"uid {person.uid} is taken by another account"
    # Nobody can tell which of two is meant, and either would get at the other's files.
    if any(other.uid == person.uid and other.name != person.name for other in people):
        return f"uid {person.uid} is given to somebody else too"
    return ""


def parse(name: str, text: str) -> Person:
    """A person from their parameter.

    Raises ValueError where anything is not as it should be; the text itself is never repeated.
    """
    if not NAME.fullmatch(name) or name in RESERVED:
        raise ValueError("not a name for a person's account")
    try:
        data: Any = json.loads(text)
    except ValueError:
        raise ValueError("not JSON") from None
    if data.__class__ is not dict or data.get("name") != name:
        raise ValueError("does not name the same person")
    uid, keys, sudo = data.get("uid"), data.get("keys"), data.get("sudo")
    # In JSON, true is no number.
    if uid.__class__ is not int or uid not in UIDS:
        raise ValueError(f"uid is not a number from {UIDS[0]} to {UIDS[-1]}")
    if sudo.__class__ is not bool:
        raise ValueError("sudo is neither true nor false")
    if keys.__class__ is not list or not keys:
        raise ValueError("no keys")
    return Person(name, uid, tuple(_key(key) for key in keys), sudo)


def _key(key: Any) -> str:
    """Type and body of a public key, without options before it or a comment behind."""
    if not isinstance(key, str) or "\n" in key or "\r" in key:
        raise ValueError("a key is not one line of text")
    body = " ".join(key.split()[:2])
    if ED25519.fullmatch(body):
        return body
    match = RSA.fullmatch(body)
    if not match or _rsa_bits(base64.b64decode(match[1], validate=True)) < RSA_BITS:
        raise ValueError(f"a key is neither ed25519 nor RSA of {RSA_BITS} bits or more")
    return body


def _rsa_bits(blob: bytes) -> int:
    """Size of the modulus: the third of the length-prefixed fields (type, exponent, modulus)."""
    fields: list[bytes] = []
    while blob:
        size = int.from_bytes(blob[:4], "big")
        if len(blob) < 4 + size:
            return 0
        fields.append(blob[4 : 4 + size])
        blob = blob[4 + size :]
    return int.from_bytes(fields[2], "big").bit_length() if len(fields) == 3 else 0
