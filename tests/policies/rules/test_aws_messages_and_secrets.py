"""Topics, queues, secrets and parameters."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pulumi import Output
from pulumi_aws import ec2, iam, kms, secretsmanager, sns, sqs, ssm
from tests.policies.recorded import findings, graph_of, outcomes
from tests.policies.rules.documents import NO_TLS, allow, deny, text

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

TOPIC = "arn:aws:sns:us-east-2:123456789012:alarms"
QUEUE = "arn:aws:sqs:us-east-2:123456789012:jobs"
OWN: Any = {"AWS": "arn:aws:iam::123456789012:root"}
OTHER: Any = {"AWS": "arn:aws:iam::999999999999:role/r"}
TOPIC_TLS: Any = deny("sns:Publish", TOPIC, condition=NO_TLS)
QUEUE_TLS: Any = deny("sqs:*", QUEUE, condition=NO_TLS)


def topics(key: kms.Key, unknown: ec2.Vpc) -> None:
    """Topics and their policies."""
    sns.Topic("t-key", kms_master_key_id=key.id)
    sns.Topic("t-aws", kms_master_key_id="alias/aws/sns")
    sns.Topic("t-bare", policy=text(allow("sns:Publish", TOPIC, "*"), TOPIC_TLS))
    for name, statements in {
        "tp-good": (allow("sns:Publish", TOPIC, OWN), TOPIC_TLS),
        "tp-open": (allow("sns:Publish", TOPIC, {"AWS": "*"}), TOPIC_TLS),
        "tp-other": (allow("sns:Publish", TOPIC, OTHER), TOPIC_TLS),
        "tp-anywhere": (allow("sns:Publish", "*", OTHER), TOPIC_TLS),
        "tp-http": (allow("sns:Publish", TOPIC, OWN),),
    }.items():
        sns.TopicPolicy(name, arn=TOPIC, policy=text(*statements))
    sns.TopicPolicy("tp-unknown", arn=TOPIC, policy=unknown.arn)


def queues(key: kms.Key) -> None:
    """Queues, their encryption, where failed messages go, and their policies."""
    dead = sqs.Queue("dead")
    redrive = dead.arn.apply(lambda arn: json.dumps({"deadLetterTargetArn": arn, "maxReceiveCount": 5}))
    sqs.Queue("q-good", redrive_policy=redrive, kms_master_key_id=key.id)
    apart = sqs.Queue("q-apart", sqs_managed_sse_enabled=True)
    sqs.RedrivePolicy("redrive", queue_url=apart.id, redrive_policy=redrive)
    sqs.Queue("q-off", sqs_managed_sse_enabled=False)
    sqs.Queue("q-phi", tags={"classification": "PHI"})
    unknown = ec2.Vpc("other").arn
    sqs.Queue("q-class", tags={"classification": unknown}, kms_master_key_id=key.id, redrive_policy="{}")
    sqs.Queue("q-key", kms_master_key_id=unknown, redrive_policy="{}")
    for name, statements in {
        "qp-good": (allow("sqs:SendMessage", QUEUE, OWN), QUEUE_TLS),
        "qp-wide": (allow("sqs:*", QUEUE, OWN), QUEUE_TLS),
        "qp-open": (allow("sqs:SendMessage", QUEUE, "*"), QUEUE_TLS),
        "qp-other": (allow("sqs:SendMessage", QUEUE, OTHER), QUEUE_TLS),
        "qp-http": (allow("sqs:SendMessage", QUEUE, OWN), deny("sqs:SendMessage", QUEUE, condition=NO_TLS)),
    }.items():
        sqs.QueuePolicy(name, queue_url="q", policy=text(*statements))


def secrets(key: kms.Key, unknown: ec2.Vpc) -> None:
    """Secrets and parameters."""
    secretsmanager.Secret("s-good", kms_key_id=key.arn)
    secretsmanager.Secret("s-bare")
    secretsmanager.Secret("s-gone", kms_key_id=key.arn, recovery_window_in_days=0)
    access = iam.AccessKey("access", user="u")
    pem = "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----"
    answers: dict[str, dict[str, Any]] = {
        "plain": {"type": "String", "insecure_value": "ssh-ed25519 AAAA ana"},
        "db-password": {"type": "String", "insecure_value": "x"},
        "by-name": {"name": "/llm/api-key", "type": "String", "insecure_value": "x"},
        "by-content": {"type": "String", "insecure_value": pem},
        "by-source": {"type": "String", "insecure_value": access.secret},
        "from-network": {"type": "String", "insecure_value": unknown.arn},
        "hidden": {"type": "String", "value": "x"},
        "secure": {"type": "SecureString", "key_id": key.key_id, "value": "x"},
        "secure-aws": {"type": "SecureString", "value": "x"},
        "secure-open": {"type": "SecureString", "key_id": key.key_id, "insecure_value": "x"},
        "nobody-knows": {"type": "String", "insecure_value": Output.secret("x")},
    }
    for name, answer in answers.items():
        ssm.Parameter(name, **answer)


def program() -> None:
    key, vpc = kms.Key("key"), ec2.Vpc("vpc")
    topics(key, vpc)
    queues(key)
    secrets(key, vpc)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def test_topics_are_encrypted(graph: Graph) -> None:
    assert findings(graph, "sns-kms") == {"t-aws": ["kmsMasterKeyId"], "t-bare": ["kmsMasterKeyId"]}


def test_topics_let_in_whom_they_name(graph: Graph) -> None:
    first = ["policy.Statement[0]"]
    expected = {"t-bare": first, "tp-open": first, "tp-other": first, "tp-http": ["policy"]}
    assert findings(graph, "sns-policy") == expected
    assert outcomes(graph, "sns-policy", Outcome.UNPROVEN) == {
        "tp-anywhere": first,
        "tp-unknown": ["policy", "policy"],
    }
    listed = findings(graph, "sns-policy", accounts=["999999999999"])
    assert listed == {"t-bare": first, "tp-open": first, "tp-http": ["policy"]}


def test_queues_are_encrypted(graph: Graph) -> None:
    assert findings(graph, "sqs-sse") == {"q-off": ["sqsManagedSseEnabled"], "q-phi": ["kmsMasterKeyId"]}
    assert outcomes(graph, "sqs-sse", Outcome.UNPROVEN) == {"q-class": ["tags"], "q-key": ["kmsMasterKeyId"]}


def test_failed_messages_are_kept(graph: Graph) -> None:
    assert findings(graph, "sqs-dlq") == {"q-off": ["redrivePolicy"], "q-phi": ["redrivePolicy"]}
    assert set(outcomes(graph, "sqs-dlq", Outcome.NOT_APPLICABLE)) == {"dead"}


def test_queues_let_in_whom_they_name(graph: Graph) -> None:
    first = ["policy.Statement[0]"]
    assert findings(graph, "sqs-policy") == {
        "qp-wide": first,
        "qp-open": first,
        "qp-other": first,
        "qp-http": ["policy"],
    }


def test_secrets_are_under_own_keys(graph: Graph) -> None:
    assert findings(graph, "secret-kms") == {"s-bare": ["kmsKeyId"], "s-gone": ["recoveryWindowInDays"]}


def test_parameters_hold_no_secrets_in_the_clear(graph: Graph) -> None:
    assert findings(graph, "ssm-secure") == {
        "db-password": ["type"],
        "by-name": ["type"],
        "by-content": ["insecureValue"],
        "by-source": ["type"],
        "secure-aws": ["keyId"],
        "secure-open": ["insecureValue"],
    }
    assert outcomes(graph, "ssm-secure", Outcome.UNPROVEN) == {"hidden": ["value"], "nobody-knows": ["insecureValue"]}
