"""A stack's resources and how they hang together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any

from rackguard.graph.resource import Resource, Value
from rackguard.record import record

STACK = "pulumi:pulumi:Stack"
PROVIDER_PREFIX = "pulumi:providers:"
AWS_PROVIDER = f"{PROVIDER_PREFIX}aws"


@record
class Graph:
    """Every resource of a stack, in the order in which the source gives them."""

    stack: str
    project: str
    resources: tuple[Resource, ...]
    outputs: dict[str, Value] = field(default_factory=dict[str, Value])
    """What the stack exports."""
    lacks: tuple[str, ...] = ()
    """What this source can't tell, in a person's words."""
    whole: bool = True
    """False where the source leaves out resources that may be there: a sum over the graph is then "at least"."""
    untold: frozenset[str] = frozenset()
    """Fields of `Options` that resources may have set though the source doesn't say so, and that rules ask for."""

    @cached_property
    def by_urn(self) -> dict[str, Resource]:
        """Resources by their URN."""
        return {resource.urn: resource for resource in self.resources}

    @cached_property
    def _by_type(self) -> dict[str, tuple[Resource, ...]]:
        found: dict[str, list[Resource]] = {}
        for resource in self.resources:
            found.setdefault(resource.type, []).append(resource)
        return {type_: tuple(resources) for type_, resources in found.items()}

    @cached_property
    def _children(self) -> dict[str | None, tuple[Resource, ...]]:
        found: dict[str | None, list[Resource]] = {}
        for resource in self.resources:
            found.setdefault(resource.parent, []).append(resource)
        return {parent: tuple(resources) for parent, resources in found.items()}

    @cached_property
    def _dependents(self) -> dict[str, dict[str, list[tuple[int, Resource]]]]:
        """By what they need and by type, each with its place in the graph."""
        found: dict[str, dict[str, list[tuple[int, Resource]]]] = {}
        for place, resource in enumerate(self.resources):
            needed = {*resource.dependencies, *chain.from_iterable(resource.property_dependencies.values())}
            placed = (place, resource)
            for urn in needed:
                of_type = found.setdefault(urn, {})
                if resource.type in of_type:
                    of_type[resource.type].append(placed)
                else:
                    of_type[resource.type] = [placed]
        return found

    @cached_property
    def _by_id(self) -> dict[str, Resource]:
        return {resource.id: resource for resource in self.resources if resource.id}

    @cached_property
    def worked_out(self) -> dict[object, Any]:
        """What others have worked out of it, by what did: no field, and gone with it."""
        return {}

    def with_id(self, id_: str, *types: str) -> Resource | None:
        """The resource of one of `types` that has the cloud's id `id_`."""
        found = self._by_id.get(id_)
        return found if found and found.type in types else None

    @cached_property
    def _shared(self) -> dict[tuple[str, str], str | None]:
        return {}

    def shared_text(self, type_: str, key: str) -> str | None:
        """The text of the input `key` in all resources of a type that have a known one; None where they differ."""
        if (type_, key) not in self._shared:
            given = (resource.inputs.get(key) for resource in self.of_type(type_))
            known = {value for value in given if isinstance(value, str) and value}
            self._shared[type_, key] = known.pop() if len(known) == 1 else None
        return self._shared[type_, key]

    @cached_property
    def _texts(self) -> dict[tuple[str, str], dict[str, tuple[Resource, ...]]]:
        return {}

    def with_text(self, type_: str, key: str, text: str) -> tuple[Resource, ...]:
        """Resources of a type whose input `key` is this text."""
        if (type_, key) not in self._texts:
            found: dict[str, list[Resource]] = {}
            for resource in self.of_type(type_):
                if isinstance(value := resource.inputs.get(key), str):
                    found.setdefault(value, []).append(resource)
            self._texts[type_, key] = {value: tuple(resources) for value, resources in found.items()}
        return self._texts[type_, key].get(text, ())

    def of_type(self, *types: str) -> tuple[Resource, ...]:
        """Resources whose token is one of `types`, type by type."""
        return tuple(resource for type_ in types for resource in self._by_type.get(type_, ()))

    def children(self, urn: str) -> tuple[Resource, ...]:
        """Resources directly below a component."""
        return self._children.get(urn, ())

    def ancestors(self, resource: Resource) -> Iterator[Resource]:
        """The components around a resource, the nearest first; the stack isn't among them."""
        while resource.parent and (parent := self.by_urn.get(resource.parent)) and parent.type != STACK:
            yield parent
            resource = parent

    def dependents(self, urn: str, *types: str) -> tuple[Resource, ...]:
        """Resources that need `urn`, of `types` where given."""
        by_type = self._dependents.get(urn)
        if not by_type:
            return ()
        if (urn, types) not in self._dependents_asked:
            found = [by_type[type_] for type_ in dict.fromkeys(types or by_type) if type_ in by_type]
            placed = found[0] if len(found) == 1 else sorted(chain.from_iterable(found), key=itemgetter(0))
            self._dependents_asked[urn, types] = tuple([each for _, each in placed])
        return self._dependents_asked[urn, types]

    @cached_property
    def _dependents_asked(self) -> dict[tuple[str, tuple[str, ...]], tuple[Resource, ...]]:
        return {}

    def sources(self, resource: Resource, key: str, *types: str) -> tuple[Resource, ...]:
        """Resources that the input `key` takes its value from, of `types` where given."""
        urns = resource.property_dependencies.get(key)
        if not urns:
            return ()
        found = [self.by_urn[urn] for urn in urns if urn in self.by_urn]
        return tuple([source for source in found if source.type in types] if types else found)

    @staticmethod
    def needs(resource: Resource) -> Iterable[str]:
        """URNs that a resource depends on, by its inputs or explicitly."""
        yield from resource.dependencies
        for urns in resource.property_dependencies.values():
            yield from urns
