"""Which distributions a Python has, and which of them are SDKs of Pulumi packages; run by that Python."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
from typing import Any


def installed(python: str) -> dict[str, tuple[str, dict[str, Any]]]:
    """Name → version and what its pulumi-plugin.json says; nothing for what is no SDK of Pulumi's."""
    if python == sys.executable:
        return here()
    listed = subprocess.run([python, __file__], capture_output=True, check=True)
    return {name: (version, plugin) for name, (version, plugin) in json.loads(listed.stdout).items()}


def here() -> dict[str, tuple[str, dict[str, Any]]]:
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for one in importlib.metadata.distributions():
        name = one.name
        files = one.files or [] if "pulumi" in name else []
        plugin = next((file for file in files if file.name == "pulumi-plugin.json"), None)
        told = json.loads(plugin.read_text()) if plugin else {}
        found[name] = (one.version, told)
    return found


if __name__ == "__main__":
    json.dump(here(), sys.stdout)
