"""Arguments in the shape of `rackguard.spec.software`. Written by docs/arguments.py: don't edit."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict


class SoftwareSpec(TypedDict):
    """What runs on the nodes: checked against their GPUs and driver, and installed by you."""

    pytorch: NotRequired[str]
    """Version of PyTorch. A version of two to four numbers, in quotes: "2.14"; default none."""

    tensorflow: NotRequired[str]
    """Version of TensorFlow. A version of two to four numbers, in quotes: "2.14"; default none."""

    jax: NotRequired[str]
    """Version of JAX. A version of two to four numbers, in quotes: "2.14"; default none."""

    ngc_pytorch: NotRequired[str]
    """NVIDIA's PyTorch container (NGC), by its month. The month of a container, in quotes: "25.10"; default
    none."""

    cuda: NotRequired[str]
    """CUDA that the frameworks' builds, or programs of yours, are made for; by default that of the framework's
    usual build. A container brings its own. A version of CUDA, two numbers in quotes: "13.0"; default none."""

    driver: NotRequired[str]
    """NVIDIA driver of an image of your own, or of a pinned one; it can't be looked up. The version of an NVIDIA
    driver, in quotes: "580.126.09"; default none."""

    precision: NotRequired[Sequence[str]]
    """Number formats that are needed. List of: `fp16`, `bf16`, `tf32`, `fp8` or `fp4`; default none."""

    flash_attention: NotRequired[int]
    """Generation of FlashAttention that is needed. Whole number, 2 or more, 4 at most; default none."""
