"""What EC2 says of its instance types and where it offers them: the answers that moto has kept."""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.resources import files
from typing import Any


def instance_type(name: str) -> dict[str, Any] | None:
    """A type as DescribeInstanceTypes tells it; None where there is none of the name."""
    return _types().get(name)


def cards(described: dict[str, Any]) -> list[dict[str, Any]]:
    """Its network cards, by their index."""
    return sorted(described["NetworkInfo"]["NetworkCards"], key=lambda card: card["NetworkCardIndex"])


def offered(name: str, zone_id: str) -> bool | None:
    """Whether a zone has the type; None where nothing is known of the type or of the zone."""
    zones = _zones()
    known = any(name in types for types in zones.values())
    return name in zones[zone_id] if known and zone_id in zones else None


@cache
def _types() -> dict[str, Any]:
    data = files("moto").joinpath("ec2/resources/instance_types.json.gz").read_bytes()
    return {**json.loads(gzip.decompress(data)), _GB200["InstanceType"]: _GB200}


@cache
def _zones() -> dict[str, set[str]]:
    zones: dict[str, set[str]] = {}
    for file in files("moto").joinpath("ec2/resources/instance_type_offerings/availability-zone-id").iterdir():
        data = file.read_bytes()
        for offer in json.loads(gzip.decompress(data) if file.name.endswith(".gz") else data):
            zones.setdefault(offer["Location"], set()).add(offer["InstanceType"])
    return zones


def _gb200_card(index: int) -> dict[str, Any]:
    if index == 0:
        return {"NetworkCardIndex": 0, "MaximumNetworkInterfaces": 2, "InterfaceTypes": ["interface"]}
    odd = index % 2 == 1
    kinds = ["efa-only"] if odd else ["interface", "efa", "efa-only"]
    return {"NetworkCardIndex": index, "MaximumNetworkInterfaces": 1 if odd else 2, "InterfaceTypes": kinds}


_GB200: dict[str, Any] = {
    "InstanceType": "p6e-gb200.36xlarge",
    "SupportedUsageClasses": ["capacity-block", "on-demand"],
    "PlacementGroupInfo": {"SupportedStrategies": ["cluster", "partition", "spread"]},
    "ProcessorInfo": {"SupportedArchitectures": ["arm64"]},
    "SupportedBootModes": ["uefi"],
    "NitroTpmSupport": "supported",
    "NetworkInfo": {
        "EnaSupport": "required",
        "EfaInfo": {"MaximumEfaInterfaces": 16},
        "NetworkCards": [_gb200_card(index) for index in range(17)],
    },
}
"""Not among moto's: from EC2's user guide, where card 0 carries ENA alone and the odd cards EFA alone."""
