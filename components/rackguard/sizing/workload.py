"""What a user wants to run: the workload file.

A model is named (`rackguard list models`) or given by its shape. Counts may be written as 2e9.
"""

from functools import cached_property
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from rackguard.sizing.activations import Recomputation
from rackguard.sizing.bytes_per_parameter import Gradients, Optimizer
from rackguard.sizing.compute import Method
from rackguard.sizing.demand import Demand
from rackguard.sizing.lora import ATTENTION, Target
from rackguard.sizing.models import model_names
from rackguard.sizing.parameters import Parameters, parameters
from rackguard.sizing.precision import Precision, Storage
from rackguard.sizing.shape import ModelShape
from rackguard.sizing.sharding import Strategy
from rackguard.sizing.workload_figures import Figure, GpuRegion, Region, Share, Size, Ways
from rackguard.spec.base import AwareTime, Classification, Model, Switch


def _known(name: str) -> str:
    from rackguard.sizing.models import find_model
    from rackguard.spec.suggest import did_you_mean

    if find_model(name) is None:
        raise ValueError(
            f"a packaged model. {did_you_mean(name, model_names())}".rstrip()
            + " Others: `rackguard list models`, or give its `shape`"
        )
    return name


ModelName = Annotated[str, StringConstraints(min_length=1, max_length=100), AfterValidator(_known)]
TrainingPrecision = Literal["fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp4"]


class Parallel(Model):
    """How a model is spread over GPUs. Data parallel fills what the others leave."""

    strategy: Strategy = Field(default="fsdp", description="What data-parallel ranks share of the model's states.")
    tensor: Ways = Field(default=1, description="GPUs that share each block.")
    pipeline: Ways = Field(default=1, description="Stages of blocks.")
    interleave: Ways = Field(default=1, description="Chunks of a stage in an interleaved schedule.")
    expert: Ways = Field(default=1, description="GPUs that share the experts.")
    sequence: Switch = Field(default=True, description="Sequence parallel beside tensor parallel.")


class _OfModel(Model):
    """A model by name or by shape."""

    exactly_one_of: ClassVar = (("model", "shape"),)

    model: ModelName | None = Field(default=None, description="A packaged model: `rackguard list models`.")
    shape: ModelShape | None = Field(default=None, description="The shape of a model that isn't packaged.")

    @cached_property
    def of(self) -> ModelShape:
        """The shape, however it was given."""
        if self.shape:
            return self.shape
        from rackguard.sizing.models import model

        assert self.model is not None  # the base's validator
        known = model(self.model).shape
        assert known is not None  # _has_shape
        return known

    @cached_property
    def counts(self) -> Parameters:
        """The model's parameters."""
        return parameters(self.of)

    @property
    def named(self) -> str:
        """The model's name, or what stands for it."""
        return self.model or "the shape given"

    @model_validator(mode="after")
    def _has_shape(self) -> Self:
        from rackguard.sizing.models import model

        if self.model and model(self.model).shape is None:
            raise PydanticCustomError("no_transformer", "{model} is no transformer", {"model": self.model})
        return self


class _Training(_OfModel):
    """What training from the start and fine-tuning have in common."""

    tokens: Figure = Field(description="Tokens of the whole training, epochs included.")
    sequence_length: Size = Field(default=4096, description="Tokens of a sequence.")
    micro_batch: Size = Field(default=1, description="Sequences that a GPU works on at a time.")
    global_batch: Size | None = Field(default=None, description="Sequences of a step over all GPUs.")
    precision: TrainingPrecision = Field(default="bf16", description="Number format of the products.")
    optimizer: Optimizer = Field(default="adamw", description="The optimizer, which decides on the states kept.")
    gradients: Gradients = Field(default="as-weights", description="Precision in which gradients are kept.")
    parallel: Parallel | None = Field(default=None, description="How it is spread; chosen where absent.")
    recomputation: Recomputation | None = Field(
        default=None, description="Activations worked out again in the backward pass; chosen where absent."
    )
    flash_attention: Switch = Field(default=True, description="Attention that keeps no scores.")
    eager: Switch = Field(default=False, description="PyTorch without compiled or fused kernels: more activations.")


class Train(_Training):
    """Training a language model from the start."""


class FineTune(_Training):
    """Training on from an existing model."""

    method: Method = Field(default="full", description="All weights, or adapters on a frozen (quantised) base.")
    rank: Size = Field(default=16, description="Rank of the adapters (LoRA, QLoRA).")
    targets: tuple[Target, ...] = Field(default=ATTENTION, min_length=1, description="Matrices with adapters.")
    double_quantisation: Switch = Field(default=True, description="QLoRA's scales are quantised as well.")


