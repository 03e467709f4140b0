"""The tokens that rules name are the provider's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pulumi_aws

from rackguard_policies import types

DECLARED = re.compile(r"__init__\(\s*'(aws:[^']+)'")


def named() -> Iterator[str]:
    for value in vars(types).values():
        yield from (each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str))


def test_every_token_is_one_of_the_providers() -> None:
    assert pulumi_aws.__file__
    sources = Path(pulumi_aws.__file__).parent.glob("*/*.py")
    classes = {token for source in sources for token in DECLARED.findall(source.read_text(encoding="utf-8"))}
    tokens = {token for token in named() if token.startswith("aws:")}
    assert len(tokens) > 50
    assert tokens - classes == set()
