"""Importing a component runs no collection, and leaves the collector as it was."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import gc
import rackguard.aws
{before}
collections = []
gc.callbacks.append(lambda phase, info: collections.append(phase))
frozen = gc.get_freeze_count()
{imported}
print(len(collections), gc.get_freeze_count() > frozen, gc.isenabled())
"""


def said(imported: str, before: str = "") -> str:
    program = PROGRAM.format(imported=imported, before=before)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("component", ["GpuCluster", "Network", "NodePool"])
def test_a_component_is_imported_without_collections(component: str) -> None:
    assert said(f"from rackguard.aws import {component}") == "0 True True"


def test_a_collector_that_is_off_stays_off() -> None:
    assert said("from rackguard.aws import Storage", "gc.disable()") == "0 True False"


def test_a_collector_is_back_after_an_import_that_fails() -> None:
    failing = """
import sys
sys.modules["rackguard.aws.storage"] = None
try:
    from rackguard.aws import Storage
except ImportError:
    pass
"""
    assert said(failing).endswith("True")
