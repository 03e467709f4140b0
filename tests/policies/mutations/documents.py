"""Changes of policy documents, which are the JSON text of an input."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.policies.mutations.change import Change, changed

Statements = list[dict[str, Any]]


def statement(key: str, sid: str, **parts: Any) -> Change:
    """Other parts of the statement that is named so; None leaves a part out."""

    def change(statements: Statements) -> None:
        (named,) = (each for each in statements if each["Sid"] == sid)
        named.update(parts)
        for part in [part for part, value in named.items() if value is None]:
            del named[part]

    return _document(key, change)


def no_statement(key: str, sid: str) -> Change:
    """The statement that is named so left out."""

    def change(statements: Statements) -> None:
        (named,) = (each for each in statements if each["Sid"] == sid)
        statements.remove(named)

    return _document(key, change)


def allowed(key: str, **parts: Any) -> Change:
    """One statement more: `allowed("policy", Action="s3:*", Resource="*")`."""
    return _document(key, lambda statements: statements.append({"Effect": "Allow", **parts}))


def _document(key: str, change: Callable[[Statements], None]) -> Change:
    def edit(inputs: dict[str, Any]) -> None:
        document = json.loads(inputs[key])
        change(document["Statement"])
        inputs[key] = json.dumps(document)

    return Change(key, changed(edit))
