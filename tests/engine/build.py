"""Pulumi's command, its host for YAML programs and its generator of Python SDKs: found, else built from Go modules.

They are looked for on PATH and in the cache. Which versions are built is said by go/go.mod and go/yaml/go.mod; the
cache is keyed by what is in that folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

GO = Path(__file__).parent / "go"
OLDEST = (3, 274)
"""Of Pulumi's command: what the tests' double and language host were tried with."""
MISSING = "Install Pulumi 3.274 or later, or Go 1.26 or later to build it from its module, and say `make engine` again."
_MODULE = re.compile(r"^\s*(\S+) (v\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """One program of the engine."""

    name: str
    folder: Path
    """Where its go.mod is."""
    package: str
    module: str
    version_variable: str = ""
    """What the linker sets to the module's version; empty where the program tells none."""

    @property
    def version(self) -> str:
        """Of its module, as go.mod requires it: `v3.274.1`."""
        return dict(_MODULE.findall((self.folder / "go.mod").read_text(encoding="utf-8")))[self.module]


_PULUMI = "github.com/pulumi/pulumi"
_YAML = "github.com/pulumi/pulumi-yaml"
PYTHON_HOST = "pulumi-language-python"
"""Pulumi's own, which comes with the command as Pulumi ships it; it isn't built here, as the tests have one."""
GENERATOR = Part("pulumi-python-codegen", GO, "rackguard/tests/engine/codegen", f"{_PULUMI}/pkg/v3")
PARTS = (
    Part(
        "pulumi", GO, f"{_PULUMI}/pkg/v3/cmd/pulumi", f"{_PULUMI}/pkg/v3", f"{_PULUMI}/sdk/v3/go/common/version.Version"
    ),
    Part(
        "pulumi-language-yaml",
        GO / "yaml",
        f"{_YAML}/cmd/pulumi-language-yaml",
        _YAML,
        f"{_YAML}/pkg/version.Version",
    ),
    GENERATOR,
)


def folders() -> tuple[Path, ...]:
    """Folders that hold `pulumi` and, where there is one, the YAML host; empty where there is no engine yet."""
    found = [_on_path(), cache()]
    return tuple(folder for folder in found if folder and any((folder / part.name).is_file() for part in PARTS))


def engine() -> Path | None:
    """Pulumi's command; None where it is neither on PATH, in a version that will do, nor built."""
    return next((folder / "pulumi" for folder in folders() if (folder / "pulumi").is_file()), None)


def _on_path() -> Path | None:
    found = shutil.which("pulumi")
    if not found:
        return None
    run = subprocess.run([found, "version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.(\d+)\.", run.stdout)
    recent = version is not None and (int(version[1]), int(version[2])) >= OLDEST
    return Path(found).resolve().parent if recent else None


def cache() -> Path:
    """Where what is built is kept: outside of the project, so that every checkout of the same versions shares it."""
    files = sorted(file for file in GO.rglob("*") if file.is_file())
    key = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root, "rackguard", f"engine-{key}")


def missing() -> tuple[Part, ...]:
    """What has yet to be built; Pulumi's own Python host, where that is beside the command, needs no generator."""
    found = folders()
    own_host = any((folder / PYTHON_HOST).is_file() for folder in found)
    needed = (part for part in PARTS if part is not GENERATOR or not own_host)
    return tuple(part for part in needed if not any((folder / part.name).is_file() for folder in found))


def build(part: Part, into: Path) -> None:
    """Build one part; it appears in the folder only when it is whole."""
    into.mkdir(parents=True, exist_ok=True)
    flags = f"-w -s -X {part.version_variable}={part.version}" if part.version_variable else "-w -s"
    with tempfile.TemporaryDirectory(dir=into) as half_done:
        made = Path(half_done, part.name)
        command = ["go", "build", "-trimpath", "-tags", "osusergo,grpcnotrace", "-ldflags", flags, "-o", str(made)]
        subprocess.run(
            [*command, part.package], cwd=part.folder, env={**os.environ, "GOFLAGS": "-mod=readonly"}, check=True
        )
        made.replace(into / part.name)


def main() -> int:
    """What `make engine` does; 1 where there is no engine and none can be built."""
    for part in missing():
        if not shutil.which("go"):
            print(f"There is no {part.name} here, and no Go to build it. {MISSING}", file=sys.stderr)
            return 1
        print(f"Building {part.name} {part.version} into {cache()}", flush=True)
        try:
            build(part, cache())
        except subprocess.CalledProcessError as error:
            print(f"{part.name} was not built: `go build` ended with {error.returncode}. {MISSING}", file=sys.stderr)
            return 1
    found = engine()
    print(f"Ready: {found}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
