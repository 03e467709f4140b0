"""A choice as a stack file: it is understood, passes every check, and says what was decided."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from rackguard.advice.advise import advise
from rackguard.advice.image import FittingImage, image_for
from rackguard.advice.stack_file import Nodes, Owner, nodes_of, stack_text, writable
from rackguard.catalog.catalog import load
from rackguard.catalog.types import PurchaseOption
from rackguard.cli.evaluate import check
from rackguard.economics.offers.find import find_offers
from rackguard.economics.offers.wanted import Wanted
from rackguard.sizing.read_workload import parse

NOW = datetime(2026, 12, 1, tzinfo=UTC)
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c ana"


def written(nodes: Nodes, folder: Path, classification: str = "internal") -> tuple[Path, str]:
    owner = Owner("llama", "123456789012", "ana", KEY, key_is_example=False, classification=classification)
    text = stack_text(nodes, owner, ["why\nit was chosen"], NOW, load())
    file = folder / "Pulumi.mine.yaml"
    file.write_text(text, encoding="utf-8")
    return file, text


def types_with_an_image() -> list[str]:
    catalog = load()
    return [kind.name for kind in catalog.instance_types() if isinstance(image_for(kind, catalog), FittingImage)]


@pytest.mark.parametrize("kind", types_with_an_image())
def test_every_type_can_be_written_however_it_is_bought(kind: str, tmp_path: Path) -> None:
    wanted = Wanted(instance_types=frozenset({kind}))
    priced = [offer for offer in find_offers(wanted, load()).offers if offer.rate.usd is not None]
    offers = {offer.purchase: offer for offer in priced}
    offers.pop(PurchaseOption.CAPACITY_BLOCK, None)
    for offer in offers.values():
        nodes = Nodes(offer.kind, offer.region, offer.zone_id, offer.purchase, 2, offer.kind.rdma, 1e12)
        for classification in ("internal", *(["phi"] if offer.kind.encryption_in_transit else [])):
            file, _ = written(nodes, tmp_path, classification)
            found = {problem.id for problem in check(file, NOW).problems if problem.level != "info"}
            assert found <= {"type-older-generation"}


def test_the_pool_is_the_choice(tmp_path: Path) -> None:
    workload, _ = parse({"fine_tune": {"model": "llama-3.1-70b", "method": "full", "tokens": 2e9}})
    assert workload is not None
    advice = advise(workload, NOW, load(), regions=("us-east-2",))
    choice = writable(advice.choices, load())
    assert choice is not None
    file, text = written(nodes_of(choice), tmp_path)
    cluster = yaml.safe_load(text)["config"]["rackguard:cluster"]
    pool = cluster["pools"]["work"]
    assert (pool["instance_type"], pool["zone_id"]) == (choice.cost.offer.instance_type, choice.cost.offer.zone_id)
    assert pool["nodes"] == {"min": 0, "max": choice.sizing.nodes}
    assert pool["purchase"] == {"spot": {"checkpoint": "checkpoints"}}
    saved = choice.sizing.needs.checkpoint_bytes
    assert saved is not None
    assert 0 <= cluster["storage"]["checkpoints"]["s3"]["expected_gib"] - 3 * saved / 2**30 < 1
    assert text.startswith("# why it was chosen\n# Advice of 2026-12-01T00:00:00Z; ")
    assert [problem.id for problem in check(file, NOW).problems] == ["image-not-pinned"]


def test_a_long_reason_is_a_comment_of_several_lines() -> None:
    kind = load().instance_type("p5.48xlarge")
    nodes = Nodes(kind, "us-east-2", "use2-az1", PurchaseOption.ON_DEMAND, 1)
    owner = Owner("llama", "123456789012", "ana", KEY, key_is_example=False)
    text = stack_text(nodes, owner, [f"{'word ' * 25}end", "x" * 120, "\x1b[2J"], NOW, load())
    assert text.splitlines()[:4] == [
        f"# {' '.join(['word'] * 19)}",  # 2 + 19 × 5 - 1: one more would be 101
        "#   word word word word word word end",
        f"# {'x' * 120}",
        "# [2J",
    ]


def test_a_capacity_block_and_a_type_without_an_image_are_passed_over() -> None:
    """A block has an id once it is bought; p3dn needs an image of the user's own."""
    science = {"ranks": 4, "memory_gib": 20, "flop_per_step": 1e12, "bytes_per_step": 1e10, "steps": 1e6}
    workload, _ = parse({"science": science, "limits": {"spot": False}})
    assert workload is not None
    advice = advise(workload, NOW, load())
    catalog = load()
    passed = [
        choice
        for choice in advice.will_do
        if choice.cost.offer.purchase is PurchaseOption.CAPACITY_BLOCK or choice.cost.offer.kind.gpu == "V100-32GB"
    ]
    assert {choice.cost.offer.instance_type for choice in passed} >= {"p3dn.24xlarge"}
    assert any(choice.cost.offer.purchase is PurchaseOption.CAPACITY_BLOCK for choice in passed)
    assert writable(passed, catalog) is None
    assert writable(advice.choices, catalog) not in (None, *passed)


def test_what_breaks_a_limit_is_never_written() -> None:
    tune = {"model": "llama-3.1-70b", "method": "full", "tokens": 2e9}
    workload, _ = parse({"fine_tune": tune, "limits": {"budget_usd": 3}})
    assert workload is not None
    advice = advise(workload, NOW, load())
    assert advice.choices
    assert writable(advice.choices, load()) is None


def test_an_image_is_one_that_drives_the_gpu() -> None:
    catalog = load()
    fitting = image_for(catalog.instance_type("p6-b200.48xlarge"), catalog)
    assert isinstance(fitting, FittingImage)
    assert (fitting.system, fitting.release.nvidia_driver) == ("ubuntu-24.04", "595.91.07")
    assert image_for(catalog.instance_type("g6f.xlarge"), catalog) == (
        "no current image: its L4 slice needs the grid driver, and the Deep Learning AMI has the open one"
    )
