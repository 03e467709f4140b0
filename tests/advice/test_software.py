"""The image and the build that fit a type: worked out by hand from the tables of NVIDIA, PyTorch and AWS."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import yaml

from rackguard.advice.advise import advise
from rackguard.advice.preset import PRESETS, advise_preset
from rackguard.advice.software import FittingSoftware, software_for
from rackguard.advice.stack_file import Nodes, Owner, nodes_of, nodes_of_match, stack_text, writable
from rackguard.catalog.catalog import Catalog, load
from rackguard.catalog.types import PurchaseOption
from rackguard.plan.software.newest import newest_build
from rackguard.report.advice_report import details
from rackguard.report.software_json import software_data
from rackguard.sizing.read_workload import parse

NOW = datetime(2026, 12, 1, tzinfo=UTC)
CATALOG = load()
OWNER = Owner("llama", "123456789012", "ana", "ssh-ed25519 AAAA ana", key_is_example=False)
UBUNTU = "Deep Learning AMI ubuntu-24.04 (driver 595.91.07, CUDA 13.2)"


def of(name: str, *, pytorch: bool = True) -> FittingSoftware | str:
    return software_for(CATALOG.instance_type(name), CATALOG, pytorch=pytorch)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("p5.48xlarge", f"{UBUNTU}: PyTorch 2.15.0 for CUDA 13.2 (cu132)"),
        ("g7.12xlarge", f"{UBUNTU}: PyTorch 2.15.0 for CUDA 13.2 (cu132)"),
        (
            "p6-b200.48xlarge",
            (
                f"{UBUNTU}: PyTorch 2.15.0 for CUDA 13.2 (cu132); which EFA installer it holds isn't known, and"
                " p6-b200.48xlarge needs 1.41.0 or newer"
            ),
        ),
        # Arm: what later builds hold isn't known.
        ("p6e-gb200.36xlarge", f"{UBUNTU}: PyTorch 2.12.1 for CUDA 13.0 (cu130)"),
        ("g5g.xlarge", f"{UBUNTU}: no build of PyTorch that is known fits"),
    ],
)
def test_an_image_and_a_build_are_named(name: str, words: str) -> None:
    found = of(name)
    assert isinstance(found, FittingSoftware)
    assert found.words == words


def test_where_no_image_fits_that_is_said() -> None:
    assert of("p3dn.24xlarge") == (
        "no current image: its V100-32GB needs the proprietary driver, and the Deep Learning AMI has the open one"
    )


def test_programs_of_ones_own_need_no_framework() -> None:
    found = of("p5.48xlarge", pytorch=False)
    assert isinstance(found, FittingSoftware)
    assert (found.words, found.pytorch) == (UBUNTU, None)


@pytest.mark.parametrize(
    ("framework", "name", "driver", "build"),
    [
        # CUDA 13.2 ships with 595.45.04, 13.0 with 580.65.06, 12.6 with 560.28.03; 2.15 has no build for 12.6.
        ("pytorch", "p5.48xlarge", "595.45.04", ("2.15.0", "13.2")),
        ("pytorch", "p5.48xlarge", "595.45.03", ("2.15.0", "13.0")),
        ("pytorch", "p5.48xlarge", "580.65.05", ("2.14.0", "12.6")),
        ("pytorch", "p5.48xlarge", None, ("2.15.0", "13.2")),
        # Blackwell needs 12.8, whose last builds are 2.11's; it ships with 570.26.
        ("pytorch", "p6-b200.48xlarge", "570.195.03", ("2.11.0", "12.8")),
        ("pytorch", "p3dn.24xlarge", "580.126.09", ("2.14.0", "12.6")),
        ("tensorflow", "p5.48xlarge", None, ("2.21.0", "12.5")),
        ("tensorflow", "p6-b200.48xlarge", None, None),
        ("jax", "p3dn.24xlarge", None, ("0.10.2", "12.1")),
        ("jax", "p5.48xlarge", "570.195.03", ("0.10.2", "12.1")),
        ("jax", "p5.48xlarge", None, ("0.10.2", "13.0")),
    ],
)
def test_the_newest_build_that_fits_without_a_doubt(
    framework: str, name: str, driver: str | None, build: tuple[str, str] | None
) -> None:
    found = newest_build(framework, CATALOG.instance_type(name), CATALOG, driver)
    assert (found and (found.version, found.cuda)) == build


def test_the_usual_build_is_taken_before_a_newer_cuda() -> None:
    class BeforeTheLast(Catalog):
        def framework_versions(self, framework: str) -> tuple[str, ...]:
            return super().framework_versions(framework)[:-1]

    found = newest_build("pytorch", CATALOG.instance_type("p5.48xlarge"), BeforeTheLast(), "595.91.07")
    assert found is not None
    assert (found.version, found.cuda, found.default) == ("2.14.0", "13.0", True)


def test_a_choice_carries_its_software_and_its_stack_file_names_it() -> None:
    workload, _ = parse({"fine_tune": {"model": "llama-3.1-70b", "method": "full", "tokens": 2e9}})
    assert workload is not None
    choice = writable(advise(workload, NOW, CATALOG, regions=("us-east-2",)).choices, CATALOG)
    assert choice is not None
    assert choice.cost.offer.kind.architecture == "x86_64"
    assert isinstance(choice.software, FittingSoftware)
    assert choice.software.words.startswith(f"{UBUNTU}: PyTorch 2.15.0 for CUDA 13.2 (cu132)")
    (told,) = details(choice)
    assert told.endswith(f". Software: {choice.software.words}.")
    pool = yaml.safe_load(stack_text(nodes_of(choice), OWNER, [], NOW, CATALOG))["config"]["rackguard:cluster"]["pools"]
    assert pool["work"]["software"] == {"pytorch": "2.15.0", "cuda": "13.2", "precision": ["bf16"]}


def test_a_simulation_brings_its_own_programs() -> None:
    science = {"ranks": 4, "memory_gib": 20, "flop_per_step": 1e12, "bytes_per_step": 1e10, "steps": 1e6}
    workload, _ = parse({"science": science})
    assert workload is not None
    choice = writable(advise(workload, NOW, CATALOG, regions=("us-east-2",)).choices, CATALOG)
    assert choice is not None
    assert isinstance(choice.software, FittingSoftware)
    assert not choice.software.wants_pytorch
    pool = yaml.safe_load(stack_text(nodes_of(choice), OWNER, [], NOW, CATALOG))["config"]["rackguard:cluster"]["pools"]
    assert pool["work"]["software"] == {"cuda": "13.2"}


def test_the_stack_file_of_a_simulation_names_the_images_cuda() -> None:
    best = advise_preset(PRESETS["science"], CATALOG).nearest[0]
    nodes = nodes_of_match(best)
    text = stack_text(nodes, OWNER, [], NOW, CATALOG)
    assert yaml.safe_load(text)["config"]["rackguard:cluster"]["pools"]["work"]["software"] == {"cuda": "13.2"}
    assert "# The image's CUDA: put in what your programs are built for." in text


def test_the_stack_file_says_where_no_build_fits() -> None:
    nodes = Nodes(CATALOG.instance_type("g5g.xlarge"), "us-west-2", "usw2-az1", PurchaseOption.ON_DEMAND, 1)
    text = stack_text(nodes, OWNER, [], NOW, CATALOG)
    assert yaml.safe_load(text)["config"]["rackguard:cluster"]["pools"]["work"]["software"] == {"cuda": "13.2"}
    assert "# No build of PyTorch is known to fit. The image's CUDA: " in text


def test_as_data() -> None:
    data = software_data(of("p6-b200.48xlarge"))
    assert data["image"] == {
        "dlami": "ubuntu-24.04",
        "release": "2026-09-15",
        "nvidia_driver": "595.91.07",
        "cuda": "13.2",
        "source": "AWS DLAMI release notes, base OSS (Ubuntu 24.04), second hand, 2026-09-15",
    }
    build = {key: data["pytorch"][key] for key in ("version", "cuda", "index", "python", "nccl")}
    assert build == {"version": "2.15.0", "cuda": "13.2", "index": "cu132", "python": ">=3.11", "nccl": "2.30.7"}
    assert data["unknown"] == ["which EFA installer it holds isn't known, and p6-b200.48xlarge needs 1.41.0 or newer"]
    assert data["lacks"] is None
    assert software_data(of("g5g.xlarge"))["lacks"] == "no build of PyTorch that is known fits"
    none = software_data(of("p3dn.24xlarge"))
    assert (none["image"], none["pytorch"]) == (None, None)
    assert none["lacks"].startswith("no current image: its V100-32GB needs the proprietary driver")
