"""Key pairs are strong, and their private half isn't in the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.ssh_keys import LEAST_RSA_BITS, is_strong
from rackguard_policies.types import KEY_PAIR
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_MADE_HERE = "tls:index/privateKey:PrivateKey"
_WANTED = f"is an ed25519 key or an RSA key of {LEAST_RSA_BITS} bits or more"


def _judge(subject: Subject) -> Iterator[Verdict]:
    place = leaf(subject.resource.inputs, "publicKey")
    if subject.graph.sources(subject.resource, "publicKey", _MADE_HERE):
        yield Finding(place.path, "is a key whose private half isn't in the state")
    elif place.unknown:
        yield Unproven(place.path, _WANTED)
    elif not is_strong(place.value):
        yield Finding(place.path, _WANTED)


RULE = Rule(
    id="keypair-absent",
    title="A key pair is ed25519 or RSA of 3072 bits or more, and its private half was never in a state",
    severity="medium",
    why=(
        "A short key can be broken; a private key that the program makes is in the state, to be read by"
        " everybody who may read that."
    ),
    fix="Make the key where it is used (ssh-keygen -t ed25519) and declare its public half.",
    types=(KEY_PAIR,),
    judge=_judge,
    before='KeyPair("k", public_key=tls.PrivateKey("p", algorithm="RSA").public_key_openssh)',
    after='KeyPair("k", public_key="ssh-ed25519 AAAA... ana")',
)
