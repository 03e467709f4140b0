"""`rackguard explain MODEL`: a packaged model, and what its figures come to."""

from __future__ import annotations

from rackguard.report.layout import Style, columns
from rackguard.report.sources import cited
from rackguard.sizing.compute import model_flops_per_token
from rackguard.sizing.kv_cache import cache_per_token
from rackguard.sizing.lora import adapter_parameters, quantised_base
from rackguard.sizing.models import KnownModel, find_model
from rackguard.sizing.parameters import Parameters
from rackguard.sizing.shape import ModelShape

_LENGTH = 4096


def explained(name: str, style: Style) -> list[str]:
    """The lines that explain the model of that name or alias; none where there is none."""
    known = find_model(name)
    if known is None:
        return []
    counts = known.parameters
    rows = [["also called", ", ".join(known.aliases)], *(_shape(known.shape) if known.shape else [])]
    rows += _counts(counts) if counts else [["parameters", "not worked out: no shape is known"]]
    rows += [
        ["published", _published(known)],
        ["source", cited(known.source)],
        ["source of the shape", cited(known.shape_source)],
        *(_comes_to(known.shape, counts) if known.shape and counts else []),
        ["note", known.note],
    ]
    title = style.paint(f"model {known.name} ({known.title})", "title")
    return [title, *columns([[key, words] for key, words in rows if words], width=style.width, flexible=1)]


def _shape(shape: ModelShape) -> list[list[str]]:
    attention = f"{shape.heads} heads of {shape.head}, {shape.keys} for keys and values"
    if shape.latent:
        attention = f"{shape.heads} heads, latent attention of rank {shape.latent.kv_rank} + {shape.latent.rope_size}"
    if shape.windowed_layers:
        attention += f"; {shape.windowed_layers} layers look back {shape.attention_window:,} tokens"
    mlp = f"{shape.intermediate:,}{', gated' if shape.gated else ''}"
    if shape.experts:
        experts = shape.experts
        mlp = f"{experts.active} of {experts.count} experts of {experts.intermediate:,} in {shape.expert_layers} layers"
        mlp += f", {experts.shared} shared" if experts.shared else ""
    return [
        ["kind", shape.kind],
        ["layers, hidden", f"{shape.layers}, {shape.hidden:,}"],
        ["attention", attention],
        ["MLP", mlp],
        ["vocabulary", f"{shape.vocabulary:,}{', tied' if shape.tied else ''}" if shape.vocabulary else ""],
    ]


def _counts(counts: Parameters) -> list[list[str]]:
    rows = [["parameters", f"{counts.total:,}"]]
    return [*rows, ["active", f"{counts.active:,}"]] if counts.idle else rows


def _published(known: KnownModel) -> str:
    if known.published_parameters is None:
        return ""
    words = f"{known.published_parameters:,}"
    words += f", {known.published_active:,} active" if known.published_active else ""
    return f"{words}{' without embedding and head' if known.published_without_tables else ''} (quality {known.quality})"


def _comes_to(shape: ModelShape, counts: Parameters) -> list[list[str]]:
    qlora = quantised_base(counts, double_quantisation=True).total
    rows = [
        ["weights", f"{_gb(2 * counts.total)} in 16 bits, {_gb(counts.total)} in 8; {_gb(qlora)} for QLoRA"],
        ["full training", f"{_gb(16 * counts.total)} of weights, gradients and AdamW's states"],
        ["training", f"{model_flops_per_token(shape, _LENGTH):.4g} FLOP a token at {_LENGTH:,} tokens"],
    ]
    if shape.kind != "decoder":
        return rows
    adapters = adapter_parameters(shape, 16)
    return [
        *rows,
        ["LoRA, rank 16", f"{adapters:,} parameters on q, k, v and o"],
        ["keys and values", f"{cache_per_token(shape):,.0f} bytes a token in 16 bits"],
    ]


def _gb(size: float) -> str:
    return f"{size / 1e9:,.0f} GB" if size > 1e12 else f"{size / 1e9:.4g} GB"
