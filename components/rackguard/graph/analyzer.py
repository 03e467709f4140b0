"""The resources that Pulumi's engine hands a policy pack, as messages of its Analyzer protocol.

The engine sends each resource twice: by itself with its inputs, before it is made, and with all others at the end,
then with its outputs (in a preview mostly the inputs again, and much that isn't known). Both are needed: rules judge
what is declared, by its inputs, and only the end tells what depends on what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rackguard.graph import urn, wire
from rackguard.graph.duration import of_seconds
from rackguard.graph.graph import PROVIDER_PREFIX, STACK, Graph
from rackguard.graph.resource import Options, Resource, Value
from rackguard.graph.untold import TO_PACKS

LACKS = (
    "where a resource is declared",
    "the options deletedWith, import, replaceOnChanges, retainOnDelete and version",
    "ids of what is deployed, but for the outputs that repeat them",
)


def read(messages: Iterable[Any], declared: Mapping[str, Any], stack: str = "", project: str = "") -> Graph:
    """The graph of a stack.

    Args:
        messages: every resource at the end, each an `AnalyzerResource`, in no order.
        declared: what came of the same resources by themselves, each an `AnalyzeRequest`, by URN, in the order of the
            program. What is missing here was only read, or isn't declared any more and waits for its deletion.
        stack: the stack's name; empty where the engine didn't tell, then the URNs do.
        project: its project's, likewise.
    """
    places = {each: place for place, each in enumerate(declared)}
    ordered = sorted(messages, key=lambda each: (places.get(each.urn, len(places)), each.urn))
    resources = tuple(_resource(each, declared) for each in ordered)
    if resources and not (stack and project):
        stack, project = urn.stack_and_project(resources[0].urn)
    root = next((resource for resource in resources if resource.type == STACK), None)
    return Graph(stack, project, resources, root.outputs if root else {}, LACKS, untold=frozenset({TO_PACKS.option}))


def _resource(message: Any, declared: Mapping[str, Any]) -> Resource:
    outputs = values_of(message.properties)
    own = declared.get(message.urn)
    id_ = outputs.get("id")
    provider = message.provider.urn if message.HasField("provider") else None  # components are of none
    return Resource(
        urn=message.urn,
        type=message.type,
        name=message.name,
        parent=message.parent or None,
        provider=provider,
        custom=provider is not None or message.type.startswith(PROVIDER_PREFIX),
        inputs=values_of(own.properties) if own else outputs,
        dependencies=tuple(sorted(message.dependencies)),
        property_dependencies={
            key: tuple(sorted(found.urns)) for key, found in sorted(message.propertyDependencies.items())
        },
        options=_options(message.options),
        id=id_ if isinstance(id_, str) and id_ else None,
        external=bool(declared) and not own and provider is not None,
        outputs=outputs,
    )


def _options(given: Any) -> Options:
    timeouts = given.customTimeouts
    seconds = {key: getattr(timeouts, key) for key in ("create", "update", "delete")}
    return Options(
        protect=given.protect,
        ignore_changes=tuple(given.ignoreChanges),
        additional_secret_outputs=tuple(given.additionalSecretOutputs),
        aliases=tuple(given.aliases),
        delete_before_replace=given.deleteBeforeReplace if given.deleteBeforeReplaceDefined else None,
        custom_timeouts={key: of_seconds(value) for key, value in seconds.items() if value},
    )


def values_of(struct: Any) -> dict[str, Value]:
    """A protobuf `Struct` as a graph's values: secrets opaque, what isn't known `UNKNOWN`, whole numbers `int`."""
    return wire.inputs_of({key: plain(value) for key, value in struct.fields.items()})


def plain(value: Any) -> Any:
    """A protobuf `Value` as Python has it."""
    kind = value.WhichOneof("kind")
    if kind == "struct_value":
        return {key: plain(item) for key, item in value.struct_value.fields.items()}
    if kind == "list_value":
        return [plain(item) for item in value.list_value.values]
    return None if kind in (None, "null_value") else getattr(value, kind)
