"""Groups name the version of their launch template."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.launch_templates import references, template_of
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import GROUP
from rackguard_policies.values import leaf, number, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_WANTED = "is the number of a version"


def _judge(subject: Subject) -> Iterator[Verdict]:
    for reference in references(subject.resource):
        version = leaf(reference.value, "version")
        path = reference.path if reference.unknown else f"{reference.path}.version"
        if version.unknown:
            # What isn't known yet and comes from the template is its number: the aliases are plain text.
            if not template_of(subject.graph, subject.resource, reference):
                yield Unproven(path, _WANTED)
        elif number(version.value) is None:
            yield Finding(path, _WANTED, seen(version.value))


RULE = Rule(
    id="asg-lt-version-pinned",
    title="An Auto Scaling group names a version of its launch template, also in each override",
    severity="low",
    why=(
        "With $Latest or $Default, a version that somebody makes by hand is what the next node boots, and no"
        " preview shows it."
    ),
    fix="Give the template's latest_version, which is a number once it is deployed.",
    types=(GROUP,),
    judge=_judge,
    before='Group("g", launch_template={"id": template.id, "version": "$Latest"})',
    after='Group("g", launch_template={"id": template.id, "version": template.latest_version})',
)
