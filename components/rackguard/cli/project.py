"""The Pulumi project that a stack file belongs to, and the program that it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from rackguard.record import record

PROJECT_FILES = ("Pulumi.yaml", "Pulumi.yml")
DEFAULT_NAME = "rackguard"
"""Of the project of a stack file that belongs to none."""


@record
class Project:
    """A Pulumi project."""

    name: str
    root: Path
    """The folder of its Pulumi.yaml."""
    config_folder: Path
    """Where its stack files are."""
    program: Path | None
    """The folder of its Python program; None where it has none."""


def project_of(stack_file: Path) -> Project | None:
    """The nearest project, upwards, whose stack files are in the folder of `stack_file`; None where there is none."""
    folder = stack_file.resolve().parent
    for root in (folder, *folder.parents):
        for name in PROJECT_FILES:
            if (root / name).is_file():
                project = read_project(root / name)
                return project if project and project.config_folder == folder else None
    return None


def read_project(file: Path) -> Project | None:
    """The project of a Pulumi.yaml; None where it can't be understood."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        data = yaml.load(file.read_bytes(), Loader=loader)  # noqa: S506 (a safe loader, in C where there is one)
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        return None
    if not isinstance(data, dict):
        return None
    declared = cast("dict[str, Any]", data)
    root = file.resolve().parent
    name, folder = declared.get("name"), declared.get("stackConfigDir")
    return Project(
        name=name if isinstance(name, str) else DEFAULT_NAME,
        root=root,
        config_folder=(root / folder).resolve() if isinstance(folder, str) else root,
        program=_program(declared, root),
    )


def _program(declared: dict[str, Any], root: Path) -> Path | None:
    runtime, main = declared.get("runtime"), declared.get("main")
    language = cast("dict[str, Any]", runtime).get("name") if isinstance(runtime, dict) else runtime
    folder = root / main if isinstance(main, str) else root
    return folder if language == "python" and (folder / "__main__.py").is_file() else None
