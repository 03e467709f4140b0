"""A sizing of a vision model, in training or served.

ResNet-50: 25,557,032 parameters, 4.09 GMAC an image of 224 pixels [torchvision], 11.1 million numbers put out by its
layers [RegNet, arXiv 2003.13678]; both grow with the pixels. ViT: a transformer over (size/patch)² + 1 tokens. Training
is three forward passes. Seen of the 16-bit peak: 0.14 to 0.24 in training, 0.15 to 0.22 served [NVIDIA
DeepLearningExamples, ResNet-50 on T4, V100, A100].
"""

from __future__ import annotations

from math import ceil

from rackguard.record import record
from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.activations import per_block
from rackguard.sizing.bytes_per_parameter import bytes_per_parameter
from rackguard.sizing.checkpoint_size import resume_bytes, write_seconds
from rackguard.sizing.needs import CORES_PER_GPU, interconnect, ram_bytes
from rackguard.sizing.overhead import fragmentation, framework_bytes
from rackguard.sizing.precision import BYTES
from rackguard.sizing.sizing import Component, Duration, Layout, Needs, Range, Rate, Sizing
from rackguard.sizing.training_time import FP32_RUN, Efficiency
from rackguard.sizing.workload import Vision, Workload

PIXELS = 224
TRAINING = Efficiency(
    0.14, 0.19, 0.24, "of the peak (NVIDIA DeepLearningExamples, ResNet-50 training on V100 and A100)"
)
SERVING = Efficiency(0.12, 0.18, 0.24, "of the peak (NVIDIA DeepLearningExamples, ResNet-50 inference on T4 and V100)")
TENSORRT = Efficiency(
    0.24, 0.30, 0.50, "of the peak (assumed: TensorRT fuses layers, about twice the framework's share)"
)
TRANSFORMER = Efficiency(
    0.26, 0.42, 0.46, "of the peak (NVIDIA DeepLearningExamples, BERT-large on V100 and A100: an encoder's share)"
)
FORWARD_PASSES = 3


@record
class PerImage:
    """What one image takes."""

    parameters: float
    flops: float
    """Forward."""
    kept: float
    """Bytes that training keeps of it."""
    working: float
    """Bytes of one layer's input and output, served."""
    transformer: bool


def flops_per_image(gmac: float, image_size: int = PIXELS) -> float:
    """FLOPs of an image forward: two a MAC, and as many times more as it has more pixels."""
    return 2 * gmac * 1e9 * (image_size / PIXELS) ** 2


def images_per_second(flops: float, gpus: int, peak_tflops: float, efficiency: float) -> float:
    """Images a second at a share of the peak."""
    return gpus * peak_tflops * 1e12 * efficiency / flops


def epoch_hours(images: float, images_per_s: float, epochs: float = 1) -> float:
    """Hours at a known throughput, evaluation left out."""
    return images * epochs / images_per_s / 3600


def embedding_bytes(rows: float, width: int, bytes_each: float = 4.0) -> float:
    """Bytes of a recommender's embedding tables: rows·width·4 in fp32 [mlcommons, DLRM]."""
    return rows * width * bytes_each


