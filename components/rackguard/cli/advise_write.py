"""`rackguard advise --write`: the best choice as a stack file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rackguard.cli.output import check_target, write
from rackguard.cli.refused_option import refused_option
from rackguard.cli.screen import complain
from rackguard.cli.stacks import project_inputs
from rackguard.spec import patterns
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from rackguard.advice.stack_file import Nodes, Owner

_LONGEST_NAME = 32


def owner_of(given: Namespace, work: str, classification: str) -> Owner:
    """What the options say of the cluster's owner; the examples' key where no key is named.

    Raises:
        InvalidInput: with everything that is wrong, before anything is worked out.
    """
    from rackguard.advice.stack_file import Owner
    from rackguard.plan.validators.user_reserved import RESERVED
    from rackguard.spec.ssh_key import EXAMPLE_PUBLIC_KEY

    problems: list[Problem] = []
    key = EXAMPLE_PUBLIC_KEY
    if given.account is None:
        hint = "Give the 12 digits of your account: `--account 123456789012`."
        problems.append(refused_option("--account", "is needed with --write", hint))
    elif not re.fullmatch(patterns.ACCOUNT_ID, given.account):
        hint = "`aws sts get-caller-identity` prints it."
        problems.append(refused_option("--account", f"is {echoed(given.account)}; allowed: 12 digits", hint))
    if not re.fullmatch(patterns.USER_NAME, given.user) or given.user in RESERVED or given.user.startswith("_"):
        hint = "A person's own name, in small letters: `--user ana`."
        problems.append(refused_option("--user", f"is {echoed(given.user)}, which no account can be called", hint))
    if given.ssh_key is not None:
        try:
            key = _public_key(given.ssh_key)
        except InvalidInput as error:
            problems += error.problems
    if problems:
        raise InvalidInput(problems)
    return Owner(
        name=cluster_name(work),
        account_id=given.account or "",
        user=given.user,
        key=key,
        key_is_example=given.ssh_key is None,
        classification=classification,
    )


def check_options(given: Namespace, inputs: Iterable[Path]) -> None:
    """Refuse a file that can't be written, and options that need --write, before anything is worked out.

    Raises:
        InvalidInput: with everything that is wrong.
    """
    if given.write is not None:
        check_target(given.write, [*inputs, *project_inputs()], "--write")
        return
    names = (("--account", given.account), ("--ssh-key", given.ssh_key))
    problems = [
        refused_option(name, "needs --write", "Name the stack file to write.") for name, value in names if value
    ]
    if problems:
        raise InvalidInput(problems)


def write_stack(target: str, pools: Sequence[Nodes], owner: Owner, why: Iterable[str], now: datetime) -> None:
    """Write the stack file, and say so."""
    from rackguard.advice.stack_file import stack_text
    from rackguard.catalog.catalog import load

    first, *others = pools
    write(target, stack_text(first, owner, why, now, load(), others=others), "--write")
    what = "; ".join(f"{each.count} × {each.kind.name} {each.purchase.words} in {each.zone_id}" for each in pools)
    complain(f"{what} written to {echoed(target)}\n")


def not_written(target: str, reason: str) -> None:
    """Say that the file was not written, and why."""
    complain(f"{echoed(target)} was not written: {reason}.\n")


def cluster_name(work: str) -> str:
    """The words of some work as a cluster's name: `llama-3-1-70b`."""
    words = re.sub(r"[^a-z0-9]+", "-", work.lower()).strip("-")
    return (words if words[:1].isalpha() else f"w-{words}")[:_LONGEST_NAME].rstrip("-")


def _public_key(path: str) -> str:
    from rackguard.spec.ssh_key import parse_public_key
    from rackguard.spec.ssh_refusals import KeyProblem

    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        hint = "Name your public key: ~/.ssh/id_ed25519.pub."
        raise InvalidInput(
            [refused_option("--ssh-key", f"is {echoed(path)}, which can't be read: {reason}", hint)]
        ) from None
    try:
        return parse_public_key(text).line
    except KeyProblem as error:
        raise InvalidInput(
            [refused_option("--ssh-key", f"is {echoed(path)}, which holds {error.message}", error.hint)]
        ) from None
