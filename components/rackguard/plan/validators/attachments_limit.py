"""A node's volumes and interfaces fit in its attachment limit."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools, uses_efa
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.network_interfaces import plan_interfaces

    for name, pool, _, kind in typed_pools(context):
        used = 1 + len(pool.data_volumes)
        words = f"{used} volumes with the root volume"
        if kind.ebs_attachments_shared:
            interfaces = plan_interfaces(kind, pool.network_layout, efa=uses_efa(context, name, pool))
            # The published limit has one interface, the GPUs and the local NVMe taken off already.
            further = len(interfaces) - 1
            used += further
            words += f" and {further} further network interfaces" if further else ""
        if kind.max_ebs_attachments is not None and used > kind.max_ebs_attachments:
            message = f"makes {words}, but {kind.name} takes {kind.max_ebs_attachments}"
            yield found(("pools", name, "data_volumes"), message)


VALIDATOR = Validator(
    id="attachments-limit",
    level="error",
    summary="A node has no more volumes (and, where the limit is shared, interfaces) than its type takes.",
    why="The node doesn't start. On older types volumes, interfaces, GPUs and local NVMe share one limit"
    " (AWS EC2 user guide, EBS volume limits; AWS DescribeInstanceTypes, MaximumEbsAttachments, 2026-10).",
    hint="Use fewer, larger volumes.",
    check=_check,
)
