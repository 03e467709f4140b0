"""Quotas beside what is needed: two p5.48xlarge take 2 × 192 = 384 vCPUs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.account.preflight.asking import NOW, POOL, Account, outcomes, subject, told

from rackguard.account.preflight.checks.quotas import CHECK

CODE, NAME = "L-417A185B", "Running On-Demand P instances"
DIMENSIONS = {"Class": "P/OnDemand", "Resource": "vCPU", "Service": "EC2", "Type": "Resource"}
METRIC = {
    "MetricNamespace": "AWS/Usage",
    "MetricName": "ResourceCount",
    "MetricDimensions": DIMENSIONS,
    "MetricStatisticRecommendation": "Maximum",
}
ASKED = {"ServiceCode": "ec2", "QuotaCode": CODE}
ON_DEMAND = subject(pools={"train": POOL})
INCREASE = (
    "aws service-quotas request-service-quota-increase --service-code ec2 --quota-code L-417A185B"
    " --desired-value {} --region us-east-2"
)


def quota(value: float, **more: Any) -> dict[str, Any]:
    return {"Quota": {"ServiceCode": "ec2", "QuotaCode": CODE, "QuotaName": NAME, "Value": value, **more}}


def history(account: Account, *requests: dict[str, Any]) -> Account:
    operation = "list_requested_service_quota_change_history_by_quota"
    return account.says("service-quotas", operation, {"RequestedQuotas": [*requests]}, **ASKED)


def used(account: Account, *values: float) -> Account:
    """The last of the values is the newest; the answer has them in no order."""
    points = [
        {"Timestamp": NOW - timedelta(minutes=5 * ago), "Maximum": value} for ago, value in enumerate(values[::-1])
    ]
    given = {
        "Namespace": "AWS/Usage",
        "MetricName": "ResourceCount",
        "Dimensions": [{"Name": name, "Value": value} for name, value in DIMENSIONS.items()],
        "StartTime": NOW - timedelta(hours=1),
        "EndTime": NOW,
        "Period": 300,
        "Statistics": ["Maximum"],
    }
    return account.says("cloudwatch", "get_metric_statistics", {"Datapoints": points}, **given)


def runs(account: Account, *tags: dict[str, str]) -> Account:
    """One p5.48xlarge for each: 96 cores with two threads."""
    instances = [
        {
            "CpuOptions": {"CoreCount": 96, "ThreadsPerCore": 2},
            "Tags": [{"Key": key, "Value": value} for key, value in each.items()],
        }
        for each in tags
    ]
    filters = [
        {"Name": "tag:rackguard:cluster", "Values": ["llm"]},
        {"Name": "tag:rackguard:stack", "Values": ["test"]},
        {"Name": "instance-state-name", "Values": ["running"]},
    ]
    answer = {"Reservations": [{"Instances": [instance]} for instance in instances]}
    return account.says("ec2", "describe_instances", answer, Filters=filters)


def test_a_quota_that_is_large_enough() -> None:
    account = Account().says("service-quotas", "get_service_quota", quota(384), **ASKED)
    message = "384 vCPUs needed, 384 granted: L-417A185B Running On-Demand P instances"
    assert told(CHECK.run, ON_DEMAND, account) == [("ok", "pools.train", message)]


def test_a_quota_that_was_never_set_has_awss_value_and_its_increase_is_ready_to_run() -> None:
    account = Account().refuses("service-quotas", "get_service_quota", "NoSuchResourceException", **ASKED)
    account.says("service-quotas", "get_aws_default_service_quota", quota(0), **ASKED)
    (wrong,) = outcomes(CHECK.run, ON_DEMAND, history(account))
    assert (wrong.status, wrong.where) == ("problem", "pools.train")
    assert wrong.message == "384 vCPUs needed, 0 granted: L-417A185B Running On-Demand P instances"
    assert wrong.hint == "Ask for an increase; AWS takes days to grant a large one."
    assert wrong.command == INCREASE.format(384)


def test_an_increase_that_is_asked_for_already_is_told() -> None:
    account = Account().says("service-quotas", "get_service_quota", quota(192), **ASKED)
    requests = [{"DesiredValue": 5000.0, "Status": "DENIED"}, {"DesiredValue": 1536.0, "Status": "CASE_OPENED"}]
    (wrong,) = outcomes(CHECK.run, ON_DEMAND, history(account, *requests))
    assert (wrong.status, wrong.hint) == ("problem", "An increase to 1,536 is asked for already, and not decided.")


def test_a_quota_that_aws_does_not_raise() -> None:
    account = Account().says("service-quotas", "get_service_quota", quota(192, Adjustable=False), **ASKED)
    (wrong,) = outcomes(CHECK.run, ON_DEMAND, account)
    assert (wrong.status, wrong.command) == ("problem", "")


def test_what_others_use_is_counted_and_what_the_stack_runs_is_not() -> None:
    """448 in use, 192 of them the stack's: 256 + 384 = 640."""
    own = {"rackguard:cluster": "llm", "rackguard:stack": "test", "rackguard:pool": "train"}
    account = Account().says("service-quotas", "get_service_quota", quota(640, UsageMetric=METRIC), **ASKED)
    fine = "384 vCPUs needed, 640 granted, 256 in use by others: L-417A185B Running On-Demand P instances"
    assert told(CHECK.run, ON_DEMAND, runs(used(account, 900, 448), own)) == [("ok", "pools.train", fine)]
    account = Account().says("service-quotas", "get_service_quota", quota(639, UsageMetric=METRIC), **ASKED)
    (short,) = outcomes(CHECK.run, ON_DEMAND, history(runs(used(account, 448), own)))
    assert (short.status, short.command) == ("warning", INCREASE.format(640))


