"""The nearest known name."""

from __future__ import annotations

import pytest

from rackguard.spec.suggest import did_you_mean, nearest

TYPES = ("p5.48xlarge", "p5e.48xlarge", "g6.xlarge", "H100-SXM")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("p5.48xlarg", ["p5.48xlarge", "p5e.48xlarge", "g6.xlarge"]),
        ("P5.48XLARGE", ["p5.48xlarge"]),
        ("P5.48XLARG", ["p5.48xlarge", "p5e.48xlarge", "g6.xlarge"]),
        ("h100-sxm", ["H100-SXM"]),
        ("h100-sx", ["H100-SXM"]),
        ("p5.48xlarge", ["p5.48xlarge"]),
        ("nothing", []),
        ("", []),
        ("x" * 100_000, []),
    ],
)
def test_names_are_near_whatever_their_case(name: str, found: list[str]) -> None:
    assert nearest(name, TYPES) == found


def test_spellings_of_one_name_are_all_near_and_each_once() -> None:
    assert nearest("home", ["Home", "HOME", "Home"]) == ["Home", "HOME"]
    assert nearest("home", ["Home", "HOME"], 1) == ["Home"]
    assert did_you_mean("hom", ["Home", "HOME"]) == "Did you mean 'Home' or 'HOME'?"
    assert did_you_mean("hom", []) == ""
