"""A workload file is read, or everything that is wrong with it is said at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rackguard.sizing.read_workload import parse, read_workload
from rackguard.spec.problem import InvalidInput

GOOD = """\
fine_tune: {model: llama-3.1-70b, method: lora, tokens: 2e9, sequence_length: 8192, precision: bf16}
memory_free: 20%
data: {location: "s3://corp-data/sft", region: us-east-2, size_gib: 400, classification: internal}
limits: {deadline: "2026-12-04T18:00:00Z", budget_usd: 3000, regions: [us-east-2, us-east-1], spot: true}
"""

BAD = """\
fine_tune: {model: llama-3.1-71b, tokens: -2e9, sequence_length: 0, precison: bf16}
serve: {model: gpt-2, context: 10, prompt: 20, tensor: 7}
memory_free: 120%
data: {size_gib: 0}
limits: {budget_usd: 0, regions: [us-east-9]}
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "workload.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_example_is_read(tmp_path: Path) -> None:
    found = read_workload(written(tmp_path, GOOD))
    assert found.fine_tune
    assert (found.fine_tune.tokens, found.fine_tune.method, found.free_share) == (2e9, "lora", 0.2)
    assert found.limits.regions == ("us-east-2", "us-east-1")


@pytest.mark.parametrize(
    ("text", "value"), [("2e9", 2e9), ("1.4e12", 1.4e12), ("2_000_000", 2e6), ("2000000", 2e6), ('"2e9"', 2e9)]
)
def test_large_numbers_are_read_as_people_write_them(tmp_path: Path, text: str, value: float) -> None:
    found = read_workload(written(tmp_path, f"train: {{model: gpt-2, tokens: {text}}}\n"))
    assert found.train
    assert found.train.tokens == value


def test_a_share_without_its_sign_is_told_of_it(tmp_path: Path) -> None:
    text = "train: {model: gpt-2, tokens: 1e9}\nmemory_free: 20\ndemand: {steady: 0.6, critical: 101%}\n"
    with pytest.raises(InvalidInput) as refused:
        read_workload(written(tmp_path, text))
    assert [(problem.message, problem.hint) for problem in refused.value.problems] == [
        ("`memory_free` is 20; allowed: a share from 0% to 99%: `20%`", "Write it with its sign: `20%`."),
        ("`demand.steady` is 0.6; allowed: a share from 0% to 100%: `60%`", "Write it with its sign: `20%`."),
        (
            "`demand.critical` is '101%'; allowed: a share from 0% to 100%: `60%`",
            "Share of the nodes that AWS must not take back.",
        ),
    ]


def test_a_demand_is_read_as_shares(tmp_path: Path) -> None:
    text = "serve: {model: gpt-2}\ndemand: {nodes: 10, steady: 60%, critical: 100%, hours_per_month: 5e2, months: 6}\n"
    demand = read_workload(written(tmp_path, text)).demand
    assert demand is not None
    assert (demand.nodes, demand.steady_share, demand.critical_share) == (10, 0.6, 1.0)
    assert (demand.hours_per_month, demand.months, demand.within_hours) == (500, 6, None)


def test_everything_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_workload(written(tmp_path, BAD))
    places = [(p.mark and (p.mark.line, p.mark.column), p.id, p.path) for p in refused.value.problems]
    assert places == [
        ((1, 1), "spec-choice", ()),
        ((1, 20), "spec-value", ("fine_tune", "model")),
        ((1, 43), "spec-value", ("fine_tune", "tokens")),
        ((1, 66), "spec-value", ("fine_tune", "sequence_length")),
        ((1, 69), "spec-unknown-key", ("fine_tune", "precison")),
        ((2, 44), "workload-contradiction", ("serve", "prompt")),
        ((2, 56), "workload-contradiction", ("serve", "tensor")),
        ((3, 14), "spec-value", ("memory_free",)),
        ((4, 1), "spec-missing", ("data", "location")),
        ((4, 18), "spec-value", ("data", "size_gib")),
        ((5, 22), "spec-value", ("limits", "budget_usd")),
        ((5, 35), "spec-value", ("limits", "regions", 0)),
    ]
    words = {problem.path: (problem.message, problem.hint) for problem in refused.value.problems}
    assert "Did you mean 'llama-3.1-70b'" in words["fine_tune", "model"][0]
    assert words["fine_tune", "tokens"][0] == "`fine_tune.tokens` is -2000000000.0; allowed: more than 0"
    assert words["fine_tune", "precison"][1] == "Did you mean 'precision'?"
    assert words["memory_free",][0] == "`memory_free` is '120%'; allowed: a share from 0% to 99%: `20%`"


