"""Software against GPUs and drivers: what fits, what doesn't, and what isn't known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from rackguard.plan.validators.interface import Context, Found


def runs(instance_type: str, image: dict[str, Any] | None = None, **software: Any) -> dict[str, Any]:
    pool = {"instance_type": instance_type, "software": software, **({"image": image} if image else {})}
    return {"pools": {"train": pool}}


def with_driver(instance_type: str, driver: str, **software: Any) -> dict[str, Any]:
    """On an image of one's own."""
    return runs(instance_type, {"os": "ubuntu-22.04", "id": "ami-01234567"}, driver=driver, **software)


def on(system: str, instance_type: str, **software: Any) -> dict[str, Any]:
    return runs(instance_type, {"dlami": system}, **software)


def at(*keys: str | int) -> tuple[str | int, ...]:
    return ("pools", "train", "software", *keys)


def in_2027(context: Context) -> Context:
    return replace(context, now=datetime(2027, 4, 1, tzinfo=UTC))


def in_march_2027(context: Context) -> Context:
    return replace(context, now=datetime(2027, 3, 31, 23, tzinfo=UTC))


# p3dn has V100 (7.0), p4d A100 (8.0), p5 H100 (9.0), p6-b200 B200 (10.0), p6-b300 B300 (10.3), g7 and g7e RTX PRO
# (12.0), g4dn T4 (7.5), g5g T4g (7.5) with an Arm CPU, p6e-gb200 GB200 (10.0) with an Arm CPU. Of the Deep Learning
# AMI, ubuntu-24.04 has driver 595.91.07, ubuntu-22.04 580.126.09, and for x86_64 that of amazon-linux-2023 isn't known.
BAD = [
    (
        "software-framework-unknown",
        runs("p5.48xlarge", pytorch="2.7.0"),
        at("pytorch"),
        "is 2.7.0, which isn't known here, so nothing of it is checked; the nearest that are: 2.6.0 and 2.7.1",
    ),
    ("software-framework-unknown", runs("p5.48xlarge", pytorch="3.0"), at("pytorch"), "the nearest that are: 2.15.0"),
    ("software-framework-unknown", runs("p5.48xlarge", tensorflow="2.11"), at("tensorflow"), "that are: 2.15.1"),
    (
        "software-framework-unknown",
        runs("p5.48xlarge", ngc_pytorch="25.06"),
        at("ngc_pytorch"),
        "is 25.06; what it holds isn't known here, so nothing of it is checked; the nearest that are: 24.05 and 25.10",
    ),
    ("software-framework-unknown", runs("p5.48xlarge", cuda="12.7"), at("cuda"), "the nearest that are: 12.6 and 12.8"),
    # 2.1 is 2.1.2, and no 2.10 or 2.11.
    (
        "software-cuda-gpu",
        runs("p6-b200.48xlarge", pytorch="2.1"),
        at("pytorch"),
        (
            "is 2.1, whose build for CUDA 12.1 has no code for p6-b200.48xlarge's B200 (compute capability"
            " 10.0); it has it for 5.0, 6.0, 7.0, 7.5, 8.0, 8.6 and 9.0"
        ),
    ),
    # A V100 with CUDA 13: the usual build since 2.11, one that is asked for, a program of one's own, a container.
    (
        "software-cuda-gpu",
        with_driver("p3dn.24xlarge", "580.126.09", pytorch="2.11"),
        at("pytorch"),
        (
            "is 2.11, whose build for CUDA 13.0 makes no code for p3dn.24xlarge's V100-32GB (compute capability"
            " 7.0): CUDA 12.9 is the last that does"
        ),
    ),
    ("software-cuda-gpu", runs("p3dn.24xlarge", pytorch="2.14", cuda="13.2"), at("pytorch"), "for CUDA 13.2 makes no"),
    ("software-cuda-gpu", runs("p3dn.24xlarge", cuda="13.0"), at("cuda"), "is 13.0, which makes no code for p3dn"),
    (
        "software-cuda-gpu",
        runs("p3dn.24xlarge", ngc_pytorch="26.05"),
        at("ngc_pytorch"),
        "whose CUDA 13.2 makes no code",
    ),
    ("software-cuda-gpu", runs("p3dn.24xlarge", jax="0.10.2", cuda="13.0"), at("jax"), "for CUDA 13.0 makes no code"),
    # CUDA 12.8 makes code for it, and the build of 2.11 has none.
    ("software-cuda-gpu", runs("p3dn.24xlarge", pytorch="2.11", cuda="12.8"), at("pytorch"), "has no code for p3dn"),
    # Hopper came with CUDA 11.8, Blackwell with 12.8.
    ("software-cuda-gpu", runs("p5.48xlarge", pytorch="1.13"), at("pytorch"), "it has it for 3.7, 5.0, 6.0, 7.0, 7.5"),
    ("software-cuda-gpu", runs("g7.12xlarge", cuda="12.6"), at("cuda"), "(compute capability 12.0): CUDA 12.8 is the"),
    # Builds for Arm leave Turing out.
    (
        "software-cuda-gpu",
        runs("g5g.xlarge", pytorch="2.9", cuda="13.0"),
        at("pytorch"),
        "g5g.xlarge's T4g (compute capability 7.5); it has it for 8.0, 9.0, 10.0, 11.0 and 12.0",
    ),
    (
        "software-cuda-old",
        runs("p6-b300.48xlarge", pytorch="2.9"),
        at("pytorch"),
        "whose build for CUDA 12.8 is older than what AWS supports p6-b300.48xlarge with: CUDA 13.0 or newer",
    ),
    (
        "software-cuda-old",
        runs("p6-b200.48xlarge", tensorflow="2.20"),
        at("tensorflow"),
        (
            "has no code for p6-b200.48xlarge's B200 (compute capability 10.0); it has it for 6.0, 7.0, 8.0 and"
            " 8.9. The driver compiles it from older code when a program starts"
        ),
    ),
    (
        "software-driver-cuda",
        with_driver("p5.48xlarge", "570.195.03", pytorch="2.14"),
        at("pytorch"),
        "is 2.14, whose build for CUDA 13.0 needs driver 580 or newer; the driver is 570.195.03, as `driver` says",
    ),
    (
        "software-driver-cuda",
        with_driver("p5.48xlarge", "525.60.12", jax="0.7.0"),
        at("jax"),
        "for CUDA 12.1 needs driver 525.60.13 or newer",
    ),
    # R560 is no branch that the container's compatibility package runs on, and 535.85 is older than its first, 535.86.
    ("software-driver-cuda", with_driver("p5.48xlarge", "560.35.05", ngc_pytorch="25.10"), at("ngc_pytorch"), "580 or"),
    ("software-driver-cuda", with_driver("p5.48xlarge", "535.85", ngc_pytorch="25.10"), at("ngc_pytorch"), "580 or"),
    (
        "software-driver-old",
        on("ubuntu-22.04", "p5.48xlarge", pytorch="2.15"),
        at("pytorch"),
        (
            "whose build for CUDA 13.2 ships with driver 595.45.04; ubuntu-22.04 has 580.126.09 in the newest"
            " release that is known (2026-02), which runs it without what is newer"
        ),
    ),
    (
        "software-driver-old",
        with_driver("p5.48xlarge", "535.86.10", ngc_pytorch="25.10"),
        at("ngc_pytorch"),
        (
            "is 25.10, whose CUDA 13.0 needs driver 580 or newer; the driver is 535.86.10, as `driver` says, on"
            " which it runs by the compatibility package that the container holds"
        ),
    ),
    (
        "software-driver-gpu",
        with_driver("g7.12xlarge", "580.126.09", pytorch="2.14"),
        at("driver"),
        "is 580.126.09; g7.12xlarge's RTX-PRO-4500-BSE needs R595 or newer, 595.58.03 at least",
    ),
    (
        "software-driver-gpu",
        with_driver("p3dn.24xlarge", "595.91.07"),
        at("driver"),
        "is 595.91.07; p3dn.24xlarge's V100-32GB needs R580 or older",
    ),
    (
        "software-driver-ended",
        with_driver("p5.48xlarge", "535.183.01", pytorch="2.6"),
        at("driver"),
        "is 535.183.01; the support of R535 ended in 2026-06",
    ),
    (
        "software-driver-ended",
        on("ubuntu-24.04", "p5.48xlarge", pytorch="2.14"),
        at(),
        (
            "rests on a driver: ubuntu-24.04 has 595.91.07 in the newest release that is known (2026-09-15); the"
            " support of R595 ended in 2027-03"
        ),
        in_2027,
    ),
    (
        "software-precision",
        runs("p4d.24xlarge", precision=["bf16", "fp8"]),
        at("precision", 1),
        "is fp8, which p4d.24xlarge's A100-40GB (compute capability 8.0) lacks",
    ),
    ("software-precision", runs("p3dn.24xlarge", precision=["bf16"]), at("precision", 0), "is bf16, which p3dn"),
    (
        "software-precision",
        runs("g4dn.xlarge", precision=["fp16", "bf16"]),
        at("precision", 1),
        "g4dn.xlarge's T4 (comp",
    ),
    ("software-precision", runs("g4dn.xlarge", precision=["tf32"]), at("precision", 0), "is tf32, which g4dn"),
    (
        "software-precision",
        runs("p5.48xlarge", precision=["fp8", "fp4"]),
        at("precision", 1),
        "is fp4, which p5.48xlarge",
    ),
    (
        "software-precision-partial",
        runs("g7e.8xlarge", precision=["fp8", "fp4"]),
        at("precision", 1),
        "is fp4, of which g7e.8xlarge's RTX-PRO-6000-BSE (compute capability 12.0) has a part",
    ),
    (
        "software-flash-attention",
        runs("p4d.24xlarge", flash_attention=3),
        at("flash_attention"),
        "is 3, which p4d.24xlarge's A100-40GB (compute capability 8.0) lacks",
    ),
    ("software-flash-attention", runs("g4dn.xlarge", flash_attention=2), at("flash_attention"), "is 2, which g4dn"),
    (
        "software-flash-attention",
        runs("p5.48xlarge", pytorch="2.3", flash_attention=3, cuda="11.8"),
        at("flash_attention"),
        "is 3, which needs CUDA 12.3 or newer; what runs is PyTorch 2.3.1 for CUDA 11.8",
    ),
    # What the data doesn't know has not passed.
    (
        "software-unknown",
        runs("p5.48xlarge", {"os": "ubuntu-22.04", "id": "ami-01234567"}, pytorch="2.14"),
        at("pytorch"),
        "is 2.14, whose build for CUDA 13.0 needs driver 580 or newer; which driver your image has isn't said",
    ),
    (
        "software-unknown",
        on("amazon-linux-2023", "p5.48xlarge", pytorch="2.14"),
        at("pytorch"),
        "needs driver 580 or newer; which driver the image amazon-linux-2023 has isn't known",
    ),
    (
        "software-unknown",
        runs("p5.48xlarge", pytorch="2.11", cuda="12.9"),
        at("pytorch"),
        "is 2.11, of which no build for CUDA 12.9 is known; known: CUDA 12.6, 12.8 and 13.0",
    ),
    (
        "software-unknown",
        runs("p5.48xlarge", jax="0.10"),
        at("jax"),
        "is 0.10, which has several builds; known: CUDA 12.1 and 13.0; which one is installed isn't known",
    ),
    (
        "software-unknown",
        runs("p6e-gb200.36xlarge", pytorch="2.14"),
        at("pytorch"),
        "is 2.14, of which no build for arm64 is known",
    ),
    (
        "software-unknown",
        runs("p5.48xlarge", ngc_pytorch="24.05"),
        at("ngc_pytorch"),
        "whose CUDA 12.4 isn't known to have code for p5.48xlarge's H100-SXM (compute capability 9.0)",
    ),
    (
        "software-unknown",
        runs("p5.48xlarge", pytorch="1.12", cuda="10.2"),
        at("pytorch"),
        "whose build for CUDA 10.2 needs a driver that isn't known here",
    ),
    (
        "software-unknown",
        runs("p6-b200.48xlarge", flash_attention=2),
        at("flash_attention"),
        "is 2; whether p6-b200.48xlarge's B200 (compute capability 10.0) has it isn't known",
    ),
    (
        "software-unknown",
        runs("p5.48xlarge", driver="580.126.09"),
        at("driver"),
        "is 580.126.09, which an image without `id` needn't have: the newest is looked up",
    ),
    (
        "software-unknown",
        with_driver("p5.48xlarge", "999.10", pytorch="2.6"),
        at("driver"),
        "of a branch that isn't known",
    ),
]

