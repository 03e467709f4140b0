"""The zone of the connect endpoint is one that the cluster uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found, listed, zones_used
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.spec.problem import Path

_PATH: Path = ("access", "connect_zone_id")


def _check(context: Context) -> Iterator[Found]:
    cluster = context.stack.cluster
    zone = cluster.access.connect_zone_id
    if zone is None:
        return
    allowed = zones_used(cluster)
    if not cluster.access.instance_connect_endpoint:
        message = f"is {zone}, but `access.instance_connect_endpoint` is false"
        yield found(_PATH, message, "Leave it out, or say `instance_connect_endpoint: true`.")
    elif allowed and zone not in allowed:
        yield found(_PATH, f"is {zone}, where the cluster has nothing; allowed: {listed(allowed, 'or')}")


VALIDATOR = Validator(
    id="connect-zone",
    level="error",
    summary="The zone of the connect endpoint is one that the cluster uses, and there is such an endpoint.",
    why="Elsewhere every log-in would cross zones and depend on a further one. Local Zones are reached from the zone"
    " that they hang on (AWS EC2 user guide, EC2 Instance Connect Endpoint).",
    hint="Name a zone of a pool, of the login node or of Lustre, or leave it out.",
    check=_check,
    rests_on=(("pools", "*"), ("storage", "*"), ("access", "login_node")),
)
