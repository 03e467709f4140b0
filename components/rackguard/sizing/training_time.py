"""How long training takes: FLOPs over what GPUs achieve of their peak, as a range.

Time = FLOPs / (n·peak·MFU). MFU (model FLOPs utilisation) leaves recomputation out, HFU counts it. Seen in whole runs,
GPU-hours from first to last token with failures, restarts and evaluation [model cards and papers of LLaMA 1 to 4,
Pythia, BLOOM, BloombergGPT, StarCoder, SmolLM3, Falcon, OPT, Gopher, PaLM, DeepSeek-V3]: 0.14 to 0.51, of which
0.20 to 0.52 holds nine in ten. Inside the training loop 0.35 to 0.55 for dense 16-bit models.
"""

from __future__ import annotations

from rackguard.record import record
from rackguard.sizing.sizing import Range


@record
class Efficiency:
    """Share of the peak that is reached, as a range."""

    low: float
    expected: float
    high: float
    source: str
    """Of what it is a share, and who saw it; or that it is assumed."""

    @property
    def words(self) -> str:
        """`0.2 to 0.52, 0.4 expected, of the 16-bit peak in whole runs (…)`."""
        return f"{self.low:g} to {self.high:g}, {self.expected:g} expected, {self.source}"

    def over(self, best: float) -> Range:
        """What takes `best` seconds at the peak: from the best efficiency to the worst."""
        return Range(best / self.high, best / self.expected, best / self.low)

    def of(self, peak: float) -> Range:
        """What is reached of a peak rate."""
        return Range(peak * self.low, peak * self.expected, peak * self.high)


WHOLE_RUN = Efficiency(0.20, 0.40, 0.52, "of the 16-bit peak in whole runs (GPU-hours of LLaMA 1 to DeepSeek-V3)")
FP8_RUN = Efficiency(0.15, 0.30, 0.42, "of the FP8 peak (DeepSeek-V3's run 0.17, Megatron-Bridge's loops 0.37 to 0.42)")
FP32_RUN = Efficiency(0.30, 0.50, 0.60, "of the FP32 peak (NVIDIA DeepLearningExamples, 0.56 on V100)")
LOOP = Efficiency(0.26, 0.42, 0.55, "of the 16-bit peak in a training loop (MosaicML, Megatron-LM, torchtitan)")


def seconds(flops: float, gpus: int, peak_tflops: float, efficiency: float) -> float:
    """Seconds for `flops` on `gpus` that reach `efficiency` of their dense peak."""
    return flops / (gpus * peak_tflops * 1e12 * efficiency)


def pipeline_bubble(pipeline: int, micro_batches: int, chunks: int = 1) -> float:
    """How much longer than its work a step takes while a pipeline fills and empties: (p - 1)/(v·m) for m micro-batches.

    v chunks a stage, in an interleaved schedule [Megatron-LM, arXiv 2104.04473, section 2.2].
    """
    return (pipeline - 1) / (chunks * micro_batches)


def run_efficiency(precision: str) -> Efficiency:
    """What training reaches in a precision."""
    if precision in ("fp8", "fp4"):
        return FP8_RUN
    return FP32_RUN if precision in ("fp32", "fp64") else WHOLE_RUN


def tokens_per_second(flops_per_token: float, gpus: int, peak_tflops: float, efficiency: float) -> float:
    """Tokens (or samples) a second."""
    return gpus * peak_tflops * 1e12 * efficiency / flops_per_token


def gpu_hours(parameters: float, tokens: float, peak_tflops: float, efficiency: float) -> float:
    """GPU-hours of 6·P·T FLOPs."""
    return seconds(6 * parameters * tokens, 1, peak_tflops, efficiency) / 3600


def gpu_hours_range(parameters: float, tokens: float, peak_tflops: float) -> tuple[float, float]:
    """GPU-hours of a whole run, fewest and most."""
    fewest, most = (gpu_hours(parameters, tokens, peak_tflops, each) for each in (WHOLE_RUN.high, WHOLE_RUN.low))
    return fewest, most


def days(parameters: float, tokens: float, gpus: int, achieved_tflops: float, per_parameter: float = 8.0) -> float:
    """Days at a known throughput of a GPU: 8·T·P/(n·X) with full recomputation [Megatron-LM, section 5.1]."""
    return seconds(per_parameter * parameters * tokens, gpus, achieved_tflops, 1.0) / 86400


def achieved_tflops(flops: float, gpus: int, step_seconds: float) -> float:
    """TFLOP/s of a GPU, from a measured step."""
    return flops / (gpus * step_seconds) / 1e12


def utilisation(achieved: float, peak_tflops: float) -> float:
    """Share of the peak: MFU of model FLOPs, HFU of those done."""
    return achieved / peak_tflops
