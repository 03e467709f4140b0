"""FSx for Lustre: the region, the quotas, and what no API tells."""

from __future__ import annotations

from typing import Any

from tests.account.preflight.asking import Account, outcomes, subject, told

from rackguard.account.preflight.checks.lustre import CHECK

ABOUT = subject(
    storage={
        "scratch": {"lustre": {"size_gib": 24000, "zone_id": "use2-az1"}, "mount": "/fsx"},
        "more": {"lustre": {"size_gib": 1200, "zone_id": "use2-az1"}, "mount": "/more"},
    }
)
PATH = "/aws/service/global-infrastructure/regions/us-east-2/services/fsx-lustre"
NAMES = {
    "L-FD6F2F22": "Lustre Persistent_2 file systems",
    "L-8F1B9C74": "Lustre Persistent_2 storage capacity",
}


def account(*systems: dict[str, Any], files: float = 100, gib: float = 100800) -> Account:
    one = Account().says("ssm", "get_parameter", {"Parameter": {"Name": PATH, "Value": "fsx-lustre"}}, Name=PATH)
    one.says("fsx", "describe_file_systems", {"FileSystems": [*systems]})
    for (code, name), value in zip(NAMES.items(), (files, gib), strict=True):
        found = {"ServiceCode": "fsx", "QuotaCode": code, "QuotaName": name, "Value": value, "Adjustable": True}
        one.says("service-quotas", "get_service_quota", {"Quota": found}, ServiceCode="fsx", QuotaCode=code)
    return one


def system(kind: str = "PERSISTENT_2", cluster: str = "other", gib: int = 80000) -> dict[str, Any]:
    return {
        "FileSystemId": "fs-0123456789abcdef0",
        "FileSystemType": "LUSTRE",
        "StorageCapacity": gib,
        "SubnetIds": ["subnet-0123456789abcdef0"],
        "LustreConfiguration": {"DeploymentType": kind},
        "Tags": [{"Key": "rackguard:cluster", "Value": cluster}],
    }


def in_zone(one: Account, zone: str) -> Account:
    answer = {"Subnets": [{"SubnetId": "subnet-0123456789abcdef0", "AvailabilityZoneId": zone}]}
    return one.says(
        "ec2", "describe_subnets", answer, Filters=[{"Name": "subnet-id", "Values": ["subnet-0123456789abcdef0"]}]
    )


def test_region_and_quotas_are_asked_and_the_zone_is_said_to_be_unknown() -> None:
    unknown = "not known: whether use2-az1 has PERSISTENT_2, which no API of AWS tells"
    assert told(CHECK.run, ABOUT, account()) == [
        ("ok", "storage.scratch", "FSx for Lustre is in us-east-2"),
        (
            "ok",
            "storage.scratch",
            "2 file systems needed, 100 granted, 0 in use by others: L-FD6F2F22 Lustre Persistent_2 file systems",
        ),
        (
            "ok",
            "storage.scratch",
            "25,200 GiB needed, 100,800 granted, 0 in use by others: L-8F1B9C74 Lustre Persistent_2 storage capacity",
        ),
        ("warning", "storage.scratch", unknown),
        ("warning", "storage.more", unknown),
    ]


def test_the_command_asks_for_the_whole_figure() -> None:
    """1,200,000 GiB of others and 25,200 of the stack."""
    (command,) = (
        one.command for one in outcomes(CHECK.run, ABOUT, in_zone(account(system(gib=1_200_001)), "z")) if one.command
    )
    assert command.endswith("--desired-value 1225201 --region us-east-2")


def test_a_file_system_of_the_type_in_the_zone_shows_that_it_can_be_had() -> None:
    fine = ("ok", "storage.scratch", "the account has a PERSISTENT_2 file system in use2-az1 already")
    assert told(CHECK.run, ABOUT, in_zone(account(system(cluster="llm")), "use2-az1"))[3] == fine
    assert told(CHECK.run, ABOUT, in_zone(account(system()), "use2-az2"))[3][0] == "warning"
    assert told(CHECK.run, ABOUT, account(system("SCRATCH_2")))[3][0] == "warning"


def test_what_others_have_counts_and_the_increase_is_ready_to_run() -> None:
    _, _, gib, *_ = outcomes(CHECK.run, ABOUT, in_zone(account(system()), "use2-az1"))
    assert (gib.status, gib.message.partition(":")[0]) == (
        "warning",
        "25,200 GiB needed, 100,800 granted, 80,000 in use by others",
    )
    assert gib.command == (
        "aws service-quotas request-service-quota-increase --service-code fsx --quota-code L-8F1B9C74"
        " --desired-value 105200 --region us-east-2"
    )
    _, files, gib, *_ = outcomes(CHECK.run, ABOUT, account(files=1, gib=25199))
    assert (files.status, gib.status) == ("problem", "problem")
    _, _, gib, *_ = outcomes(CHECK.run, ABOUT, in_zone(account(system(cluster="llm")), "use2-az1"))
    assert gib.status == "ok"


def test_a_region_without_it_is_asked_nothing_else() -> None:
    one = Account().refuses("ssm", "get_parameter", "ParameterNotFound")
    message = "AWS doesn't list FSx for Lustre in us-east-2"
    assert told(CHECK.run, ABOUT, one) == [("problem", "storage.scratch", message)]
    assert told(CHECK.run, subject(), Account()) == []


def test_a_quota_that_is_not_listed_is_unknown() -> None:
    one = Account().says("ssm", "get_parameter", {"Parameter": {"Name": PATH, "Value": "fsx-lustre"}})
    one.says("fsx", "describe_file_systems", {"FileSystems": []})
    for _ in NAMES:
        one.refuses("service-quotas", "get_service_quota", "NoSuchResourceException")
        one.refuses("service-quotas", "get_aws_default_service_quota", "NoSuchResourceException")
    said = told(CHECK.run, ABOUT, one)
    assert said[1] == (
        "unknown",
        "storage.scratch",
        "2 file systems of PERSISTENT_2 needed; Service Quotas lists no quota L-FD6F2F22 in us-east-2",
    )
