"""Inputs of other languages' programs: what is known of them already, where a cluster's plan needs plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pulumi import Output

from rackguard.aws.wire_names import Schema, shape_of


async def known(value: Any, shape: Schema, types: Schema) -> Any:
    """The value with what its outputs hold, where the schema wants plain values.

    An output stays one where it may be one, so that what is made from it waits for it. So does a secret, and what is
    only known once something is deployed.
    """
    shape = shape_of(shape, types)
    if isinstance(value, Output):
        later = cast("Output[Any]", value)
        plain = shape.get("plain") and await later.is_known() and not await later.is_secret()
        return await known(await later.future(), shape, types) if plain else later
    if isinstance(value, list):
        return [await known(item, shape.get("items", {}), types) for item in cast("list[Any]", value)]
    if not isinstance(value, Mapping):
        return value
    fields, others = shape.get("properties", {}), shape.get("additionalProperties", {})
    items = cast("Mapping[str, Any]", value).items()
    return {key: await known(item, fields.get(key, others), types) for key, item in items}
