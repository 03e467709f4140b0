"""Which rule of the library answers which kind of published case, from the case's inputs alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rackguard.sizing import (
    activations,
    checkpoint_size,
    communication,
    compute,
    inference,
    interruptions,
    kv_cache,
    lora,
    overhead,
    sharding,
    training_time,
    vision,
)
from rackguard.sizing.bytes_per_parameter import BytesPerParameter, bytes_per_parameter
from rackguard.sizing.models import find_model, model
from rackguard.sizing.parameters import parameters
from rackguard.sizing.shape import ModelShape

Case = dict[str, Any]
"""A row of cases.csv; `inputs` are its inputs_json, read."""

UNITS = {
    "GB (1e9)": 1e9,
    "GB": 1e9,
    "GB (1e9; header says GiB)": 1e9,
    "GiB": 2**30,
    "GiB (written GB)": 2**30,
    "MiB": 2**20,
    "KiB": 2**10,
    "KiB (written KB)": 2**10,
    "KiB (written kB)": 2**10,
    "MB (1e6)": 1e6,
    "kB (1e3)": 1e3,
    "GB/s": 1e9,
    "%": 0.01,
    "% (under)": 0.01,
    "ms": 1e-3,
}
"""What one of a case's unit is in the library's own: bytes, seconds, hours, shares."""

RENAMED = {
    "Llama 3.1 405B": "llama-3.1-405b",
    "Llama 3 70B": "llama-3-70b",
    "DeepSeek-V3 without MTP": "deepseek-v3",
    "DeepSeek-V3 with MTP": "deepseek-v3",
    "Llama 3.1 8B": "llama-3.1-8b",
}


def answer(case: Case) -> float:
    """The library's answer to a case, in the case's unit."""
    return RULES[case["kind"]](case) / UNITS.get(case["unit"], 1.0)


def known_shape(case: Case) -> ModelShape:
    name = case["model"]
    shape = model(str(RENAMED.get(name, name))).shape
    assert shape is not None
    return shape


def given_shape(i: Case) -> ModelShape:
    return ModelShape(
        layers=i["layers"],
        hidden=i["hidden"],
        heads=i["heads"],
        kv_heads=i["kv_heads"],
        head_size=i["head_dim"],
        intermediate=i["intermediate"],
        vocabulary=i["vocab"],
        tied=i["tied"],
        # The two families of these runs: Qwen has a bias on q, k and v.
        bias="qkv" if i["vocab"] == 151936 else "none",
    )


def model_states(case: Case) -> float:
    i = case["inputs"]
    if "rule" not in i:
        each = BytesPerParameter(i["bytes_param"], i["bytes_grad"], i["bytes_optim"])
        return sharding.model_states(i["params"], each, i["zero_stage"], i["dp"]).total
    if i["zero_stage"] == 2:
        return sharding.deepspeed_zero2(i["params"], i["dp"], offload_optimizer="offload_optimizer" in i)
    offload = "all" if "offload_param" in i else "optimizer" if "offload_optimizer" in i else "none"
    return sharding.deepspeed_zero3(i["params"], i["largest_layer"], i["dp"], offload)


def iteration(i: Case, recomputation: Any) -> float:
    return compute.gpt_per_iteration(
        batch=i["global_batch"],
        sequence_length=i["seq"],
        layers=i["layers"],
        hidden=i["hidden"],
        vocabulary=i["vocab"],
        recomputation=recomputation,
    )


def model_utilisation(case: Case) -> float:
    i = case["inputs"]
    achieved = i.get("tflops_per_gpu")
    if achieved is None:
        achieved = training_time.achieved_tflops(iteration(i, "none"), int(case["gpus"]), i["iter_s"])
    return training_time.utilisation(achieved, i["peak_tflops"])


def hardware_utilisation(case: Case) -> float:
    i = case["inputs"]
    achieved = i.get("tflops_per_gpu")
    if achieved is None:
        achieved = training_time.achieved_tflops(iteration(i, i["recompute"]), int(case["gpus"]), i["iter_s"])
    return training_time.utilisation(achieved, i.get("peak_tflops", 312))


def iteration_seconds(case: Case) -> float:
    i = case["inputs"]
    if "selective_iter_s" in i:
        selective = iteration(i, "selective") / iteration(i, "none")
        return i["selective_iter_s"] * compute.recomputation_factor("full") / selective
    flops = i["tokens_per_step"] * compute.non_causal_per_token(i["params"], i["layers"], i["hidden"], i["seq"])
    return training_time.seconds(flops, int(case["gpus"]), i["peak_tflops"], i["mfu_used"])


def days(case: Case) -> float:
    i = case["inputs"]
    if "images_256" in i:
        stages = [(i[f"images_{size}"], i[f"img_s_{size}"]) for size in (256, 512)]
        return sum(vision.epoch_hours(images, rate) for images, rate in stages) / 24
    return training_time.days(i["params"], i["tokens"], int(case["gpus"]), i["tflops_per_gpu"])


def throughput(case: Case) -> float:
    i = case["inputs"]
    share = i["mfu_pct"] / 100 if "mfu_pct" in i else i["mfu_used"]
    peak = i.get("peak_tflops", 312)
    if "params_nonemb" in i:
        token = compute.non_causal_per_token(i["params_nonemb"], i["layers"], i["hidden"], i["seq"])
        return training_time.tokens_per_second(token * i["seq"], int(case["gpus"]), peak, share)
    if case["id"].startswith("titan"):
        token = compute.model_flops_per_token(known_shape(case), i["seq"])
    else:
        token = compute.non_causal_per_token(i["params"], i["layers"], i["hidden"], i["seq"])
    return training_time.tokens_per_second(token, 1, peak, share)


def model_flops(case: Case) -> float:
    i = case["inputs"]
    return i["tokens_per_s_per_gpu"] * compute.model_flops_per_token(known_shape(case), i["seq"]) / 1e12


def gpu_hours(case: Case) -> float:
    i = case["inputs"]
    return training_time.gpu_hours(i["params"], i["tokens"], i["peak_tflops"], i["mfu_used"])


def cost(case: Case) -> float:
    i = case["inputs"]
    if "usd_per_node_hour" in i:
        return i["hours"] * i["usd_per_node_hour"]
    return i["days"] * 24 * i.get("gpus", int(case["gpus"])) * i["usd_per_gpu_hour"]


def memory_floor(case: Case) -> float:
    i = case["inputs"]
    if "bytes_per_param" in i:
        return checkpoint_size.weights_bytes(i["params"], i["bytes_per_param"]) / i["shards"]
    # In pure bf16 gradients are freed as they come; paged states are on the host.
    each = bytes_per_parameter("bf16", "adamw-8bit", master_copy=False)
    whole = "method" in i and i["method"] == "full fine-tune, bf16, 8-bit Adam"
    return i["params"] * (each.weights + (each.optimizer if whole else 0))


def quantised(case: Case) -> float:
    i = case["inputs"]
    shape = given_shape(i)
    base = lora.quantised_base(parameters(shape))
    if "scales" in case["id"]:
        return base.scales
    return base.packed if "nf4" in case["id"] else base.rest + 4 * lora.adapter_parameters(shape, i["lora_rank"])


def qlora_step(case: Case) -> float:
    from rackguard.sizing.logits import logits_bytes

    i = case["inputs"]
    shape = given_shape(i)
    states = lora.quantised_base(parameters(shape)).total
    states += lora.ADAPTER_BYTES * lora.adapter_parameters(shape, i["lora_rank"])
    inputs = lora.layer_inputs(shape, i["seq"], i["batch"])
    return states + inputs + logits_bytes(i["seq"], i["batch"], i["vocab"], "quantised")


def cache_per_token(case: Case) -> float:
    i = case["inputs"]
    shape = ModelShape(
        layers=i["layers"],
        hidden=i["kv_heads"] * i["head_dim"],
        heads=i["kv_heads"],
        head_size=i["head_dim"],
        intermediate=1,
    )
    return kv_cache.cache_per_token(shape, i["bytes"])


def multiplied(case: Case) -> float:
    i = case["inputs"]
    known = find_model(case["model"])
    if "input_embedding" in i:
        return i["params"] - i["input_embedding"]
    assert known is not None
    assert known.parameters is not None
    return known.parameters.multiplied


def decode_ceiling(case: Case) -> float:
    i = case["inputs"]
    return inference.decode_ceiling(multiplied(case), i["bits"], i["peak_gbs"] * 1e9, i["tp"])


def decode_bandwidth(case: Case) -> float:
    i = case["inputs"]
    return inference.decode_bandwidth(multiplied(case), i["bits"], i["tokens_per_s"], i["tp"])


def served(case: Case) -> float:
    i = case["inputs"]
    return inference.throughput_ceiling(
        weights=i["weights_bytes"],
        cache_per_token=i["kv_bytes_per_token"],
        turn=inference.Turn(i["isl"], i["osl"]),
        memory=i["gpu_gb"] * 1e9,
        bytes_per_s=i["hbm_gbs"] * 1e9,
        gpus=i["gpus"],
        multiplied=i["weights_bytes"],  # FP8: a byte each
        peak=1979e12,  # of H100 and H200 in FP8
    )


def fine_tuning(case: Case) -> float:
    i = case["inputs"]
    if "bytes_w" in i:
        return checkpoint_size.weights_bytes(i["params"], i["bytes_w"])
    if "limit_gb" in i:
        known = find_model("llama-1-65b")
        assert known is not None
        assert known.shape is not None
        tables = 2 * known.shape.vocabulary * known.shape.hidden
        return (i["params"] - tables) * double() + tables * 2
    return (i["params"] - i["embedding_params"]) * double() + i["embedding_params"] * i["embedding_bytes"]


def double() -> float:
    from rackguard.sizing.precision import BYTES

    return BYTES["nf4-double"]


def training_hours(case: Case) -> float:
    i = case["inputs"]
    if "img_s" in i:
        return vision.epoch_hours(i["images"], i["img_s"], i["epochs"])
    if "records" in i:
        return vision.epoch_hours(i["records"], i["records_per_s"])
    return i["steps"] * i["step_s"] / 3600


def gpu_ratio(case: Case) -> float:
    from rackguard.catalog.catalog import load

    a, b = (part.split("-")[0] for part in case["hardware"].split(" vs "))
    names = {"A100": "A100-80GB", "V100": "V100-16GB"}
    return load().gpu(names[a]).tflops["fp16"] / load().gpu(names[b]).tflops["fp16"]


def job_mtbf(case: Case) -> float:
    i = case["inputs"]
    if "failures_per_1000_node_days" in i:
        return interruptions.job_mean_time_of_nodes(i["failures_per_1000_node_days"], i["nodes"])
    return interruptions.job_mean_time(i["days"] * 24, i.get("unexpected") or i["manual_restarts"])


def gpu_mtbf(case: Case) -> float:
    i = case["inputs"]
    if "hosts" in i:
        return interruptions.gpu_hours_between(24, i["hosts"] * 8, i["machines_down_per_day"])
    return interruptions.gpu_hours_between(i["days"] * 24, i["gpus"], i.get("unexpected") or i["gpu_events"])


def goodput(case: Case) -> float:
    i = case["inputs"]
    if "interval_h" in i:
        return interruptions.goodput_first_order(i["mtbf_h"], i["write_h"], i["restart_h"], i["interval_h"])
    write, restart = i["write_s"] / 3600, i["restart_min"] / 60
    return interruptions.goodput(i["mtbf_h"], write, restart, interruptions.young(i["mtbf_h"], write))


def total_flops(case: Case) -> float:
    i = case["inputs"]
    flops = i["flops_per_param_token"] * i["params"] * i["tokens"]
    if "layers" in i:  # the source counts attention, recomputed as well
        attention = compute.non_causal_per_token(0, i["layers"], i["hidden"], i["seq"])
        flops += attention * i["tokens"] * compute.recomputation_factor("full")
    return flops


def bytes_each(case: Case) -> float:
    i = case["inputs"]
    half = "fp32 params" not in i.get("scheme", "") and not i.get("rule", "").startswith("8+")
    both = "fp16 grads" in i.get("scheme", "") or i.get("rule", "").startswith("4+")
    gradients = "both" if both else "fp32"
    each = bytes_per_parameter("bf16" if half else "fp32", "adamw", gradients)
    return sharding.model_states(1, each, 1, i.get("dp", 1)).total


def moved(case: Case) -> float:
    i = case["inputs"]
    return communication.TENSOR_ALL_REDUCES if "tp" in i else communication.per_parameter(i["zero_stage"])


def coefficient(case: Case) -> float:
    i = case["inputs"]
    return activations.attention_coefficient(i["seq"], i["heads"], i["hidden"])


def stage_activations(case: Case) -> float:
    i = case["inputs"]
    technique = i["technique"]
    each = activations.gpt_coefficient(
        i["seq"],
        i["heads"],
        i["hidden"],
        tensor=i["tp"],
        sequence_parallel="sp" in technique.split("-"),
        recomputation="full" if technique == "full" else "selective" if "selective" in technique else "none",
    )
    block = i["seq"] * i["micro_batch"] * i["hidden"] * each
    return i["layers"] * block * activations.interleaving(i["pp"], i["interleave"])


PAIR: tuple[tuple[bool, activations.Recomputation], ...] = ((True, "selective"), (False, "none"))


def activation_saving(case: Case) -> float:
    i = case["inputs"]
    if "tp" not in i:
        return activations.saved_by_selective(i["seq"], i["heads"], i["hidden"])
    sizes = [
        activations.gpt_coefficient(
            i["seq"], i["heads"], i["hidden"], tensor=i["tp"], sequence_parallel=kept, recomputation=recomputation
        )
        for kept, recomputation in PAIR
    ]
    return sizes[0] / sizes[1]


def state_difference(case: Case) -> float:
    i = case["inputs"]
    each = bytes_per_parameter("fp32", "adamw")
    few, many = (sharding.model_states(i["params"], each, 3, i[key]).total for key in ("fsdp_a", "fsdp_b"))
    return few - many


RULES: dict[str, Callable[[Case], float]] = {
    "activation_coeff": coefficient,
    "activation_memory": stage_activations,
    "activation_saving": activation_saving,
    "bytes_per_param": bytes_each,
    "checkpoint_interval": lambda c: interruptions.young(c["inputs"]["mtbf_h"], c["inputs"]["write_h"]),
    "checkpoint_overhead": lambda c: checkpoint_size.write_share(c["inputs"]["write_s"], c["inputs"]["interval_h"]),
    "checkpoint_size": lambda c: checkpoint_size.weights_bytes(c["inputs"]["params"], c["inputs"]["bytes_per_param"]),
    "comm_volume": moved,
    "decode_bandwidth": decode_bandwidth,
    "decode_step_time": lambda c: inference.step_seconds(
        c["inputs"]["weights_gb"], c["inputs"]["kv_gb"], c["inputs"]["hbm_gbs"], int(c["gpus"])
    ),
    "decode_tokens_per_s": decode_ceiling,
    "embedding_memory": lambda c: vision.embedding_bytes(c["inputs"]["rows"], c["inputs"]["dim"], c["inputs"]["bytes"]),
    "finetune_memory": fine_tuning,
    "goodput": goodput,
    "gpu_ratio": gpu_ratio,
    "inference_throughput": lambda c: vision.images_per_second(
        vision.flops_per_image(c["inputs"]["gflop_per_image"] / 2),
        1,
        c["inputs"]["peak_tflops"],
        c["inputs"]["util_used"],
    ),
    "kv_cache": cache_per_token,
    "model_state_memory": model_states,
    "mtbf_gpu": gpu_mtbf,
    "mtbf_job": job_mtbf,
    "quant_overhead": lambda _: lora.double_quantisation_bits(),
    "quant_weight_memory": quantised,
    "recompute_overhead": lambda c: compute.selective_overhead(c["inputs"]["seq"], c["inputs"]["hidden"]),
    "serve_memory": lambda c: (
        checkpoint_size.weights_bytes(c["inputs"]["params"], c["inputs"]["bytes"]) / (c["inputs"]["gpu_gb"] * 1e9)
    ),
    "serve_throughput": served,
    "train_cost": cost,
    "train_days": days,
    "train_flops": total_flops,
    "train_gpu_hours": gpu_hours,
    "train_hfu": hardware_utilisation,
    "train_hours": training_hours,
    "train_iter_time": iteration_seconds,
    "train_memory": qlora_step,
    "train_memory_delta": state_difference,
    "train_memory_floor": memory_floor,
    "train_memory_process": lambda c: overhead.process_bytes(qlora_step(c)),
    "train_mfu": model_utilisation,
    "train_model_flops": model_flops,
    "train_tflops": lambda c: training_time.achieved_tflops(
        iteration(c["inputs"], c["inputs"]["recompute"]), int(c["gpus"]), c["inputs"]["iter_s"]
    ),
    "train_throughput": throughput,
}
