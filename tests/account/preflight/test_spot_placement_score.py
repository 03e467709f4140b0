"""Spot placement scores are advice: they never fail a plan."""

from __future__ import annotations

from typing import Any

from tests.account.preflight.asking import Account, outcomes, subject, told

from rackguard.account.preflight.checks.spot_placement_score import CHECK
from rackguard.account.preflight.subject import Subject


def spot(**pool: Any) -> Subject:
    given = {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 4}, "purchase": {"spot": {}}}
    return subject(pools={"train": {**given, **pool}})


def scored(**scores: int) -> Account:
    answer = {
        "SpotPlacementScores": [
            {"Region": "us-east-2", "AvailabilityZoneId": f"use2-{zone}", "Score": score}
            for zone, score in scores.items()
        ]
    }
    return Account().says("ec2", "get_spot_placement_scores", answer)


def test_what_is_asked_is_all_nodes_in_one_zone() -> None:
    account = Account().says(
        "ec2",
        "get_spot_placement_scores",
        {"SpotPlacementScores": [{"Region": "us-east-2", "AvailabilityZoneId": "use2-az1", "Score": 9}]},
        InstanceTypes=["g6.xlarge"],
        TargetCapacity=4,
        TargetCapacityUnitType="units",
        SingleAvailabilityZone=True,
        RegionNames=["us-east-2"],
    )
    message = "spot placement score for 4 × g6.xlarge, of 10: 9 in use2-az1"
    assert told(CHECK.run, spot(), account) == [("ok", "pools.train", message)]
    assert told(CHECK.run, subject(), Account()) == []


def test_a_low_score_is_a_warning_and_names_better_zones() -> None:
    (said,) = outcomes(CHECK.run, spot(), scored(az1=3, az2=7, az3=4))
    assert (said.status, said.message) == ("warning", "spot placement score for 4 × g6.xlarge, of 10: 3 in use2-az1")
    assert said.hint.endswith("EC2 always scores low. Better scores: 7 in use2-az2, 4 in use2-az3.")
    assert [status for status, _, _ in told(CHECK.run, spot(), scored(az1=4))] == ["ok"]


def test_a_pool_of_several_zones_has_the_best_of_them() -> None:
    types = ["g6.xlarge", "g6.2xlarge", "g5.xlarge"]
    wide = spot(instance_type=None, instance_types=types, zone_id=None, zone_ids=["use2-az1", "use2-az2"])
    nodes = "spot placement score for 4 × g6.xlarge or g6.2xlarge or g5.xlarge, of 10:"
    assert told(CHECK.run, wide, scored(az1=1, az2=8)) == [
        ("ok", "pools.train", f"{nodes} 1 in use2-az1, 8 in use2-az2")
    ]
    assert told(CHECK.run, wide, scored(az2=2)) == [
        ("warning", "pools.train", f"{nodes} none in use2-az1, 2 in use2-az2")
    ]
    (said,) = outcomes(CHECK.run, wide, scored(az1=1, az2=2))
    assert "always scores low" not in said.hint
    message = "EC2 gives no spot placement score for 4 × g6.xlarge or g6.2xlarge or g5.xlarge in use2-az1 and use2-az2"
    assert told(CHECK.run, wide, scored(az3=9)) == [("warning", "pools.train", message)]
