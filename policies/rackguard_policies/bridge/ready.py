"""A pack whose rules have been read."""

from __future__ import annotations

from importlib import import_module

from rackguard.record import record
from rackguard_policies.bridge.information import information
from rackguard_policies.packs import Pack, load

_JUDGING = ("rackguard.catalog.catalog", "rackguard.graph.analyzer", "rackguard_policies.bridge.violations")


@record
class Ready:
    """Rules, and what the engine is told of them."""

    pack: Pack
    told: bytes
    """An `AnalyzerInfo`."""


def ready(name: str, version: str) -> Ready:
    """Read a pack, and what it is judged with, while the engine does other things.

    Raises KeyError where there is no pack of that name.
    """
    pack = load(name)
    for module in _JUDGING:
        import_module(module)
    return Ready(pack, information(pack, version).SerializeToString(deterministic=True))
