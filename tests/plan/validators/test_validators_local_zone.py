"""p6e-gb200 in Dallas, the one Local Zone that the catalogue knows; the tests' day is 1 December 2026."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rackguard.plan.validators.interface import Context, Found
from rackguard.plan.validators.registry import validate

DALLAS = "use1-dfw2-az1"
BLOCK = {"id": "cr-0123456789abcdef0", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
POOL = {
    "instance_type": "p6e-gb200.36xlarge",
    "zone_id": DALLAS,
    "nodes": {"max": 9},
    "purchase": {"capacity_block": BLOCK},
    "image": {"dlami": "ubuntu-24.04", "id": "ami-01234567"},
}
LOGIN = {"instance_type": "m7g.large", "zone_id": DALLAS}


def gb200(pool: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"region": "us-east-1", "pools": {"train": {**POOL, **(pool or {})}}, **more}


def existing(*zones: str) -> dict[str, Any]:
    subnets = [{"id": f"subnet-0000000{number}", "zone_id": zone} for number, zone in enumerate(zones)]
    return {"cidr": None, "existing": {"vpc_id": "vpc-01234567", "subnets": subnets}}


ZONE = ("pools", "train", "zone_id")
LUSTRE = {"fast": {"lustre": {"size_gib": 1200, "zone_id": DALLAS}}}
HOME = {"home": {"efs": {}}}

BAD = [
    (
        "zone-is-local",
        {"region": "us-east-1", "pools": {"train": {"zone_id": DALLAS}}},
        ZONE,
        "is use1-dfw2-az1, a Local Zone; allowed: an Availability Zone such as use1-az1",
    ),
    (
        "zone-is-local",
        gb200({"zone_id": "use1-atl2-az1"}),
        ZONE,
        "is use1-atl2-az1, a Local Zone; allowed: use1-dfw2-az1",
    ),
    # What isn't sold there isn't let in by a pool that is.
    (
        "zone-is-local",
        gb200(access={"login_node": LOGIN}),
        ("access", "login_node", "zone_id"),
        "allowed: an Availability Zone such as use1-az1",
    ),
    ("zone-is-local", gb200(storage=LUSTRE), ("storage", "fast", "lustre", "zone_id"), "is use1-dfw2-az1"),
    (
        "zone-is-local",
        gb200(network=existing(DALLAS, "use1-az4", "use1-atl2-az1")),
        ("network", "existing", "subnets", 2, "zone_id"),
        "is use1-atl2-az1, a Local Zone",
    ),
    (
        "local-zone-opt-in",
        gb200(),
        ZONE,
        "is use1-dfw2-az1, a Local Zone, which the account must have enabled (us-east-1-dfw-2)",
    ),
    (
        "type-not-in-zone",
        gb200({"zone_id": "use1-az4"}),
        ZONE,
        "is use1-az4, which doesn't offer p6e-gb200.36xlarge; allowed: use1-dfw2-az1",
    ),
    (
        "efs-in-local-zone",
        gb200({"mounts": ["saved", "home"]}, storage={"saved": {"s3": {}}, **HOME}),
        ("pools", "train", "mounts", 1),
        "is home, an EFS file system, which has no mount target in the Local Zone use1-dfw2-az1",
    ),
    (
        "efs-in-local-zone",
        gb200({"purchase": {"capacity_block": {**BLOCK, "checkpoint": "home"}}}, storage=HOME),
        ("pools", "train", "purchase", "capacity_block", "checkpoint"),
        "is home, an EFS file system, which has no mount target in the Local Zone use1-dfw2-az1",
    ),
    (
        "subnet-missing",
        gb200(network=existing(DALLAS)),
        ("access", "instance_connect_endpoint"),
        "is true, and the endpoint stands in use1-az4, where the existing VPC vpc-01234567 has no subnet for nodes",
    ),
]

GOOD = [
    ("zone-is-local", gb200()),
    ("zone-is-local", gb200(network=existing(DALLAS, "use1-az4"))),
    ("local-zone-opt-in", {}),
    ("local-zone-opt-in", gb200({"zone_id": "use1-atl2-az1"})),  # refused by another check
    ("type-not-in-zone", gb200()),
    ("type-not-in-region", gb200()),
    ("type-offering-unknown", gb200()),
    ("zone-outside-region", gb200()),
    ("efs-in-local-zone", gb200(storage=HOME)),
    ("efs-in-local-zone", {"storage": HOME, "pools": {"train": {"mounts": ["home"]}}}),
    ("subnet-missing", gb200(network=existing(DALLAS, "use1-az4"))),
    ("subnet-missing", gb200(network=existing(DALLAS), access={"instance_connect_endpoint": False})),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []


def test_an_ultraserver_plans_with_one_note_alone(context_of: Callable[..., Context]) -> None:
    (problem,) = validate(context_of(gb200(network={"cidr": "10.0.0.0/16", "endpoints": ["s3", "ssm", "logs"]})))
    assert (problem.id, problem.level) == ("local-zone-opt-in", "info")
    assert problem.hint == (
        "Once in the account and its region: "
        "`aws ec2 modify-availability-zone-group --group-name us-east-1-dfw-2 --opt-in-status opted-in`."
    )


def test_lustre_elsewhere_is_not_answered_with_what_a_local_zone_lacks(finds: Callable[..., list[Found]]) -> None:
    stores = {"fast": {"lustre": {"size_gib": 1200, "zone_id": "use1-az4"}}}
    (found,) = finds("lustre-other-zone", gb200({"mounts": ["fast"]}, storage=stores))
    assert found.message.endswith("is fast, a Lustre file system in use1-az4, used from use1-dfw2-az1")
    assert found.hint.startswith("There is no Lustre in a Local Zone")
