"""Three classic set-ups: what is on sale of them, whether it is wise, and what is nearest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rackguard.advice.preset import PRESETS, PresetAdvice, advise_preset
from rackguard.catalog.catalog import load


def of(name: str, *regions: str, objective: str = "cost") -> PresetAdvice:
    return advise_preset(PRESETS[name], load(), objective, regions)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("name", "literal", "nearest"),
    [
        ("vision", ["p4de.24xlarge"], "g7e.12xlarge"),
        ("nlp", ["p4d.24xlarge", "p4de.24xlarge"], "p4d.24xlarge"),
        ("science", ["p3dn.24xlarge"], "p4d.24xlarge"),
    ],
)
def test_what_is_literally_that_and_what_is_nearest(name: str, literal: list[str], nearest: str) -> None:
    advice = of(name)
    assert [match.kind.name for match in advice.literal] == literal
    assert advice.nearest[0].kind.name == nearest


def test_v100_is_only_p3dn_and_no_current_image_drives_it() -> None:
    (match,) = of("science").literal
    assert match.unwise == (
        "no current image: its V100-32GB needs the proprietary driver, and the Deep Learning AMI has the open one",
    )
    assert match.differs == ("8 GPUs, all of which are paid",)
    assert "p3dn.24xlarge" not in {each.kind.name for each in of("science").nearest}


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_the_nearest_has_as_much_of_everything(name: str) -> None:
    preset, catalog = PRESETS[name], load()
    for match in of(name).nearest:
        kind = match.kind
        assert kind.gpu is not None
        assert kind.gpu_count >= preset.least_gpus
        assert kind.vcpus >= preset.vcpus
        assert kind.memory_mib >= preset.ram_gib * 1024
        assert catalog.gpu(kind.gpu).memory_gb >= preset.gpu_memory_gb
        assert kind.current_generation
        assert (catalog.gpu(kind.gpu).nvlink_gb_s > 0) or not preset.nvlink
        assert match.on_demand is not None
        assert match.on_demand.zone_id in match.zone_ids


@pytest.mark.parametrize(
    "more",
    [{"vcpus": 97}, {"ram_gib": 769}, {"least_gpus": 9}, {"gpu": "V100-33GB"}],
    ids=lambda more: next(iter(more)),
)
def test_what_lacks_one_thing_is_not_literally_that(more: dict[str, Any]) -> None:
    """p3dn.24xlarge has 8 V100 32 GB, 96 vCPUs and 768 GiB."""
    asked = replace(PRESETS["science"], vcpus=96, ram_gib=768, least_gpus=8)
    assert [match.kind.name for match in advise_preset(asked, load()).literal] == ["p3dn.24xlarge"]
    assert advise_preset(replace(asked, **more), load()).literal == ()


@pytest.mark.parametrize(
    "more",
    [{"gpu_memory_gb": 41}, {"vcpus": 97}, {"ram_gib": 1153}, {"tflops": 400}],
    ids=lambda more: next(iter(more)),
)
def test_what_has_less_of_one_thing_is_not_near(more: dict[str, Any]) -> None:
    """p4d.24xlarge has 8 A100 of 40 GB and 312 TFLOPS in BF16, 96 vCPUs and 1,152 GiB."""
    asked = replace(PRESETS["nlp"], vcpus=96, ram_gib=1152)
    assert advise_preset(asked, load()).nearest[0].kind.name == "p4d.24xlarge"
    nearest = advise_preset(replace(asked, **more), load()).nearest
    assert nearest
    assert "p4d.24xlarge" not in {match.kind.name for match in nearest}


def test_types_without_fp64_are_not_near_a_simulation() -> None:
    """L40S, L4 and RTX PRO do FP64 at a sixty-fourth of FP32, if at all."""
    gpus = {match.kind.gpu for match in of("science").nearest}
    assert gpus == {"A100-40GB", "A100-80GB", "H100-SXM", "H200-SXM", "B200"}


def test_the_objective_and_the_regions_decide() -> None:
    fastest = of("nlp", objective="time").nearest
    peaks = [match.tflops for match in fastest]
    assert peaks == sorted(peaks, key=lambda peak: -(peak or 0))
    cleanest = of("nlp", objective="carbon").nearest
    known = [match.kg_per_hour for match in cleanest if match.kg_per_hour is not None]
    assert known == sorted(known)
    assert {match.on_demand.region for match in of("nlp", "eu-west-1").nearest if match.on_demand} == {"eu-west-1"}


def test_a_region_without_anything_near() -> None:
    assert of("nlp", "eu-central-2").nearest == ()
