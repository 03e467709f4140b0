"""What a workload asks for and can't have at once."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.sizing.demand import Demand
from rackguard.sizing.shape import ModelShape
from rackguard.sizing.workload import FineTune, Parallel, Serve, Train, Vision
from rackguard.spec.base import Model
from rackguard.spec.problem import Path, Problem


def contradictions(part: Model, path: Path) -> list[Problem]:
    """All contradictions inside one part of a workload, at its path in the file."""
    if isinstance(part, (Train, FineTune)):
        found = _of_training(part)
    elif isinstance(part, Serve):
        found = _of_serving(part)
    elif isinstance(part, Vision):
        found = _of_vision(part)
    elif isinstance(part, Demand):
        found = _of_demand(part)
    else:
        found = iter(())
    return [Problem("workload-contradiction", "error", (*path, *at), words, hint) for at, words, hint in found]


Found = Iterator[tuple[Path, str, str]]


def _of_training(train: Train | FineTune) -> Found:
    yield from _of_shape(train.of)
    if train.global_batch and train.global_batch % train.micro_batch:
        words = f"`global_batch` is {train.global_batch:,}, which {train.micro_batch:,} a GPU at a time don't make up"
        yield ("global_batch",), words, "Give a multiple of `micro_batch`."
    if train.tokens < train.sequence_length:
        words = f"`tokens` is {train.tokens:,.15g}, less than one sequence of {train.sequence_length:,}"
        yield ("tokens",), words, "Tokens are counted over the whole training."
    if isinstance(train, FineTune):
        yield from _of_fine_tuning(train)
    if train.parallel:
        yield from _of_parallel(train.parallel, train.of)


def _of_fine_tuning(train: FineTune) -> Found:
    if train.method == "qlora" and train.precision not in ("bf16", "fp16", "fp32"):
        words = f"`method` is qlora, whose products are made in 16 or 32 bits, and `precision` is {train.precision}"
        yield ("precision",), words, "Leave `precision` out, or choose another method."
    if train.method != "full" and train.rank > train.of.hidden:
        words = f"`rank` is {train.rank:,}, more than the model's hidden size of {train.of.hidden:,}"
        yield ("rank",), words, "Ranks are 8 to 256; a full one is `method: full`."


def _of_parallel(parallel: Parallel, shape: ModelShape) -> Found:
    if shape.heads % parallel.tensor:
        words = f"`parallel.tensor` is {parallel.tensor}, which the model's {shape.heads} heads can't be divided by"
        yield ("parallel", "tensor"), words, "Give a divisor of the heads: 2, 4, 8."
    if parallel.pipeline > shape.layers:
        words = f"`parallel.pipeline` is {parallel.pipeline}, and the model has {shape.layers} layers"
        yield ("parallel", "pipeline"), words, "A stage needs a layer at least."
    if parallel.interleave > 1 and parallel.pipeline == 1:
        words = f"`parallel.interleave` is {parallel.interleave} without pipeline stages"
        yield ("parallel", "interleave"), words, "Give `pipeline`, or leave `interleave` out."
    if parallel.expert > 1 and not shape.experts:
        words = f"`parallel.expert` is {parallel.expert}, and the model has no experts"
        yield ("parallel", "expert"), words, "Leave it out."
    if shape.experts and shape.experts.count % parallel.expert:
        words = f"`parallel.expert` is {parallel.expert}, which {shape.experts.count} experts can't be divided by"
        yield ("parallel", "expert"), words, "Give a divisor of the experts."


def _of_shape(shape: ModelShape) -> Found:
    if shape.head_size is None and shape.hidden % shape.heads:
        words = (
            f"`shape.hidden` is {shape.hidden:,}, which {shape.heads} heads don't divide, and there is no `head_size`"
        )
        yield ("shape", "heads"), words, "Give `head_size` as the model's configuration does."
    if shape.heads % shape.keys:
        words = f"`shape.kv_heads` is {shape.keys}, which {shape.heads} heads can't be divided by"
        yield ("shape", "kv_heads"), words, "Each key/value head serves as many heads."
    if shape.windowed_layers > shape.layers or bool(shape.windowed_layers) != bool(shape.attention_window):
        words = f"{shape.windowed_layers} of {shape.layers} layers have a window of {shape.attention_window} tokens"
        yield ("shape", "windowed_layers"), words, "Give both `windowed_layers`, at most all, and `attention_window`."
    if shape.experts and shape.experts.active > shape.experts.count:
        words = f"a token goes through {shape.experts.active} of {shape.experts.count} experts"
        yield ("shape", "experts", "active"), words, "At most all of them."
    if shape.expert_layers > shape.layers:
        words = f"{shape.expert_layers} of {shape.layers} layers have experts"
        yield ("shape", "experts", "layers"), words, "At most all of them."


def _of_serving(serve: Serve) -> Found:
    yield from _of_shape(serve.of)
    if serve.prompt and serve.prompt >= serve.context:
        words = (
            f"`prompt` is {serve.prompt:,} of a `context` of {serve.context:,} tokens, which leaves none for an answer"
        )
        yield ("prompt",), words, "The context is prompt and answer together."
    if serve.tensor and serve.of.heads % serve.tensor:
        words = f"`tensor` is {serve.tensor}, which the model's {serve.of.heads} heads can't be divided by"
        yield ("tensor",), words, "Give a divisor of the heads: 2, 4, 8."


def _of_vision(vision: Vision) -> Found:
    if vision.task == "train" and vision.images is None:
        yield ("images",), "`images` is needed to train", "How many images an epoch has: 1281167 for ImageNet."
    if vision.task == "train" and vision.tensorrt:
        yield ("tensorrt",), "`tensorrt` is true, and TensorRT serves models only", "Leave it out to train."
    if vision.task == "train" and vision.precision in ("int8", "fp4"):
        words = f"`precision` is {vision.precision}, in which models are served, not trained"
        yield ("precision",), words, "fp16, bf16, tf32 or fp32."
    if vision.task == "serve" and vision.epochs > 1:
        yield ("epochs",), f"`epochs` is {vision.epochs} where nothing is trained", "Leave it out to serve."
    patch = {"vit-l-16": 16, "vit-h-14": 14}.get(vision.model or "", 1)
    if vision.image_size % patch:
        words = f"`image_size` is {vision.image_size}, which patches of {patch} pixels don't divide"
        yield ("image_size",), words, f"Give a multiple of {patch}."


def _of_demand(demand: Demand) -> Found:
    if demand.within_hours is not None and demand.within_hours < demand.hours_per_month:
        words = (
            f"`within_hours` is {demand.within_hours:g}, and the work takes `hours_per_month`,"
            f" {demand.hours_per_month:g} hours, in one go"
        )
        yield ("within_hours",), words, "Give more hours, or fewer `hours_per_month`."
