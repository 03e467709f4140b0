"""The Pulumi project that a stack file belongs to, and the program that it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from rackguard.record import record
from rackguard.spec.values import shown

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
    """The folder of its Python program; None where it has none that can be run here."""
    obstacle: str = ""
    """Why its program can't be run here; empty where there is a program."""


def project_of(stack_file: Path) -> Project | None:
    """The nearest project, upwards, whose stack files are in the folder of `stack_file`; None where there is none."""
    folder = stack_file.resolve().parent
    for root in (folder, *folder.parents):
        for name in PROJECT_FILES:
            if (root / name).is_file():
                project = read_project(root / name)
                return project if project.config_folder == folder else None
    return None


def read_project(file: Path) -> Project:
    """The project of a Pulumi.yaml; without a program where the file can't be understood."""
    root = file.resolve().parent
    declared = declared_in(file)
    if isinstance(declared, str):
        return Project(DEFAULT_NAME, root, root, None, declared)
    name, folder = declared.get("name"), declared.get("stackConfigDir")
    program = _program_folder(declared, root)
    obstacle = _obstacle(declared, program)
    return Project(
        name=name if isinstance(name, str) else DEFAULT_NAME,
        root=root,
        config_folder=(root / folder).resolve() if isinstance(folder, str) else root,
        program=None if obstacle else program,
        obstacle=obstacle,
    )


def declared_in(file: Path) -> dict[str, Any] | str:
    """What a Pulumi.yaml declares, or why it can't be understood."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        data = yaml.load(file.read_bytes(), Loader=loader)  # noqa: S506 (a safe loader, in C where there is one)
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        return "the file can't be read as YAML"
    return cast("dict[str, Any]", data) if isinstance(data, dict) else "the file holds no mapping"


def _program_folder(declared: dict[str, Any], root: Path) -> Path:
    main = declared.get("main")
    return root / main if isinstance(main, str) else root


def _obstacle(declared: dict[str, Any], program: Path) -> str:
    runtime = declared.get("runtime")
    language = cast("dict[str, Any]", runtime).get("name") if isinstance(runtime, dict) else runtime
    if language != "python":
        return f"its runtime is {shown(language)}; allowed: 'python'"
    if not _is_file(program / "__main__.py"):
        return f"there is no __main__.py in {shown(declared.get('main', '.'))}"
    return ""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long a name, or one with a null byte
        return False
