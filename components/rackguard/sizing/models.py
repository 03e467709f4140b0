"""The packaged models: shape, published parameter count and the sources of both, by name."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Any

from rackguard.catalog.types import Source
from rackguard.catalog.unknown_name import UnknownName
from rackguard.record import record
from rackguard.sizing.parameters import Parameters, parameters
from rackguard.sizing.shape import ModelShape

_FILE = Path(__file__).parent / "data" / "models.csv"
_READ = "2026-11"
_PLAIN = ("kind", "layers", "hidden", "heads", "kv_heads", "head_size", "intermediate", "vocabulary", "tied")


@record
class KnownModel:
    """One packaged model."""

    name: str
    title: str
    """As its publisher writes it."""
    aliases: tuple[str, ...]
    shape: ModelShape | None
    """None for what isn't a transformer: a count is all that is known."""
    fixed_parameters: int | None
    """The count where there is no shape; None where that isn't known either."""
    published_parameters: int | None
    published_active: int | None
    published_without_tables: bool
    """True where the published count leaves out embedding and head."""
    quality: str
    """Of the published count: A exact or clean, B rounded or second-hand, C a rounded name."""
    source: Source
    """Of the published count."""
    shape_source: Source
    note: str

    @property
    def parameters(self) -> Parameters | None:
        """Worked out from the shape; None where nothing is known."""
        if self.shape:
            return parameters(self.shape)
        return Parameters(self.fixed_parameters, 0, 0, 0) if self.fixed_parameters else None


@cache
def _rows() -> dict[str, dict[str, str]]:
    with _FILE.open(encoding="utf-8", newline="") as stream:
        return {row["name"]: row for row in csv.DictReader(stream)}


@cache
def _names() -> dict[str, str]:
    """Every spelling, and the name that it stands for."""
    spelled = {name: name for name in _rows()}
    for name, row in _rows().items():
        spelled |= dict.fromkeys(row["aliases"].split(), name)
    return spelled


def model_names() -> tuple[str, ...]:
    """The names of all packaged models, in file order."""
    return tuple(_rows())


def find_model(name: str) -> KnownModel | None:
    """The model of that name or alias, whatever its case; None where there is none."""
    known = _names().get(name.lower())
    return _model(known) if known else None


def model(name: str) -> KnownModel:
    """The model of that name or alias; raises UnknownName with the nearest names."""
    found = find_model(name)
    if found is None:
        raise UnknownName("model", name, _names())
    return found


def models() -> tuple[KnownModel, ...]:
    """All packaged models, in file order."""
    return tuple(_model(name) for name in _rows())


@cache
def _model(name: str) -> KnownModel:
    row = _rows()[name]
    return KnownModel(
        name=name,
        title=row["title"],
        aliases=tuple(row["aliases"].split()),
        shape=_shape(row) if row["layers"] else None,
        fixed_parameters=_whole(row["parameters_fixed"]),
        published_parameters=_whole(row["parameters_published"]),
        published_active=_whole(row["active_published"]),
        published_without_tables=row["published_of"] == "without tables",
        quality=row["quality"],
        source=Source(row["source"], _READ),
        shape_source=Source(row["shape_source"], _READ),
        note=row["note"],
    )


def _shape(row: dict[str, str]) -> ModelShape:
    values: dict[str, Any] = {key: _value(row[key]) for key in _PLAIN if row[key]}
    for pair in row["more"].split():
        key, _, text = pair.partition("=")
        part, _, field = key.rpartition(".")
        (values.setdefault(part, {}) if part else values)[field] = _value(text)
    return ModelShape.model_validate(values)


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def _whole(text: str) -> int | None:
    return int(text) if text else None
