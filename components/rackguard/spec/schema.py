"""The JSON schema of a whole stack file, for editors and for `rackguard schema`.

It says what JSON Schema can say of what the loader accepts: keys, types, patterns, bounds, choices.
"""

from __future__ import annotations

from typing import Any, cast

from rackguard.spec import patterns
from rackguard.spec.base import Model
from rackguard.spec.cluster import Cluster
from rackguard.spec.describe import Shape, shape_at
from rackguard.spec.pool import Pool
from rackguard.spec.survey import may_be_dropped

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_QUOTED = {
    "integer": {"type": "string", "pattern": r"^-?(0|[1-9][0-9]*)$", "maxLength": 20},
    "number": {"type": "string", "pattern": r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?$", "maxLength": 20},
    "boolean": {"enum": ["true", "false"]},
}
"""How a number or a switch may stand in quotes as well: Pulumi's CLI writes some of them so."""
_DESCRIPTIVE = ("description", "default")
_BY_CLI = {"type": "string", "description": "Written by Pulumi's CLI."}

Schema = dict[str, Any]


def stack_file_schema() -> Schema:
    """Schema (JSON Schema 2020-12) of `Pulumi.<stack>.yaml`.

    It allows what Pulumi's CLI adds to the file: salt, keys, secrets provider, environments, and settings
    of other namespaces.
    """
    return {
        "$schema": DIALECT,
        "title": "Rackguard stack file",
        "description": "A Pulumi stack file that declares one GPU cluster under `rackguard:cluster`.",
        "type": "object",
        "required": ["config"],
        "additionalProperties": False,
        "properties": {
            "config": _config(),
            "encryptionsalt": _BY_CLI,
            "secretsprovider": _BY_CLI,
            "encryptedkey": _BY_CLI,
            "environment": {"description": "Pulumi ESC environments.", "type": ["object", "array", "string"]},
        },
        "$defs": _definitions(),
    }


def _config() -> Schema:
    return {
        "description": "Settings: the region, the cluster, and whatever providers need.",
        "type": "object",
        "required": ["aws:region", "rackguard:cluster"],
        "propertyNames": {"pattern": "^(rackguard:cluster|(?!rackguard:).*:.*)$"},
        "properties": {
            "aws:region": {
                "description": "The region; the only place for it.",
                "type": "string",
                "pattern": patterns.REGION,
            },
            "rackguard:cluster": {"description": "The cluster.", "$ref": "#/$defs/Cluster"},
        },
    }


def _definitions() -> dict[str, Schema]:
    cluster = Cluster.model_json_schema(ref_template="#/$defs/{model}")
    definitions: dict[str, Schema] = cluster.pop("$defs")
    definitions["Cluster"] = cluster
    enums = {f"#/$defs/{name}": schema for name, schema in definitions.items() if "enum" in schema}
    written = {_own_name(name): _tidy(schema, enums) for name, schema in definitions.items() if "enum" not in schema}
    root = shape_at(())
    assert root is not None
    for model in _models(root):
        _add_choices(written[model.__name__], model)
    _add_like(written["Pool"])
    return dict(sorted(written.items()))


def _own_name(name: str) -> str:
    """The class's own name: pydantic puts its module in front where two classes share it."""
    return name.rpartition("__")[2]


def _models(shape: Shape) -> set[type[Model]]:
    found: set[type[Model]] = {shape.model} if shape.model else set()
    return found.union(*map(_models, shape.fields.values()), _models(shape.item) if shape.item else ())


def _tidy(schema: Any, enums: dict[str, Schema]) -> Any:
    """The schema without titles made of the names of fields, with closed sets in place and numbers also in quotes."""
    if isinstance(schema, list):
        return [_tidy(item, enums) for item in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    node = {key: value for key, value in cast("Schema", schema).items() if key != "title"}
    if node.get("$ref") in enums:
        closed = enums[node.pop("$ref")]
        return {**{key: closed[key] for key in ("type", "enum")}, **node}
    if "$ref" in node:
        node["$ref"] = f"#/$defs/{_own_name(node['$ref'].rpartition('/')[2])}"
    if node.get("anyOf", [])[1:] == [{"type": "null"}]:  # optional: to be left out, not to be left empty
        del node["default"]
        return _tidy({**node.pop("anyOf")[0], **node}, enums)
    for key in ("properties", "patternProperties"):
        if key in node:
            node[key] = {name: _tidy(value, enums) for name, value in node[key].items()}
    for key in ("items", "additionalProperties"):
        if key in node:
            node[key] = _tidy(node[key], enums)
    return _closed_map(_quoted(node)) if "patternProperties" in node else _quoted(node)


def _closed_map(node: Schema) -> Schema:
    """A map whose names all match; one with the only key `secure` and text in it is a secret to Pulumi's CLI."""
    secret = {"required": ["secure"], "maxProperties": 1, "properties": {"secure": {"type": "string"}}}
    return {**node, "additionalProperties": False, "not": secret}


def _quoted(node: Schema) -> Schema:
    quoted = _QUOTED.get(str(node.get("type")))
    if quoted is None:
        return node
    exact = {key: value for key, value in node.items() if key not in _DESCRIPTIVE}
    if "enum" in exact:
        quoted = {"enum": [str(value) for value in exact["enum"]]}
    described = {key: node[key] for key in _DESCRIPTIVE if key in node}
    return {**described, "anyOf": [exact, quoted]}


def _one_of(names: tuple[str, ...]) -> Schema:
    return {"oneOf": [{"required": [name]} for name in names]}


def _add_choices(schema: Schema, model: type[Model]) -> None:
    choices = [_one_of(names) for names in model.exactly_one_of]
    if choices:
        schema["allOf"] = choices


def _add_like(pool: Schema) -> None:
    """A pool that is like another has what that one has, and may refuse some of it with an empty key."""
    complete = {"required": pool.pop("required"), "allOf": pool.pop("allOf")}
    no_empty_key = {"patternProperties": {"": {"not": {"type": "null"}}}}
    one_at_most = [{"not": {"required": list(names)}} for names in Pool.exactly_one_of]
    pool.update({"if": {"required": ["like"]}, "then": {"allOf": one_at_most}, "else": {**complete, **no_empty_key}})
    for name, schema in pool["properties"].items():
        if may_be_dropped(shape_at(("pools", "any")), name):
            described = {key: schema.pop(key) for key in _DESCRIPTIVE if key in schema}
            pool["properties"][name] = {**described, "anyOf": [schema, {"type": "null"}]}
