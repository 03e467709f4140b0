"""Whose credentials, and what the account has enabled."""

from __future__ import annotations

from typing import Any

from tests.account.preflight.asking import ACCOUNT, REGION, Account, outcomes, subject, told

from rackguard.account.preflight.checks.account_region import CHECK

IDENTITY = {"Account": ACCOUNT, "UserId": "AIDAEXAMPLE", "Arn": f"arn:aws:iam::{ACCOUNT}:user/ana"}
ZONE = {"ZoneId": "use2-az1", "ZoneName": "us-east-2b", "ZoneType": "availability-zone", "State": "available"}
LOCAL = {
    **ZONE,
    "ZoneId": "use2-xyz1-az1",
    "ZoneType": "local-zone",
    "GroupName": "us-east-2-xyz-1",
}
REGION_IS_FINE = ("ok", "", "the region us-east-2 is enabled")
ACCOUNT_IS_FINE = ("ok", "", "the credentials are of the account 123456789012, as declared")


def account(opt_in: str = "opt-in-not-required") -> Account:
    one = Account().says("sts", "get_caller_identity", IDENTITY)
    regions = {"Regions": [{"RegionName": REGION, "OptInStatus": opt_in}]}
    one.elsewhere("us-east-1").says("ec2", "describe_regions", regions, RegionNames=[REGION], AllRegions=True)
    return one


def with_zones(*zones: dict[str, Any]) -> Account:
    answer = {"AvailabilityZones": [*zones]}
    return account().says("ec2", "describe_availability_zones", answer, AllAvailabilityZones=True)


def test_all_is_as_declared() -> None:
    assert told(CHECK.run, subject(), with_zones(ZONE)) == [
        ACCOUNT_IS_FINE,
        REGION_IS_FINE,
        ("ok", "", "the account may use use2-az1"),
    ]


def test_another_account_is_asked_nothing_else() -> None:
    one = Account().says("sts", "get_caller_identity", {**IDENTITY, "Account": "210987654321"})
    message = "the credentials are of the account 210987654321; the stack's is 123456789012"
    assert told(CHECK.run, subject(), one) == [("problem", "", message)]


def test_a_region_that_is_not_enabled_is_asked_nothing_else() -> None:
    _, wrong = outcomes(CHECK.run, subject(), account("not-opted-in"))
    assert (wrong.status, wrong.message) == ("problem", "the account has not enabled the region us-east-2")
    assert wrong.command == "aws account enable-region --region-name us-east-2"


def test_an_account_that_the_region_does_not_know_is_found_at_home() -> None:
    one = Account().refuses("sts", "get_caller_identity", "InvalidClientTokenId")
    home = one.elsewhere("us-east-1").says("sts", "get_caller_identity", IDENTITY)
    home.says("ec2", "describe_regions", {"Regions": [{"RegionName": REGION, "OptInStatus": "not-opted-in"}]})
    assert told(CHECK.run, subject(), one) == [
        ACCOUNT_IS_FINE,
        ("problem", "", "the account has not enabled the region us-east-2"),
    ]


def test_a_local_zone_is_opted_in_to_by_its_group() -> None:
    about = subject(pools={"train": {"zone_id": None, "zone_ids": ["use2-az1", "use2-xyz1-az1"]}})
    *_, wrong = outcomes(CHECK.run, about, with_zones(ZONE, {**LOCAL, "OptInStatus": "not-opted-in"}))
    assert (wrong.status, wrong.message) == (
        "problem",
        "the account has not opted in to the group us-east-2-xyz-1 of the zone use2-xyz1-az1",
    )
    assert wrong.command == (
        "aws ec2 modify-availability-zone-group --group-name us-east-2-xyz-1 --opt-in-status opted-in"
        " --region us-east-2"
    )
    *_, fine = told(CHECK.run, about, with_zones(ZONE, {**LOCAL, "OptInStatus": "opted-in"}))
    assert fine == ("ok", "", "the account may use use2-az1 and use2-xyz1-az1")


def test_a_zone_that_the_account_lacks_and_one_that_is_impaired() -> None:
    other = {**ZONE, "ZoneId": "use2-az3"}
    assert told(CHECK.run, subject(), with_zones(other))[2:] == [
        ("problem", "", "the account has no zone use2-az1 in us-east-2")
    ]
    impaired = {**ZONE, "State": "impaired", "Messages": [{"Message": "Power is lost."}]}
    assert told(CHECK.run, subject(), with_zones(impaired))[2:] == [
        ("warning", "", "the zone use2-az1 is impaired: Power is lost.")
    ]
