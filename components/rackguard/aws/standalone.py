"""The planning of a component that is used alone: of the part of a cluster that its arguments declare."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from pulumi import Output

from rackguard.aws.checks import plan_and_check
from rackguard.aws.destination import hold_to
from rackguard.aws.log_group import LogSettings
from rackguard.aws.reading import InvalidArguments, plain, read_part
from rackguard.record import record
from rackguard.spec import patterns
from rackguard.spec.problem import Problem
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pulumi import Input, Resource

    from rackguard.aws.args.part import PartArgs
    from rackguard.aws.reading import Arguments, Live
    from rackguard.plan.types import ClusterPlan, PoolPlan

IDENTITY = ("name", "region", "account_id", "tags")
SECTIONS = ("network", "access", "encryption", "logs", "storage", "pools")
"""Sections of a cluster that a part may be given."""


@record
class Part:
    """A part of a cluster, planned by itself."""

    component: str
    plan: ClusterPlan
    """Of the sections that were given; without one, what belongs to it is empty or at its default."""
    live: Live
    values: dict[str, Any]
    """The arguments, plain but for outputs."""

    def hold(self, owner: Resource) -> None:
        """End the deployment where `owner`'s provider is of another account or region than the part declares."""
        hold_to(self.component, self.plan.account_id, self.plan.region, owner)

    def logs(self, key_arn: Input[str]) -> LogSettings:
        """Settings of the part's log groups."""
        access = self.plan.access
        return LogSettings(access.log_retention_days, access.keep_logs, key_arn, self.plan.tags)

    def ids(self, **needed: Iterable[str]) -> tuple[dict[str, Input[str]], ...]:
        """Arguments that hold ids, by zone id or by the name of a security group; `needed` is what each must hold.

        Raises:
            InvalidArguments: with every id that is missing.
        """
        given = {key: cast("dict[str, Input[str]]", self.values.get(key, {})) for key in needed}
        problems = [
            Problem("spec-missing", "error", (key, name), "is missing", f"Give the id that belongs to {name}.")
            for key, names in needed.items()
            for name in dict.fromkeys(names)
            if name not in given[key]
        ]
        if problems:
            raise InvalidArguments(self.component, problems)
        return tuple(given.values())

    def pool(self) -> tuple[PoolPlan, dict[str, Any]]:
        """The pool that the arguments name, planned and as declared.

        Raises:
            InvalidArguments: where there is no such pool.
        """
        name = self.values.get("pool")
        for pool in self.plan.pools:
            if pool.name == name:
                return pool, self.values["pools"][name]
        known = [pool.name for pool in self.plan.pools]
        message = f"is {name!r}; allowed: a name under `pools`: {', '.join(known) or 'there are none'}"
        hint = did_you_mean(str(name), known) or "Name one of the pools."
        raise InvalidArguments(self.component, [Problem("spec-value", "error", ("pool",), message, hint)])


def plan_part(component: str, args: PartArgs, shape: type) -> Part:
    """Plan what the arguments declare; `shape` is the TypedDict that they have.

    Raises:
        InvalidArguments: with every problem found in them.
    """
    values = plain(component, args)
    given = tuple(section for section in SECTIONS if section in values)
    read = _read(component, values, given, [*_unknown(values, shape), *_missing(values, shape), *_wrong(values)])
    zones = tuple(values.get("zone_ids", ()))
    plan = plan_and_check(component, read.stack, None, only=(*IDENTITY, *given), further_zones=zones)
    return Part(component, plan, read.live, values)


def _read(component: str, values: Mapping[str, Any], given: Iterable[str], problems: list[Problem]) -> Arguments:
    """The cluster's sections as a stack, unless they or the part's own arguments have `problems`."""
    missing = {problem.path for problem in problems}
    try:
        read = read_part(component, {key: values[key] for key in (*IDENTITY, *given) if key in values})
    except InvalidArguments as refused:
        problems += [problem for problem in refused.problems if problem.path not in missing]
    else:
        if not problems:
            return read
    raise InvalidArguments(component, problems)


def _unknown(values: Mapping[str, Any], shape: Any) -> Iterator[Problem]:
    known = [*shape.__required_keys__, *shape.__optional_keys__]
    for key in values:
        if key not in known:
            hint = did_you_mean(key, known) or f"Known are {', '.join(sorted(known))}."
            yield Problem("spec-unknown-key", "error", (key,), "is no argument of this component", hint)


def _missing(values: Mapping[str, Any], shape: Any) -> Iterator[Problem]:
    for key in sorted(shape.__required_keys__ - values.keys()):
        yield Problem("spec-missing", "error", (key,), "is missing", "Every such component needs it.")


def _wrong(values: Mapping[str, Any]) -> Iterator[Problem]:
    """Problems with what a part takes beside the cluster's sections."""
    for key in ("node_subnet_ids", "public_subnet_ids", "security_group_ids"):
        yield from _ids_problems(key, values.get(key, {}))
    if "key_arn" in values and not _is_id(values["key_arn"]):
        message = f"is {shown(values['key_arn'])}; allowed: the ARN of a key, or an output"
        yield Problem("spec-value", "error", ("key_arn",), message, "Give `key_arn` of an EncryptionKey.")
    zones = values.get("zone_ids", [])
    if not isinstance(zones, list):
        message = f"is {shown(zones)}; allowed: a list of zone ids"
        yield Problem("spec-value", "error", ("zone_ids",), message, "Put it in brackets.")
        return
    for index, zone in enumerate(cast("list[Any]", zones)):
        if not (isinstance(zone, str) and re.fullmatch(patterns.ZONE_ID, zone)):
            message = f"is {shown(zone)}; allowed: {patterns.WORDS[patterns.ZONE_ID]}"
            yield Problem("spec-value", "error", ("zone_ids", index), message, "Name the zone by its id.")


def _ids_problems(key: str, ids: Any) -> Iterator[Problem]:
    if not isinstance(ids, dict):
        message = f"is {shown(ids)}; allowed: a mapping of names to ids"
        yield Problem("spec-value", "error", (key,), message, "Give each id by its zone id or its group's name.")
        return
    for name, item in cast("dict[str, Any]", ids).items():
        if not _is_id(item):
            message = f"is {shown(item)}; allowed: an id, or an output"
            yield Problem("spec-value", "error", (key, name), message, "Give the id as AWS shows it, or an output.")


def _is_id(value: Any) -> bool:
    return isinstance(value, Output) or (isinstance(value, str) and value != "")