CLEAN = (
    on("ubuntu-24.04", "p5.48xlarge", pytorch="2.15", precision=["bf16", "fp8"], flash_attention=3),
    on("ubuntu-24.04", "p6-b200.48xlarge", pytorch="2.15", precision=["fp4"], flash_attention=4),
    on("ubuntu-24.04", "p6-b300.48xlarge", pytorch="2.14"),
    on("ubuntu-24.04", "g7.12xlarge", pytorch="2.14", precision=["fp8"]),
    on("ubuntu-22.04", "p5.48xlarge", pytorch="2.14"),
    on("ubuntu-22.04", "p5.48xlarge", pytorch="2.15", cuda="13.0"),
    on("ubuntu-24.04", "p5.48xlarge", tensorflow="2.20", jax="0.10", cuda="12.8"),
    on("ubuntu-24.04", "p5.48xlarge", jax="0.10", cuda="13.0"),
    on("ubuntu-24.04", "p5.48xlarge", ngc_pytorch="26.05"),
    on("ubuntu-24.04", "g6.xlarge", cuda="11.1"),  # code for 8.6 runs on 8.9
    on("ubuntu-24.04", "p6e-gb200.36xlarge", pytorch="2.12"),
    with_driver("p3dn.24xlarge", "580.126.09", pytorch="2.14", cuda="12.6", precision=["fp16"]),
    with_driver("p5.48xlarge", "580.65.06", pytorch="2.14"),
    with_driver("g7.12xlarge", "595.58.03", pytorch="2.14"),
)
IDS = (
    "software-framework-unknown",
    "software-unknown",
    "software-cuda-gpu",
    "software-cuda-old",
    "software-driver-gpu",
    "software-driver-cuda",
    "software-driver-old",
    "software-driver-ended",
    "software-precision",
    "software-precision-partial",
    "software-flash-attention",
)

