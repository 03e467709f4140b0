"""How many of a node's EFA interfaces its Lustre client uses.

Source: FSx for Lustre user guide, "Configuring EFA clients", 2026.

A file system takes 1,024 connections over EFA, and each interface is one: so not every interface is given to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard.catalog.types import InstanceType

CONNECTIONS = 1024
"""Over EFA, to one file system, of all of its clients together."""

_EIGHT = frozenset({"p5", "p5e", "p5en", "p6-b200", "p6e-gb200"})
_BEFORE_NITRO_4 = frozenset({"g4dn", "g5", "p3dn", "p4d", "p4de"})


def lustre_interfaces(instance_type: InstanceType, efa_count: int) -> int:
    """Interfaces that Lustre uses on a node of the type that has `efa_count`; AWS's own defaults."""
    return min(efa_count, 8 if instance_type.family in _EIGHT else 2)


def reaches_lustre_over_efa(instance_type: InstanceType) -> bool:
    """False for types before version 4 of the Nitro System: AWS supports their EFA for MPI and NCCL alone."""
    return instance_type.family not in _BEFORE_NITRO_4
