"""Messages that nobody can handle are kept apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import NotApplicable, Rule
from rackguard_policies.types import QUEUE, QUEUE_REDRIVE, QUEUE_REDRIVE_ALLOW
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, queue = subject.graph, subject.resource
    targets = [each for each in graph.dependents(queue.urn, QUEUE, QUEUE_REDRIVE) if _names(each, queue)]
    allows = isinstance(leaf(queue.inputs, "redriveAllowPolicy").value, str) or graph.dependents(
        queue.urn, QUEUE_REDRIVE_ALLOW
    )
    if targets or allows:
        yield NotApplicable("it is a dead-letter queue")
    elif not any(_is_of(each, queue) for each in graph.dependents(queue.urn, QUEUE_REDRIVE)):
        yield from every("redrivePolicy").must_be_set()(subject)


def _names(other: Resource, queue: Resource) -> bool:
    return queue.urn in other.property_dependencies.get("redrivePolicy", ())


def _is_of(policy: Resource, queue: Resource) -> bool:
    return queue.urn in policy.property_dependencies.get("queueUrl", ())


RULE = Rule(
    id="sqs-dlq",
    title="A queue has a dead-letter queue, or is one",
    severity="low",
    why="A message that fails again and again is tried for days, then is gone: nobody learns of it.",
    fix="Set redrive_policy, with the ARN of a second queue.",
    types=(QUEUE,),
    judge=_judge,
    before='Queue("jobs")',
    after='Queue("jobs", redrive_policy=json.dumps({"deadLetterTargetArn": dead.arn, "maxReceiveCount": 5}))',
)
