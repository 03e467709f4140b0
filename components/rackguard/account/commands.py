"""The commands that bring an interrupted stack back, and the files that `pulumi import` reads."""

from __future__ import annotations

import shlex
from typing import Any

from rackguard.account.recovery import Outcome, Recovery
from rackguard.graph import urn
from rackguard.record import record


@record
class Command:
    """One line for a shell, and what it is for."""

    line: str
    why: str


def commands_of(recovery: Recovery, import_file: str, orphan_file: str, stack: str) -> tuple[Command, ...]:
    """In the order in which they are to be run; none where nothing is to be done."""
    if recovery.is_clean:
        return ()
    where = f"--stack {shlex.quote(stack)}"
    found: list[Command] = []
    if recovery.outcomes:
        found.append(Command(f"pulumi cancel --yes {where}", "lift the lock of the command that was killed"))
        found.append(
            Command(
                f"pulumi refresh --yes --skip-preview --clear-pending-creates {where}",
                "forget what was under way; the import file has it",
            )
        )
    if recovery.of("in flight"):
        found.append(Command(_import(import_file, where), "take over what AWS has made"))
    if any(orphan.may_go for orphan in recovery.orphans):
        found.append(Command(_import(orphan_file, where), "take over what nobody needs, so that `up` deletes it"))
    if not found:
        return ()
    found.append(Command(f"pulumi preview --diff {where}", "look at what is left to do"))
    return (
        *found,
        Command(f"pulumi up --yes --skip-preview {where}", "make what is missing, delete what is left over"),
    )


def _import(file: str, where: str) -> str:
    return (
        f"pulumi import --file {shlex.quote(file)} --yes --skip-preview --protect=false --generate-code=false {where}"
    )


def import_file(recovery: Recovery) -> dict[str, Any]:
    """What is in flight, as `pulumi import --file` reads it."""
    outcomes = recovery.of("in flight")
    names = _names(outcomes)
    resources = [_imported(outcome, names) for outcome in outcomes]
    return {"nameTable": {name: of for of, name in names.items()}, "resources": resources}


def orphan_file(recovery: Recovery) -> dict[str, Any]:
    """What nobody needs, under names that no program declares, so that the next `up` deletes it."""
    provider = recovery.interrupted.provider()
    names = {provider.urn: "provider"} if provider else {}
    resources = [
        {
            "type": orphan.found.type,
            "name": f"orphan-{orphan.found.id}",
            "id": orphan.found.import_id,
            **({"provider": "provider"} if provider else {}),
        }
        for orphan in recovery.orphans
        if orphan.may_go
    ]
    return {"nameTable": {name: of for of, name in names.items()}, "resources": resources}


def _imported(outcome: Outcome, names: dict[str, str]) -> dict[str, Any]:
    resource, found = outcome.operation.resource, outcome.found
    assert found
    entry: dict[str, Any] = {"type": resource.type, "name": resource.name, "id": found.import_id}
    if resource.parent in names:
        entry["parent"] = names[resource.parent]
    if (provider := _provider(resource.provider)) in names:
        entry["provider"] = names[provider]
    return entry


def _names(outcomes: tuple[Outcome, ...]) -> dict[str, str]:
    """Each parent and provider by a name of its own: the logical name, where only one has it."""
    names: dict[str, str] = {}
    for outcome in outcomes:
        resource = outcome.operation.resource
        for of in (resource.parent, _provider(resource.provider)):
            if of and of not in names:
                name = urn.name_of(of)
                names[of] = name if name not in names.values() else f"{name}-{len(names)}"
    return names


def _provider(reference: str | None) -> str:
    """The URN of a provider, of which a state writes `URN::ID`."""
    return (reference or "").rpartition("::")[0]
