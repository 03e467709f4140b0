"""An EFA-enabled Lustre file system has connections enough for its clients."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.lustre_efa import CONNECTIONS, lustre_interfaces
    from rackguard.plan.uses import pools_using

    cluster = context.stack.cluster
    planned = {pool.name: pool for pool in context.plan.pools} if context.plan else {}
    for name, store in cluster.storage.items():
        if not (store.lustre and store.lustre.efa):
            continue
        wanted = sum(
            planned[pool].nodes_max
            * lustre_interfaces(context.catalog.instance_type(planned[pool].instance_types[0]), planned[pool].efa_count)
            for pool in pools_using(cluster, name)
            if pool in planned
        )
        if wanted > CONNECTIONS:
            message = f"is true, and its clients may open {wanted:,} connections over EFA; allowed: {CONNECTIONS:,}"
            yield found(("storage", name, "lustre", "efa"), message)


VALIDATOR = Validator(
    id="lustre-efa-connections",
    level="warning",
    summary="The clients of an EFA-enabled Lustre file system open at most 1,024 connections over EFA.",
    why="Each EFA interface that a node gives to Lustre is a connection: 8 on P5, P5e, P5en, P6-B200 and P6e-GB200, at"
    " most 2 elsewhere (AWS FSx for Lustre user guide, configuring EFA clients, 2026).",
    hint="Mount it in fewer nodes, or divide the data among file systems.",
    check=_check,
)
