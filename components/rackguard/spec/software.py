"""What runs on the nodes of a pool, as far as it must fit their GPUs and driver."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.base import Model, Whole

Version = Annotated[str, StringConstraints(pattern=patterns.VERSION)]
Precision = Literal["fp16", "bf16", "tf32", "fp8", "fp4"]
"""Number formats that not every GPU has."""


class Software(Model):
    """What runs on the nodes: checked against their GPUs and driver, and installed by you."""

    pytorch: Version | None = Field(default=None, description="Version of PyTorch.")
    tensorflow: Version | None = Field(default=None, description="Version of TensorFlow.")
    jax: Version | None = Field(default=None, description="Version of JAX.")
    ngc_pytorch: Annotated[str, StringConstraints(pattern=patterns.CONTAINER)] | None = Field(
        default=None, description="NVIDIA's PyTorch container (NGC), by its month."
    )
    cuda: Annotated[str, StringConstraints(pattern=patterns.CUDA)] | None = Field(
        default=None,
        description="CUDA that the frameworks' builds, or programs of yours, are made for; by default that of the"
        " framework's usual build. A container brings its own.",
    )
    driver: Annotated[str, StringConstraints(pattern=patterns.DRIVER)] | None = Field(
        default=None, description="NVIDIA driver of an image of your own, or of a pinned one; it can't be looked up."
    )
    precision: tuple[Precision, ...] = Field(default=(), max_length=5, description="Number formats that are needed.")
    flash_attention: Whole | None = Field(
        default=None, ge=2, le=4, description="Generation of FlashAttention that is needed."
    )

    @property
    def frameworks(self) -> dict[str, str]:
        """The versions of the frameworks that are named."""
        named = {"pytorch": self.pytorch, "tensorflow": self.tensorflow, "jax": self.jax}
        return {name: version for name, version in named.items() if version is not None}
