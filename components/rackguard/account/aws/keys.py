"""KMS keys, which have no name: found by their tags, also before they have an alias.

The tagging API may not list a key yet that was made a moment ago, so that every key of the account is asked for its
tags. Source: ListKeys, ListResourceTags and DescribeKey of the KMS API reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rackguard.account.aws.questions import Questions
from rackguard.account.cloud import Found
from rackguard.spec.problem import InvalidInput

TYPE = "aws:kms/key:Key"
_LEAVING = ("PendingDeletion", "PendingReplicaDeletion")


def find(questions: Questions, tags: Mapping[str, str]) -> Iterator[Found]:
    """Keys with all of these tags that don't wait for their deletion."""
    for key in questions.each("kms", "list_keys", "Keys"):
        if tags.items() <= _tags(questions, key["KeyId"]).items() and (found := existing(questions, key["KeyId"])):
            yield found


def existing(questions: Questions, id_: str) -> Found | None:
    """A key by its id; None where it is gone, or waits for its deletion."""
    described = questions.ask("kms", "describe_key", KeyId=id_).get("KeyMetadata", {})
    state = described.get("KeyState", "")
    return Found(TYPE, id_, id_, state) if described and state not in _LEAVING else None


def _tags(questions: Questions, id_: str) -> dict[str, str]:
    """A key's tags; none of a key whose policy keeps them from these credentials, as AWS' own keys' do."""
    try:
        listed = questions.ask("kms", "list_resource_tags", KeyId=id_).get("Tags", [])
    except InvalidInput:
        return {}
    return {tag["TagKey"]: tag["TagValue"] for tag in listed}
