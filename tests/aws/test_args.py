"""Arguments of components against the spec's models: the same fields, of the same types, in the same words."""

from __future__ import annotations

import ast
import importlib
import inspect
import types
import typing
from collections import abc
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin

import pulumi
import pytest
from pydantic import BaseModel
from tests.aws.spec_models import MODELS

from rackguard import aws
from rackguard.aws.args import gpu_cluster, identity, part
from rackguard.spec.tags import Tags

FILES = (
    "access",
    "cluster",
    "encryption",
    "exceptions",
    "network",
    "pool",
    "prices",
    "purchase",
    "software",
    "storage",
)
MAY_BE_OUTPUTS = {("ExistingVpcSpec", "vpc_id"), ("ExistingSubnetSpec", "id")}
"""Ids that another resource gives; everything else decides what is planned."""


def typed_dicts() -> dict[str, Any]:
    """The TypedDicts that stand for models, by name."""
    found: dict[str, Any] = {}
    for file in FILES:
        module = importlib.import_module(f"rackguard.aws.args.{file}")
        found |= {
            name: value for name, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__
        }
    return found


SPECS = typed_dicts()
FIELDS = [(name, field) for name, model in MODELS.items() for field in model.model_fields]


def hints_of(spec: Any) -> dict[str, Any]:
    """Annotations of a TypedDict, `NotRequired` and all."""
    # `Input[str]` leaves this much of itself to be found by name.
    return typing.get_type_hints(spec, localns={"Output": pulumi.Output, "T": str}, include_extras=True)


def wanted(kind: Any, spec: str = "", field: str = "") -> Any:
    """The type of an argument for a model's field of the type `kind`."""
    if (spec, field) in MAY_BE_OUTPUTS:
        return Union[str, abc.Awaitable[str], pulumi.Output[str]]  # noqa: UP007 (as Pulumi has it)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is typing.Annotated:
        return wanted(inner[0])
    if origin in (Union, types.UnionType):
        (one,) = {wanted(each) for each in inner if each is not type(None)}
        return one
    if origin is Literal:
        (one,) = {type(each) for each in inner}
        return one
    if origin is tuple:
        return abc.Sequence[wanted(inner[0])]
    if origin in (dict, abc.Mapping):
        return abc.Mapping[wanted(inner[0]), wanted(inner[1])]
    if kind is Tags:
        return abc.Mapping[str, str]
    if issubclass(kind, Enum):
        return str
    return SPECS[f"{kind.__name__}Spec"] if issubclass(kind, BaseModel) else kind


def words_of(kind: Any) -> dict[str, str]:
    """The text below each field that a class has of its own, on one line; empty where there is none."""
    source = _source(kind)
    after = [*source.body[1:], ast.Pass()]
    return {
        ast.unparse(field.target): _text(text)
        for field, text in zip(source.body, after, strict=True)
        if isinstance(field, ast.AnnAssign)
    }


def _source(kind: Any) -> ast.ClassDef:
    body = _module(kind.__module__).body
    return next(node for node in body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)


@cache
def _module(name: str) -> ast.Module:
    return ast.parse(Path(str(importlib.import_module(name).__file__)).read_text(encoding="utf-8"))


def _text(node: ast.stmt) -> str:
    text = node.value.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) else ""
    return " ".join(text.split()) if isinstance(text, str) else ""


def test_there_is_one_for_each_model() -> None:
    assert set(SPECS) == {f"{name}Spec" for name in MODELS}
    assert len(MODELS) > 20


