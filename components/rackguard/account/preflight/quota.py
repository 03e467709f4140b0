"""A service quota of the account: its value, what is in use, and the request to raise it."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, Any

from rackguard.account.aws.questions import Denied
from rackguard.record import record

if TYPE_CHECKING:
    from datetime import datetime

    from rackguard.account.aws.questions import Questions

_OPEN = ("PENDING", "CASE_OPENED")
_USAGE_MINUTES = 60
"""How far back the latest figure is looked for."""


@record
class Quota:
    """A quota as it applies to the account in a region."""

    service: str
    code: str
    name: str
    value: float
    adjustable: bool
    usage_metric: dict[str, Any] | None
    """Where CloudWatch counts what is in use, as Service Quotas tells it; None where it doesn't."""


PERMISSIONS = ("servicequotas:GetAWSDefaultServiceQuota", "servicequotas:GetServiceQuota")
REQUESTS_PERMISSION = "servicequotas:ListRequestedServiceQuotaChangeHistoryByQuota"


def quota_of(questions: Questions, service: str, code: str) -> Quota | None:
    """The quota's own value, or AWS' default where none was ever set; None where there is no such quota."""
    for operation in ("get_service_quota", "get_aws_default_service_quota"):
        answer = questions.ask("service-quotas", operation, ServiceCode=service, QuotaCode=code)
        if found := answer.get("Quota"):
            return _quota(found)
    return None


def quota_named(questions: Questions, service: str, name: str) -> Quota | None:
    """The quota of a name, whose code isn't known; of several pages."""
    listed = questions.each("service-quotas", "list_service_quotas", "Quotas", ServiceCode=service)
    found = (one for one in listed if str(one.get("QuotaName", "")).casefold() == name.casefold())
    return next((_quota(one) for one in found), None)


def _quota(answer: dict[str, Any]) -> Quota:
    return Quota(
        str(answer["ServiceCode"]),
        str(answer["QuotaCode"]),
        str(answer["QuotaName"]),
        float(answer["Value"]),
        bool(answer.get("Adjustable", True)),
        answer.get("UsageMetric"),
    )


def in_use(questions: Questions, quota: Quota, now: datetime) -> float | None:
    """What the account uses of it, by CloudWatch's latest figure; None where there is none."""
    metric = quota.usage_metric
    if not metric:
        return None
    statistic = str(metric.get("MetricStatisticRecommendation", "Maximum"))
    answer = questions.ask(
        "cloudwatch",
        "get_metric_statistics",
        Namespace=metric["MetricNamespace"],
        MetricName=metric["MetricName"],
        Dimensions=[{"Name": name, "Value": value} for name, value in sorted(metric["MetricDimensions"].items())],
        StartTime=now - timedelta(minutes=_USAGE_MINUTES),
        EndTime=now,
        Period=300,
        Statistics=[statistic],
    )
    points = sorted(answer.get("Datapoints", ()), key=lambda point: point["Timestamp"])
    return float(points[-1][statistic]) if points else None


def open_request(questions: Questions, quota: Quota) -> str:
    """What was asked for already and isn't decided; empty where nothing is, and where that may not be asked."""
    requests = questions.each(
        "service-quotas",
        "list_requested_service_quota_change_history_by_quota",
        "RequestedQuotas",
        ServiceCode=quota.service,
        QuotaCode=quota.code,
    )
    try:
        wanted = max((float(one["DesiredValue"]) for one in requests if one.get("Status") in _OPEN), default=0)
    except Denied:  # the verdict stands without it
        return ""
    return f"an increase to {wanted:,.0f} is asked for already, and not decided" if wanted else ""


def increase(quota: Quota, value: float, region: str) -> str:
    """The command that asks AWS for the value."""
    return (
        f"aws service-quotas request-service-quota-increase --service-code {quota.service}"
        f" --quota-code {quota.code} --desired-value {ceil(value)} --region {region}"
    )
