"""From a stack's name or a path to its file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.suggest import did_you_mean

PROJECT_FILES = ("Pulumi.yaml", "Pulumi.yml")


def find(stack: str | None) -> Path:
    """The file of a stack given by name or path; of the only stack where nothing is given.

    Raises:
        InvalidInput: where there is no such stack, or several and none is named.
    """
    stacks = known_stacks()
    if stack is None:
        return _only(stacks)
    if stack in stacks:
        return stacks[stack]
    if "/" in stack or os.sep in stack or stack.endswith((".yaml", ".yml")) or Path(stack).exists():
        return Path(stack)
    known = (
        f"Stacks here: {', '.join(stacks)}." if stacks else "There is no stack file here; run it inside the project."
    )
    hint = did_you_mean(stack, stacks) or f"{known} Or give the path of a stack file."
    raise InvalidInput([Problem("stack-unknown", "error", (stack,), f"there is no stack {stack!r}", hint)])


def _only(stacks: dict[str, Path]) -> Path:
    if len(stacks) == 1:
        return next(iter(stacks.values()))
    message = "which stack?" if stacks else "there is no stack file here"
    hint = (
        f"Name one of {', '.join(stacks)}."
        if stacks
        else "Run it inside the project, or give the path of a stack file."
    )
    raise InvalidInput([Problem("stack-unknown", "error", ("stack",), message, hint)])


def known_stacks() -> dict[str, Path]:
    """The stacks of the project around the working directory, by name."""
    folder = _stack_folder()
    if folder is None:
        return {}
    names = sorted(path.name for path in folder.glob("Pulumi.*.yaml"))
    found = {name[len("Pulumi.") : -len(".yaml")]: folder / name for name in names}
    here = Path.cwd()
    return {name: path.relative_to(here) if path.is_relative_to(here) else path for name, path in found.items()}


def _stack_folder() -> Path | None:
    here = Path.cwd()
    for folder in (here, *here.parents):
        project = next((folder / name for name in PROJECT_FILES if (folder / name).is_file()), None)
        if project:
            stacks = folder / _config_folder(project)
            return stacks if stacks.is_dir() else None
    return None


def _config_folder(project: Path) -> str:
    """`stackConfigDir` of a project file; its own folder where it has none."""
    import yaml

    try:
        data = yaml.safe_load(project.read_bytes())
    except (OSError, yaml.YAMLError):
        return "."
    folder = cast("dict[str, object]", data).get("stackConfigDir") if isinstance(data, dict) else None
    return folder if isinstance(folder, str) else "."
