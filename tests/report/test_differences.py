"""No difference between two plans goes untold, whichever field it is in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from rackguard.plan import types
from rackguard.plan.types import ClusterPlan
from rackguard.report.comparison import compare
from rackguard.report.differences import Change, differences
from rackguard.report.field_words import label
from rackguard.report.plan_report import PlanReport

Report = Callable[[str], PlanReport]
Field = tuple[str, str]

EXPLAINED = {"decisions"}
"""Decisions explain the fields beside them."""
HEADING = ("ClusterPlan", "stack")
"""Names both sides of the comparison."""


def all_fields() -> set[Field]:
    kinds = [getattr(types, name) for name in types.__all__ if is_dataclass(getattr(types, name))]
    found = {(kind.__name__, field.name) for kind in kinds for field in fields(kind)}
    return {field for field in found if field[0] != "Decision" and field[1] not in EXPLAINED}


def variants(value: Any, rebuild: Callable[[Any], ClusterPlan], field: Field) -> Iterator[tuple[Field, ClusterPlan]]:
    """The plan with one thing in `value` changed, for each field of each record in it; of a list, three items."""
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value).__name__
        for each in fields(value):
            if each.name not in EXPLAINED:
                yield from variants(
                    getattr(value, each.name),
                    lambda changed, name=each.name: rebuild(replace(value, **{name: changed})),
                    (kind, each.name),
                )
        return
    yield field, rebuild(other(value))
    items: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, (list, tuple)):
        items = list(enumerate(value))
    for key, item in items[:3]:
        yield from variants(item, lambda changed, key=key: rebuild(with_item(value, key, changed)), field)


def is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def with_item(whole: Any, key: Any, item: Any) -> Any:
    if isinstance(whole, dict):
        return {**whole, key: item}
    return type(whole)([*whole[:key], item, *whole[key + 1 :]])


def other(value: Any) -> Any:
    """Another value of the same kind: one item less of a list that has any."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, dict):
        return {**value, "added": "text"}
    if is_list(value):
        return value[:-1] if value else type(value)(["added"])
    return "added" if value is None else f"{value}x"


def told(report: PlanReport, changed: ClusterPlan) -> tuple[Change, ...]:
    return compare(report, replace(report, plan=changed)).changes


@pytest.mark.parametrize("stack", ["staging", "prod"])
def test_whichever_field_changes_the_comparison_shows_it(report: Report, stack: str) -> None:
    plan = report(stack).plan
    assert plan is not None
    silent = {
        field
        for field, changed in variants(plan, lambda changed: changed, ("", ""))
        if field != HEADING
        and not any(change.before != change.after for change in differences(plan, changed, (str, str)))
    }
    assert silent == set()


def test_every_field_of_every_part_is_walked(report: Report) -> None:
    plans = [report(stack).plan for stack in ("staging", "prod")]
    walked = {field for plan in plans for field, _ in variants(plan, lambda changed: changed, ("", ""))}
    parts = {
        (type(part).__name__, field.name)
        for plan in plans
        for part in records(plan)
        for field in fields(part)
        if field.name not in EXPLAINED
    }
    assert parts == all_fields()
    # The rest holds records, whose own fields are walked instead.
    unwalked = parts - walked
    assert {type(value).__name__ for value in holding(plans, unwalked)} <= {*types.__all__, "NoneType"}


def records(value: Any) -> Iterator[Any]:
    if is_dataclass(value):
        if type(value).__name__ != "Decision":
            yield value
        for field in fields(value):
            yield from records(getattr(value, field.name))
    elif is_list(value):
        for item in value:
            yield from records(item)


def holding(plans: list[Any], of: set[Field]) -> list[Any]:
    found = [part for plan in plans for part in records(plan)]
    return [getattr(part, name) for part in found for kind, name in of if type(part).__name__ == kind]


def test_the_stacks_name_heads_the_comparison(report: Report) -> None:
    compared = compare(report("prod"), replace(report("prod"), stack="other"))
    assert (compared.before, compared.after) == ("prod", "other")


def test_every_field_has_words() -> None:
    assert [field for field in sorted(all_fields()) if "_" in label(field[1])] == []
    assert label("nodes_max") == "nodes, at most"
    assert label("noncurrent_days") == "noncurrent (days)"


