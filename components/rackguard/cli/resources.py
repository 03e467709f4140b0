"""The resources of a stack: its program run offline, as a preview."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from rackguard.cli.project import DEFAULT_NAME, project_of
from rackguard.spec.load import stack_name
from rackguard.spec.private_key import hidden
from rackguard.spec.problem import InvalidInput, Problem

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from rackguard.graph.graph import Graph

SECRET = "[secret]"  # noqa: S105 (what stands in a secret's place)


def resources_of(path: Path, settings: dict[str, Any], now: datetime) -> Graph:
    """What `pulumi up` would declare of the stack file at `path`, whose `config` is `settings`, as of `now`.

    The program of the project that the file belongs to is run; of a file that belongs to none, that of every stack.

    Raises:
        InvalidInput: where the provider's SDK isn't installed, or the program fails.
    """
    try:
        from rackguard.aws import clock, lookups, program
    except ImportError as error:
        raise _no_sdk(error) from None
    from rackguard.graph.offline import Deployment, program_of, record_program

    project = project_of(path)
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
        except (Exception, SystemExit) as error:
            where = str(project.program / "__main__.py") if project and project.program else str(path)
            raise _failed(where, error) from error


def _is_secret(value: Any) -> bool:
    return isinstance(value, dict) and "secure" in cast("dict[str, Any]", value)


def _no_sdk(error: ImportError) -> InvalidInput:
    message = f"the resources of a stack can't be planned: {error.name or 'a module'} isn't installed"
    return InvalidInput(
        [Problem("provider-missing", "error", (), message, "Install it: pip install 'rackguard[aws]'.")]
    )


def _failed(program: str, error: BaseException) -> InvalidInput:
    message = f"{program} failed offline: {hidden(str(error)) or type(error).__name__}"
    hint = "Run `pulumi preview`; a program that asks the cloud for anything can't be planned offline."
    return InvalidInput([Problem("program-failed", "error", (), message, hint)])
