"""`rackguard list models` and `rackguard explain MODEL`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rackguard.cli.main import main

if TYPE_CHECKING:
    import pytest


def test_models_are_listed_by_a_part_of_their_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "models", "--name", "3.3-70b", "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["model"], row["also"]) == ("llama-3.1-70b", ["llama-3-70b", "llama-3.3-70b"])
    assert (row["parameters_b"], row["layers"], row["hidden"]) == (70.554, 80, 8192)
    assert row["source"].endswith(", 2026-11")


def test_all_models_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "models", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 110


def test_a_model_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "llama-3.3-70b"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "parameters 70,553,706,496" in said
    assert "weights 141.1 GB in 16 bits, 70.55 GB in 8" in said
    assert "full training 1,129 GB of weights, gradients and AdamW's states" in said
    assert "keys and values 327,680 bytes a token in 16 bits" in said
    assert "source of the shape Lightning-AI/litgpt litgpt/config.py, 2026-11" in said


def test_a_model_without_a_shape_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "sdxl"]) == 0
    assert "not worked out: no shape is known" in capsys.readouterr().out


def test_an_unknown_model_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "llama-3.1-71b"]) == 2
    assert "Did you mean 'llama-3.1-70b'" in capsys.readouterr().err
