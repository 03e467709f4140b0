"""Jobs that wait in queues, and the credentials that their workers use elsewhere."""

from __future__ import annotations

import json

from pulumi_aws import kms, secretsmanager, sqs
from tests.policies.rules.documents import NO_TLS, allow, deny, text
from tests.policies.stacks.parts.keys import for_service, key
from tests.policies.stacks.parts.names import ACCOUNT, REGION, tags

GUARDED = tags("phi")
WORKERS = {"AWS": f"arn:aws:iam::{ACCOUNT}:role/workers"}
DAY = 86400


def program() -> None:
    data = key("data", "phi", for_service("events.amazonaws.com", "kms:Decrypt", "kms:GenerateDataKey"))
    _studies(data)
    _previews()
    secretsmanager.Secret("tracker", kms_key_id=data.arn, tags=GUARDED)
    secretsmanager.Secret("registry", kms_key_id=data.arn, recovery_window_in_days=30, tags=GUARDED)


def _studies(data: kms.Key) -> None:
    """Jobs that name patients, under a key; those that fail are kept apart."""
    failed = sqs.Queue(
        "studies-failed",
        name="studies-failed",
        kms_master_key_id=data.id,
        message_retention_seconds=14 * DAY,
        redrive_allow_policy=json.dumps({"redrivePermission": "byQueue", "sourceQueueArns": [_arn("studies")]}),
        tags=GUARDED,
    )
    redrive = failed.arn.apply(lambda arn: json.dumps({"deadLetterTargetArn": arn, "maxReceiveCount": 5}))
    studies = sqs.Queue("studies", name="studies", kms_master_key_id=data.id, redrive_policy=redrive, tags=GUARDED)
    sqs.QueuePolicy("studies-policy", queue_url=studies.url, policy=_policy("studies"))
    sqs.QueuePolicy("studies-failed-policy", queue_url=failed.url, policy=_policy("studies-failed"))


def _previews() -> None:
    """Jobs whose data anybody in the company may see, under the key of SQS."""
    failed = sqs.Queue("previews-failed", name="previews-failed", tags=tags("internal"))
    sqs.RedriveAllowPolicy(
        "previews-failed-allow",
        queue_url=failed.url,
        redrive_allow_policy=json.dumps({"redrivePermission": "allowAll"}),
    )
    previews = sqs.Queue("previews", name="previews", sqs_managed_sse_enabled=True, tags=tags("internal"))
    redrive = failed.arn.apply(lambda arn: json.dumps({"deadLetterTargetArn": arn, "maxReceiveCount": 3}))
    sqs.RedrivePolicy("previews-redrive", queue_url=previews.url, redrive_policy=redrive)
    sqs.QueuePolicy("previews-policy", queue_url=previews.url, policy=_policy("previews"))


def _policy(queue: str) -> str:
    taken = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:SendMessage"]
    return text(
        allow(taken, _arn(queue), WORKERS) | {"Sid": "Workers"},
        deny("sqs:*", _arn(queue), condition=NO_TLS) | {"Sid": "DenyPlainHttp"},
    )


def _arn(queue: str) -> str:
    return f"arn:aws:sqs:{REGION}:{ACCOUNT}:{queue}"
