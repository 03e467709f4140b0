"""The login node has the CPU architecture of the nodes."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    login = context.stack.cluster.access.login_node
    cpu = next((cpu for cpu in context.catalog.cpu_types() if login and cpu.name == login.instance_type), None)
    if cpu is None:
        return
    others = {name: kind.architecture for name, _, _, kind in typed_pools(context)}
    differing = [name for name, architecture in others.items() if architecture != cpu.architecture]
    if differing and len(differing) == len(others):
        message = f"is {cpu.name} ({cpu.architecture}), but the nodes are {next(iter(others.values()))}"
        yield found(("access", "login_node", "instance_type"), message)
    elif differing:
        message = f"is {cpu.name} ({cpu.architecture}); pools {listed(differing)} have another architecture"
        yield found(("access", "login_node", "instance_type"), message)


VALIDATOR = Validator(
    id="login-architecture",
    level="warning",
    summary="The login node has the same CPU architecture as the nodes.",
    why="What is built or installed on it (environments, containers, MPI programs) doesn't run on nodes of another"
    " architecture.",
    hint="Choose a type of the nodes' architecture: with a `g` after the number (Graviton) it is arm64, else x86_64.",
    check=_check,
)
