"""The JSON schema of a workload file, for editors and for `rackguard schema workload`."""

from __future__ import annotations

from typing import Any, cast

from rackguard.sizing.models import models
from rackguard.sizing.workload import Workload
from rackguard.sizing.workload_figures import EXPONENT
from rackguard.spec.base import Model
from rackguard.spec.describe import Shape

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_COUNTS = frozenset({"tokens", "images", "steps", "flop_per_step", "bytes_per_step", "parameters"})
"""Large counts, which may be written as 2e9."""

Schema = dict[str, Any]


def workload_schema() -> Schema:
    """Schema (JSON Schema 2020-12) of a workload file."""
    schema = Workload.model_json_schema(ref_template="#/$defs/{model}")
    definitions: dict[str, Schema] = schema.pop("$defs")
    definitions["Workload"] = schema
    written = {name: cast("Schema", _tidy(each)) for name, each in definitions.items()}
    root = Shape("model")
    root.model = Workload
    for model in _models(root):
        _add_choices(written[model.__name__], model)
    names = sorted(name for one in models() if one.shape for name in (one.name, *one.aliases))
    for name in ("Train", "FineTune", "Serve"):
        written[name]["properties"]["model"]["examples"] = names
    return {
        "$schema": DIALECT,
        "title": "Rackguard workload",
        **written.pop("Workload"),
        "$defs": dict(sorted(written.items())),
    }


def _models(shape: Shape) -> set[type[Model]]:
    found: set[type[Model]] = {shape.model} if shape.model else set()
    return found.union(*map(_models, shape.fields.values()), _models(shape.item) if shape.item else ())


def _tidy(schema: Any) -> Any:
    """The schema without titles made of the names of fields; what may be left out may not be left empty."""
    if isinstance(schema, list):
        return [_tidy(item) for item in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    node = {key: value for key, value in cast("Schema", schema).items() if key != "title" or not isinstance(value, str)}
    if node.get("anyOf", [])[1:] == [{"type": "null"}]:
        node.pop("default", None)
        return _tidy({**node.pop("anyOf")[0], **node})
    if "properties" in node:
        node["properties"] = {name: _property(name, _tidy(value)) for name, value in node["properties"].items()}
    for key in ("items", "additionalProperties"):
        if key in node:
            node[key] = _tidy(node[key])
    return node


def _property(name: str, schema: Schema) -> Schema:
    if name not in _COUNTS or schema.get("type") != "number":
        return schema
    described = {key: schema.pop(key) for key in ("description", "default") if key in schema}
    return {**described, "anyOf": [schema, {"type": "string", "pattern": f"^{EXPONENT.removeprefix('[-+]?')}$"}]}


def _add_choices(schema: Schema, model: type[Model]) -> None:
    choices = [{"oneOf": [{"required": [name]} for name in names]} for names in model.exactly_one_of]
    if choices:
        schema["allOf"] = choices
