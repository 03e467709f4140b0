"""A type's row, from an independent copy of DescribeInstanceTypes: the one that moto ships."""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from rackguard.account.refresh.type_row import is_gpu, type_row
from rackguard.catalog.catalog import Catalog
from rackguard.catalog.overlay import TABLES, parsed, text_of
from rackguard.catalog.tables import table
from rackguard.catalog.types import InstanceType

DAY = "2026-11-30"
PACKAGED = table("aws_gpu_types.csv", "instance_type")


@cache
def recorded() -> dict[str, Any]:
    data = files("moto").joinpath("ec2/resources/instance_types.json.gz").read_bytes()
    return json.loads(gzip.decompress(data))


def test_of_all_types_those_with_gpus_are_taken() -> None:
    assert {name for name, item in recorded().items() if is_gpu(item)} == set(PACKAGED.keys)


@pytest.mark.parametrize("name", PACKAGED.keys)
def test_every_type_is_as_the_packaged_list_has_it(name: str) -> None:
    (packaged,) = PACKAGED.rows(name)
    row = type_row(recorded()[name], DAY)
    assert (row["lacks"], row["as_of"]) == ("", DAY)
    shared = [column for column in TABLES["types"].columns if column not in {"lacks", "as_of"}]
    assert {column: row[column] for column in shared} == {column: packaged[column] for column in shared}


def test_a_type_that_was_read_is_the_same_type_but_for_its_date() -> None:
    rows = [type_row(recorded()[name], DAY) for name in PACKAGED.keys]
    read = Catalog(parsed(text_of({"types": rows}), ""))

    def facts(kind: InstanceType) -> dict[str, Any]:
        cards = {**vars(kind.network_cards), "source": None}
        return {**vars(kind), "source": None, "network_cards": cards}

    assert len(PACKAGED.keys) == 65
    for name in PACKAGED.keys:
        assert facts(read.instance_type(name)) == facts(Catalog().instance_type(name))
        assert read.instance_type(name).source.as_of == DAY


def changed(change: Callable[[dict[str, Any]], Any], name: str = "p5.48xlarge") -> dict[str, Any]:
    item = copy.deepcopy(recorded()[name])
    change(item)
    return item


@pytest.mark.parametrize(
    ("change", "lacks"),
    [
        (lambda item: item["GpuInfo"]["Gpus"][0].update(Name="X1"), "the GPU NVIDIA X1 is not in the catalogue"),
        (
            lambda item: item["GpuInfo"]["Gpus"][0].update(Name="R9", Manufacturer="AMD"),
            "the GPU AMD R9 is not in the catalogue",
        ),
        (lambda item: item["GpuInfo"]["Gpus"].append({"Name": "L4"}), "it has GPUs of several kinds"),
        (lambda item: item["VCpuInfo"].clear(), "AWS does not say its vcpus, cores"),
        (lambda item: item.pop("EbsInfo"), "AWS does not say its ebs_max_MBps, ebs_max_iops, max_ebs_attachments, "),
        (lambda item: item["NetworkInfo"].pop("NetworkCards"), "AWS does not say its network_baseline_gbps"),
        (lambda item: item["SupportedUsageClasses"].append("lease"), "it is sold as lease, which is not known here"),
        (
            lambda item: item["InstanceStorageInfo"]["Disks"].append({"Count": 1, "SizeInGB": 100}),
            "its local disks are of several sizes",
        ),
        (
            lambda item: item["NetworkInfo"]["NetworkCards"][3].update(InterfaceTypes=["efa-only"]),
            "how EFA is laid out on its network cards is not known",
        ),
        (
            lambda item: item["NetworkInfo"]["NetworkCards"][3].update(MaximumNetworkInterfaces=1),
            "how EFA is laid out on its network cards is not known",
        ),
        (lambda item: item["NetworkInfo"]["NetworkCards"].pop(), "how EFA is laid out on its network cards is not"),
    ],
)
def test_what_a_plan_would_need_to_know_is_named(change: Callable[[dict[str, Any]], Any], lacks: str) -> None:
    assert type_row(changed(change), DAY)["lacks"].startswith(lacks)


def test_cards_like_those_of_an_ultraserver_are_not_taken_for_alike() -> None:
    def ultra(item: dict[str, Any]) -> None:
        cards = item["NetworkInfo"]["NetworkCards"]
        for index, card in enumerate(cards):
            card["InterfaceTypes"] = (
                ["interface"] if index == 0 else ["efa-only"] if index % 2 else ["interface", "efa"]
            )

    assert type_row(changed(ultra), DAY)["lacks"] == "how EFA is laid out on its network cards is not known"
