"""What a pool says of its software: checked, decided where it is silent, and without a trace in what nodes are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from rackguard.catalog.catalog import Catalog
from rackguard.catalog.types import Gpu
from rackguard.cli.evaluate import check
from rackguard.plan.cluster import plan_cluster
from rackguard.plan.software.chain import chain
from rackguard.plan.software.on_gpu import first_cuda
from rackguard.plan.software.runs import release_of
from rackguard.spec.pool import Image
from rackguard.spec.software import Software
from rackguard.spec.stack import Stack

NOW = datetime(2026, 12, 1, tzinfo=UTC)
UBUNTU = Image.model_validate({"dlami": "ubuntu-24.04"})
Declare = Callable[..., Stack]


def links(kind: str, catalog: Catalog, **software: Any) -> list[tuple[str, str]]:
    found = chain(catalog.instance_type(kind), UBUNTU, Software.model_validate(software), catalog, NOW)
    return [(link.about, link.outcome) for link in found]


def test_the_whole_chain_of_an_h100(catalog: Catalog) -> None:
    assert links("p5.48xlarge", catalog, pytorch="2.15", precision=["bf16", "fp4"], flash_attention=3) == [
        ("gpu", "fits"),
        ("driver-cuda", "fits"),
        ("precision", "fits"),
        ("precision", "fails"),
        ("flash-attention", "fits"),
    ]


def test_each_framework_is_checked_by_itself(catalog: Catalog) -> None:
    assert links("p6-b200.48xlarge", catalog, pytorch="2.9", tensorflow="2.20", jax="9.9") == [
        ("version", "unknown"),  # of JAX
        ("gpu", "fits"),
        ("driver-cuda", "fits"),
        ("gpu", "doubtful"),
        ("driver-cuda", "fits"),
    ]


def test_nothing_said_is_nothing_checked(catalog: Catalog) -> None:
    assert links("p5.48xlarge", catalog) == []


def test_a_gpu_that_the_catalogue_has_not_is_unknown(catalog: Catalog) -> None:
    kind = replace(catalog.instance_type("p5.48xlarge"), gpu=None)
    (link,) = chain(kind, UBUNTU, Software.model_validate({"pytorch": "2.15"}), catalog, NOW)
    assert (link.outcome, link.words) == (
        "unknown",
        "can't be checked: the catalogue doesn't know the GPU of p5.48xlarge",
    )


def test_a_compute_capability_of_which_nothing_is_known_is_unknown() -> None:
    class NewGpu(Catalog):
        def gpu(self, name: str) -> Gpu:
            return replace(super().gpu(name), compute_capability="10.7")

    found = links("p5.48xlarge", NewGpu(), pytorch="2.15", precision=["fp8"])
    assert found == [("gpu", "unknown"), ("driver-cuda", "fits"), ("precision", "unknown")]


@pytest.mark.parametrize(
    ("given", "release"),
    [("2.1", "2.1.2"), ("2.10", "2.10.0"), ("2.9.1", "2.9.1"), ("2.9.0", None), ("3.0", None)],
)
def test_a_version_of_two_numbers_is_the_newest_release_of_it(given: str, release: str | None) -> None:
    assert release_of(given, ("2.1.1", "2.1.2", "2.9.1", "2.10.0")) == release


@pytest.mark.parametrize(
    ("capability", "cuda"), [("8.9", "11.0"), ("9.0", "11.8"), ("10.3", "12.8"), ("7.5", "9.0"), ("3.7", None)]
)
def test_code_runs_on_its_generation_from_its_number_on(capability: str, cuda: str | None, catalog: Catalog) -> None:
    assert first_cuda(capability, catalog) == cuda


def test_the_build_that_is_meant_is_a_decision(declare: Declare, catalog: Catalog) -> None:
    def decided(**software: Any) -> list[str]:
        plan = plan_cluster(declare(pools={"train": {"software": software}}), catalog, NOW)
        assert plan is not None
        return [decision.value for decision in plan.decisions if decision.id == "software"]

    assert decided(pytorch="2.14", tensorflow="2.20") == [
        "PyTorch 2.14.0 for CUDA 13.0",
        "TensorFlow 2.20.0 for CUDA 12.5 or newer",
    ]
    assert decided(pytorch="2.14", cuda="12.6") == []
    assert decided(pytorch="9.9") == []
    assert decided(precision=["bf16"]) == []


def test_nodes_are_the_same_whatever_runs_on_them(declare: Declare, catalog: Catalog) -> None:
    def pool(software: dict[str, Any] | None) -> Any:
        plan = plan_cluster(declare(pools={"train": {"software": software}}), catalog, NOW)
        assert plan is not None
        return replace(plan.pools[0], decisions=())

    assert pool({"pytorch": "2.14", "precision": ["bf16"]}) == pool(None)


STACK = """\
config:
  aws:region: us-east-1
  rackguard:cluster:
    name: llm
    account_id: "123456789012"
    tags: {owner: ml, environment: dev, classification: internal}
    network: {cidr: 10.0.0.0/16, nat: one, endpoints: [s3]}
    access:
      users:
        - {name: ana, keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c ana"]}
    pools:
      train:
        instance_type: p3dn.24xlarge
        zone_id: use1-az1
        nodes: {max: 1}
        image: {os: ubuntu-22.04, id: ami-01234567}
        software: SOFTWARE
"""


def problems(software: str, folder: Path) -> list[tuple[str, str]]:
    file = folder / "Pulumi.v100.yaml"
    file.write_text(STACK.replace("SOFTWARE", software), encoding="utf-8")
    found = check(file, NOW).problems
    return [(problem.id, problem.message) for problem in found if problem.id.startswith(("software", "spec"))]


def test_a_file_is_told_all_at_once(tmp_path: Path) -> None:
    assert problems('{pytorch: "2.11", driver: "595.91.07", precision: [fp16, bf16]}', tmp_path) == [
        (
            "software-cuda-gpu",
            (
                "`pools.train.software.pytorch` is 2.11, whose build for CUDA 13.0 makes no code for"
                " p3dn.24xlarge's V100-32GB (compute capability 7.0): CUDA 12.9 is the last that does"
            ),
        ),
        (
            "software-driver-gpu",
            "`pools.train.software.driver` is 595.91.07; p3dn.24xlarge's V100-32GB needs R580 or older",
        ),
        (
            "software-precision",
            (
                "`pools.train.software.precision[1]` is bf16, which p3dn.24xlarge's V100-32GB (compute capability 7.0)"
                " lacks"
            ),
        ),
    ]


def test_what_rests_on_a_value_that_is_not_understood_is_not_guessed(tmp_path: Path) -> None:
    """Without `cuda` the usual build would be judged, which isn't what was meant."""
    assert problems('{pytorch: "2.11", cuda: "12"}', tmp_path) == [
        (
            "spec-value",
            "`pools.train.software.cuda` is '12'; allowed: a version of CUDA, two numbers in quotes: \"13.0\"",
        )
    ]
