"""Queues are encrypted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.data_class import REGULATED, data_class
from rackguard_policies.rule import Rule, Unproven
from rackguard_policies.types import QUEUE
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    found = data_class(subject.graph, subject.resource)
    if found in subject.parameters["regulated"]:
        yield from key_at("kmsMasterKeyId").must(is_own_key, WANTED)(subject)
    elif found is UNKNOWN:
        yield Unproven("tags", "tell the class of data, by which the queue needs a key of your own or not")
    elif not leaf(subject.resource.inputs, "kmsMasterKeyId").absent:
        yield from key_at("kmsMasterKeyId").must(bool, "is a KMS key")(subject)
    else:
        # SQS encrypts with a key of its own unless it is told not to.
        yield from every("sqsManagedSseEnabled").fine_if_absent().must_be_on()(subject)


RULE = Rule(
    id="sqs-sse",
    title="A queue is encrypted, and with a KMS key of your own where its data are regulated",
    severity="medium",
    why="Messages wait on disk until somebody takes them, and may hold what their senders and readers alone "
    "should know.",
    fix="Leave sqs_managed_sse_enabled on, or name a key of yours as kms_master_key_id.",
    types=(QUEUE,),
    judge=_judge,
    parameters=REGULATED,
    before='Queue("jobs", sqs_managed_sse_enabled=False)',
    after='Queue("jobs", kms_master_key_id=key.id)',
)