def per_image(vision: Vision) -> PerImage:
    """What one image of the declared size takes."""
    width = BYTES[vision.precision]
    scale = (vision.image_size / PIXELS) ** 2
    if vision.network:
        numbers = vision.network.activations_per_image * scale
        flops = vision.network.gflop_per_image * 1e9 * scale
        # The output of each layer and of its activation function.
        return PerImage(
            vision.network.parameters, flops, 2 * numbers * width, 2 * numbers * width / 10, transformer=False
        )
    from rackguard.sizing.models import model

    assert vision.model is not None  # the base's validator
    known = model(vision.model)
    counts = known.parameters
    assert counts is not None  # the packaged ones have a count
    if known.shape is None:
        numbers = 11.1e6 * scale
        flops = flops_per_image(4.09, vision.image_size)
        return PerImage(counts.total, flops, 2 * numbers * width, 2 * numbers * width / 10, transformer=False)
    shape = known.shape
    tokens = (vision.image_size // shape.positions) ** 2 + 1
    attention = 4 * shape.layers * tokens * tokens * shape.hidden
    block = per_block(shape, tokens, 1) * width / 2
    return PerImage(counts.total, 2 * tokens * counts.blocks + attention, shape.layers * block, block, transformer=True)


def size_vision(workload: Workload, vision: Vision, where: Accelerator, gpus: int) -> Sizing:
    """The sizing: data parallel, every GPU with the whole model."""
    image, training = per_image(vision), vision.task == "train"
    components = _memory(vision, image, gpus)
    total = sum(component.bytes for component in components)
    efficiency, peak = _efficiency(vision, image), where.peak(vision.precision)
    flops = image.flops * (FORWARD_PASSES if training else 1)
    rate = efficiency.of(gpus * peak * 1e12 / flops) if peak else None
    images = vision.images * vision.epochs if vision.images else None
    job = Range(*(images / each for each in (rate.high, rate.expected, rate.low))) if rate and images else None
    states = bytes_per_parameter("fp32" if vision.precision == "fp32" else "fp16", "sgd")
    checkpoint = resume_bytes(image.parameters, states) if training else None
    step = vision.batch * gpus / rate.expected if rate else None
    nodes = ceil(gpus / where.per_node)
    return Sizing(
        task="vision",
        model=vision.model or "the network given",
        on=where.name,
        gpu=where.gpu.name if where.gpu else where.name,
        gpus=gpus,
        nodes=nodes,
        layout=Layout("ddp" if training and gpus > 1 else "copies", gpus, why="every GPU holds the whole model"),
        components=components,
        memory_bytes=where.memory,
        free_share=workload.free_share,
        remedies=(),
        durations=(Duration("compute", job, "vision", efficiency.words),) if job else (),
        job_seconds=job,
        rate=Rate("images", rate, "vision", efficiency.words) if rate else None,
        flops=flops * images if images else None,
        unmet=_unmet(vision, rate),
        missing=() if peak else (where.without_peak(vision.precision),),
        assumptions=("the optimizer is SGD with momentum",) if training else (),
        needs=Needs(
            gpus=gpus,
            memory_bytes_per_gpu=total / (1 - workload.free_share),
            precision=vision.precision,
            interconnect=interconnect(
                gpus=gpus if training else 1,
                per_node=where.per_node,
                tensor=1,
                traffic=2 * image.parameters * 2.0,
                tensor_traffic=0.0,
                compute_seconds=step,
            ),
            gpus_per_node=1,
            cores_per_gpu=CORES_PER_GPU,
            ram_bytes_per_node=ram_bytes(where, gpus),
            read_bytes_per_second=rate.high * vision.image_kib * 1024 if rate else None,
            checkpoint_bytes=checkpoint,
            checkpoint_seconds=write_seconds(checkpoint, nodes) if checkpoint else None,
        ),
    )


def _memory(vision: Vision, image: PerImage, gpus: int) -> tuple[Component, ...]:
    inputs = 3 * vision.image_size**2 * vision.batch * 4.0
    if vision.task == "serve":
        found = [
            Component("weights", image.parameters * BYTES[vision.precision], "precision"),
            Component("activations of a layer", image.working * vision.batch, "vision"),
        ]
    else:
        each = bytes_per_parameter("fp32" if vision.precision in ("fp32", "tf32", "fp64") else "fp16", "sgd")
        found = [
            Component("weights", image.parameters * each.weights, "bytes_per_parameter"),
            Component("gradients", image.parameters * each.gradients, "bytes_per_parameter"),
            Component("optimizer states", image.parameters * each.optimizer, "bytes_per_parameter"),
            Component("activations", image.kept * vision.batch, "vision"),
        ]
    found.append(Component("images", inputs, "vision"))
    allocated = sum(component.bytes for component in found)
    found += [
        Component("framework", framework_bytes(gpus if vision.task == "train" else 1), "overhead"),
        Component("allocator's slack", fragmentation(allocated), "overhead"),
    ]
    return tuple(found)


def _efficiency(vision: Vision, image: PerImage) -> Efficiency:
    if vision.tensorrt:
        return TENSORRT
    if image.transformer:
        return TRANSFORMER
    if vision.precision in ("fp32", "fp64"):
        return FP32_RUN
    return TRAINING if vision.task == "train" else SERVING


def _unmet(vision: Vision, rate: Range | None) -> tuple[str, ...]:
    wanted = vision.images_per_s
    if not wanted or not rate or rate.expected >= wanted:
        return ()
    often, reached = ("at best", rate.high) if rate.high < wanted else ("as expected", rate.expected)
    return (f"`images_per_s` of {wanted:,.15g} is missed: {reached:,.4g} {often}",)