class Serve(_OfModel):
    """Serving a language model."""

    concurrency: Size = Field(default=1, description="Conversations at the same time.")
    context: Size = Field(default=8192, description="Tokens of a conversation, prompt and answer.")
    prompt: Size | None = Field(default=None, description="Of those, the prompt's; half where absent.")
    weights: Storage = Field(default="bf16", description="How weights are stored (quantisation).")
    cache: Storage = Field(default="bf16", description="How keys and values are stored.")
    precision: Precision | None = Field(default=None, description="Number format of the products; the weights'.")
    tensor: Ways | None = Field(default=None, description="GPUs that share each block; chosen where absent.")
    ms_per_token: Figure | None = Field(default=None, description="Longest time for a token of an answer, ms.")
    first_token_ms: Figure | None = Field(default=None, description="Longest time until an answer begins, ms.")
    hours: Figure | None = Field(default=None, description="How long it is served; a month where absent.")


class Network(Model):
    """A vision network that isn't packaged."""

    parameters: Figure = Field(description="Parameters.")
    gflop_per_image: Figure = Field(description="GFLOP of an image forward (two a MAC), at 224 pixels.")
    activations_per_image: Figure = Field(description="Numbers that layers put out for an image, at 224 pixels.")


class Vision(Model):
    """Training or serving a vision model."""

    exactly_one_of: ClassVar = (("model", "network"),)

    task: Literal["train", "serve"] = Field(description="Training or serving.")
    model: Literal["resnet-50", "vit-l-16", "vit-h-14"] | None = Field(default=None, description="A packaged one.")
    network: Network | None = Field(default=None, description="Figures of one that isn't packaged.")
    image_size: Size = Field(default=224, description="Pixels a side.")
    batch: Size = Field(default=128, description="Images that a GPU works on at a time.")
    images: Figure | None = Field(default=None, description="Images of an epoch, or in all when serving.")
    epochs: Size = Field(default=1, description="Times that training goes through the images.")
    image_kib: Figure = Field(default=110, description="Size of a stored image, KiB (ImageNet's average).")
    precision: Precision = Field(default="fp16", description="Number format of the products.")
    tensorrt: Switch = Field(default=False, description="Served by TensorRT.")
    images_per_s: Figure | None = Field(default=None, description="Least images a second.")


class Science(Model):
    """A simulation over MPI, one rank a GPU."""

    ranks: Ways = Field(description="MPI ranks, one a GPU.")
    memory_gib: Figure = Field(description="GPU memory of a rank, GiB.")
    flop_per_step: Figure = Field(description="FLOP of a rank in a step.")
    bytes_per_step: Figure = Field(description="Bytes that a rank reads and writes in GPU memory in a step.")
    halo_mib: Figure | None = Field(default=None, description="MiB that a rank sends to its neighbours in a step.")
    steps: Figure = Field(description="Steps of the whole run.")
    precision: Precision = Field(default="fp64", description="Number format.")
    checkpoint_gib: Figure | None = Field(default=None, description="GiB of a rank's checkpoint; its memory if absent.")


class Data(Model):
    """What is read."""

    location: str = Field(min_length=1, max_length=1024, description="Where it is: `s3://bucket/prefix`.")
    region: Region | None = Field(default=None, description="The region it is in: reading from others costs egress.")
    size_gib: Figure = Field(description="Its size, GiB.")
    classification: Classification | None = Field(default=None, description="How sensitive it is.")


class Limits(Model):
    """What the answer has to keep to."""

    deadline: AwareTime | None = Field(default=None, description='When it has to be done: "2026-12-04T18:00:00Z".')
    budget_usd: Figure | None = Field(default=None, description="The most that it may cost, USD.")
    regions: tuple[GpuRegion, ...] = Field(default=(), description="Regions that may be used; all where absent.")
    spot: Switch = Field(default=True, description="Spot capacity may be used.")
    capacity_block: Switch = Field(default=True, description="A capacity block may be used.")
    reservation: Switch = Field(default=True, description="Reserved capacity may be used.")
    commitment: Switch = Field(default=True, description="A year may be committed to: a price, no capacity.")


class Workload(Model):
    """One workload, what it reads and what it has to keep to."""

    exactly_one_of: ClassVar = (("train", "fine_tune", "serve", "vision", "science"),)

    train: Train | None = Field(default=None, description="Train a language model.")
    fine_tune: FineTune | None = Field(default=None, description="Fine-tune a language model.")
    serve: Serve | None = Field(default=None, description="Serve a language model.")
    vision: Vision | None = Field(default=None, description="Train or serve a vision model.")
    science: Science | None = Field(default=None, description="Run a simulation over MPI.")
    memory_free: Share = Field(default="20%", description="Share of a GPU's memory to keep free.")
    data: Data | None = Field(default=None, description="The data that is read.")
    limits: Limits = Field(default_factory=Limits, description="Deadline, budget, regions, purchase options.")
    demand: Demand | None = Field(
        default=None, description="What nodes are wanted for beyond one job; a job runs once, a service on."
    )

    @property
    def free_share(self) -> float:
        """`memory_free` as a fraction."""
        return float(self.memory_free.rstrip("%")) / 100
