"""Local NVMe, EBS volumes and what a node can attach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rackguard.plan.validators.interface import Found


def train(instance_type: str | None = "g6.xlarge", **changes: Any) -> dict[str, Any]:
    return {"pools": {"train": {"instance_type": instance_type, **changes}}}


def at(*keys: str | int) -> tuple[str | int, ...]:
    return ("pools", "train", *keys)


def data(count: int, **volume: Any) -> list[dict[str, Any]]:
    return [{"mount": f"/data{number}", "size_gib": 100, **volume} for number in range(count)]


# g6.xlarge's link to EBS carries 625 MB/s, which are 596 MiB/s.
BAD = [
    (
        "local-nvme-absent",
        {"region": "us-west-2", **train("g5g.xlarge", zone_id="usw2-az1", local_nvme="raid0")},
        at("local_nvme"),
        "is raid0, but g5g.xlarge has no local NVMe; allowed: none",
    ),
    (
        "volume-size",
        train(data_volumes=data(1, type="io2", size_gib=3, iops=100)),
        at("data_volumes", 0, "size_gib"),
        "is 3; allowed for io2: 4 to 65536",
    ),
    (
        "volume-iops",
        train(root={"iops": 2999}),
        at("root", "iops"),
        "is 2999; allowed for gp3 with 200 GiB: 3000 to 80000",
    ),
    ("volume-iops", train(root={"size_gib": 10, "iops": 5001}), at("root", "iops"), "with 10 GiB: 3000 to 5000"),
    ("volume-iops", train(root={"size_gib": 4, "iops": 3001}), at("root", "iops"), "with 4 GiB: 3000"),
    ("volume-iops", train(root={"size_gib": 20, "type": "io2", "iops": 20001}), at("root", "iops"), "100 to 20000"),
    ("volume-iops-missing", train(root={"type": "io2"}), at("root", "type"), "is io2, but `iops` isn't given"),
    (
        "volume-throughput",
        train(root={"throughput_mib_s": 751}),
        at("root", "throughput_mib_s"),
        "is 751; allowed with 3000 IOPS: at most 750",
    ),
    (
        "volume-throughput",
        train(root={"type": "io2", "iops": 3000, "throughput_mib_s": 200}),
        at("root", "throughput_mib_s"),
        "is 200, but only gp3 has it; io2's follows its IOPS",
    ),
    (
        "volume-throughput-above-link",
        train(root={"throughput_mib_s": 597}),
        at("root", "throughput_mib_s"),
        "is 597, but g6.xlarge's link to EBS carries 596 MiB/s",
    ),
    (
        "volume-throughput-above-link",
        train(data_volumes=data(1, throughput_mib_s=500)),
        at("data_volumes", 0, "throughput_mib_s"),
        "is 500, and 625 MiB/s together with the others, but g6.xlarge's link to EBS carries 596",
    ),
    (
        "volume-iops-above-link",
        train(root={"iops": 20001}),
        at("root", "iops"),
        "is 20001, but g6.xlarge reaches 20000 IOPS on EBS",
    ),
    (
        "volume-iops-above-link",
        train(data_volumes=data(1, iops=18000)),
        at("data_volumes", 0, "iops"),
        "21000 together",
    ),
    (
        "attachments-limit",
        train("g5.48xlarge", data_volumes=data(9)),
        at("data_volumes"),
        "makes 10 volumes with the root volume, but g5.48xlarge takes 9",
    ),
    (
        "attachments-limit",
        train("g5.48xlarge", data_volumes=data(8), nodes={"max": 2}),
        at("data_volumes"),
        "makes 9 volumes with the root volume and 1 further network interfaces",
    ),
]

GOOD = [
    ("local-nvme-absent", train(local_nvme="raid0")),
    ("volume-size", train(root={"type": "io2", "size_gib": 4, "iops": 100})),
    ("volume-iops", train(root={"size_gib": 160, "iops": 80000})),
    ("volume-iops", train(root={"size_gib": 256, "type": "io2", "iops": 256000})),
    ("volume-iops-missing", train(root={"type": "io2", "iops": 100})),
    ("volume-throughput", train(root={"iops": 8000, "throughput_mib_s": 2000})),
    ("volume-throughput-above-link", train(root={"throughput_mib_s": 596})),
    ("volume-throughput-above-link", train(root={"type": "io2", "iops": 3000})),
    ("volume-iops-above-link", train(root={"iops": 20000})),
    ("attachments-limit", train("g5.48xlarge", data_volumes=data(8))),
    ("attachments-limit", train(data_volumes=data(15))),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []
