"""No store holds data more sensitive than the cluster may hold."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

ORDER = ("public", "internal", "confidential", "pii", "phi")
"""Least sensitive first, as the stack file's `classification` says."""


def _check(context: Context) -> Iterator[Found]:
    highest = context.stack.cluster.tags.classification
    for name, store in context.stack.cluster.storage.items():
        if store.classification and ORDER.index(store.classification) > ORDER.index(highest):
            message = f"is {store.classification}, above the cluster's {highest} (`tags.classification`)"
            yield found(("storage", name, "classification"), message)


VALIDATOR = Validator(
    id="classification-above-cluster",
    level="error",
    summary="No store is classified above the cluster.",
    why="What the cluster's tag says decides what is required of nodes, logs and people; data that is more sensitive"
    " would escape it.",
    hint="Raise `tags.classification`, or keep that data out of this cluster.",
    check=_check,
    rests_on=(("tags",),),
)
