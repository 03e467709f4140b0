"""A recorded resource against the provider's own classes: the names that they know, the ones they need, and types.

Pulumi's SDK takes nested dicts as they are and its mocks take any name, so a typo in one would first show in the cloud.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import typing
from collections import abc
from enum import Enum
from functools import cache
from typing import Any

from pulumi import Archive, Asset, Output
from pulumi._types import input_type_py_to_pulumi_names, input_type_types, is_input_type
from pulumi.runtime import rpc

from rackguard.graph.resource import UNKNOWN, Resource, Secret

_WORDS: dict[type, str] = {str: "str", int: "int", float: "float", bool: "bool", list: "list", dict: "map"}


def check(resource: Resource) -> list[str]:
    """What is wrong with a resource's inputs, `name path: problem`; components, providers and reads are passed over.

    Raises:
        LookupError: the provider has no resource with the token.
    """
    if not resource.custom or resource.external or resource.type.startswith("pulumi:"):
        return []
    return [f"{resource.name} {problem}" for problem in _object(arguments_of(resource.type), resource.inputs, "")]


def knows(token: str, name: str) -> bool:
    """True where a resource of this token takes an input of this name: `knows("aws:ec2/vpc:Vpc", "tags")`."""
    return name in input_type_types(arguments_of(token))


@cache
def class_of(token: str) -> type:
    """The generated class of a resource: `Vpc` for `aws:ec2/vpc:Vpc`.

    Raises:
        LookupError: the provider has no resource with the token.
    """
    package, module, _ = token.split(":")
    importlib.import_module(f"pulumi_{package}")
    for found in rpc._RESOURCE_MODULES.get(f"{package}:{module}", []):
        info = typing.cast("Any", found).mod_info
        if name := info["classes"].get(token):
            return getattr(importlib.import_module(info["fqn"]), name)
    raise LookupError(f"pulumi_{package} has no resource {token}")


@cache
def arguments_of(token: str) -> type:
    """The generated class of a resource's arguments: `VpcArgs` for `aws:ec2/vpc:Vpc`.

    Raises:
        LookupError: the provider has no resource with the token.
    """
    made = class_of(token)
    name, beside = made.__name__, vars(sys.modules[made.__module__])
    return beside.get(f"{name}InitArgs") or beside[f"{name}Args"]  # Init where a nested type has the name


def _object(arguments: type, values: dict[str, Any], path: str) -> list[str]:
    types = input_type_types(arguments)
    found = [f"{path}{key}: unknown; {arguments.__name__} has no such input" for key in values if key not in types]
    found += [f"{path}{key}: missing" for key in _required(arguments) if key not in values]
    for key, value in values.items():
        if key in types:
            found += _value(types[key], value, f"{path}{key}")
    return found


@cache
def _required(arguments: type) -> tuple[str, ...]:
    names = input_type_py_to_pulumi_names(arguments)
    parameters = inspect.signature(arguments).parameters.values()
    return tuple(names[one.name] for one in parameters if one.default is inspect.Parameter.empty)


def _value(kind: Any, value: Any, path: str) -> list[str]:
    """Problems with a value where `kind` is wanted; of several kinds, those of the one that fits best."""
    if value is UNKNOWN or isinstance(value, Secret):
        return []
    kinds = list(_alternatives(kind))
    fitting = [one for one in kinds if _fits(one, value)]
    if not fitting:
        return [f"{path}: {_wanted(kinds)} wanted, {_WORDS.get(type(value), 'null')} given: {value!r}"]
    return min((_inside(one, value, path) for one in fitting), key=len)


def _alternatives(kind: Any) -> abc.Iterator[Any]:
    """The plain types of a union; awaitables, outputs and None are how a program may hand them over."""
    if typing.get_origin(kind) is not typing.Union:
        yield kind
        return
    for one in typing.get_args(kind):
        if one is not type(None) and typing.get_origin(one) not in (abc.Awaitable, Output):
            yield from _alternatives(one)


def _fits(kind: Any, value: Any) -> bool:
    origin = typing.get_origin(kind) or kind
    if origin is Any:
        return True
    if _is_class(origin, Enum):
        return value in [member.value for member in origin]
    if is_input_type(origin) or _is_class(origin, abc.Mapping) or _is_class(origin, (Asset, Archive)):
        return isinstance(value, dict)
    if _is_class(origin, abc.Sequence) and origin is not str:
        return isinstance(value, list)
    if origin is float:
        return type(value) in (int, float)
    return type(value) is origin


def _inside(kind: Any, value: Any, path: str) -> list[str]:
    if is_input_type(kind):
        return _object(kind, value, f"{path}.")
    inner = typing.get_args(kind)
    if isinstance(value, list) and inner:
        return [problem for n, item in enumerate(value) for problem in _value(inner[0], item, f"{path}[{n}]")]
    if isinstance(value, dict) and inner:
        return [problem for key, item in value.items() for problem in _value(inner[-1], item, f"{path}.{key}")]
    return []


def _wanted(kinds: list[Any]) -> str:
    free = str in kinds  # text of any kind is taken: the words of an enum beside it are only known ones
    return " or ".join(dict.fromkeys(_word(kind) for kind in kinds if not (free and _is_class(kind, Enum))))


def _word(kind: Any) -> str:
    origin = typing.get_origin(kind) or kind
    if is_input_type(origin) or _is_class(origin, abc.Mapping):
        return "map"
    if _is_class(origin, Enum):
        return "one of " + ", ".join(repr(member.value) for member in origin)
    return "list" if _is_class(origin, abc.Sequence) and origin is not str else _WORDS.get(origin, origin.__name__)


def _is_class(kind: Any, bases: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, bases)
