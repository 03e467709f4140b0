"""The policy packs as programs: `rackguard-pack-hipaa` is one that Pulumi's engine starts by itself."""

from __future__ import annotations

import sys
from pathlib import Path

PREFIX = "rackguard-pack-"


def run() -> None:
    """Serve the pack that the program is named after."""
    from rackguard.cli.cost_facts import facts_of_graph
    from rackguard_policies.bridge.serve import serve

    serve(Path(sys.argv[0]).stem.removeprefix(PREFIX), facts_of_graph)


def program_of(pack: str) -> Path | None:
    """The program of a pack beside this Python; None where none is installed."""
    program = Path(sys.executable).with_name(f"{PREFIX}{pack}")
    return program if program.is_file() else None