GOOD = [
    *((identifier, given) for identifier in IDS for given in (*CLEAN, {"pools": {"train": {}}}, runs("g6.xlarge"))),
    # Another check has it, or none.
    ("software-unknown", runs("p5.48xlarge", pytorch="2.7.0")),
    ("software-cuda-gpu", runs("p6-b200.48xlarge", tensorflow="2.20")),
    ("software-cuda-gpu", runs("p5.48xlarge", tensorflow="2.15")),
    ("software-cuda-old", runs("p6-b200.48xlarge", pytorch="2.9")),  # of 12.8, as AWS supports it
    ("software-cuda-old", runs("p5.48xlarge", tensorflow="2.20")),  # its code for 9.0 is made to be compiled there
    ("software-driver-cuda", with_driver("p5.48xlarge", "525.60.13", pytorch="2.6")),
    ("software-driver-cuda", with_driver("p5.48xlarge", "570.86.10", ngc_pytorch="25.10")),
    # The image isn't pinned: the driver of the newest is what nodes get.
    ("software-driver-cuda", runs("p5.48xlarge", driver="525.60.13", pytorch="2.14")),
    ("software-driver-old", with_driver("p5.48xlarge", "525.60.12", pytorch="2.6")),
    ("software-driver-gpu", on("ubuntu-22.04", "g7.12xlarge", pytorch="2.14")),  # image-driver-branch has it
    ("software-driver-ended", on("ubuntu-24.04", "p5.48xlarge", pytorch="2.14"), in_march_2027),
    ("software-driver-ended", on("ubuntu-22.04", "p5.48xlarge", pytorch="2.14"), in_2027),
    ("software-driver-ended", on("ubuntu-24.04", "p5.48xlarge", precision=["fp8"]), in_2027),  # no driver matters
    ("software-precision", runs("g7e.8xlarge", precision=["fp4"])),
    ("software-flash-attention", runs("p6-b200.48xlarge", flash_attention=2)),
    ("software-flash-attention", runs("p5.48xlarge", flash_attention=3, cuda="12.4")),
]


