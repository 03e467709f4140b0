"""The types against an independent copy of DescribeInstanceTypes: the one that moto ships."""

from __future__ import annotations

import gzip
import json
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from rackguard.catalog.catalog import load
from rackguard.catalog.types import InstanceType

CURRENT = [item.name for item in load().instance_types() if item.source.name == "AWS DescribeInstanceTypes"]


@cache
def recorded() -> dict[str, Any]:
    data = files("moto").joinpath("ec2/resources/instance_types.json.gz").read_bytes()
    return json.loads(gzip.decompress(data))


@pytest.fixture(params=CURRENT)
def pair(request: pytest.FixtureRequest) -> tuple[InstanceType, dict[str, Any]]:
    return load().instance_type(request.param), recorded()[request.param]


def test_all_nvidia_types_are_in_the_catalogue() -> None:
    nvidia = {
        name
        for name, data in recorded().items()
        if any(gpu["Manufacturer"] == "NVIDIA" for gpu in data.get("GpuInfo", {}).get("Gpus", []))
    }
    assert nvidia == set(CURRENT)
    assert len(CURRENT) == 65


def test_gpu(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    (gpu,) = theirs["GpuInfo"]["Gpus"]
    assert ours.gpu_manufacturer == gpu["Manufacturer"]
    assert ours.gpu_count == gpu["Count"]
    assert ours.gpu_fraction == gpu["GpuPartitionSize"]
    assert ours.gpu_memory_mib == gpu["MemoryInfo"]["SizeInMiB"]


def test_cpu_and_memory(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    assert ours.vcpus == theirs["VCpuInfo"]["DefaultVCpus"]
    assert ours.cores == theirs["VCpuInfo"]["DefaultCores"]
    assert ours.memory_mib == theirs["MemoryInfo"]["SizeInMiB"]
    assert [ours.architecture] == theirs["ProcessorInfo"]["SupportedArchitectures"]
    assert ours.cpu_manufacturer == theirs["ProcessorInfo"]["Manufacturer"]


def test_network(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    network = theirs["NetworkInfo"]
    assert ours.network_performance == network["NetworkPerformance"]
    assert ours.max_interfaces == network["MaximumNetworkInterfaces"]
    assert ours.ipv4_per_interface == network["Ipv4AddressesPerInterface"]
    assert ours.efa_supported == network["EfaSupported"]
    assert ours.network_cards.max_efa == network.get("EfaInfo", {}).get("MaximumEfaInterfaces", 0)
    assert ours.encryption_in_transit == network["EncryptionInTransitSupported"]


def test_network_cards(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    cards = [(card.index, card.max_interfaces, card.interface_types) for card in ours.network_cards.cards]
    assert cards == [
        (card["NetworkCardIndex"], card["MaximumNetworkInterfaces"], frozenset(card["InterfaceTypes"]))
        for card in theirs["NetworkInfo"]["NetworkCards"]
    ]


def test_cards_that_carry_efa_are_those_that_can(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    able = [c["NetworkCardIndex"] for c in theirs["NetworkInfo"]["NetworkCards"] if "efa" in c["InterfaceTypes"]]
    assert list(ours.network_cards.efa_cards) == able


def test_a_single_card_has_the_bandwidth_of_the_type(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    cards = theirs["NetworkInfo"]["NetworkCards"]
    if len(cards) == 1:
        assert ours.network_cards.cards[0].bandwidth_gbps == cards[0]["BaselineBandwidthInGbps"] == ours.network_gbps
    else:
        assert {card.bandwidth_gbps for card in ours.network_cards.cards} == {None}


def test_local_disks(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    if ours.instance_store is None:
        assert not theirs["InstanceStorageSupported"]
        return
    (disks,) = theirs["InstanceStorageInfo"]["Disks"]
    assert (ours.instance_store.disks, ours.instance_store.disk_gb) == (disks["Count"], disks["SizeInGB"])


def test_ebs(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    ebs = theirs["EbsInfo"]
    assert ours.ebs_max_mib_s == ebs["EbsOptimizedInfo"]["MaximumThroughputInMBps"]
    assert ours.ebs_max_iops == ebs["EbsOptimizedInfo"]["MaximumIops"]
    assert ours.max_ebs_attachments == ebs["MaximumEbsAttachments"]
    assert ours.ebs_attachments_shared == (ebs["AttachmentLimitType"] == "shared")


def test_purchase_and_placement(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    usage = {option.value.replace("_", "-") for option in ours.purchase_options} - {"reservation"}
    assert usage == set(theirs["SupportedUsageClasses"])
    assert ("reservation" in ours.purchase_options) == ("on-demand" in usage)
    assert ours.placement_strategies == frozenset(theirs["PlacementGroupInfo"]["SupportedStrategies"])


def test_host(pair: tuple[InstanceType, dict[str, Any]]) -> None:
    ours, theirs = pair
    assert ours.hypervisor == theirs.get("Hypervisor", "")
    assert ours.bare_metal == theirs["BareMetal"]
    assert ours.current_generation == theirs["CurrentGeneration"]
    assert not ours.legacy


@pytest.mark.parametrize("cpu", load().cpu_types(), ids=lambda cpu: cpu.name)
def test_cpu_types(cpu: Any) -> None:
    theirs = recorded()[cpu.name]
    assert cpu.vcpus == theirs["VCpuInfo"]["DefaultVCpus"]
    assert cpu.memory_gib * 1024 == theirs["MemoryInfo"]["SizeInMiB"]
    assert [cpu.architecture] == theirs["ProcessorInfo"]["SupportedArchitectures"]
