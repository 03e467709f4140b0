"""Images and drivers."""

from __future__ import annotations

import pytest

from rackguard.catalog.catalog import load
from rackguard.catalog.images import at_least, dlami_systems
from rackguard.catalog.unknown_name import UnknownName

CATALOG = load()


@pytest.mark.parametrize("architecture", ["x86_64", "arm64"])
@pytest.mark.parametrize("os", ["ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023"])
def test_parameter(os: str, architecture: str) -> None:
    path, source = CATALOG.dlami_parameter(os, architecture)
    assert path == f"/aws/service/deeplearning/ami/{architecture}/base-oss-nvidia-driver-gpu-{os}/latest/ami-id"
    assert source.name.startswith("AWS DLAMI developer guide")
    assert source.as_of == "2026-10"


@pytest.mark.parametrize(("os", "architecture"), [("windows-2025", "x86_64"), ("ubuntu-24.04", "riscv64")])
def test_an_unknown_system_is_refused(os: str, architecture: str) -> None:
    with pytest.raises(UnknownName, match=f'Unknown Deep Learning AMI "{os} {architecture}"'):
        CATALOG.dlami_parameter(os, architecture)


def test_systems() -> None:
    assert dlami_systems() == ("ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023")


def test_release_content() -> None:
    release = CATALOG.dlami_release("ubuntu-24.04", "arm64")
    assert release is not None
    assert (release.release, release.nvidia_driver, release.efa_installer) == ("2026-10-09", "595.91.07", "1.50.0")
    assert release.families == ("g5g", "p6e-gb200")


def test_what_is_not_known_of_a_release_is_none() -> None:
    release = CATALOG.dlami_release("ubuntu-24.04", "x86_64")
    assert release is not None
    assert (release.efa_installer, release.families) == (None, ())
    assert CATALOG.dlami_release("amazon-linux-2023", "x86_64") is None


@pytest.mark.parametrize(
    ("gpu", "driver", "allowed"),
    [
        ("RTX-PRO-4500-BSE", "580.126.09", False),
        ("RTX-PRO-4500-BSE", "595.91.07", True),
        ("V100-32GB", "595.91.07", False),
        ("V100-32GB", "580.126.09", True),
        ("RTX-PRO-4500-BSE", "595.58.02", False),  # older than the first with the GPU, 595.58.03
        ("RTX-PRO-4500-BSE", "595.58.03", True),
        ("RTX-PRO-4500-BSE", "595", True),
        ("B300", "570.195.03", False),
        ("B200", "570.195.03", True),
        ("H100-SXM", "535", True),
        ("K80", "580", False),
    ],
)
def test_driver_branches(gpu: str, driver: str, allowed: bool) -> None:
    rule = CATALOG.gpu_driver_rule(gpu)
    assert rule is not None
    assert rule.allows(driver) is allowed


@pytest.mark.parametrize(
    ("gpu", "modules"),
    [
        ("V100-16GB", {"proprietary"}),
        ("T4", {"open", "proprietary"}),
        ("H200-SXM", {"open", "proprietary"}),
        ("GB200", {"open"}),
    ],
)
def test_kernel_modules(gpu: str, modules: set[str]) -> None:
    rule = CATALOG.gpu_driver_rule(gpu)
    assert rule is not None
    assert rule.kernel_modules == modules


@pytest.mark.parametrize(
    ("gpu", "cuda", "efa_installer"),
    [("B200", "12.8", "1.41.0"), ("B300", "13.0", "1.44.0"), ("GB200", "12.8", "1.42.0"), ("H100-SXM", None, None)],
)
def test_what_aws_supports_at_least(gpu: str, cuda: str | None, efa_installer: str | None) -> None:
    rule = CATALOG.gpu_driver_rule(gpu)
    assert rule is not None
    assert (rule.min_cuda, rule.min_efa_installer) == (cuda, efa_installer)


@pytest.mark.parametrize(
    ("version", "least", "enough"),
    [("13.2", "12.8", True), ("12.8", "12.8", True), ("12.10", "12.8", True), ("12.6", "12.8", False)],
)
def test_versions_are_compared_part_by_part(version: str, least: str, enough: bool) -> None:
    assert at_least(version, least) is enough


def test_a_slice_needs_the_grid_driver() -> None:
    item = CATALOG.instance_type("g6f.large")
    assert item.gpu is not None
    rule = CATALOG.gpu_driver_rule(item.gpu, item.gpu_fraction)
    assert rule is not None
    assert rule.kernel_modules == {"grid"}


def test_every_nvidia_type_has_a_driver_rule_with_a_source() -> None:
    for item in CATALOG.instance_types():
        if item.gpu:
            rule = CATALOG.gpu_driver_rule(item.gpu, item.gpu_fraction)
            assert rule is not None, item.name
            assert rule.source.name
            assert rule.source.as_of


def test_an_unknown_gpu_has_no_rule() -> None:
    assert CATALOG.gpu_driver_rule("H900") is None
