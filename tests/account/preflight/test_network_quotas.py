"""Quotas of the network that a stack makes."""

from __future__ import annotations

from typing import Any

from tests.account.preflight.asking import Account, outcomes, subject, told

from rackguard.account.preflight.checks.network_quotas import CHECK

GATEWAYS = "NAT gateways per Availability Zone"
NAMES = {
    "L-F678F1CE": ("vpc", "VPCs per Region"),
    "L-0263D0A3": ("ec2", "EC2-VPC Elastic IPs"),
    "L-FE5A380F": ("vpc", GATEWAYS),
}
OWN = [{"Key": "rackguard:cluster", "Value": "llm"}, {"Key": "rackguard:stack", "Value": "test"}]
WITH_NAT = subject(network={"cidr": "10.0.0.0/16", "nat": "one"})


def granted(account: Account, code: str, value: float) -> Account:
    service, name = NAMES[code]
    answer = {"Quota": {"ServiceCode": service, "QuotaCode": code, "QuotaName": name, "Value": value}}
    return account.says("service-quotas", "get_service_quota", answer, ServiceCode=service, QuotaCode=code)


def there(vpcs: list[dict[str, Any]], addresses: list[dict[str, Any]], gateways: list[dict[str, Any]]) -> Account:
    account = Account().says("ec2", "describe_vpcs", {"Vpcs": vpcs})
    account.says("ec2", "describe_addresses", {"Addresses": addresses})
    states = [{"Name": "state", "Values": ["pending", "available", "deleting"]}]
    account.says("ec2", "describe_nat_gateways", {"NatGateways": gateways}, Filter=states)
    if others := [gateway["SubnetId"] for gateway in gateways if not gateway.get("Tags")]:
        subnets = [{"SubnetId": one, "AvailabilityZoneId": f"use2-az{one[-1]}"} for one in sorted({*others})]
        account.says("ec2", "describe_subnets", {"Subnets": subnets}, SubnetIds=sorted({*others}))
    return account


def test_what_the_stack_has_made_is_not_counted_twice() -> None:
    account = there([{"VpcId": "vpc-1", "Tags": OWN}], [{"Tags": OWN}], [{"SubnetId": "subnet-1", "Tags": OWN}])
    for code in NAMES:
        granted(account, code, 1)
    assert told(CHECK.run, WITH_NAT, account) == [
        ("ok", "network", "1 × VPC needed beside 0 of others, 1 granted: L-F678F1CE VPCs per Region"),
        ("ok", "network", "1 × elastic address needed beside 0 of others, 1 granted: L-0263D0A3 EC2-VPC Elastic IPs"),
        (
            "ok",
            "network",
            f"1 × NAT gateway in use2-az1 needed beside 0 of others, 1 granted: L-FE5A380F {GATEWAYS}",
        ),
    ]


def test_an_account_that_is_full() -> None:
    """Five networks of others; of their gateways two are in the stack's zone, and one is elsewhere."""
    gateways = [{"SubnetId": one} for one in ("subnet-1", "subnet-1", "subnet-2")]
    account = there([{"VpcId": f"vpc-{number}"} for number in range(5)], [{}, {}], gateways)
    operation = "list_requested_service_quota_change_history_by_quota"
    for code, value, short in (("L-F678F1CE", 5, True), ("L-0263D0A3", 2, True), ("L-FE5A380F", 3, False)):
        granted(account, code, value)
        if short:
            account.says("service-quotas", operation, {"RequestedQuotas": []})
    found = outcomes(CHECK.run, WITH_NAT, account)
    assert [one.status for one in found] == ["problem", "problem", "ok"]
    increase = "aws service-quotas request-service-quota-increase"
    assert found[0].command == (
        f"{increase} --service-code vpc --quota-code L-F678F1CE --desired-value 6 --region us-east-2"
    )
    assert found[1].command == (
        f"{increase} --service-code ec2 --quota-code L-0263D0A3 --desired-value 3 --region us-east-2"
    )
    assert "NAT gateway in use2-az1 needed beside 2 of others, 3 granted" in found[2].message


def test_a_network_that_another_account_shares_counts_in_that_one() -> None:
    shared = {"VpcId": "vpc-1", "OwnerId": "210987654321"}
    account = there([shared, {"VpcId": "vpc-2", "OwnerId": "123456789012"}], [], [])
    for code in NAMES:
        granted(account, code, 2)
    vpc, *_ = told(CHECK.run, WITH_NAT, account)
    assert vpc == ("ok", "network", "1 × VPC needed beside 1 of others, 2 granted: L-F678F1CE VPCs per Region")


def test_an_existing_network_needs_none() -> None:
    existing = {
        "vpc_id": "vpc-0123456789abcdef0",
        "cidr": "10.0.0.0/16",
        "subnets": [{"id": "subnet-0123456789abcdef0", "zone_id": "use2-az1", "cidr": "10.0.0.0/20"}],
    }
    assert told(CHECK.run, subject(network={"existing": existing}), Account()) == []
