"""Policy documents for tests, as short as they can be."""

from __future__ import annotations

import json
from typing import Any

BUCKET = ["arn:aws:s3:::data", "arn:aws:s3:::data/*"]
NO_TLS: dict[str, Any] = {"Bool": {"aws:SecureTransport": "false"}}


def statement(effect: str, action: Any, resource: Any = "*", principal: Any = None, condition: Any = None) -> Any:
    """One statement; principal and condition are left out where not given."""
    made = {"Effect": effect, "Action": action, "Resource": resource}
    if principal is not None:
        made["Principal"] = principal
    if condition is not None:
        made["Condition"] = condition
    return made


def allow(action: Any, resource: Any = "*", principal: Any = None, condition: Any = None) -> Any:
    """One that allows."""
    return statement("Allow", action, resource, principal, condition)


def deny(action: Any, resource: Any = "*", principal: Any = "*", condition: Any = None) -> Any:
    """One that denies; everybody where no principal is given."""
    return statement("Deny", action, resource, principal, condition)


def text(*statements: Any) -> str:
    """A document as JSON."""
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})