def test_finds(bad: tuple[Any, ...], expect: Callable[..., None]) -> None:
    expect(bad)


def test_lets_pass(good: tuple[Any, ...], finds: Callable[..., list[Found]]) -> None:
    assert finds(*good) == []


@pytest.mark.parametrize(
    ("software", "hint"),
    [
        # 2.11 left the V100 out of its usual build, 2.15 out of all.
        ({"pytorch": "2.11"}, 'Use its build for CUDA 12.6: `cuda: "12.6"` (PyTorch\'s index cu126).'),
        (
            {"pytorch": "2.15"},
            (
                'PyTorch 2.14.0 is the newest known with a build for it: `pytorch: "2.14.0", cuda: "12.6"` (PyTorch\'s'
                " index cu126)."
            ),
        ),
        ({"jax": "0.10", "cuda": "13.0"}, 'Use its build for CUDA 12.1: `cuda: "12.1"`.'),
        ({"cuda": "13.0"}, ""),
    ],
)
def test_what_to_do_is_a_build_that_fits(
    software: dict[str, Any], hint: str, finds: Callable[..., list[Found]]
) -> None:
    (found,) = finds("software-cuda-gpu", runs("p3dn.24xlarge", **software))
    assert found.hint == hint


@pytest.mark.parametrize(
    ("identifier", "given", "hint"),
    [
        (
            "software-driver-old",
            on("ubuntu-22.04", "p5.48xlarge", pytorch="2.15"),
            'Use its build for CUDA 13.0: `cuda: "13.0"` (PyTorch\'s index cu130). Or use a newer image.',
        ),
        # CUDA 12.8 ships with 570.26, and 2.15 has no build for less than 13.0.
        (
            "software-driver-cuda",
            with_driver("p5.48xlarge", "570.195.03", pytorch="2.9", cuda="13.0"),
            'Use its build for CUDA 12.8: `cuda: "12.8"` (PyTorch\'s index cu128). Or use a newer image.',
        ),
        (
            "software-driver-cuda",
            with_driver("p5.48xlarge", "570.195.03", pytorch="2.15"),
            (
                'PyTorch 2.14.0 is the newest known with a build for it: `pytorch: "2.14.0", cuda: "12.6"` (PyTorch\'s'
                " index cu126). Or use a newer image."
            ),
        ),
        ("software-driver-cuda", with_driver("p5.48xlarge", "570.195.03", cuda="13.0"), ""),
        # No build is made for so old a driver.
        ("software-driver-cuda", with_driver("p5.48xlarge", "450.80.01", pytorch="2.15"), ""),
    ],
)
def test_what_to_do_is_a_build_for_the_driver(
    identifier: str, given: dict[str, Any], hint: str, finds: Callable[..., list[Found]]
) -> None:
    (found,) = finds(identifier, given)
    assert found.hint == hint


