"""The JSON schema of a whole stack file, for editors and for `rackguard schema`."""

from __future__ import annotations

from typing import Any, cast

from rackguard.spec import patterns
from rackguard.spec.cluster import Cluster

DIALECT = "https://json-schema.org/draft/2020-12/schema"
QUOTED = {"integer": r"^-?[0-9]+$", "number": r"^-?[0-9]+(\.[0-9]+)?$", "boolean": "^(true|false)$"}


def stack_file_schema() -> dict[str, Any]:
    """Schema (JSON Schema 2020-12) of `Pulumi.<stack>.yaml`.

    It allows what Pulumi's CLI adds to the file: salt, keys, secrets provider, environments, and settings
    of other namespaces.
    """
    cluster = Cluster.model_json_schema(ref_template="#/$defs/{model}")
    definitions = cluster.pop("$defs")
    for definition in (cluster, *definitions.values()):
        _quoted_scalars(definition)
    return {
        "$schema": DIALECT,
        "title": "Rackguard stack file",
        "description": "A Pulumi stack file that declares one GPU cluster under `rackguard:cluster`.",
        "type": "object",
        "required": ["config"],
        "additionalProperties": False,
        "properties": {
            "config": {
                "type": "object",
                "required": ["aws:region", "rackguard:cluster"],
                "propertyNames": {"not": {"pattern": "^(cluster|rackguard:(?!cluster$).*)$"}},
                "properties": {
                    "aws:region": {
                        "type": "string",
                        "pattern": patterns.REGION,
                        "description": "The region; the only place for it.",
                    },
                    "rackguard:cluster": {"$ref": "#/$defs/Cluster"},
                },
            },
            "encryptionsalt": {"type": "string", "description": "Written by Pulumi's CLI."},
            "secretsprovider": {"type": "string", "description": "Written by Pulumi's CLI."},
            "encryptedkey": {"type": "string", "description": "Written by Pulumi's CLI."},
            "environment": {"description": "Pulumi ESC environments.", "type": ["object", "array", "string"]},
        },
        "$defs": {"Cluster": cluster, **definitions},
    }


def _quoted_scalars(schema: Any) -> None:
    """Allow a number or a boolean in quotes as well: Pulumi's CLI writes some of them so."""
    if isinstance(schema, list):
        for item in cast("list[Any]", schema):
            _quoted_scalars(item)
    elif isinstance(schema, dict):
        _quoted_scalar(cast("dict[str, Any]", schema))


def _quoted_scalar(schema: dict[str, Any]) -> None:
    for value in schema.values():
        _quoted_scalars(value)
    kind = schema.get("type")
    if not isinstance(kind, str) or kind not in QUOTED or "enum" in schema or "const" in schema:
        return
    described = {key: schema.pop(key) for key in ("description", "title", "default") if key in schema}
    exact = dict(schema)
    schema.clear()
    schema.update({**described, "anyOf": [exact, {"type": "string", "pattern": QUOTED[kind]}]})
