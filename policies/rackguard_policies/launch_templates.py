"""Launch templates as groups and instances name them, and what an instance leaves to its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.once import once
from rackguard_policies.rule import Judge, NotApplicable, Unproven
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.values import Leaf, leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

_MIXED = "mixedInstancesPolicy.launchTemplate"
_PLACES = (
    "launchTemplate",
    f"{_MIXED}.launchTemplateSpecification",
    f"{_MIXED}.overrides[*].launchTemplateSpecification",
)


def references(owner: Resource) -> list[Leaf]:
    """Every place at which a group or an instance names a launch template, each override's own included."""
    found = (each for place in _PLACES for each in leaves(owner.inputs, place) if not each.absent)
    return list({each.path: each for each in found}.values())


def template_of(graph: Graph, owner: Resource, reference: Leaf) -> Resource | None:
    """The stack's launch template that a reference names; None where it is somebody else's.

    An id or name that isn't known yet is one of those that the property depends on: each of them is judged.
    """
    for keys, names in ((("id", "launchTemplateId"), _ids), (("name", "launchTemplateName"), _names)):
        named = _first(reference.value, *keys)
        if named is UNKNOWN:
            sources = graph.sources(owner, reference.path.partition(".")[0], LAUNCH_TEMPLATE)
            return next((source for source in sources if not source.external), None)
        if named:
            return names(graph).get(named) if isinstance(named, str) else None
    return None


def templates_of(graph: Graph, owner: Resource) -> tuple[Resource, ...]:
    """The stack's launch templates that a group or an instance names, each once."""
    found = (template_of(graph, owner, reference) for reference in references(owner))
    return tuple({template.urn: template for template in found if template}.values())


def elsewhere(graph: Graph, owner: Resource) -> list[Leaf]:
    """The references to launch templates that aren't the stack's."""
    return [reference for reference in references(owner) if not template_of(graph, owner, reference)]


def left_to_template(judge: Judge, path: str, rule: str) -> Judge:
    """`judge` of what an instance says itself at `path`; what it leaves to its template is judged there, by `rule`."""

    def judged(subject: Subject) -> Iterator[Verdict]:
        instance = subject.resource
        if not leaf(instance.inputs, path).absent or not references(instance):
            yield from judge(subject)
        elif beyond := elsewhere(subject.graph, instance):
            for reference in beyond:
                yield Unproven(reference.path, f"is a launch template of this stack, which {rule} judges")
        else:
            yield NotApplicable(f"the launch template says it, and {rule} judges that")

    return judged


def with_template(judge: Judge, key: str, path: str) -> Judge:
    """`judge` of an instance whose `key` is what its template has at `path`, where it says nothing itself."""

    def judged(subject: Subject) -> Iterator[Verdict]:
        instance = subject.resource
        if not leaf(instance.inputs, key).absent or not references(instance):
            yield from judge(subject)
        elif beyond := elsewhere(subject.graph, instance):
            yield Unproven(beyond[0].path, f"is a launch template of this stack, which says {key}")
        else:
            yield from judge(replace(subject, resource=_merged(subject.graph, instance, key, path)))

    return judged


def _merged(graph: Graph, instance: Resource, key: str, path: str) -> Resource:
    """The instance with its template's value at `path` as its own `key`, and what that depends on."""
    for template in templates_of(graph, instance):
        for place in leaves(template.inputs, path):
            if not place.absent:
                sources = template.property_dependencies.get(path.partition(".")[0].partition("[")[0], ())
                return replace(
                    instance,
                    inputs={**instance.inputs, key: place.value},
                    property_dependencies={**instance.property_dependencies, key: sources},
                )
    return instance


def _first(value: Any, *keys: str) -> Any:
    """The first of these that a reference gives; `UNKNOWN` where the reference isn't known at all."""
    found = (leaf(value, key) for key in keys)
    return next((UNKNOWN if each.unknown else each.value for each in found if not each.absent and each.value), None)


@once
def _ids(graph: Graph) -> dict[str, Resource]:
    return _first_by(graph, lambda template: (template.id, template.outputs.get("id")))


@once
def _names(graph: Graph) -> dict[str, Resource]:
    return _first_by(graph, lambda template: (template.inputs.get("name"), template.outputs.get("name")))


def _first_by(graph: Graph, keys: Callable[[Resource], tuple[Any, Any]]) -> dict[str, Resource]:
    """The stack's first launch template for each key."""
    found: dict[str, Resource] = {}
    for template in graph.of_type(LAUNCH_TEMPLATE):
        for key in keys(template) if not template.external else ():
            if isinstance(key, str):
                found.setdefault(key, template)
    return found
