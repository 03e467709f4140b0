"""Groups demand session tokens, whatever their nodes are made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.launched_from import configurations, judged_at, not_seen
from rackguard_policies.metadata import switched_off
from rackguard_policies.rule import Rule
from rackguard_policies.types import GROUP
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_TOKENS = every("metadataOptions.httpTokens").unless(switched_off).must_be("required")


def _judge(subject: Subject) -> Iterator[Verdict]:
    """Templates of the stack are judged by lt-imdsv2; this sees what that can't."""
    yield from not_seen(subject, "lt-imdsv2")
    for configuration in configurations(subject):
        yield from judged_at(subject, configuration, _TOKENS)


RULE = Rule(
    id="stk-lt-effective-imds",
    title=(
        "Nodes of an Auto Scaling group demand session tokens for metadata: the template, each override's"
        " template or the launch configuration says so"
    ),
    severity="high",
    why=(
        "Without a token any request that a service can be tricked into sending gets the role's credentials;"
        " a template that isn't seen isn't proven."
    ),
    fix='Declare the launch template in the stack, with http_tokens="required".',
    types=(GROUP,),
    judge=_judge,
    before='Group("g", launch_template={"id": "lt-0123456789abcdef0", "version": "1"})',
    after='Group("g", launch_template={"id": template.id, "version": template.latest_version})',
)
