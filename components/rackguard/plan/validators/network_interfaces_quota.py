"""The cluster's interfaces are within AWS's default quota of a region."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

DEFAULT_QUOTA = 5000


def _check(context: Context) -> Iterator[Found]:
    pools = context.plan.pools if context.plan else ()
    counts = {pool.name: pool.nodes_max * len(pool.network_interfaces) for pool in pools}
    total = sum(counts.values())
    if total > DEFAULT_QUOTA:
        name = max(counts, key=lambda pool: counts[pool])
        nodes = context.stack.cluster.pools[name].nodes.max
        message = f"is {nodes}, which makes {counts[name]} network interfaces, and {total} in the whole cluster"
        yield found(("pools", name, "nodes", "max"), f"{message}; the quota is {DEFAULT_QUOTA} by default")


VALIDATOR = Validator(
    id="network-interfaces-quota",
    level="warning",
    summary="The cluster has at most 5,000 network interfaces.",
    why="That is the default quota of a region, and EFA-only interfaces count: a p5.48xlarge has 33"
    " (AWS VPC quotas, network interfaces per region, 2026).",
    hint="Ask AWS for a higher quota (L-DF5E4CA3) before you need it.",
    check=_check,
)
