"""A resource monitor that takes down what a program registers; it makes nothing and knows no cloud."""

from __future__ import annotations

import json
from typing import Any

from google.protobuf import empty_pb2
from pulumi.runtime.mocks import MockMonitor, MockResourceArgs, Mocks
from pulumi.runtime.proto import resource_pb2

from rackguard.graph import urn, wire
from rackguard.graph.declared_order import number
from rackguard.graph.duration import normal
from rackguard.graph.graph import STACK
from rackguard.graph.offline import OfflineRunError
from rackguard.graph.resource import Options, Position, Resource, Value, in_project


class _NoMocks(Mocks):
    """Mocks that the base class wants and that are never asked."""

    def call(self, args: Any) -> Any:
        raise OfflineRunError(f"{args.token} can't be called offline")

    def new_resource(self, args: MockResourceArgs) -> Any:
        raise OfflineRunError(f"{args.typ} can't be made offline")


class Recorder(MockMonitor):
    """Takes down every registration; answers with the inputs, so that all else is unknown."""

    def __init__(self, stack: str, project: str, lookups: frozenset[str], root: str = "") -> None:
        """`lookups` are tokens of functions whose answers are unknown; places in `root` are told from there."""
        super().__init__(_NoMocks())
        self._stack, self._project, self._lookups = stack, project, lookups
        self._root = f"{root.rstrip('/')}/" if root else ""
        self._recorded: list[tuple[int, Resource]] = []
        self.exports: dict[str, Value] = {}
        self._states: dict[str, Any] = {}

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802 (Pulumi's name)
        """Take down a resource; its inputs come back, so that they are known and every other output unknown."""
        if request.remote:
            message = (
                f"{request.type} ({request.name}) is a component of another package, whose resources only it knows"
            )
            raise OfflineRunError(f"{message}: give what `pulumi preview --json --show-sames` prints instead")
        made = urn.make(self._stack, self._project, request.parent, request.type, request.name)
        self._take(made, request.type, request.name, request.object)
        self._keep(_resource(made, request, self._position(request)))
        return resource_pb2.RegisterResourceResponse(urn=made, id="", object=request.object)

    def ReadResource(self, request: Any) -> Any:  # noqa: N802
        """Take down something that exists: its id is known, the rest only the cloud knows."""
        made = urn.make(self._stack, self._project, request.parent, request.type, request.name)
        self._take(made, request.type, request.name, request.properties)
        found = "" if request.id == wire.UNKNOWN_SENTINEL else request.id
        self._keep(
            Resource(
                urn=made,
                type=request.type,
                name=request.name,
                parent=request.parent or None,
                provider=request.provider or None,
                custom=True,
                inputs=_values(request.properties),
                dependencies=tuple(sorted(request.dependencies)),
                position=self._position(request),
                id=found or None,
                external=True,
            )
        )
        answer = resource_pb2.ReadResourceResponse(urn=made, properties=request.properties)
        if hasattr(answer, "id"):  # older versions of Pulumi take the one that they asked for
            answer.id = found
        if request.type == "pulumi:pulumi:StackReference":
            answer.properties.update({"outputs": wire.UNKNOWN_SENTINEL})
        return answer

    def RegisterResourceOutputs(self, request: Any) -> Any:  # noqa: N802
        """Keep what the stack exports."""
        if urn.qualified_type(request.urn) == STACK:
            self.exports = _values(request.outputs)
        return empty_pb2.Empty()

    def Invoke(self, request: Any) -> Any:  # noqa: N802
        """Answer what is known here: a resource of the program; what only the cloud knows stays unknown."""
        if request.tok == "pulumi:pulumi:getResource":
            return self._resource(request.args["urn"])
        if request.tok in self._lookups:
            return resource_pb2.ResourceInvokeResponse(unknown=True)
        raise OfflineRunError(f"{request.tok} asks the cloud, which an offline run can't; allowed: its known lookups")

    def Call(self, request: Any) -> Any:  # noqa: N802
        """Refuse: methods are what a provider or a component of another package answers."""
        raise OfflineRunError(f"{request.tok} asks a provider, which an offline run can't")

    def in_order(self) -> tuple[Resource, ...]:
        """What was taken down, in the order in which the program declared it."""
        return tuple(resource for _, resource in sorted(self._recorded, key=lambda one: one[0]))

    def _keep(self, resource: Resource) -> None:
        self._recorded.append((number(), resource))

    def _resource(self, wanted: str) -> Any:
        if wanted not in self._states:
            raise OfflineRunError(f"{wanted} is no resource of this program")
        answer = resource_pb2.ResourceInvokeResponse()
        getattr(answer, "return").update({"urn": wanted, "id": "", "state": self._states[wanted]})
        return answer

    def _position(self, request: Any) -> Position | None:
        where = request.sourcePosition
        file = where.uri.removeprefix("file://").removeprefix(self._root)
        if not file or (self._root and not in_project(file)):
            return None
        return Position(file, where.line, where.column)

    def _take(self, made: str, type_: str, name: str, state: Any) -> None:
        if made in self._states:
            raise OfflineRunError(f"two resources of type {type_} are both called {name}: {made}")
        self._states[made] = state


def _resource(made: str, request: Any, position: Position | None) -> Resource:
    return Resource(
        urn=made,
        type=request.type,
        name=request.name,
        parent=request.parent or None,
        provider=request.provider or None,
        custom=request.custom,
        inputs=_values(request.object),
        dependencies=tuple(sorted(request.dependencies)),
        property_dependencies={
            key: tuple(sorted(found.urns)) for key, found in sorted(request.propertyDependencies.items())
        },
        options=_options(request),
        position=position,
    )


def _options(request: Any) -> Options:
    timeouts = request.customTimeouts
    return Options(
        protect=request.protect if request.HasField("protect") else None,
        retain_on_delete=request.retainOnDelete if request.HasField("retainOnDelete") else None,
        ignore_changes=tuple(request.ignoreChanges),
        replace_on_changes=tuple(request.replaceOnChanges),
        additional_secret_outputs=tuple(request.additionalSecretOutputs),
        aliases=(*request.aliasURNs, *(_alias(alias) for alias in request.aliases)),
        delete_before_replace=request.deleteBeforeReplace if request.deleteBeforeReplaceDefined else None,
        deleted_with=request.deletedWith or None,
        import_id=request.importId or None,
        version=request.version or None,
        custom_timeouts={
            key: normal(value) for key in ("create", "update", "delete") if (value := getattr(timeouts, key))
        },
    )


def _alias(alias: Any) -> str:
    """An alias as the URN that it names, or its specification as JSON."""
    if alias.urn:
        return alias.urn
    spec = {field.name: value for field, value in alias.spec.ListFields()}
    return json.dumps(spec, sort_keys=True)


def _values(struct: Any) -> dict[str, Value]:
    return {key: wire.value_of(_plain(struct.fields[key])) for key in sorted(struct.fields)}


def _plain(value: Any) -> Any:
    kind = value.WhichOneof("kind")
    if kind == "struct_value":
        fields = value.struct_value.fields
        return {key: _plain(fields[key]) for key in sorted(fields)}
    if kind == "list_value":
        return [_plain(item) for item in value.list_value.values]
    return None if kind in (None, "null_value") else getattr(value, kind)
