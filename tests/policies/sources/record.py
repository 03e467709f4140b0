"""Record what Pulumi's own engine says of a stack: its preview, its state, and what it tells policy packs.

    python -m tests.policies.sources.record [STACK ...]

Needs Pulumi's command (`make engine`). The project, the host of Python and the stand-in for AWS are those of
tests/engine; the stand-in takes what AWS would refuse. Writes `recorded/`, and nothing else.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.engine import build, cli
from tests.engine.double.server import serve
from tests.engine.double.store import Store

HERE = Path(__file__).parent
LISTENER = HERE / "listener" / "listener.py"
STACKS = ("dev", "bad")
_LEFT_OUT = frozenset(
    ("created", "modified", "oldState", "detailedDiff", "diffReasons", "replaceReasons", "stackTrace")
)
"""Times, and what no reader looks at."""
_PLACE = re.compile(r"project:///(?!stacks/|__main__|\w+\.py#).*")
"""Outside of the project: where this machine has Python and its packages."""


def main(stacks: list[str]) -> None:
    """Record these stacks, or every one.

    Raises:
        SystemExit: there is no such stack, or no engine.
    """
    if unknown := [stack for stack in stacks if stack not in STACKS]:
        sys.exit(f"There is no stack {unknown[0]} to record; there are: {', '.join(STACKS)}.")
    if not build.engine():
        sys.exit(f"There is no engine: `make engine`. {build.MISSING}")
    for stack in stacks or STACKS:
        with tempfile.TemporaryDirectory() as folder, serve(("aws",), Store(), takes_anything=True) as addresses:
            record(stack, project_of(stack, cli.make(Path(folder, "engine"), addresses)))


def project_of(stack: str, project: cli.Project) -> cli.Project:
    """The project whose stack it is: this one, or a copy of `bad/`, in the same surroundings."""
    if stack == "dev":
        return project
    folder = project.folder.parent / stack
    shutil.copytree(HERE / stack, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / ".venv").symlink_to(sys.prefix)
    return cli.Project(folder, project.env)


def record(stack: str, project: cli.Project) -> None:
    """Preview a stack, deploy it, and keep what the engine says each time."""
    project.pulumi("stack", "init", stack)
    told = project.folder.parent / "told.json"
    listening = ("--policy-pack", str(LISTENER), "--non-interactive")
    said = project.pulumi("preview", "--json", "--show-sames", *listening, env={"LISTENER_FILE": str(told)})
    keep(f"{stack}.preview", said.json)
    keep(f"{stack}.told-in-preview", json.loads(told.read_text(encoding="utf-8")))
    project.pulumi("up", "--yes", "--skip-preview", *listening, env={"LISTENER_FILE": str(told)})
    keep(f"{stack}.told-in-update", json.loads(told.read_text(encoding="utf-8")))
    keep(f"{stack}.state", project.exported(stack))


def keep(name: str, document: Any) -> None:
    """Write a recording, alike each time that the engine says the same."""
    text = json.dumps(_trimmed(document), sort_keys=True, separators=(",", ":"))
    target = HERE / "recorded" / f"{name}.json.gz"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(gzip.compress(text.encode(), mtime=0))


def _trimmed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _trimmed(item) for key, item in value.items() if key not in _LEFT_OUT}
    if isinstance(value, str):
        return _PLACE.sub("", value)
    return [_trimmed(item) for item in value] if isinstance(value, list) else value


if __name__ == "__main__":
    main(sys.argv[1:])
