"""The resources of a stack: its program run offline, as a preview."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, cast

from rackguard.cli.project import DEFAULT_NAME, project_of
from rackguard.spec.load import stack_name
from rackguard.spec.private_key import hidden
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from rackguard.cli.project import Project
    from rackguard.graph.graph import Graph

_FROM_A_PREVIEW = "Save what `pulumi preview --json --show-sames` prints, and give it: `rackguard plan --preview FILE`."
SECRET = "[secret]"  # noqa: S105 (what stands in a secret's place)


def resources_of(path: Path, settings: dict[str, Any], now: datetime) -> Graph:
    """What `pulumi up` would declare of the stack file at `path`, whose `config` is `settings`, as of `now`.

    The program of the project that the file belongs to is run; of a file that belongs to none, that of every stack.

    Raises:
        InvalidInput: where the provider's SDK isn't installed, the project has no program in Python, or that fails.
    """
    try:
        from rackguard.aws import clock, lookups, program
    except ImportError as error:
        raise _no_sdk(error) from None
    from rackguard.graph.offline import Deployment, program_of, record_program

    project = project_of(path)
    if project and not project.program:
        raise _no_program(project)
    deployment = Deployment(
        project=project.name if project else DEFAULT_NAME,
        stack=stack_name(path),
        config={key: SECRET if _is_secret(value) else value for key, value in settings.items()},
        root=str(project.root if project else path.resolve().parent),
        secret_keys=tuple(key for key, value in settings.items() if _is_secret(value)),
    )
    run: Callable[[], object] = program_of(project.program) if project and project.program else program.run
    with clock.at(now):
        try:
            return record_program(run, deployment, lookups.TOKENS)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a program may end itself, or raise what is no Exception
            where = str(project.program / "__main__.py") if project and project.program else str(path)
            raise _failed(where, error) from error


def _is_secret(value: Any) -> bool:
    return isinstance(value, dict) and "secure" in cast("dict[str, Any]", value)


def _no_sdk(error: ImportError) -> InvalidInput:
    message = f"the resources of a stack can't be planned: {error.name or 'a module'} isn't installed"
    return InvalidInput(
        [Problem("provider-missing", "error", (), message, "Install it: pip install 'rackguard[aws]'.")]
    )


def _no_program(project: Project) -> InvalidInput:
    where = echoed(os.path.relpath(project.root))
    message = f"the program of the Pulumi project in {where} can't be run offline: {project.obstacle}"
    return InvalidInput([Problem("program-missing", "error", (), message, _FROM_A_PREVIEW)])


def _failed(program: str, error: BaseException) -> InvalidInput:
    message = f"{program} failed offline: {hidden(_words(error)) or type(error).__name__}"
    hint = f"Mend it. If it asks the cloud for anything: {_FROM_A_PREVIEW[:1].lower()}{_FROM_A_PREVIEW[1:]}"
    return InvalidInput([Problem("program-failed", "error", (), message, hint)])


def _words(error: BaseException) -> str:
    """What an error says; a program's own may say anything, or fail at it."""
    if isinstance(error, SystemExit):
        return f"it ended itself, with exit code {0 if error.code is None else error.code}"
    try:
        return str(error)
    except Exception:  # noqa: BLE001 (whatever it is, its type's name is left)
        return ""
