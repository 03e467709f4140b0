"""The login node's type is in the catalogue."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.spec.suggest import did_you_mean

    login = context.stack.cluster.access.login_node
    if login is None or context.catalog.find_instance_type(login.instance_type):
        return
    known = [cpu.name for cpu in context.catalog.cpu_types()]
    if login.instance_type not in known:
        message = f"is {login.instance_type}, which isn't a type that the catalogue knows for login nodes"
        hint = did_you_mean(login.instance_type, known) or "Use a CPU type such as m7i.2xlarge."
        yield found(("access", "login_node", "instance_type"), message, hint)


VALIDATOR = Validator(
    id="login-type-unknown",
    level="error",
    summary="The login node's type is a CPU type of the catalogue.",
    why="Its architecture and price aren't known, so its image can't be chosen (AWS DescribeInstanceTypes, 2026-10).",
    hint="Use a CPU type such as m7i.2xlarge.",
    check=_check,
)