def test_a_build_of_the_same_release_is_named_before_a_newer_release(finds: Callable[..., list[Found]]) -> None:
    (found,) = finds("software-cuda-old", runs("p6-b300.48xlarge", pytorch="2.9"))
    assert found.hint == 'Use its build for CUDA 13.0: `cuda: "13.0"` (PyTorch\'s index cu130).'


def test_where_no_build_fits_that_is_said(finds: Callable[..., list[Found]]) -> None:
    (found,) = finds("software-cuda-gpu", runs("g5g.xlarge", pytorch="2.9", cuda="13.0"))
    assert found.hint == (
        "No build of PyTorch that is known was made for it: use another type, or compile one yourself."
    )


def test_who_has_a_number_format_is_said(finds: Callable[..., list[Found]]) -> None:
    (found,) = finds("software-precision", runs("p5.48xlarge", precision=["fp4"]))
    assert found.hint == "Use a type with a GPU that has it: B200, B300 or GB200; or take it out."


def test_a_pool_of_several_types_is_told_of_each_and_of_the_driver_once(finds: Callable[..., list[Found]]) -> None:
    types = {"instance_type": None, "instance_types": ["g4dn.xlarge", "g6.xlarge", "g4dn.2xlarge"]}
    software = {"pytorch": "2.14", "precision": ["bf16"]}
    given = {"pools": {"train": {**types, "purchase": {"spot": {}}, "software": software}}}
    assert [found.message.partition("which ")[2].partition("'")[0] for found in finds("software-precision", given)] == [
        "g4dn.xlarge",
        "g4dn.2xlarge",
    ]
    assert len(finds("software-driver-ended", given, in_2027)) == 1


# What the open kernel module, and a driver of R580, can't drive: checks of images.
def test_an_image_with_the_open_module_on_v100_and_one_of_r580_on_g7(finds: Callable[..., list[Found]]) -> None:
    (kind,) = finds("image-driver-kind", on("ubuntu-22.04", "p3dn.24xlarge", pytorch="2.14", cuda="12.6"))
    assert "whose open driver doesn't drive p3dn.24xlarge's V100-32GB" in kind.message
    (branch,) = finds("image-driver-branch", on("ubuntu-22.04", "g7.12xlarge", pytorch="2.14"))
    assert "with driver 580.126.09" in branch.message
    assert "g7.12xlarge needs R595" in branch.message
