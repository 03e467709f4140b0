"""The schema of the package `rackguard-aws`, as Pulumi's own host infers it from the components."""

from __future__ import annotations

import json
from typing import Any

from pulumi.provider.experimental.component import ComponentProvider

from rackguard import aws

PACKAGE = "rackguard-aws"


def schema() -> dict[str, Any]:
    """The schema, of all components that can be used alone."""
    components = [getattr(aws, name) for name in sorted(aws.__all__)]
    return json.loads(str(ComponentProvider(components, PACKAGE, None, "0.0.0").schema))


def schema_text() -> str:
    """The schema as JSON, its keys in order."""
    return json.dumps(schema(), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
