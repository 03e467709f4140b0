"""What EC2 thinks of a spot pool's chances, zone by zone: advice, and no promise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome
from rackguard.catalog.types import PurchaseOption
from rackguard.catalog.zones import is_local

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import PoolPlan

_ID = "spot_placement_score"
_LOW = 3
"""A score of 10 is very likely to succeed, one of 1 is not (GetSpotPlacementScores in the EC2 API reference)."""
_FEW_TYPES = 3
"""With fewer types the score is always low (same place)."""
_HINT = "Let the pool take more types and zones, fewer nodes, or buy in another way; scores change by the hour."


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    for pool in subject.plan.pools:
        if pool.purchase is PurchaseOption.SPOT:
            yield _pool(pool, _scores(questions, pool))


def _scores(questions: Questions, pool: PoolPlan) -> dict[str, int]:
    """The score of each zone for all of the pool's nodes in that zone alone."""
    local = {"IncludeLocalZones": True} if any(map(is_local, pool.zone_ids)) else {}
    answers = questions.each(
        "ec2",
        "get_spot_placement_scores",
        "SpotPlacementScores",
        InstanceTypes=[*pool.instance_types],
        TargetCapacity=pool.nodes_max,
        TargetCapacityUnitType="units",
        SingleAvailabilityZone=True,
        RegionNames=[questions.region],
        **local,
    )
    return {str(answer.get("AvailabilityZoneId", "")): int(answer.get("Score", 0)) for answer in answers}


def _pool(pool: PoolPlan, scores: dict[str, int]) -> Outcome:
    where = f"pools.{pool.name}"
    known = {zone: scores[zone] for zone in pool.zone_ids if zone in scores}
    nodes = f"{pool.nodes_max} × {' or '.join(pool.instance_types)}"
    if not known:
        message = f"EC2 gives no spot placement score for {nodes} in {' and '.join(pool.zone_ids)}"
        return Outcome(_ID, "warning", where, message, _HINT)
    told = ", ".join(f"{known[zone]} in {zone}" if zone in known else f"none in {zone}" for zone in pool.zone_ids)
    message = f"spot placement score for {nodes}, of 10: {told}"
    if max(known.values()) > _LOW:
        return Outcome(_ID, "ok", where, message)
    better = sorted((zone for zone, score in scores.items() if score > _LOW), key=lambda zone: (-scores[zone], zone))
    elsewhere = f" Better scores: {', '.join(f'{scores[zone]} in {zone}' for zone in better)}." if better else ""
    few = " With fewer than three types EC2 always scores low." if len(pool.instance_types) < _FEW_TYPES else ""
    return Outcome(_ID, "warning", where, message, f"{_HINT}{few}{elsewhere}")


CHECK = Check(
    id=_ID,
    title="spot capacity is likely to be found",
    permissions=("ec2:GetSpotPlacementScores",),
    run=_run,
)
