"""What the catalogue says of instance types and GPUs: the traps of the data."""

from __future__ import annotations

import pytest

from rackguard.catalog.catalog import load
from rackguard.catalog.instance_types import headline_gbps
from rackguard.catalog.types import InstanceStore, PurchaseOption
from rackguard.catalog.unknown_name import UnknownName

CATALOG = load()


def test_names_are_unique_and_in_a_stable_order() -> None:
    names = [item.name for item in CATALOG.instance_types()]
    assert len(names) == len(set(names)) == 65 + 1 + 15
    assert names[0] == "g4dn.12xlarge"
    assert names[65] == "p6e-gb200.36xlarge"
    assert names[-1] == "g4ad.16xlarge"


def test_families_come_in_the_order_of_the_types() -> None:
    assert CATALOG.families() == (
        *("g4dn", "g5", "g5g", "g6", "g6e", "g6f", "g7", "g7e", "gr6", "gr6f"),
        *("p3dn", "p4d", "p4de", "p5", "p5e", "p5en", "p6-b200", "p6-b300", "p6e-gb200"),
        *("p3", "g3s", "g3", "p2", "g4ad"),
    )


def test_an_unknown_type_names_the_nearest() -> None:
    with pytest.raises(UnknownName) as caught:
        CATALOG.instance_type("p5.48xlrge")
    assert caught.value.kind == "instance type"
    assert caught.value.name == "p5.48xlrge"
    assert caught.value.suggestions[0] == "p5.48xlarge"
    assert str(caught.value).startswith("Unknown instance type \"p5.48xlrge\". Did you mean 'p5.48xlarge'")


def test_a_name_that_resembles_nothing_has_no_suggestion() -> None:
    with pytest.raises(UnknownName) as caught:
        CATALOG.gpu("???")
    assert caught.value.suggestions == ()
    assert str(caught.value) == 'Unknown GPU "???".'


def test_find_answers_none_instead_of_raising() -> None:
    assert CATALOG.find_instance_type("p5.48xlrge") is None
    found = CATALOG.find_instance_type("p5.48xlarge")
    assert found is not None
    assert found.name == "p5.48xlarge"


@pytest.mark.parametrize(
    ("name", "gpu"),
    [
        ("p4d.24xlarge", "A100-40GB"),
        ("p4de.24xlarge", "A100-80GB"),
        ("p3dn.24xlarge", "V100-32GB"),
        ("p3.2xlarge", "V100-16GB"),
        ("g4dn.xlarge", "T4"),
        ("g5g.xlarge", "T4g"),
        ("g5.xlarge", "A10G"),
        ("g6.xlarge", "L4"),
        ("gr6.4xlarge", "L4"),
        ("g6f.large", "L4"),
        ("g6e.xlarge", "L40S"),
        ("g7.2xlarge", "RTX-PRO-4500-BSE"),
        ("g7e.2xlarge", "RTX-PRO-6000-BSE"),
        ("p5.48xlarge", "H100-SXM"),
        ("p5e.48xlarge", "H200-SXM"),
        ("p6-b200.48xlarge", "B200"),
        ("p6-b300.48xlarge", "B300"),
        ("p6e-gb200.36xlarge", "GB200"),
        ("g3.4xlarge", "M60"),
        ("p2.xlarge", "K80"),
    ],
)
def test_gpu_of_a_type(name: str, gpu: str) -> None:
    assert CATALOG.instance_type(name).gpu == gpu
    assert CATALOG.gpu(gpu).name == gpu


def test_every_nvidia_type_has_a_gpu_of_the_catalogue() -> None:
    known = {gpu.name for gpu in CATALOG.gpus()}
    assert {item.gpu for item in CATALOG.instance_types() if item.gpu_manufacturer == "NVIDIA"} <= known


def test_an_amd_gpu_is_not_in_the_catalogue() -> None:
    assert {item.gpu for item in CATALOG.instance_types() if item.gpu_manufacturer == "AMD"} == {None}


@pytest.mark.parametrize(
    ("name", "fraction", "memory_mib"),
    [
        ("g6f.large", 0.125, 2861),
        ("g6f.xlarge", 0.125, 2861),
        ("g6f.2xlarge", 0.25, 5722),
        ("g6f.4xlarge", 0.5, 11444),
        ("gr6f.4xlarge", 0.5, 11444),
    ],
)
def test_slices_count_no_whole_gpu(name: str, fraction: float, memory_mib: int) -> None:
    item = CATALOG.instance_type(name)
    assert (item.gpu_count, item.gpu_fraction, item.gpu_memory_mib) == (0, fraction, memory_mib)


def test_only_slices_have_a_fraction() -> None:
    sliced = {item.family for item in CATALOG.instance_types() if item.gpu_fraction != 1.0}
    assert sliced == {"g6f", "gr6f"}


@pytest.mark.parametrize(
    ("name", "gbps"),
    [
        ("g6e.24xlarge", 200),  # the two cards' figures add up to 400
        ("g6e.48xlarge", 400),  # and here to 1,600
        ("p6-b200.48xlarge", 3200),  # the cards' ENA figures add up to 1,600
        ("p6-b300.48xlarge", 6400),  # the cards' figures add up to 6,750
        ("p4d.24xlarge", 400),
        ("p5.48xlarge", 3200),
        ("p5.4xlarge", 100),
        ("g4dn.xlarge", 5),  # "Up to 25 Gigabit" is a peak: the baseline is 5
    ],
)
def test_bandwidth_is_the_headline_and_not_the_sum_of_cards(name: str, gbps: float) -> None:
    assert CATALOG.instance_type(name).network_gbps == gbps


