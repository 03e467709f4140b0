"""What the models say of every place of a declaration."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from rackguard.spec.base import Model
from rackguard.spec.belongs import guess
from rackguard.spec.cluster import Cluster
from rackguard.spec.describe import Shape, fields_of, shape_at
from rackguard.spec.patterns import WORDS
from rackguard.spec.pool import Pool


def models(model: type[Model] = Cluster) -> Iterator[type[Model]]:
    yield model
    for shape in fields_of(model).values():
        inner = shape
        while inner.item:
            inner = inner.item
        if inner.model:
            yield from models(inner.model)


MODELS = sorted(set(models()), key=lambda model: model.__name__)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ((), "model"),
        (("name",), "text"),
        (("budget_usd_per_month",), "amount"),
        (("protect",), "switch"),
        (("tags",), "model"),
        (("tags", "anything"), "text"),
        (("logs", "retention_days"), "whole"),
        (("prices",), "list"),
        (("prices", 7), "model"),
        (("prices", 0, "purchase"), "text"),
        (("access", "users", 1, "keys", 2), "text"),
        (("access", "login_node", "mounts"), "list"),
        (("storage",), "map"),
        (("storage", "any", "lustre", "size_gib"), "whole"),
        (("pools", "any", "zone_ids"), "list"),
        (("pools", "any", "purchase", "spot"), "model"),
        (("pools", "any", "labels"), "map"),
        (("pools", "any", "labels", "any"), "text"),
        (("network", "existing", "subnets", 0, "public"), "switch"),
    ],
)
def test_every_place_has_its_kind(path: tuple[str | int, ...], kind: str) -> None:
    shape = shape_at(path)
    assert shape is not None
    assert shape.kind == kind


@pytest.mark.parametrize(
    "path",
    [
        ("nme",),
        ("name", "x"),
        ("prices", "x"),
        ("pools", "any", "x"),
        ("access", "users", "x", "name"),
        ("tags", "a", "b"),
    ],
)
def test_where_nothing_may_stand_there_is_no_shape(path: tuple[str, ...]) -> None:
    assert shape_at(path) is None


def test_closed_sets_give_their_values() -> None:
    assert shape_at(("pools", "x", "root", "type")).choices == ("gp3", "io2")  # pyright: ignore[reportOptionalMemberAccess]
    assert shape_at(("prices", 0, "purchase")).choices == ("on_demand", "spot", "reservation", "capacity_block")  # pyright: ignore[reportOptionalMemberAccess]


@pytest.mark.parametrize(
    ("kind", "value", "fits"),
    [
        ("model", {}, True),
        ("map", {}, True),
        ("list", [], True),
        ("text", "x", True),
        ("whole", "x", True),  # scalars are for the models to judge
        ("model", [], False),
        ("list", {}, False),
        ("text", {}, False),
        ("switch", [], False),
        ("map", "x", False),
    ],
)
def test_outlines_are_told_apart(kind: str, value: object, fits: bool) -> None:
    assert Shape(kind).fits(value) == fits  # pyright: ignore[reportArgumentType]


def test_the_models_are_found() -> None:
    assert {Cluster, Pool} <= set(MODELS)
    assert len(MODELS) == 29


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_key_is_described_in_a_sentence(model: type[Model]) -> None:
    assert model.__doc__
    for name, shape in fields_of(model).items():
        assert len(shape.words) >= 5, name
        assert re.match(r"[A-Z0-9`]", shape.words), name
        assert shape.words.rstrip("`")[-1] in ".…", name


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_models_are_frozen_and_closed(model: type[Model]) -> None:
    assert model.model_config.get("frozen") is True
    assert model.model_config.get("extra") == ("allow" if model.__name__ == "Tags" else "forbid")
    assert model.model_config.get("hide_input_in_errors") is True


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_units_stand_in_names(model: type[Model]) -> None:
    """A number says its unit, or counts what it is named for; one is a generation."""
    counts = {"min", "max", "desired", "count", "create", "uid", "partition_count", "iops", "metadata_iops"}
    counts.add("flash_attention")
    units = re.compile(r"_(gib|mib_s|gb_s|days|percent|usd_per_month|usd_per_hour|per_tib)$")
    numbers = {name for name, shape in fields_of(model).items() if shape.kind in ("whole", "amount")}
    assert {name for name in numbers - counts if not units.search(name)} == set()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_pattern_has_words(model: type[Model]) -> None:
    for outer in fields_of(model).values():
        shape = outer
        while shape:
            assert shape.pattern in ("", *WORDS)
            shape = shape.item


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_choices_are_among_optional_keys(model: type[Model]) -> None:
    for names in model.exactly_one_of:
        assert len(names) > 1
        for name in names:
            assert not fields_of(model)[name].required


def test_no_key_is_so_like_another_that_a_slip_is_read_as_it() -> None:
    """A known key mistyped by one letter is read as itself, and not as its neighbour."""
    for model in MODELS:
        names = list(fields_of(model))
        for name in (name for name in names if len(name) >= 7):
            path = next(path for path in PLACES[model])
            twins = {f"{name}s", name.removesuffix("s")} - {name}  # told apart by what stands under them
            meaning = guess((*path, name[:-1] + "q"), [other for other in names if other not in twins])
            assert meaning.name == name
            assert meaning.surely


def places(
    model: type[Model] = Cluster, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[type[Model], tuple[str | int, ...]]]:
    yield model, path
    for name, shape in fields_of(model).items():
        inner, below = shape, (*path, name)
        while inner.item:
            below = (*below, 0 if inner.kind == "list" else "any")
            inner = inner.item
        if inner.model:
            yield from places(inner.model, below)


PLACES: dict[type[Model], list[tuple[str | int, ...]]] = {}
for found, where in places():
    PLACES.setdefault(found, []).append(where)
