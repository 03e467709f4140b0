"""Record what Pulumi's own engine says of a stack: its preview, its state, and what it tells policy packs.

    python tests/policies/sources/record.py

Needs on the PATH: the CLI `pulumi` (3.274 or later), and python3 with what requirements-dev.lock names. Needs in
PULUMI_HOME, or by PULUMI_DEBUG_PROVIDERS: a stand-in for the AWS provider (no account is asked), and the language host
for Python. Writes `recorded/`, and nothing else.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LISTENER = HERE / "listener" / "listener.py"
STACKS = {"dev": ROOT, "bad": HERE / "bad"}
"""Projects by the stack that is recorded of them."""
_LEFT_OUT = frozenset(
    ("created", "modified", "oldState", "detailedDiff", "diffReasons", "replaceReasons", "stackTrace")
)
"""Times, and what no reader looks at."""
_PLACE = re.compile(r"project:///(?!stacks/|__main__|\w+\.py#).*")
"""Outside of the project: where this machine has Python and its packages."""
_KEY = re.compile(r"ssh-ed25519 \S+ rackguard-example")
_ANOTHER = "ssh-ed25519 " + b64encode(b"\0\0\0\x0bssh-ed25519\0\0\0 " + bytes(range(32))).decode() + " nobody"
"""With the examples' own key nothing is deployed."""


def main() -> None:
    """Record every stack."""
    for stack, project in STACKS.items():
        with tempfile.TemporaryDirectory() as folder:
            record(stack, project, Path(folder))


def record(stack: str, project: Path, folder: Path) -> None:
    """Preview a stack in a copy of its project, deploy it, and keep what the engine says each time."""
    work = folder / "project"
    work.mkdir()
    (folder / "state").mkdir()
    for name in ("Pulumi.yaml", "__main__.py", "stacks"):
        if (project / name).exists():
            (shutil.copytree if (project / name).is_dir() else shutil.copy)(project / name, work / name)
    for module in project.glob("*.py"):
        shutil.copy(module, work)
    for file in work.glob("stacks/*.yaml"):
        file.write_text(_KEY.sub(_ANOTHER, file.read_text(encoding="utf-8")), encoding="utf-8")
    (work / ".venv").symlink_to(ROOT / ".venv")
    pulumi = _Cli(work, folder)
    pulumi("stack", "init", f"organization/{_name_of(project)}/{stack}")
    keep(f"{stack}.preview", json.loads(pulumi("preview", "--json", "--show-sames", listens="preview")))
    keep(f"{stack}.told-in-preview", json.loads((folder / "preview").read_text()))
    pulumi("up", "--yes", "--skip-preview", listens="update")
    keep(f"{stack}.told-in-update", json.loads((folder / "update").read_text()))
    keep(f"{stack}.state", json.loads(pulumi("stack", "export")))


def _name_of(project: Path) -> str:
    lines = (project / "Pulumi.yaml").read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("name:").strip() for line in lines if line.startswith("name:"))


class _Cli:
    def __init__(self, work: Path, folder: Path) -> None:
        self._work, self._folder = work, folder
        self._environment = {
            **os.environ,
            "PULUMI_BACKEND_URL": f"file://{folder / 'state'}",
            "PULUMI_CONFIG_PASSPHRASE": "",
            "PULUMI_SKIP_UPDATE_CHECK": "true",
            "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
        }

    def __call__(self, *arguments: str, listens: str = "") -> str:
        """What the CLI prints; where it fails, its words end everything."""
        command = ["pulumi", *arguments, "--non-interactive", "--color", "never"]
        environment = dict(self._environment)
        if listens:
            command += ["--policy-pack", str(LISTENER)]
            environment["LISTENER_FILE"] = str(self._folder / listens)
        run = subprocess.run(command, cwd=self._work, env=environment, capture_output=True, text=True, check=False)
        if run.returncode:
            sys.exit(f"`{' '.join(command)}` ended with {run.returncode}\n{run.stdout[-4000:]}{run.stderr[-4000:]}")
        return run.stdout


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
    main()
