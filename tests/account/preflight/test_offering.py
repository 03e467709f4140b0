"""What is offered to the account, in which zone."""

from __future__ import annotations

from tests.account.preflight.asking import POOL, Account, outcomes, subject, told

from rackguard.account.preflight.checks.offering import CHECK


def offering(name: str, zone_id: str) -> dict[str, str]:
    return {"InstanceType": name, "Location": zone_id, "LocationType": "availability-zone-id"}


def offers(*names: tuple[str, str], asked: list[str]) -> Account:
    answer = {"InstanceTypeOfferings": [offering(*name) for name in names]}
    filters = [{"Name": "instance-type", "Values": asked}]
    given = {"LocationType": "availability-zone-id", "Filters": filters}
    return Account().says("ec2", "describe_instance_type_offerings", answer, **given)


def test_a_type_in_its_zone() -> None:
    account = offers(("p5.48xlarge", "use2-az1"), ("p5.48xlarge", "use2-az3"), asked=["p5.48xlarge"])
    fine = ("ok", "pools.train", "p5.48xlarge offered in use2-az1")
    assert told(CHECK.run, subject(pools={"train": POOL}), account) == [fine]


def test_a_type_in_another_zone_is_told_where_it_is() -> None:
    account = offers(("p5.48xlarge", "use2-az3"), ("p5.48xlarge", "use2-az2"), asked=["p5.48xlarge"])
    (wrong,) = outcomes(CHECK.run, subject(pools={"train": POOL}), account)
    assert (wrong.status, wrong.where) == ("problem", "pools.train")
    assert wrong.message == "p5.48xlarge is not offered to this account in use2-az1"
    assert wrong.hint == "It is in use2-az2 or use2-az3."


def test_a_type_that_is_nowhere() -> None:
    (wrong,) = outcomes(CHECK.run, subject(pools={"train": POOL}), offers(asked=["p5.48xlarge"]))
    assert wrong.hint == "It is in no zone of us-east-2: choose another type or region."


def test_each_type_in_each_zone_and_the_login_node() -> None:
    pool = {
        "instance_type": None,
        "zone_id": None,
        "instance_types": ["g6e.12xlarge", "g6e.24xlarge"],
        "zone_ids": ["use2-az1", "use2-az2"],
    }
    login = {"instance_type": "m7i.2xlarge", "zone_id": "use2-az1"}
    about = subject(pools={"train": {**pool, "purchase": {"spot": {}}}}, access={"login_node": login})
    names = ["g6e.12xlarge", "g6e.24xlarge", "m7i.2xlarge"]
    there = [("g6e.12xlarge", "use2-az1"), ("g6e.24xlarge", "use2-az1"), ("g6e.24xlarge", "use2-az2")]
    assert told(CHECK.run, about, offers(*there, ("m7i.2xlarge", "use2-az1"), asked=names)) == [
        ("problem", "pools.train", "g6e.12xlarge is not offered to this account in use2-az2"),
        ("ok", "access.login_node", "m7i.2xlarge offered in use2-az1"),
    ]
