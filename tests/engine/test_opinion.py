"""What AWS refuses, the double refuses: a change that could never run ends the `up`, in AWS's words."""

from __future__ import annotations

from collections.abc import Callable

from tests.aws.opinion.existing import GROUP, PLACEMENT_GROUP, PROFILE
from tests.engine.cli import Project
from tests.engine.double.aws.opinion import opinion
from tests.engine.double.store import Store, Thing
from tests.engine.outliving import RESERVATION

NO_PROFILE = (
    "ValidationError: You must use a valid fully-formed launch template. InvalidParameterValue: Value"
    " (llm-dev-us-west-2-pool-lab) for parameter iamInstanceProfile.name is invalid. Invalid IAM Instance Profile name"
)


def test_a_group_whose_profile_somebody_deleted(deployed: Callable[[str], Project], store: Store) -> None:
    project = deployed("dev")
    profile = store.named("llm-dev-pool-lab-role-profile")
    group = store.named("llm-dev-pool-lab-group")
    assert (profile.type, group.type, group.properties["maxSize"]) == (PROFILE, GROUP, 1)
    store.remove(PROFILE, profile.id)
    project.change("dev", "max: 1", "max: 2")
    done = project.pulumi("up", "--yes", rc=1)
    assert NO_PROFILE in done.out
    assert store.named("llm-dev-pool-lab-group").properties["maxSize"] == 1


def test_a_block_that_a_hand_bought_is_one() -> None:
    store = Store()
    store.put(RESERVATION, "cr-block", kind="capacity block")
    store.put(RESERVATION, "cr-reserved", kind="capacity reservation")
    assert market(store, "cr-block", "capacity-block") == market(store, "cr-reserved", None) == []
    assert [line.rpartition(": ")[2] for line in market(store, "cr-block", None)] == ["cr-block is a Capacity Block"]
    said = market(store, "cr-reserved", "capacity-block")
    assert [line.rpartition(": ")[2] for line in said] == ["cr-reserved is no Capacity Block"]


def test_what_is_changed_is_not_in_its_own_way() -> None:
    store = Store()
    group = store.put(PLACEMENT_GROUP, "near", name="near", strategy="cluster")
    assert opinion(group, store) == []
    again = Thing(PLACEMENT_GROUP, "other", "", group.properties, group.given)
    assert opinion(again, store) == ["InvalidPlacementGroup.Duplicate: The placement group 'near' already exists."]


def market(store: Store, reservation: str, market_type: str | None) -> list[str]:
    """What AWS says to a group whose nodes run in a reservation, bought in this way."""
    target = {"capacityReservationTarget": {"capacityReservationId": reservation}}
    template = {
        "imageId": "ami-1",
        "instanceType": "p5.48xlarge",
        "capacityReservationSpecification": target,
        **({"instanceMarketOptions": {"marketType": market_type}} if market_type else {}),
    }
    store.put("aws:ec2/launchTemplate:LaunchTemplate", "lt-1", latestVersion=1, **template)
    group = {
        "name": "nodes",
        "minSize": 0,
        "maxSize": 1,
        "vpcZoneIdentifiers": ["subnet-1"],
        "launchTemplate": {"id": "lt-1", "version": "1"},
    }
    return opinion(Thing(GROUP, "nodes", "", group, frozenset(group)), store)
