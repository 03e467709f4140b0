"""The schema of the package `rackguard-aws`, as Pulumi's own host infers it from the components."""

from __future__ import annotations

import json
from typing import Any

from pulumi.provider.experimental.component import ComponentProvider

from rackguard import aws

PACKAGE = "rackguard-aws"


def schema() -> dict[str, Any]:
    """The schema, of all components that can be used alone; line breaks in descriptions are spaces."""
    components = [getattr(aws, name) for name in sorted(aws.__all__)]
    made = ComponentProvider(components, PACKAGE, None, "0.0.0").schema
    return _in_one_line(json.loads(str(made)))


def schema_text() -> str:
    """The schema as JSON, its keys in order."""
    return json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _in_one_line(value: Any) -> Any:
    """Descriptions as one line each: from version to version Python keeps another indentation of docstrings."""
    if isinstance(value, list):
        return [_in_one_line(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: " ".join(item.split()) if key == "description" and isinstance(item, str) else _in_one_line(item)
        for key, item in value.items()
    }
