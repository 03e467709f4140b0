"""The reviewed files of the example stacks: `python tests/aws/golden.py` writes them anew; with a stack, prints it.

Read the difference before you commit it. Frozen URNs are only ever added: take one out by hand, once no stack has it.
At a release, `python tests/aws/golden.py --release` keeps the package's schema, against which later ones are held.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import version
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    os.environ["RACKGUARD_DATA"] = "none"  # by the packaged facts, whatever this machine's user has read since

from tests.aws.component_schema import schema_text
from tests.aws.golden_text import golden_text
from tests.aws.stacks import NAMES, recorded

from rackguard.aws.package import SCHEMA, Package

FOLDER = Path(__file__).parent / "golden"
RELEASED = FOLDER / "released.schema.json"
"""The schema of the last release, with its version."""
URNS = FOLDER / "urns.txt"


def graph_file(stack: str) -> Path:
    """The reviewed graph of a stack."""
    return FOLDER / f"{stack}.json"


def frozen_urns() -> list[str]:
    """Every URN that a stack has, or once had."""
    return URNS.read_text(encoding="utf-8").splitlines()


def _write() -> None:
    known = set(frozen_urns()) if URNS.exists() else set[str]()
    for stack in NAMES:
        graph_file(stack).write_text(golden_text(recorded(stack)), encoding="utf-8")
        known |= recorded(stack).by_urn.keys()
    URNS.write_text("".join(f"{urn}\n" for urn in sorted(known)), encoding="utf-8")
    SCHEMA.write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--release"]:
        kept = json.loads(str(Package(version("rackguard")).schema))
        RELEASED.write_text(json.dumps(kept, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    elif sys.argv[1:]:
        sys.stdout.write(golden_text(recorded(sys.argv[1])))
    else:
        _write()
