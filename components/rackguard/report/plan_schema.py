"""The JSON schema of a plan's JSON: docs/plan.schema.json."""

from __future__ import annotations

from typing import Any

from rackguard.report.json_schema import DIALECT, SchemaMaker
from rackguard.report.plan_json import LEFT_OUT, LEFT_OUT_OF_CLUSTER
from rackguard.report.plan_shape import PlanData


def plan_schema() -> dict[str, Any]:
    """Schema (JSON Schema 2020-12) of what `rackguard plan --format json` prints.

    Keys that it doesn't name may come: a reader leaves them alone.
    """
    nested = LEFT_OUT - {"decisions"}
    made = SchemaMaker({"*": nested, **_without_decisions()})
    root = made.of(PlanData)["$ref"].rpartition("/")[2]
    return {"$schema": DIALECT, "title": "Rackguard plan", **made.definitions.pop(root), "$defs": made.definitions}


def _without_decisions() -> dict[str, frozenset[str]]:
    """Every part of a plan leaves its decisions to the one list; the cluster its pools and stack as well."""
    from rackguard.plan import types

    parts = {name: frozenset({"decisions"}) for name in types.__all__}
    return {**parts, "ClusterPlan": parts["ClusterPlan"] | LEFT_OUT_OF_CLUSTER}
