"""The login node has no GPU."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    login = context.stack.cluster.access.login_node
    if login and context.catalog.find_instance_type(login.instance_type):
        message = f"is {login.instance_type}, a GPU type; a CPU type is enough"
        yield found(("access", "login_node", "instance_type"), message)


VALIDATOR = Validator(
    id="login-type-gpu",
    level="warning",
    summary="The login node is a CPU type.",
    why="It runs day and night as the way in to the nodes, and no jobs run on it; a GPU there is paid for and idle.",
    hint="Use a CPU type such as m7i.2xlarge; put GPU work in a pool.",
    check=_check,
)
