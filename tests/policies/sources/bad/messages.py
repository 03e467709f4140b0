"""Messages, secrets and parameters that anybody may read."""

from __future__ import annotations

import json

from pulumi import Output, ResourceOptions
from pulumi_aws import cloudwatch, kms, secretsmanager, sns, sqs, ssm

ANYBODY = json.dumps({"Statement": [{"Effect": "Allow", "Principal": "*", "Action": "*", "Resource": "*"}]})


def declare(using: ResourceOptions, key: kms.Key) -> None:
    """Everything that others are told by."""
    topic = sns.Topic("bare", policy=ANYBODY, opts=using)
    sqs.Queue("bare", sqs_managed_sse_enabled=False, policy=ANYBODY, opts=using)
    queue = sqs.Queue("closed", kms_master_key_id=key.id, opts=using)
    sqs.QueuePolicy("later", queue_url=queue.id, policy=queue.arn.apply(lambda _: ANYBODY), opts=using)
    secretsmanager.Secret("bare", recovery_window_in_days=0, opts=using)
    ssm.Parameter("plain", type="String", name="/llm/api-token", value="hunter2hunter2", opts=using)
    ssm.Parameter("hidden", type="SecureString", value=Output.secret("hunter2"), opts=using)
    cloudwatch.LogGroup("bare", opts=using)
    cloudwatch.MetricAlarm(
        "silent",
        comparison_operator="GreaterThanThreshold",
        evaluation_periods=1,
        metric_name="CPUUtilization",
        namespace="AWS/EC2",
        actions_enabled=False,
        alarm_actions=[topic.arn],
        opts=using,
    )
