"""The planning of a component that is used alone: of the part of a cluster that its arguments declare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from rackguard.aws.checks import plan_and_check
from rackguard.aws.log_group import LogSettings
from rackguard.aws.reading import InvalidArguments, plain, read_part
from rackguard.record import record
from rackguard.spec.problem import Problem
from rackguard.spec.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pulumi import Input

    from rackguard.aws.args.part import PartArgs
    from rackguard.aws.reading import Live
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

    def logs(self, key_arn: Input[str]) -> LogSettings:
        """Settings of the part's log groups."""
        access = self.plan.access
        return LogSettings(access.log_retention_days, access.keep_logs, key_arn, self.plan.tags)

    def ids(self, key: str, needed: Iterable[str]) -> dict[str, Input[str]]:
        """The argument `key`: ids by zone id, or by the name of a security group.

        Raises:
            InvalidArguments: where one of those that are needed is missing.
        """
        given = cast("dict[str, Input[str]]", self.values.get(key, {}))
        missing = [name for name in dict.fromkeys(needed) if name not in given]
        problems = [
            Problem("spec-missing", "error", (key, name), "is missing", f"Give the id that belongs to {name}.")
            for name in missing
        ]
        if problems:
            raise InvalidArguments(self.component, problems)
        return given

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
    values = plain(args)
    if problems := [*_unknown(values, shape), *_missing(values, shape)]:
        raise InvalidArguments(component, problems)
    given = tuple(section for section in SECTIONS if section in values)
    read = read_part(component, {key: values[key] for key in (*IDENTITY, *given) if key in values})
    zones = tuple(values.get("zone_ids", ()))
    plan = plan_and_check(component, read.stack, None, only=given, further_zones=zones)
    return Part(component, plan, read.live, values)


def _unknown(values: Mapping[str, Any], shape: Any) -> Iterator[Problem]:
    known = [*shape.__required_keys__, *shape.__optional_keys__]
    for key in values:
        if key not in known:
            hint = did_you_mean(key, known) or f"Known are {', '.join(sorted(known))}."
            yield Problem("spec-unknown-key", "error", (key,), "is no argument of this component", hint)


def _missing(values: Mapping[str, Any], shape: Any) -> Iterator[Problem]:
    for key in sorted(shape.__required_keys__ - values.keys()):
        yield Problem("spec-missing", "error", (key,), "is missing", "Every such component needs it.")
