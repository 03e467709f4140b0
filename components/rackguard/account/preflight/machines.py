"""What a plan launches: the nodes of each pool, and the login node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import ImagePlan, PoolPlan, Volume

LOGIN_NODE = "access.login_node"


@record
class Machine:
    """Machines of one kind."""

    where: str
    """`pools.train`, or `access.login_node`."""
    instance_types: tuple[str, ...]
    architecture: str
    """`x86_64` or `arm64`."""
    zone_ids: tuple[str, ...]
    image: ImagePlan
    volumes: tuple[Volume, ...]
    tags: dict[str, str]
    hop_limit: int
    """Of the instance metadata service."""
    pool: PoolPlan | None
    """None for the login node."""


def machines(subject: Subject) -> tuple[Machine, ...]:
    """All that is launched, in the order of the plan."""
    plan, login = subject.plan, subject.plan.access.login_node
    found = [
        Machine(
            f"pools.{pool.name}",
            pool.instance_types,
            _architecture(pool.instance_types[0], subject),
            pool.zone_ids,
            pool.image,
            pool.volumes,
            pool.tags,
            pool.metadata_hop_limit,
            pool,
        )
        for pool in plan.pools
    ]
    if login:
        kind = _architecture(login.instance_type, subject)
        types, zones = (login.instance_type,), (login.zone_id,)
        found.append(Machine(LOGIN_NODE, types, kind, zones, login.image, login.volumes, plan.tags, 1, None))
    return tuple(found)


def _architecture(name: str, subject: Subject) -> str:
    found = subject.catalog.find_instance_type(name)
    if found:
        return found.architecture
    return next((cpu.architecture for cpu in subject.catalog.cpu_types() if cpu.name == name), "x86_64")
