"""The schema of the package `rackguard-aws`, as programs in other languages see it."""

from __future__ import annotations

import json
from typing import Any

from rackguard.aws.package import Package


def schema() -> dict[str, Any]:
    """The schema, as the package tells it."""
    return json.loads(str(Package().schema))


def schema_text() -> str:
    """The schema as JSON, its keys in order."""
    return json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