@pytest.mark.parametrize(
    ("was", "now", "change"),
    [
        ("size_gib: 300", "size_gib: 400", Change("pools.train", "volumes, /dev/sda1, size (GiB)", "300", "400")),
        ("rollout: rolling", "labels: {team: speech}", Change("pools.eval", "tags, label:team", "", "speech")),
        ("rollout: rolling", "containers: true", Change("pools.eval", "instance metadata, hops", "1", "2")),
        ("rollout: rolling", "rollout: manual", Change("pools.eval", "rollout, mode", "rolling", "manual")),
        ("placement: cluster", "placement: none", Change("pools.train", "placement, strategy", "cluster", "not set")),
        ("needs: {nvlink_gb_s: 600, rdma: true}", "efa: 'off'", Change("pools.train", "EFA", "yes", "no")),
        (
            "placement: cluster",
            "network_layout: max_ip_bandwidth",
            Change(
                "pools.train",
                "interfaces",
                "interface 0 on card 0; efa-only 1 on card 0; efa-only 0 on cards 1 to 3",
                "interface 0 on card 0; efa-only 1 on card 0; efa-only 0 on cards 1 to 3; interface 1 on cards 1 to 3",
            ),
        ),
        (
            "image: {dlami: ubuntu-22.04}",
            "image: {dlami: ubuntu-22.04, id: ami-0123456789abcdef0}",
            Change("pools.train", "image, id", "not set", "ami-0123456789abcdef0"),
        ),
        (
            "mounts: [home, checkpoints]\n        rollout",
            "mounts: [checkpoints]\n        rollout",
            Change("pools.eval", "user data, RG_MOUNTS", "(home efs /home)", "()"),
        ),
        ("{name: ana, sudo: true, keys", "{name: ana, keys", Change("access", "people, ana, sudo", "yes", "no")),
        (
            "example-nobody-holds-its-private-half",
            "ben@desk",
            Change(
                "access",
                "people, ben, keys",
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBfgevzZWWx9lknVLfDtrNd4Amp4p4gxvPghxZYPeZJX"
                " example-nobody-holds-its-private-half",
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBfgevzZWWx9lknVLfDtrNd4Amp4p4gxvPghxZYPeZJX ben@desk",
            ),
        ),
        (
            "ssh_from: [10.0.0.0/8, 203.0.113.0/24]",
            "ssh_from: [10.0.0.0/8]",
            Change(
                "network",
                "security groups, login, rules, ingress-ssh-203-0-113-0-24",
                "direction ingress; protocol tcp; from port 22; to port 22; range 203.0.113.0/24;"
                " description SSH from a range of access.ssh_from",
                "",
            ),
        ),
        ("nat: one", "nat: per_zone", Change("network", "NAT", "use2-az1", "use2-az1, use2-az2")),
        (
            "endpoints: [s3, kms,",
            "endpoints: [s3,",
            Change(
                "network",
                "endpoints, kms",
                "name llm-staging-kms; type Interface; policy statements OwnAccount",
                "",
            ),
        ),
        ("owner: ml-platform", "owner: speech", Change("cluster", "tags, owner", "ml-platform", "speech")),
    ],
)
def test_a_declared_change_is_told_where_it_belongs(
    report: Report, variant: Callable[..., PlanReport], was: str, now: str, change: Change
) -> None:
    assert change in compare(report("staging"), variant("staging", {was: now}, "staging")).changes


def test_a_blocks_times_are_told(report: Report, variant: Callable[..., PlanReport]) -> None:
    later = variant("prod", {"2027-01-18T11:30:00Z": "2027-01-19T11:30:00Z"}, "prod")
    assert compare(report("prod"), later).changes == (
        Change(
            "pools.sprint", "schedule, actions, block-end, start time", "2027-01-18T10:50:00Z", "2027-01-19T10:50:00Z"
        ),
    )


def test_another_order_is_told(report: Report) -> None:
    first = report("prod")
    plan = first.plan
    assert plan is not None
    turned = replace(plan, pools=plan.pools[::-1])
    assert told(first, turned) == (Change("pools", "order", "train, sprint, eval", "eval, sprint, train"),)


def test_values_that_read_alike_are_told_apart(report: Report) -> None:
    plan = report("prod").plan
    assert plan is not None
    endpoint = replace(plan.access, connect_endpoint="not set")
    without = replace(plan.access, connect_endpoint=None)
    before = replace(report("prod"), plan=replace(plan, access=without))
    assert told(before, replace(plan, access=endpoint)) == (Change("access", "connect endpoint", "None", "'not set'"),)


def test_what_follows_from_another_name_is_told_as_one(report: Report, variant: Callable[..., PlanReport]) -> None:
    changes = compare(report("dev"), variant("dev", {"name: llm-dev": "name: speech"}, "dev")).changes
    assert [(change.subject, change.what) for change in changes if "user data" not in change.what] == [
        ("cluster", "name"),
        ("cluster", changes[1].what),
    ]
    assert changes[0] == Change("cluster", "name", "llm-dev", "speech")
    count, _, rest = changes[1].what.partition(" ")
    assert rest == "names, ARNs and policies that hold these"
    assert int(count) > 20
    assert (changes[1].before, changes[1].after) == ("llm-dev", "speech")


def test_a_name_within_another_word_is_no_name(report: Report) -> None:
    plan = report("dev").plan
    assert plan is not None
    before = replace(plan, name="ubuntu", tags={"owner": "ubuntus"})
    after = replace(plan, name="debian", tags={"owner": "debians"})
    changes = compare(replace(report("dev"), plan=before), replace(report("dev"), plan=after)).changes
    assert changes == (
        Change("cluster", "name", "ubuntu", "debian"),
        Change("cluster", "tags, owner", "ubuntus", "debians"),
    )


def test_a_script_of_the_users_own_is_never_shown(report: Report, variant: Callable[..., PlanReport]) -> None:
    scripts = ["export TOKEN=hunter2", "export TOKEN=hunter3"]
    before, after = (
        variant("staging", {"rollout: rolling": f"user_data: '{script}'"}, f"s{number}")
        for number, script in enumerate(scripts)
    )
    for pair in ((report("staging"), after), (before, after), (after, report("staging"))):
        changes = compare(*pair).changes
        assert "hunter" not in str(changes)
        assert [change.what for change in changes if change.what.endswith("/rackguard/extra")] == [
            "user data, /usr/local/lib/rackguard/extra"
        ]
