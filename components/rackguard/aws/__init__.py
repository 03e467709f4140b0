"""GPU clusters on AWS as Pulumi components. They decide nothing: they make what the planner planned.

    from rackguard.aws import GpuCluster

Each component is imported when it is named, with the services of the provider that it needs and no others.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rackguard.aws.collector import resting

if TYPE_CHECKING:
    from rackguard.aws.access import Access
    from rackguard.aws.cluster import GpuCluster
    from rackguard.aws.key import EncryptionKey
    from rackguard.aws.network import Network
    from rackguard.aws.node_pool import NodePool
    from rackguard.aws.placement import Placement
    from rackguard.aws.storage import Storage

__all__ = ["Access", "EncryptionKey", "GpuCluster", "Network", "NodePool", "Placement", "Storage"]

_FILES = {
    "Access": "access",
    "EncryptionKey": "key",
    "GpuCluster": "cluster",
    "Network": "network",
    "NodePool": "node_pool",
    "Placement": "placement",
    "Storage": "storage",
}


def __getattr__(name: str) -> Any:
    if name not in _FILES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with resting():
        return getattr(import_module(f"{__name__}.{_FILES[name]}"), name)
