"""A part of a private key among a component's arguments: refused, and not repeated."""

from __future__ import annotations

import base64
from hashlib import sha512

from rackguard.aws.reading import InvalidArguments
from rackguard.spec.problem import Problem
from rackguard.spec.read_cluster import read_cluster

# Noise in base64: nobody's key.
LINE = base64.b64encode(sha512(b"a line").digest()).decode()[:64]


def test_arguments_that_are_refused_repeat_no_private_key() -> None:
    problem = Problem("spec-value", "error", ("pools", LINE), f"is '{LINE}'", f"Did you mean {LINE}?")
    assert str(InvalidArguments("llm", [problem])) == (
        "llm: its arguments can't be used\n  pools.(not shown): is '(not shown)'\n    → Did you mean (not shown)?"
    )


def test_arguments_that_hold_one_are_refused() -> None:
    problems = read_cluster({"tags": {"note": LINE}}, ()).problems
    assert ("spec-private-key", ("tags", "note")) in [(problem.id, problem.path) for problem in problems]
