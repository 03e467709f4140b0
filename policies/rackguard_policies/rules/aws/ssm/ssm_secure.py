"""Parameters that hold secrets are encrypted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.credential_shapes import kinds
from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import PARAMETER
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

SECRET_NAME = re.compile(r"(?i)password|passwd|secret|token|api[-_]?key|private[-_]?key|credential|access[-_]?key")
SECRET_SOURCES = re.compile(
    "random:.*:RandomPassword|tls:.*:PrivateKey|aws:iam/accessKey:AccessKey|aws:secretsmanager/.*"
)
SECURE = "SecureString"
UNGUARDED = "holds no secret, or is a SecureString"


def _judge(subject: Subject) -> Iterator[Verdict]:
    inputs = subject.resource.inputs
    if leaf(inputs, "type").value == SECURE:
        yield from key_at("keyId").must(is_own_key, WANTED)(subject)
        yield from every("insecureValue").must_be_left_out()(subject)
    elif _looks_secret(subject):
        yield from every("type").must_be(SECURE)(subject)
    else:
        yield from _content(subject)


def _looks_secret(subject: Subject) -> bool:
    name = leaf(subject.resource.inputs, "name")
    words = name.value if isinstance(name.value, str) else subject.resource.name
    sources = (source for key in ("value", "insecureValue") for source in subject.graph.sources(subject.resource, key))
    return bool(SECRET_NAME.search(words)) or any(SECRET_SOURCES.fullmatch(source.type) for source in sources)


def _content(subject: Subject) -> Iterator[Verdict]:
    for key in ("value", "insecureValue"):
        place = leaf(subject.resource.inputs, key)
        if isinstance(place.value, str):
            for kind in kinds(place.value):
                yield Finding(key, UNGUARDED, kind)
        elif place.unknown and not subject.graph.sources(subject.resource, key):
            yield Unproven(key, UNGUARDED)


RULE = Rule(
    id="ssm-secure",
    title="A parameter that looks like a secret is a SecureString under a key of your own",
    severity="high",
    why="A plain parameter is read by everybody who may get parameters, without a key as a second lock, and is "
    "in the state in the clear.",
    fix='Set type to "SecureString", key_id to a key of yours and value; insecure_value is for what is no secret.',
    types=(PARAMETER,),
    judge=_judge,
    before='Parameter("db-password", type="String", insecure_value=password)',
    after='Parameter("db-password", type="SecureString", key_id=key.arn, value=password)',
)
