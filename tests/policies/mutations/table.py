"""The table of rules and mutations: every row of every module in `rows`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.policies.mutations.mutation import Mutation

FILES = sorted((Path(__file__).parent / "rows").glob("[a-z]*.py"))
TABLE: tuple[Mutation, ...] = tuple(
    row for file in FILES for row in import_module(f"tests.policies.mutations.rows.{file.stem}").ROWS
)
