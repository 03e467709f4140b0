"""Which interconnect work asks for: the slowest that hides what it says."""

from __future__ import annotations

import pytest

from rackguard.sizing.needs import interconnect


@pytest.mark.parametrize(
    ("gpus", "tensor", "traffic", "inside", "expected"),
    [
        (1, 1, 1e12, 0, "none"),
        (8, 1, 2.5e9, 0, "pcie"),  # 0.1 s of a step of 1 s at 25 GB/s: just bearable
        (8, 1, 2.6e9, 0, "nvlink"),
        (8, 8, 0, 2.6e9, "nvlink"),
        (16, 1, 1.25e9, 0, "ethernet"),  # 0.1 s at 12.5 GB/s
        (16, 1, 1.3e9, 0, "rdma"),
        (16, 16, 0, 1, "rdma"),  # a block that is shared over nodes
    ],
)
def test_the_slowest_that_is_good_enough(gpus: int, tensor: int, traffic: float, inside: float, expected: str) -> None:
    found = interconnect(
        gpus=gpus, per_node=8, tensor=tensor, traffic=traffic, tensor_traffic=inside, compute_seconds=1.0
    )
    assert found == expected