SHAPE = {"layers": 2, "hidden": 64, "heads": 4, "intermediate": 128}


@pytest.mark.parametrize(
    ("part", "path"),
    [
        ({"train": {"model": "gpt-2", "tokens": 10, "sequence_length": 1024}}, ("train", "tokens")),
        ({"train": {"model": "gpt-2", "tokens": 1e9, "micro_batch": 3, "global_batch": 4}}, ("train", "global_batch")),
        ({"train": {"model": "gpt-2", "tokens": 1e9, "parallel": {"tensor": 5}}}, ("train", "parallel", "tensor")),
        ({"train": {"model": "gpt-2", "tokens": 1e9, "parallel": {"pipeline": 13}}}, ("train", "parallel", "pipeline")),
        (
            {"train": {"model": "gpt-2", "tokens": 1e9, "parallel": {"interleave": 2}}},
            ("train", "parallel", "interleave"),
        ),
        ({"train": {"model": "gpt-2", "tokens": 1e9, "parallel": {"expert": 2}}}, ("train", "parallel", "expert")),
        ({"train": {"shape": {**SHAPE, "heads": 3}, "tokens": 1e9}}, ("train", "shape", "heads")),
        ({"train": {"shape": {**SHAPE, "kv_heads": 3}, "tokens": 1e9}}, ("train", "shape", "kv_heads")),
        ({"train": {"shape": {**SHAPE, "windowed_layers": 1}, "tokens": 1e9}}, ("train", "shape", "windowed_layers")),
        (
            {"train": {"shape": {**SHAPE, "experts": {"count": 2, "active": 3, "intermediate": 8}}, "tokens": 1e9}},
            ("train", "shape", "experts", "active"),
        ),
        (
            {"fine_tune": {"model": "gpt-2", "tokens": 1e9, "method": "qlora", "precision": "fp8"}},
            ("fine_tune", "precision"),
        ),
        ({"fine_tune": {"model": "gpt-2", "tokens": 1e9, "method": "lora", "rank": 800}}, ("fine_tune", "rank")),
        ({"serve": {"model": "gpt-2", "context": 10, "prompt": 10}}, ("serve", "prompt")),
        ({"serve": {"model": "gpt-2", "tensor": 5}}, ("serve", "tensor")),
        ({"vision": {"task": "train", "model": "resnet-50"}}, ("vision", "images")),
        ({"vision": {"task": "train", "model": "resnet-50", "images": 10, "tensorrt": True}}, ("vision", "tensorrt")),
        (
            {"vision": {"task": "train", "model": "resnet-50", "images": 10, "precision": "int8"}},
            ("vision", "precision"),
        ),
        ({"vision": {"task": "serve", "model": "resnet-50", "epochs": 2}}, ("vision", "epochs")),
        ({"vision": {"task": "serve", "model": "vit-h-14", "image_size": 225}}, ("vision", "image_size")),
    ],
)
def test_contradictions_are_found_where_they_are(part: dict[str, object], path: tuple[str, ...]) -> None:
    found, problems = parse(part)
    assert found is None
    assert [(problem.id, problem.path) for problem in problems] == [("workload-contradiction", path)]
    assert problems[0].hint


@pytest.mark.parametrize(
    ("data", "identity", "words"),
    [
        (None, "spec-value", "the workload is empty"),
        ([1], "spec-value", "the workload is a list, not a mapping"),
        ({}, "spec-choice", "none given; exactly one of `train`, `fine_tune`, `serve`, `vision`, `science` is needed"),
        (
            {"train": {"model": "gpt-2", "shape": SHAPE, "tokens": 1e9}},
            "spec-choice",
            "`train`: `model` and `shape` given; exactly one of `model`, `shape` is needed",
        ),
        (
            {"train": {"model": "resnet-50", "tokens": 1e9}},
            "spec-value",
            "`train.model` is resnet-50; allowed: a transformer",
        ),
    ],
)
def test_what_is_no_workload(data: object, identity: str, words: str) -> None:
    found, problems = parse(data)
    assert found is None
    assert [problem.id for problem in problems] == [identity]
    assert problems[0].message.startswith(words)


def test_a_model_that_is_no_transformer_is_placed_where_it_is_written() -> None:
    _, problems = parse({"fine_tune": {"model": "sdxl-base", "tokens": 1e9}})
    (problem,) = problems
    assert problem.path == ("fine_tune", "model")
    assert problem.message == "`fine_tune.model` is sdxl-base; allowed: a transformer, which it isn't"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_workload(tmp_path / "none.yaml")
    assert [problem.id for problem in refused.value.problems] == ["cannot-read"]