@pytest.mark.parametrize("name", MODELS)
def test_it_has_the_models_fields_in_their_order(name: str) -> None:
    assert list(hints_of(SPECS[f"{name}Spec"])) == list(MODELS[name].model_fields)


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_a_field_is_required_where_the_models_is(name: str, field: str) -> None:
    spec = SPECS[f"{name}Spec"]
    required = MODELS[name].model_fields[field].is_required()
    assert (field in spec.__required_keys__, field in spec.__optional_keys__) == (required, not required)


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_a_field_has_the_models_type(name: str, field: str) -> None:
    given = hints_of(SPECS[f"{name}Spec"])[field]
    if get_origin(given) in (NotRequired, Required):
        (given,) = get_args(given)
    model = MODELS[name]
    annotation = typing.get_type_hints(model, include_extras=True)[field]
    assert given == wanted(annotation, f"{name}Spec", field)


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_a_field_says_what_the_models_says(name: str, field: str) -> None:
    words = words_of(SPECS[f"{name}Spec"])[field]
    description = " ".join(str(MODELS[name].model_fields[field].description).split())
    assert words.startswith(description)
    default = MODELS[name].model_fields[field].default
    if isinstance(default, str | int | float):
        shown = f"{default:g}" if isinstance(default, float) else str(default)
        assert words.lower().endswith(f"default `{shown.lower()}`.")


@pytest.mark.parametrize("name", MODELS)
def test_it_says_what_the_model_is_and_of_what_exactly_one_is_given(name: str) -> None:
    first, _, rest = str(inspect.getdoc(SPECS[f"{name}Spec"])).partition("\n\n")
    assert " ".join(first.split()) == str(inspect.getdoc(MODELS[name])).split("\n")[0]
    choices = getattr(MODELS[name], "exactly_one_of", ())
    assert rest.split() == " ".join(f"Exactly one of `{'`, `'.join(names)}`." for names in choices).split()


def test_a_whole_cluster_is_what_a_stack_file_declares_and_the_region() -> None:
    hints = hints_of(gpu_cluster.GpuClusterArgs)
    assert hints.pop("region") is str
    assert hints == hints_of(SPECS["ClusterSpec"])
    assert gpu_cluster.GpuClusterArgs.__required_keys__ == SPECS["ClusterSpec"].__required_keys__ | {"region"}


def test_what_every_part_takes_is_a_clusters() -> None:
    cluster = hints_of(SPECS["ClusterSpec"])
    identity_hints = hints_of(identity.IdentityArgs)
    assert identity_hints.pop("region") is str
    assert identity_hints == {key: cluster[key] for key in ("name", "account_id", "tags")}
    for section in ("network", "access", "encryption", "logs", "storage", "pools"):
        given, whole = hints_of(part.PartArgs)[section], cluster[section]
        assert get_origin(given) is NotRequired
        assert get_args(given)[0] == (get_args(whole)[0] if get_origin(whole) is NotRequired else whole)


@pytest.mark.parametrize("name", sorted(aws.__all__))
def test_a_component_takes_the_arguments_of_its_name(name: str) -> None:
    taken = list(inspect.signature(getattr(aws, name)).parameters.values())
    assert [one.name for one in taken] == ["name", "args", "opts"]
    assert taken[1].annotation is getattr(gpu_cluster if name == "GpuCluster" else part, f"{name}Args")


@pytest.mark.parametrize("name", sorted(aws.__all__))
def test_every_argument_and_every_output_is_documented(name: str) -> None:
    taken = inspect.signature(getattr(aws, name)).parameters["args"].annotation
    described = {field: words for kind in _bases(taken) for field, words in words_of(kind).items()}
    assert described.keys() == taken.__annotations__.keys()
    outputs = words_of(getattr(aws, name))
    assert outputs.keys() == getattr(aws, name).__annotations__.keys()
    assert [field for field, words in [*described.items(), *outputs.items()] if not words.endswith(".")] == []


def _bases(kind: Any) -> list[Any]:
    """A TypedDict and those that it takes its fields from."""
    names = [ast.unparse(base) for base in _source(kind).bases if ast.unparse(base) != "TypedDict"]
    beside = vars(importlib.import_module(kind.__module__))
    return [kind, *(each for name in names for each in _bases(beside[name]))]
