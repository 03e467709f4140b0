"""Packaged models: the count of parameters by shape, against published ones and those of an independent table."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from rackguard.catalog.unknown_name import UnknownName
from rackguard.sizing.models import KnownModel, find_model, model, model_names, models
from rackguard.sizing.parameters import parameters
from rackguard.sizing.shape import Experts, LatentAttention, ModelShape

HERE = Path(__file__).parent


def reference() -> dict[str, dict[str, str]]:
    with (HERE / "models.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    # The packaged table holds the same models in the same order.
    return dict(zip(model_names(), rows, strict=True))


REFERENCE = reference()


def counts(known: KnownModel) -> tuple[int, int]:
    """All and active parameters, as the published count of the model counts them."""
    found = known.parameters
    assert found is not None
    if known.published_without_tables:
        rest = found.total - found.embedding - found.head
        return rest, rest
    return found.total, found.active


@pytest.mark.parametrize("known", [pytest.param(one, id=one.name) for one in models() if one.name != "sdxl-base"])
def test_the_shape_gives_the_count_to_the_parameter(known: KnownModel) -> None:
    row = REFERENCE[known.name]
    active = row["params_active_formula"] or row["params_formula"]
    assert counts(known) == (int(row["params_formula"]), int(active))


@pytest.mark.parametrize("known", [pytest.param(one, id=one.name) for one in models() if one.published_parameters])
def test_the_count_is_close_to_the_published_one(known: KnownModel) -> None:
    if known.parameters is None:
        assert known.name == "sdxl-base"
        return
    # Megatron's table is rounded to 0.1 B, and names are rounded freely.
    within = {"A": 0.03, "B": 0.01, "C": 0.05}[known.quality]
    assert counts(known)[0] == pytest.approx(known.published_parameters, rel=within)


def test_every_model_says_where_its_figures_come_from() -> None:
    assert len(models()) == 110
    assert [one.name for one in models() if not one.source.name or not one.shape_source.name] == []
    assert [one.name for one in models() if one.shape is None] == ["sdxl-base", "resnet-50", "dlrm-criteo-1tb"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("llama-3.1-70b", "llama-3.1-70b"),
        ("Llama-3.3-70B", "llama-3.1-70b"),
        ("deepseek-r1", "deepseek-v3"),
        ("mistral-7b", "mistral-7b-v0.3"),
    ],
)
def test_a_model_goes_by_several_names(written: str, meant: str) -> None:
    assert model(written).name == meant


def test_no_name_stands_for_two_models() -> None:
    spelled = [*model_names(), *(alias for one in models() for alias in one.aliases)]
    assert len(spelled) == len(set(spelled))


def test_an_unknown_model_is_answered_with_the_nearest() -> None:
    assert find_model("llama-3.1-71b") is None
    with pytest.raises(UnknownName) as refused:
        model("llama-3.1-71b")
    assert refused.value.suggestions[0] == "llama-3.1-70b"


def test_a_block_by_hand() -> None:
    # 2·h·a·d + 2·h·k·d = 2·8·4·2 + 2·8·1·2 = 160; 3·h·f = 3·8·16 = 384; two norms of 8; one more; tables 2·10·8.
    shape = ModelShape(layers=1, hidden=8, heads=4, kv_heads=1, head_size=2, intermediate=16, vocabulary=10)
    found = parameters(shape)
    assert (found.blocks, found.small, found.embedding, found.head) == (544, 24, 80, 80)
    assert (found.total, found.active, found.multiplied) == (728, 728, 648)


def test_tied_embeddings_are_multiplied_with_all_the_same() -> None:
    shape = ModelShape(layers=1, hidden=8, heads=4, intermediate=16, vocabulary=10, tied=True)
    found = parameters(shape)
    assert (found.head, found.multiplied) == (0, found.total)


def test_experts_by_hand() -> None:
    # Four experts of 3·8·5 = 120 with a router of 8·4, one shared; a token goes through one of the four.
    shape = ModelShape(
        layers=2,
        hidden=8,
        heads=4,
        intermediate=16,
        experts=Experts(count=4, active=1, intermediate=5, shared=1, layers=1),
    )
    found = parameters(shape)
    # Two attentions of 4·8·8, one dense MLP of 3·8·16, five experts; norms 2·2·8 + 8 and the router.
    assert (found.blocks, found.small) == (2 * 256 + 384 + 600, 40 + 32)
    assert (found.expert, found.idle) == (480, 360)


def test_latent_attention_by_hand() -> None:
    latent = LatentAttention(query_rank=0, kv_rank=3, nope_size=2, rope_size=1, value_size=2)
    shape = ModelShape(layers=1, hidden=8, heads=2, head_size=3, intermediate=4, latent=latent)
    # q 8·2·3, kv 8·(3+1) + 3 + 3·2·(2+2), output 2·2·8.
    assert parameters(shape).blocks == 48 + 32 + 3 + 24 + 32 + 3 * 8 * 4
