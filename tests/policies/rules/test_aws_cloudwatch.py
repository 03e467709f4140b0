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
    cloudwatch.LogGroup("unsaid", retention_in_days=0, kms_key_id=key, deletion_protection_enabled=True)
    cloudwatch.LogGroup("short", retention_in_days=30, kms_key_id="alias/aws/logs", tags=INTERNAL)
    cloudwatch.LogGroup("evidence", retention_in_days=2192, kms_key_id=key, tags=PHI, opts=RETAIN)
    cloudwatch.LogGroup("short-evidence", retention_in_days=365, kms_key_id=key, tags=PHI, opts=PROTECT)
    cloudwatch.LogGroup("later", retention_in_days=good.name.apply(int), skip_destroy=good.name.apply(bool))
    cloudwatch.LogGroup("class-later", retention_in_days=365, tags={"classification": good.arn}, skip_destroy=True)


def test_logs_are_kept() -> None:
    graph = graph_of(groups)
    days = ["retentionInDays"]
    unsaid = {"silent": days, "unsaid": days}
    assert findings(graph, "lg-retention") == {**unsaid, "short": days, "short-evidence": days}
    assert findings(graph, "lg-retention", days=30, evidence_classes=[]) == unsaid
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


def composed(*parts: str) -> dict[str, list[str]]:
    """Findings where an alarm without actions of its own is made up of these, by their names."""

    def program() -> None:
        given: dict[str, Any] = {"comparison_operator": "GreaterThanThreshold", "evaluation_periods": 1}
        for name in ("busy", "busier"):
            cloudwatch.MetricAlarm(name, name=name, **given)
        rule = " OR ".join(f"ALARM({part})" for part in parts)
        cloudwatch.CompositeAlarm("by-name", alarm_name="n", alarm_rule=rule)
        off = cloudwatch.MetricAlarm("off", actions_enabled=False, **given)
        cloudwatch.CompositeAlarm("told", alarm_name="t", alarm_rule="ALARM(x)", alarm_actions=[off.arn])

    return findings(graph_of(program), "alarm-actions")


def test_an_alarm_that_is_part_of_another_leaves_it_to_that_one() -> None:
    off, by_name = {"off": ["actionsEnabled", "alarmActions"]}, {"by-name": ["alarmActions"]}
    assert composed('"busy"', "disk") == {"busier": ["alarmActions"], **by_name, **off}
    assert composed('"busy"', "busier") == {**by_name, **off}
    assert composed("t") == {"busy": ["alarmActions"], "busier": ["alarmActions"], **by_name, **off}


def test_an_alarm_that_another_refers_to_is_part_of_it_before_its_name_is_known() -> None:
    def program(**actions: Any) -> None:
        part = cloudwatch.MetricAlarm("part", comparison_operator="GreaterThanThreshold", evaluation_periods=1)
        rule = part.name.apply("ALARM({})".format)
        cloudwatch.CompositeAlarm("whole", alarm_name="whole", alarm_rule=rule, **actions)

    graph = graph_of(program)
    assert findings(graph, "alarm-actions") == {"whole": ["alarmActions"]}
    assert outcomes(graph, "alarm-actions", Outcome.NOT_APPLICABLE).keys() == {"part"}
    assert findings(graph_of(lambda: program(alarm_actions=[sns.Topic("topic").arn])), "alarm-actions") == {}


def test_what_an_alarm_whose_parts_are_not_known_yet_may_name_is_unproven() -> None:
    def program() -> None:
        given: dict[str, Any] = {"comparison_operator": "GreaterThanThreshold", "evaluation_periods": 1}
        topic = sns.Topic("topic").arn
        part = cloudwatch.MetricAlarm("part", name="part", **given)
        cloudwatch.MetricAlarm("named", name="named", **given)
        cloudwatch.MetricAlarm("off", name="off", actions_enabled=False, alarm_actions=[topic], **given)
        cloudwatch.MetricAlarm("loud", name="loud", alarm_actions=[topic], **given)
        cloudwatch.MetricAlarm("nameless", **given)
        rule = pulumi.Output.concat("ALARM(", part.name, ") OR ALARM(", topic, ")")
        cloudwatch.CompositeAlarm("composed", alarm_name="composed", alarm_rule=rule)

    graph = graph_of(program)
    assert findings(graph, "alarm-actions") == {"nameless": ["alarmActions"], "composed": ["alarmActions"]}
    assert outcomes(graph, "alarm-actions", Outcome.UNPROVEN) == {"named": ["alarmActions"], "off": ["actionsEnabled"]}
    assert outcomes(graph, "alarm-actions", Outcome.COMPLIANT).keys() == {"loud"}
    assert outcomes(graph, "alarm-actions", Outcome.NOT_APPLICABLE).keys() == {"part"}
