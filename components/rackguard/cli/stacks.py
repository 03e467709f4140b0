"""From a stack's name or a path to its file."""

from __future__ import annotations

import os
from pathlib import Path

from rackguard.cli.project import PROJECT_FILES, declared_in
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import echoed

_NOT_INSIDE = "Run it inside the project, or give the path of a stack file."


def find(stack: str | None) -> Path:
    """The file of a stack given by name or path; of the only stack where nothing is given.

    Raises:
        InvalidInput: where there is no such stack, or several and none is named.
    """
    if stack and _is_path(stack):  # then the project's file is not read
        return Path(stack)
    stacks = known_stacks()
    if stack is None:
        return _only(stacks)
    if stack in stacks:
        return stacks[stack]
    if stack and os.path.lexists(stack):
        return Path(stack)
    known = f"Stacks here: {', '.join(stacks)}. Or give the path of a stack file." if stacks else _NOT_INSIDE
    hint = did_you_mean(stack, stacks) or known
    raise InvalidInput([Problem("stack-unknown", "error", (), f"there is no stack {echoed(stack)}", hint)])


def _is_path(text: str) -> bool:
    return "/" in text or os.sep in text or text.endswith((".yaml", ".yml"))


def _only(stacks: dict[str, Path]) -> Path:
    if len(stacks) == 1:
        return next(iter(stacks.values()))
    message = "there are several stacks, and none is named" if stacks else "there is no stack file here"
    hint = f"Name one of {', '.join(stacks)}." if stacks else _NOT_INSIDE
    raise InvalidInput([Problem("stack-unknown", "error", (), message, hint)])


def known_stacks() -> dict[str, Path]:
    """The stacks of the project around the working directory, by name."""
    try:
        folder = _stack_folder()
        files = sorted(file for file in folder.iterdir() if _is_stack_file(file.name)) if folder else []
        return {file.name[len("Pulumi.") : -len(".yaml")]: Path(os.path.relpath(file)) for file in files}
    except OSError:  # the working directory was deleted, or a folder may not be read
        return {}


def project_inputs() -> list[Path]:
    """The files that plans are made from in the project around the working directory: its stacks, and its own file."""
    project = _project_file()
    return [*known_stacks().values(), *([project] if project else [])]


def _is_stack_file(name: str) -> bool:
    return name.startswith("Pulumi.") and name.endswith(".yaml") and len(name) > len("Pulumi..yaml")


def _stack_folder() -> Path | None:
    """Where the stack files of the nearest project are, from the working directory upwards."""
    project = _project_file()
    return project.parent / _config_folder(project) if project else None


def _project_file() -> Path | None:
    here = Path.cwd()
    files = (folder / name for folder in (here, *here.parents) for name in PROJECT_FILES)
    return next((file for file in files if file.is_file()), None)


def _config_folder(project: Path) -> str:
    """`stackConfigDir` of a project file; its own folder where it has none."""
    declared = declared_in(project)
    folder = None if isinstance(declared, str) else declared.get("stackConfigDir")
    return folder if isinstance(folder, str) else "."
