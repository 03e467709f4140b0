"""CUDA, drivers, formats, builds and containers: the facts, against what NVIDIA, PyTorch and JAX publish."""

from __future__ import annotations

import re

import pytest

from rackguard.catalog.catalog import load
from rackguard.catalog.driver_branches import driver_branches
from rackguard.catalog.gpu_features import gpu_features
from rackguard.catalog.images import at_least
from rackguard.catalog.tables import DATA, table

CATALOG = load()
FILES = {
    "cuda_releases.csv": "cuda",
    "compute_capabilities.csv": "compute_capability",
    "driver_branches.csv": "branch",
    "gpu_features.csv": "feature",
    "framework_builds.csv": "framework",
    "ngc_pytorch.csv": "container",
}


@pytest.mark.parametrize(
    ("cuda", "least", "packaged"),
    [
        ("13.5", "580", None),
        ("13.2", "580", "595.45.04"),
        ("13.0", "580", "580.65.06"),
        ("12.8", "525.60.13", "570.26"),
        ("12.6", "525.60.13", "560.28.03"),
        ("11.8", "450.80.02", "520.61.05"),
    ],
)
def test_the_drivers_of_a_toolkit(cuda: str, least: str, packaged: str | None) -> None:
    release = CATALOG.cuda_release(cuda)
    assert release is not None
    assert (release.min_driver, release.packaged_driver) == (least, packaged)


def test_a_toolkit_ships_with_no_older_driver_than_it_needs() -> None:
    known = [CATALOG.cuda_release(cuda) for cuda in CATALOG.cuda_versions()]
    for release in known:
        assert release is not None
        # NVIDIA's floor of CUDA 11 is a later driver of R450 than the one that 11.0 shipped with.
        assert release.packaged_driver is None or at_least(
            release.packaged_driver, release.min_driver.partition(".")[0]
        )
    assert len(known) == 24


@pytest.mark.parametrize(
    ("capability", "first", "last"),
    [
        ("7.0", "9.0", "12.9"),
        ("7.5", "10.0", None),
        ("9.0", "11.8", None),
        ("10.0", "12.8", None),
        ("3.7", None, "11.8"),
    ],
)
def test_the_toolkits_of_a_capability(capability: str, first: str | None, last: str | None) -> None:
    known = CATALOG.compute_capability(capability)
    assert known is not None
    assert (known.first_cuda, known.last_cuda) == (first, last)


def test_every_gpu_of_the_catalogue_has_a_capability_whose_first_toolkit_is_the_gpus() -> None:
    for gpu in CATALOG.gpus():
        known = CATALOG.compute_capability(gpu.compute_capability)
        assert known is not None, gpu.name
        assert known.first_cuda == gpu.min_cuda, gpu.name
        assert gpu.architecture in {known.architecture, "Blackwell"}, gpu.name


@pytest.mark.parametrize(
    ("driver", "end"),
    [
        ("580.126.09", "2028-06"),
        ("595", "2027-03"),
        ("535.183.01", "2026-06"),
        ("570.195.03", "2026-02"),
        ("590.1", None),
    ],
)
def test_the_end_of_a_branch(driver: str, end: str | None) -> None:
    branch = CATALOG.driver_branch(driver)
    assert branch is not None
    assert branch.end_of_life == end


def test_the_branches_of_all_images_that_are_known_are_known() -> None:
    for os in ("ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023"):
        for architecture in ("x86_64", "arm64"):
            release = CATALOG.dlami_release(os, architecture)
            assert release is None or CATALOG.driver_branch(release.nvidia_driver)


@pytest.mark.parametrize(
    ("feature", "capability", "support"),
    [
        ("bf16", "7.5", "no"),
        ("bf16", "8.0", "yes"),
        ("tf32", "7.0", "no"),
        ("fp8", "8.6", "no"),
        ("fp8", "8.9", "yes"),
        ("fp4", "9.0", "no"),
        ("fp4", "10.3", "yes"),
        ("fp4", "12.0", "partial"),
        ("fp16", "6.0", None),
        ("flash-attention-2", "7.5", "no"),
        ("flash-attention-2", "10.0", None),
        ("flash-attention-3", "9.0", "yes"),
        ("flash-attention-3", "8.0", "no"),
        ("flash-attention-4", "10.0", "yes"),
        ("flash-attention-4", "12.0", None),
    ],
)
def test_what_a_capability_has(feature: str, capability: str, support: str | None) -> None:
    known = CATALOG.gpu_feature(feature)
    assert known is not None
    assert known.on(capability) == support


