"""The programs of `docs`, which is no package, as modules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def program() -> Iterator[Callable[[str], ModuleType]]:
    """`program("reference")`: a module of `docs`, found as `python docs` finds it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        yield import_module
