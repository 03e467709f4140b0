"""Log groups and alarms."""

from __future__ import annotations

from typing import Any

import pulumi
from pulumi_aws import cloudwatch, kms, sns
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard_policies.outcome import Outcome

PHI, INTERNAL = {"classification": "phi"}, {"DataClassification": "Internal"}
RETAIN, PROTECT = pulumi.ResourceOptions(retain_on_delete=True), pulumi.ResourceOptions(protect=True)


def groups() -> None:
    key = kms.Key("key").arn
    good = cloudwatch.LogGroup("good", retention_in_days=365, kms_key_id=key, skip_destroy=True)
    cloudwatch.LogGroup("silent")
    cloudwatch.LogGroup("for-ever", retention_in_days=0, kms_key_id=key, deletion_protection_enabled=True)
    cloudwatch.LogGroup("short", retention_in_days=30, kms_key_id="alias/aws/logs", tags=INTERNAL)
    cloudwatch.LogGroup("evidence", retention_in_days=2192, kms_key_id=key, tags=PHI, opts=RETAIN)
    cloudwatch.LogGroup("short-evidence", retention_in_days=365, kms_key_id=key, tags=PHI, opts=PROTECT)
    cloudwatch.LogGroup("later", retention_in_days=good.name.apply(int), skip_destroy=good.name.apply(bool))
    cloudwatch.LogGroup("class-later", retention_in_days=365, tags={"classification": good.arn}, skip_destroy=True)


def test_logs_are_kept() -> None:
    graph = graph_of(groups)
    days = ["retentionInDays"]
    assert findings(graph, "lg-retention") == {"silent": days, "short": days, "short-evidence": days}
    assert findings(graph, "lg-retention", days=30, evidence_classes=[]) == {"silent": days}
    assert outcomes(graph, "lg-retention", Outcome.UNPROVEN) == {"later": days, "class-later": days}


def test_logs_have_keys_and_outlive_the_stack() -> None:
    graph = graph_of(groups)
    key = ["kmsKeyId"]
    assert findings(graph, "lg-kms") == {"silent": key, "short": key, "later": key, "class-later": key}
    assert findings(graph, "lg-protected") == {"silent": ["skipDestroy"]}
    assert outcomes(graph, "lg-protected", Outcome.UNPROVEN) == {"later": ["skipDestroy"]}
    assert set(outcomes(graph, "lg-protected", Outcome.NOT_APPLICABLE)) == {"short"}


def test_alarms_do_something() -> None:
    def program() -> None:
        given: dict[str, Any] = {"comparison_operator": "GreaterThanThreshold", "evaluation_periods": 1}
        topic = sns.Topic("topic").arn
        cloudwatch.MetricAlarm("good", alarm_actions=[topic], **given)
        cloudwatch.MetricAlarm("good-text", alarm_actions=["arn:aws:sns:us-east-2:1:t"], actions_enabled=True, **given)
        cloudwatch.MetricAlarm("silent", **given)
        cloudwatch.MetricAlarm("empty", alarm_actions=[], **given)
        cloudwatch.MetricAlarm("off", alarm_actions=[topic], actions_enabled=False, **given)

    expected = {"silent": ["alarmActions"], "empty": ["alarmActions"], "off": ["actionsEnabled"]}
    assert findings(graph_of(program), "alarm-actions") == expected


def test_an_alarm_that_is_part_of_another_leaves_it_to_that_one() -> None:
    def program() -> None:
        given: dict[str, Any] = {"comparison_operator": "GreaterThanThreshold", "evaluation_periods": 1}

        def made_up(name: str, **actions: Any) -> None:
            part = cloudwatch.MetricAlarm(f"part-of-{name}", **given)
            rule = part.name.apply("ALARM({})".format)
            cloudwatch.CompositeAlarm(name, alarm_name=name, alarm_rule=rule, **actions)

        made_up("loud", alarm_actions=[sns.Topic("topic").arn])
        made_up("quiet")
        for name in ("busy", "busier"):
            cloudwatch.MetricAlarm(name, name=name, **given)
        cloudwatch.CompositeAlarm("by-name", alarm_name="n", alarm_rule='ALARM("busy") OR ALARM(disk)')
        off = cloudwatch.MetricAlarm("off", actions_enabled=False, **given)
        cloudwatch.CompositeAlarm("told", alarm_name="t", alarm_rule="ALARM(x)", alarm_actions=[off.arn])

    graph = graph_of(program)
    expected = {path: ["alarmActions"] for path in ("quiet", "busier", "by-name")}
    expected["off"] = ["actionsEnabled", "alarmActions"]
    assert findings(graph, "alarm-actions") == expected
    assert set(outcomes(graph, "alarm-actions", Outcome.NOT_APPLICABLE)) == {"part-of-loud", "part-of-quiet", "busy"}
