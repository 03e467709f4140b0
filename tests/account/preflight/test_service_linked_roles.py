"""Roles by which AWS works for the cluster."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.account.preflight.asking import Account, outcomes, subject, told

from rackguard.account.preflight.checks.service_linked_roles import CHECK

SPOT = {"train": {"purchase": {"spot": {}}}}
STORES = {
    "scratch": {"lustre": {"size_gib": 1200, "zone_id": "use2-az1"}, "mount": "/fsx"},
    "home": {"efs": {}, "mount": "/home"},
}


def there(account: Account, role: str) -> Account:
    answer: dict[str, Any] = {
        "Role": {
            "Path": "/",
            "RoleName": role,
            "RoleId": "AROAEXAMPLEEXAMPLE",
            "Arn": f"arn:aws:iam::123456789012:role/{role}",
            "CreateDate": datetime(2026, 1, 1, tzinfo=UTC),
        }
    }
    return account.says("iam", "get_role", answer, RoleName=role)


def gone(account: Account, role: str) -> Account:
    return account.refuses("iam", "get_role", "NoSuchEntity", RoleName=role)


def test_the_role_of_auto_scaling_is_asked_for_and_spots_where_there_is_spot() -> None:
    fine = ("ok", "", "the role AWSServiceRoleForAutoScaling is there")
    connect = "AWSServiceRoleForEc2InstanceConnect"
    account = there(there(Account(), "AWSServiceRoleForAutoScaling"), connect)
    assert told(CHECK.run, subject(), account) == [fine, ("ok", "access", f"the role {connect} is there")]
    account = there(Account(), "AWSServiceRoleForAutoScaling")
    account = there(gone(account, "AWSServiceRoleForEC2Spot"), connect)
    _, lacking, _ = outcomes(CHECK.run, subject(pools=SPOT), account)
    assert (lacking.status, lacking.where) == ("problem", "encryption")
    assert lacking.message == (
        "the role AWSServiceRoleForEC2Spot isn't there; the key's policy names it, and KMS refuses a role that doesn't"
        " exist"
    )
    assert lacking.command == "aws iam create-service-linked-role --aws-service-name spot.amazonaws.com"


def test_a_role_that_the_stack_makes_must_not_be_there() -> None:
    making = subject(encryption={"service_linked_roles": "create"})
    connect = "AWSServiceRoleForEc2InstanceConnect"
    first, _ = told(CHECK.run, making, there(gone(Account(), "AWSServiceRoleForAutoScaling"), connect))
    assert first == ("ok", "encryption", "the role AWSServiceRoleForAutoScaling isn't there, and the stack makes it")
    first, _ = outcomes(CHECK.run, making, there(there(Account(), "AWSServiceRoleForAutoScaling"), connect))
    assert (first.status, first.message) == (
        "warning",
        "the role AWSServiceRoleForAutoScaling is there already, and the stack is to make it",
    )
    assert first.hint.endswith("set `encryption.service_linked_roles: assume_exist`.")


def test_roles_that_a_service_makes_by_itself_are_a_warning() -> None:
    account = there(Account(), "AWSServiceRoleForAutoScaling")
    account = gone(account, "AWSServiceRoleForAmazonFSx")
    account = there(account, "AWSServiceRoleForAmazonElasticFileSystem")
    account = gone(account, "AWSServiceRoleForEc2InstanceConnect")
    _, lustre, efs, connect = outcomes(CHECK.run, subject(storage=STORES), account)
    assert (lustre.status, lustre.where, lustre.message) == (
        "warning",
        "storage.scratch",
        "the role AWSServiceRoleForAmazonFSx isn't there yet; fsx.amazonaws.com makes it when it is first used",
    )
    assert lustre.command == "aws iam create-service-linked-role --aws-service-name fsx.amazonaws.com"
    assert (efs.status, efs.where) == ("ok", "storage.home")
    assert connect.command == "aws iam create-service-linked-role --aws-service-name ec2-instance-connect.amazonaws.com"
