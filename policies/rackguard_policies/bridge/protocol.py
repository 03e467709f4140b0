"""The messages of Pulumi's Analyzer protocol, without the SDK that they come with.

A pack is started again for every preview and uses nothing else of the SDK, whose import would be a third of its start.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

_PARENTS = ("pulumi", "pulumi.runtime", "pulumi.runtime.proto")


@contextmanager
def _without_sdk() -> Generator[None]:
    """Packages in whose place the SDK's own run no code; afterwards the SDK can be imported as if nothing had been."""
    found = None if "pulumi" in sys.modules else find_spec("pulumi")
    if found is None or found.origin is None:
        yield
        return
    root = Path(found.origin).parent
    for name in _PARENTS:
        module = ModuleType(name)
        module.__path__ = [str(root.joinpath(*name.split(".")[1:]))]
        sys.modules[name] = module
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "pulumi"]:
            del sys.modules[name]


with _without_sdk():
    from pulumi.runtime.proto import analyzer_pb2, analyzer_pb2_grpc, plugin_pb2

__all__ = ["analyzer_pb2", "analyzer_pb2_grpc", "plugin_pb2"]