def test_a_feature_puts_a_capability_in_one_column_at_most() -> None:
    for name in gpu_features():
        feature = CATALOG.gpu_feature(name)
        assert feature is not None
        every = [*feature.supported, *feature.partial, *feature.unsupported]
        assert len(set(every)) == len(every)
        assert set(every) <= set(CATALOG.compute_capabilities())


def test_a_gpu_with_a_published_peak_lacks_no_such_format() -> None:
    for gpu in CATALOG.gpus():
        for name in ("bf16", "tf32", "fp8", "fp4"):
            feature = CATALOG.gpu_feature(name)
            assert feature is not None
            assert name not in gpu.tflops or feature.on(gpu.compute_capability) != "no", (gpu.name, name)


@pytest.mark.parametrize(
    ("version", "builds", "usual"),
    [
        ("2.10.0", ["12.6", "12.8", "13.0"], "12.8"),
        ("2.11.0", ["12.6", "12.8", "13.0"], "13.0"),
        ("2.14.0", ["12.6", "13.0", "13.2"], "13.0"),
        ("2.15.0", ["13.0", "13.2"], "13.2"),
    ],
)
def test_the_builds_of_pytorch(version: str, builds: list[str], usual: str) -> None:
    own = [build for build in CATALOG.framework_builds("pytorch", "x86_64") if build.version == version]
    assert [build.cuda for build in own] == builds
    assert [build.cuda for build in own if build.default] == [usual]


@pytest.mark.parametrize(
    ("version", "cuda", "has_volta"),
    [("2.10.0", "12.8", True), ("2.11.0", "12.8", False), ("2.14.0", "12.6", True), ("2.9.1", "13.0", False)],
)
def test_which_build_left_volta_out(version: str, cuda: str, has_volta: bool) -> None:
    builds = CATALOG.framework_builds("pytorch", "x86_64")
    (build,) = [build for build in builds if (build.version, build.cuda) == (version, cuda)]
    assert ("7.0" in build.capabilities) is has_volta


def test_a_release_has_one_usual_build_at_most_and_versions_ascend() -> None:
    for framework in ("pytorch", "tensorflow", "jax"):
        versions = CATALOG.framework_versions(framework)
        assert list(versions) == sorted(versions, key=lambda version: [int(part) for part in version.split(".")])
        for version in versions:
            builds = [build for build in CATALOG.framework_builds(framework, "x86_64") if build.version == version]
            assert builds
            assert sum(build.default is True for build in builds) <= 1


def test_a_range_of_cuda_ends_before_the_next_generation() -> None:
    (build,) = [build for build in CATALOG.framework_builds("tensorflow", "x86_64") if build.version == "2.20.0"]
    cudas = ("12.4", "12.5", "12.9", "13.0")
    assert [build.is_for(cuda) for cuda in cudas] == [False, True, True, False]


def test_no_build_holds_code_that_its_cuda_cannot_make() -> None:
    for framework in ("pytorch", "tensorflow"):
        for build in (*CATALOG.framework_builds(framework, "x86_64"), *CATALOG.framework_builds(framework, "arm64")):
            for capability in build.capabilities:
                known = CATALOG.compute_capability(capability)
                if known is None:  # 5.0 and 11.0 are of no GPU here
                    continue
                assert known.first_cuda is None or at_least(build.cuda, known.first_cuda), (build, capability)
                assert known.last_cuda is None or at_least(known.last_cuda, build.cuda), (build, capability)


def test_a_container() -> None:
    held = CATALOG.ngc_container("25.10")
    assert held is not None
    assert (held.pytorch, held.cuda, held.min_capability) == ("2.9", "13.0", "7.5")
    assert held.forward_drivers == ("470.57", "525.85", "535.86", "550.54", "570")
    assert CATALOG.ngc_container("25.06") is None


@pytest.mark.parametrize(("file", "key"), FILES.items())
def test_every_row_has_a_source_and_a_date(file: str, key: str) -> None:
    rows = table(file, key).all_rows()
    assert rows
    for row in rows:
        assert row["source"]
        assert re.fullmatch(r"20[0-9]{2}(-[0-9]{2})?|undated", row["as_of"]), row
    assert "memory" not in (DATA / file).read_text(encoding="utf-8")


def test_what_is_not_known_is_none() -> None:
    assert CATALOG.cuda_release("12.7") is None
    assert CATALOG.compute_capability("99.0") is None
    assert CATALOG.driver_branch("999.10") is None
    assert CATALOG.gpu_feature("fp2") is None
    assert CATALOG.framework_builds("pytorch", "riscv64") == ()
    assert "580" in driver_branches()
