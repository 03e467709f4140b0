"""A pool that reaches Lustre over EFA is in its zone."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, lustre_uses, uses_efa
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    pools = context.stack.cluster.pools
    for path, name, lustre, zones in lustre_uses(context.stack.cluster):
        others = [zone for zone in zones if zone != lustre.zone_id]
        pool = pools.get(str(path[1])) if path[0] == "pools" else None
        if pool and lustre.efa and others and uses_efa(context, str(path[1]), pool):
            yield found(path, f"is {name}, reached over EFA in {lustre.zone_id}, but the nodes are in {listed(others)}")


VALIDATOR = Validator(
    id="lustre-efa-other-zone",
    level="error",
    summary="Nodes with EFA that use an EFA-enabled Lustre file system are in its zone.",
    why="EFA doesn't cross zones, so the client can't reach the servers over it"
    " (AWS FSx for Lustre user guide, EFA-enabled file systems).",
    hint="Put both in one zone, or make the file system without `efa`.",
    check=_check,
)
