"""The Resource Groups Tagging API: it knows neither roles nor Auto Scaling groups, and lists for a while what is gone.

Source: GetResources in its API reference, with its limits on pages and filters.
"""

from __future__ import annotations

from typing import Any

from tests.engine.double.api.ec2 import Refused
from tests.engine.double.store import Store, Thing

_UNKNOWN = ("aws:autoscaling", "aws:iam")
_PAGE = 100


def get_resources(store: Store, asked: dict[str, Any]) -> dict[str, Any]:
    """One page of what has the tags that are asked for."""
    filters = asked.get("TagFilters") or []
    size = asked.get("ResourcesPerPage", _PAGE)
    if not 1 <= size <= _PAGE:
        raise Refused("InvalidParameterException", "ResourcesPerPage must be between 1 and 100")
    if len(filters) > 50 or any(not one.get("Key") or len(one.get("Values") or []) > 20 for one in filters):
        raise Refused("InvalidParameterException", "50 filters, each with a key and up to 20 values")
    found = [it for it in (*store.list(), *store.gone) if _is_known(it) and all(_has(it, one) for one in filters)]
    start = int(asked.get("PaginationToken") or 0)
    more = str(start + size) if len(found) > start + size else ""
    listed = [{"ResourceARN": arn_of(thing), "Tags": _tags(thing)} for thing in found[start : start + size]]
    return {"ResourceTagMappingList": listed, "PaginationToken": more}


def arn_of(thing: Thing) -> str:
    """The ARN that the store has; of what computes none, as the service authorization reference writes it."""
    place = "arn:aws:ec2:us-west-2:123456789012"
    if thing.type == "aws:ec2/natGateway:NatGateway":
        return f"{place}:natgateway/{thing.id}"
    return thing.properties["arn"]


def _is_known(thing: Thing) -> bool:
    return not thing.type.startswith(_UNKNOWN) and bool(thing.properties.get("tags"))


def _has(thing: Thing, wanted: dict[str, Any]) -> bool:
    tags = thing.properties["tags"]
    return wanted["Key"] in tags and (not wanted.get("Values") or tags[wanted["Key"]] in wanted["Values"])


def _tags(thing: Thing) -> list[dict[str, str]]:
    return [{"Key": key, "Value": value} for key, value in thing.properties["tags"].items()]
