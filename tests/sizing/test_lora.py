"""Adapters and quantised bases, by hand and as published."""

from __future__ import annotations

import pytest

from rackguard.sizing.lora import adapter_parameters, double_quantisation_bits, quantised_base
from rackguard.sizing.models import model
from rackguard.sizing.parameters import parameters
from rackguard.sizing.shape import Experts, LatentAttention, ModelShape


def test_gpt_3_with_rank_4_on_queries_and_values_is_as_published() -> None:
    shape = model("gpt-3").shape
    assert shape
    found = adapter_parameters(shape, 4, ("q", "v"))
    assert found == 96 * 4 * 2 * (12288 + 12288) == 18_874_368
    # "35MB" in 16 bits, which are MiB [LoRA, arXiv 2106.09685, section 4.2].
    assert found * 2 / 2**20 == pytest.approx(35, rel=0.03)


def test_adapters_on_everything_of_a_gated_block() -> None:
    shape = ModelShape(layers=1, hidden=8, heads=4, kv_heads=1, head_size=3, intermediate=16)
    everything = ("q", "k", "v", "o", "gate", "up", "down")
    # Attention 2·(8+12) + 2·(8+3), MLP 3·(8+16).
    assert adapter_parameters(shape, 2, everything) == 2 * (40 + 22 + 72)


def test_adapters_are_on_every_expert() -> None:
    experts = Experts(count=4, active=1, intermediate=5, shared=1)
    shape = ModelShape(layers=2, hidden=8, heads=4, intermediate=16, experts=experts)
    assert adapter_parameters(shape, 1, ("up",)) == 2 * 5 * (8 + 5)


def test_adapters_of_latent_attention() -> None:
    latent = LatentAttention(query_rank=6, kv_rank=3, nope_size=2, rope_size=1, value_size=2)
    shape = ModelShape(layers=1, hidden=8, heads=2, head_size=3, intermediate=4, latent=latent)
    # q (8+6) + (6+2·3), k 8 + (3+1), v 3 + 2·(2+2), o 2·2 + 8.
    assert adapter_parameters(shape, 1) == 26 + 12 + 11 + 12


def test_double_quantisation_saves_what_its_paper_says() -> None:
    # 0.5 bit of 32-bit scales becomes 0.127; about 3 GB at 65 B [QLoRA, arXiv 2305.14314, section 3].
    assert double_quantisation_bits() == pytest.approx(0.127, abs=0.0005)
    shape = model("llama-1-65b").shape
    assert shape
    counts = parameters(shape)
    saved = quantised_base(counts).total - quantised_base(counts, double_quantisation=True).total
    assert saved == pytest.approx(3e9, rel=0.02)