def test_a_node_of_another_pool_is_another_quotas() -> None:
    other = {"rackguard:cluster": "llm", "rackguard:stack": "test", "rackguard:pool": "else"}
    account = Account().says("service-quotas", "get_service_quota", quota(1000, UsageMetric=METRIC), **ASKED)
    ((_, _, message),) = told(CHECK.run, ON_DEMAND, runs(used(account, 192), other))
    assert "192 in use by others" in message


SPOT_P6 = subject(pools={"train": {**POOL, "instance_type": "p6-b200.48xlarge", "purchase": {"spot": {}}}})


def test_a_quota_without_a_code_is_found_by_its_name() -> None:
    found = {
        "ServiceCode": "ec2",
        "QuotaCode": "L-00000000",
        "QuotaName": "All P6 Spot Instance requests",
        "Value": 384,
    }
    other = {**found, "QuotaCode": "L-C4BD4855", "QuotaName": "All P5 Spot Instance Requests", "Value": 9999}
    pages = [{"Quotas": [other], "NextToken": "more"}, {"Quotas": [found]}]
    account = Account().says("service-quotas", "list_service_quotas", pages[0], ServiceCode="ec2")
    account.says("service-quotas", "list_service_quotas", pages[1], ServiceCode="ec2", NextToken="more")
    message = "384 vCPUs needed, 384 granted: L-00000000 All P6 Spot Instance requests"
    assert told(CHECK.run, SPOT_P6, account) == [("ok", "pools.train", message)]


def test_a_quota_that_is_not_listed_is_unknown() -> None:
    account = Account().says("service-quotas", "list_service_quotas", {"Quotas": []})
    message = "384 vCPUs needed of All P6 Spot Instance Requests, which Service Quotas doesn't list"
    assert told(CHECK.run, SPOT_P6, account) == [("unknown", "pools.train", message)]


def test_where_usage_may_not_be_asked_the_next_quota_is_judged_all_the_same() -> None:
    about = subject(
        pools={"train": POOL, "small": {"instance_type": "g6.xlarge", "zone_id": "use2-az1", "nodes": {"max": 1}}}
    )
    account = Account().says("service-quotas", "get_service_quota", quota(384, UsageMetric=METRIC), **ASKED)
    said = "User: arn:aws:iam::123456789012:user/ana is not authorized to perform: cloudwatch:GetMetricStatistics"
    account.refuses("cloudwatch", "get_metric_statistics", "AccessDenied", said)
    other = {"ServiceCode": "ec2", "QuotaCode": "L-DB2E81BA", "QuotaName": "Running On-Demand G and VT instances"}
    account.says("service-quotas", "get_service_quota", {"Quota": {**other, "Value": 4}})
    first, second = outcomes(CHECK.run, about, account)
    named = "L-417A185B Running On-Demand P instances"
    assert first.status == "unknown"
    assert first.message == f"384 vCPUs needed, 384 granted: {named}; what others use isn't known"
    assert first.hint == "Give these credentials cloudwatch:GetMetricStatistics."
    assert (second.status, second.where) == ("ok", "pools.small")


def test_where_requests_may_not_be_asked_the_verdict_stands() -> None:
    account = Account().says("service-quotas", "get_service_quota", quota(192), **ASKED)
    account.refuses("service-quotas", "list_requested_service_quota_change_history_by_quota", "AccessDeniedException")
    (wrong,) = outcomes(CHECK.run, ON_DEMAND, account)
    assert (wrong.status, wrong.command) == ("problem", INCREASE.format(384))
