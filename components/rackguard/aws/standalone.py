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
    from collections.abc import Callable, Iterable, Iterator, Mapping

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

    def ids(self, **needed: Iterable[str]) -> tuple[Mapping[str, Input[str]], ...]:
        """Arguments that hold ids, by zone id or by the name of a security group; `needed` is what each must hold.

        What is missing of an output is only found, and told, once that is known.

        Raises:
            InvalidArguments: with every id that is missing.
        """
        given = {key: (self.values.get(key, {}), tuple(dict.fromkeys(names))) for key, names in needed.items()}
        problems = [
            _id_missing(key, name)
            for key, (ids, names) in given.items()
            if not isinstance(ids, Output)
            for name in names
            if name not in ids
        ]
        if problems:
            raise InvalidArguments(self.component, problems)
        return tuple(self._each(key, *ids) for key, ids in given.items())

    def _each(self, key: str, ids: Any, names: Iterable[str]) -> Mapping[str, Input[str]]:
        """The ids by name; those of an output as outputs, one each."""
        if not isinstance(ids, Output):
            return ids
        later = cast("Output[Any]", ids)
        return {name: later.apply(_taken(self.component, key, name)) for name in names}

    def pool(self) -> tuple[PoolPlan, dict[str, Any]]:
        """The pool that the arguments name, planned and as declared."""
        name = self.values["pool"]
        return next(pool for pool in self.plan.pools if pool.name == name), self.values["pools"][name]


def plan_part(component: str, args: PartArgs, shape: type) -> Part:
    """Plan what the arguments declare; `shape` is the TypedDict that they have.

    Raises:
        InvalidArguments: with every problem found in them.
    """
    values, unusable = plain(component, args)
    given = tuple(section for section in SECTIONS if section in values)
    seen = {problem.path for problem in unusable}
    own = [*_unknown(values, shape), *_missing(values, shape), *_wrong(values)]
    read = _read(component, values, given, unusable, [problem for problem in own if problem.path not in seen])
    zones = tuple(values.get("zone_ids", ()))
    plan = plan_and_check(component, read.stack, None, only=(*IDENTITY, *given, "zone_ids"), further_zones=zones)
    return Part(component, plan, read.live, values)


def _read(
    component: str, values: Mapping[str, Any], given: Iterable[str], unusable: list[Problem], own: list[Problem]
) -> Arguments:
    """The cluster's sections as a stack, unless they or the part's `own` arguments have problems."""
    problems = [*unusable, *own]
    said = {problem.path for problem in problems}
    try:
        read = read_part(component, {key: values[key] for key in (*IDENTITY, *given) if key in values}, unusable)
    except InvalidArguments as refused:
        problems += [problem for problem in refused.problems if problem.path not in said]
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


_OUTPUT_OF = {
    "key_arn": "Give `key_arn` of an EncryptionKey or of a GpuCluster, or a key's ARN.",
    "node_subnet_ids": "Give `node_subnet_ids` of a Network or of a GpuCluster, or ids by their zone ids.",
    "security_group_ids": "Give `security_group_ids` of a Network or of a GpuCluster, or ids by the groups' names.",
    "pool": "Name one of the pools under `pools`.",
}
"""Where to take an argument from that every such component needs."""


def _missing(values: Mapping[str, Any], shape: Any) -> Iterator[Problem]:
    for key in sorted(shape.__required_keys__ - values.keys()):
        hint = _OUTPUT_OF.get(key, "Every such component needs it.")
        yield Problem("spec-missing", "error", (key,), "is missing", hint)


def _wrong(values: Mapping[str, Any]) -> Iterator[Problem]:
    """Problems with what a part takes beside the cluster's sections."""
    for key in ("node_subnet_ids", "public_subnet_ids", "security_group_ids"):
        yield from _ids_problems(key, values.get(key, {}))
    if "key_arn" in values and not _is_id(values["key_arn"]):
        message = f"is {shown(values['key_arn'])}; allowed: the ARN of a key, or an output"
        yield Problem("spec-value", "error", ("key_arn",), message, _OUTPUT_OF["key_arn"])
    if "pool" in values:
        yield from _pool_problems(values["pool"], values.get("pools", {}))
    zones = values.get("zone_ids", [])
    if not isinstance(zones, list):
        message = f"is {shown(zones)}; allowed: a list of zone ids"
        yield Problem("spec-value", "error", ("zone_ids",), message, "Put it in brackets.")
        return
    for index, zone in enumerate(cast("list[Any]", zones)):
        if not (isinstance(zone, str) and re.fullmatch(patterns.ZONE_ID, zone)):
            message = f"is {shown(zone)}; allowed: {patterns.WORDS[patterns.ZONE_ID]}"
            yield Problem("spec-value", "error", ("zone_ids", index), message, "Name the zone by its id.")


def _pool_problems(name: Any, pools: Any) -> Iterator[Problem]:
    known = list(cast("dict[str, Any]", pools)) if isinstance(pools, dict) else None
    if known is not None and name not in known:
        message = f"is {name!r}; allowed: a name under `pools`: {', '.join(known) or 'there are none'}"
        hint = did_you_mean(str(name), known) or "Name one of the pools."
        yield Problem("spec-value", "error", ("pool",), message, hint)


def _taken(component: str, key: str, name: str) -> Callable[[Any], str]:
    """What takes the id of `name` out of the argument `key`, once that is known."""

    def take(ids: Any) -> str:
        problems = list(_ids_problems(key, ids))
        if not problems and name not in ids:
            problems = [_id_missing(key, name)]
        if problems:
            raise InvalidArguments(component, problems)
        return ids[name]

    return take


def _id_missing(key: str, name: str) -> Problem:
    return Problem("spec-missing", "error", (key, name), "is missing", f"Give the id of {name}: `{key}` of a Network.")


def _ids_problems(key: str, ids: Any) -> Iterator[Problem]:
    if isinstance(ids, Output):
        return
    if not isinstance(ids, dict):
        message = f"is {shown(ids)}; allowed: a mapping of names to ids, or an output of one"
        yield Problem("spec-value", "error", (key,), message, "Give each id by its zone id or its group's name.")
        return
    for name, item in cast("dict[str, Any]", ids).items():
        if not _is_id(item):
            message = f"is {shown(item)}; allowed: an id, or an output"
            yield Problem("spec-value", "error", (key, name), message, "Give the id as AWS shows it, or an output.")


def _is_id(value: Any) -> bool:
    return isinstance(value, Output) or (isinstance(value, str) and value != "")