@pytest.mark.parametrize(
    ("text", "gbps"),
    [("100 Gigabit", 100), ("4x 100 Gigabit", 400), ("Up to 25 Gigabit", None), ("High", None), ("", None)],
)
def test_headline(text: str, gbps: float | None) -> None:
    assert headline_gbps(text) == gbps


def test_local_disks_are_counted() -> None:
    assert CATALOG.instance_type("p5.48xlarge").instance_store == InstanceStore(disks=8, disk_gb=3800)
    assert CATALOG.instance_type("g5g.xlarge").instance_store is None
    assert CATALOG.instance_type("g4ad.16xlarge").instance_store == InstanceStore(disks=2, disk_gb=1200)


def test_capacity_blocks_exist_for_p4d_to_p6_only() -> None:
    families = {i.family for i in CATALOG.instance_types() if PurchaseOption.CAPACITY_BLOCK in i.purchase_options}
    assert families == {"p4d", "p4de", "p5", "p5e", "p5en", "p6-b200", "p6-b300", "p6e-gb200"}


def test_p6e_gb200() -> None:
    item = CATALOG.instance_type("p6e-gb200.36xlarge")
    assert (item.gpu_count, item.vcpus, item.memory_mib) == (4, 144, 960 * 1024)
    assert item.architecture == "arm64"
    assert item.purchase_options == {PurchaseOption.CAPACITY_BLOCK}
    assert item.instance_store == InstanceStore(disks=3, disk_gb=7500)
    assert item.ipv4_per_interface is None
    assert item.encryption_in_transit is None
    assert "EC2" in item.source.name


@pytest.mark.parametrize(
    ("name", "successors"),
    [
        ("p2.xlarge", ("g5", "g6")),
        ("p3.16xlarge", ("p4d", "p5")),
        ("g3s.xlarge", ("g6",)),
        ("g3.8xlarge", ("g6",)),
        ("g4ad.xlarge", ("g5", "g6")),
    ],
)
def test_legacy_types_name_their_successors(name: str, successors: tuple[str, ...]) -> None:
    item = CATALOG.instance_type(name)
    assert item.legacy
    assert item.successors == successors
    assert set(successors) <= set(CATALOG.families())


def test_legacy_is_p2_p3_g3_g4ad_and_p3dn_is_not() -> None:
    assert {item.family for item in CATALOG.instance_types() if item.legacy} == {"p2", "p3", "g3", "g3s", "g4ad"}
    assert not CATALOG.instance_type("p3dn.24xlarge").legacy


def test_rdma_is_where_efa_is_but_for_the_first_generation_of_it() -> None:
    without = {i.family for i in CATALOG.instance_types() if i.efa_supported and not i.rdma}
    assert without == {"g4dn", "g5", "p3dn"}
    assert CATALOG.instance_type("p4d.24xlarge").rdma
    assert not CATALOG.instance_type("g5.xlarge").rdma


def test_what_no_source_lists_of_legacy_types_is_none() -> None:
    item = CATALOG.instance_type("p2.xlarge")
    assert item.max_interfaces is None
    assert item.network_gbps is None
    assert item.ebs_max_iops is None
    assert item.network_cards.cards == ()
    assert item.ebs_max_mib_s == 750 / 8


def test_gpu_facts() -> None:
    assert len(CATALOG.gpus()) == 22
    h100 = CATALOG.gpu("H100-SXM")
    assert (h100.memory_gb, h100.tdp_w, h100.nvlink_gb_s, h100.compute_capability) == (80, 700, 900, "9.0")
    published = {"fp64": 34, "fp64_tensor": 67, "fp32": 67, "tf32": 494.5, "fp16": 989, "bf16": 989, "fp8": 1979}
    assert h100.tflops == {**published, "int8": 1979}


def test_fp64_and_int8_are_given_only_with_a_source() -> None:
    sourced = {gpu.name for gpu in CATALOG.gpus() if gpu.fp64_int8_source}
    assert {gpu.name for gpu in CATALOG.gpus() if {"fp64", "fp64_tensor", "int8"} & set(gpu.tflops)} == sourced
    assert {gpu.fp64_int8_source.as_of for gpu in CATALOG.gpus() if gpu.fp64_int8_source} == {"2026-11"}
    assert sourced.isdisjoint({"T4g", "M60", "K80", "RTX-PRO-4500-BSE"})


def test_the_a10g_is_another_card_than_the_a10() -> None:
    # Its data sheet for AWS: 70 TFLOPS dense in 16 bits and 140 TOPS; the A10's says 125 and 250.
    assert CATALOG.gpu("A10G").tflops == {"fp32": 31.5, "fp16": 70, "bf16": 70, "int8": 140}


def test_blackwell_ultra_has_next_to_no_fp64() -> None:
    assert (CATALOG.gpu("B200").tflops["fp64"], CATALOG.gpu("B300").tflops["fp64"]) == (37, 1.25)


def test_what_is_not_published_of_a_gpu_is_absent() -> None:
    assert CATALOG.gpu("RTX-PRO-4500-BSE").tflops == {}
    assert CATALOG.gpu("RTX-PRO-4500-BSE").tdp_w is None
    assert "fp8" not in CATALOG.gpu("A100-80GB").tflops


def test_memory_that_software_sees_is_below_nominal() -> None:
    assert CATALOG.gpu("A10G").visible_mib == 22888
    assert CATALOG.gpu("L40S").visible_mib == 45776
    assert CATALOG.gpu("B300").visible_mib == 275040
    assert CATALOG.instance_type("p6-b200.48xlarge").gpu_memory_mib == CATALOG.gpu("B200").visible_mib == 183359


def test_every_type_and_gpu_has_a_dated_source() -> None:
    facts = [*CATALOG.instance_types(), *CATALOG.gpus(), *CATALOG.cpu_types()]
    assert all(fact.source.name and fact.source.as_of for fact in facts)
