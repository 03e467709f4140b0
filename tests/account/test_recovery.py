"""What became of an operation is decided by the state and the account's answers, and the commands follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.account.states import NETWORK, PROVIDER, TAGS, VPC, doing, interrupted, thing

from rackguard.account.cloud import Found
from rackguard.account.commands import commands_of, import_file, orphan_file
from rackguard.account.interrupted import Interrupted
from rackguard.account.recovery import Recovery, recovery_of
from rackguard.spec.problem import InvalidInput

SUBNET, BUCKET, POLICY = "aws:ec2/subnet:Subnet", "aws:s3/bucket:Bucket", "aws:s3/bucketPolicy:BucketPolicy"


class Account:
    """An account that has what it is told to have."""

    def __init__(self, *found: Found, tagged: tuple[Found, ...] = ()) -> None:
        self._found, self._tagged = found, tagged

    def account_id(self) -> str:
        return "123456789012"

    def knows(self, type_: str, inputs: Mapping[str, Any]) -> bool:
        return type_ in (VPC, SUBNET, BUCKET)

    def find(self, type_: str, inputs: Mapping[str, Any]) -> tuple[Found, ...]:
        return tuple(found for found in self._found if found.type == type_)

    def tagged(self, tags: Mapping[str, str]) -> tuple[Found, ...]:
        assert tags == TAGS
        return self._tagged


def found(type: str, id: str) -> Found:
    return Found(type, id, id)


def recover(state: Interrupted, account: Account) -> Recovery:
    return recovery_of(state, lambda _: account, TAGS, lambda _: None)


def fates(recovery: Recovery) -> list[tuple[str, str, str]]:
    return [(one.operation.resource.name, one.fate, one.found.id if one.found else "") for one in recovery.outcomes]


def orphans(recovery: Recovery) -> list[tuple[str, str, bool]]:
    return [(one.found.id, one.twin.name if one.twin else "", one.may_go) for one in recovery.orphans]


def test_what_aws_has_and_the_state_does_not_is_in_flight() -> None:
    state = interrupted([doing("creating", thing(VPC, "vpc")), doing("creating", thing(SUBNET, "subnet"))])
    recovery = recover(state, Account(found(VPC, "vpc-1")))
    assert fates(recovery) == [("vpc", "in flight", "vpc-1"), ("subnet", "missing", "")]
    assert orphans(recovery) == []


def test_what_the_account_does_not_tell_is_neither_imported_nor_orphaned() -> None:
    refused = Found(BUCKET, "data", "data", refused="a policy")
    state = interrupted([doing("creating", thing(BUCKET, "bucket")), doing("creating", thing(VPC, "vpc"))])
    recovery = recover(state, Account(refused, found(VPC, "vpc-1"), tagged=(refused,)))
    assert fates(recovery) == [("bucket", "not told", "data"), ("vpc", "in flight", "vpc-1")]
    assert orphans(recovery) == []
    assert [one["id"] for one in import_file(recovery)["resources"]] == ["vpc-1"]


def test_what_the_account_does_not_tell_is_never_deleted() -> None:
    refused = Found(BUCKET, "data", "data", refused="a policy")
    state = interrupted([doing("creating", thing(BUCKET, "bucket"))], thing(BUCKET, "bucket", "other"))
    recovery = recover(state, Account(refused))
    assert orphans(recovery) == [("data", "bucket", False)]
    assert orphan_file(recovery)["resources"] == []


def test_what_the_state_knows_is_never_in_flight_nor_orphaned() -> None:
    state = interrupted([doing("creating", thing(VPC, "other"))], thing(VPC, "vpc", "vpc-1"))
    account = Account(found(VPC, "vpc-1"), found(VPC, "vpc-2"), tagged=(found(VPC, "vpc-1"), found(VPC, "vpc-2")))
    recovery = recover(state, account)
    assert (fates(recovery), orphans(recovery)) == ([("other", "in flight", "vpc-2")], [])


def test_a_role_and_a_profile_of_one_name_are_two() -> None:
    state = interrupted([doing("creating", thing(SUBNET, "profile"))], thing(VPC, "role", "llm-dev"))
    assert fates(recover(state, Account(found(SUBNET, "llm-dev")))) == [("profile", "in flight", "llm-dev")]


def test_the_second_one_of_what_is_there_is_orphaned() -> None:
    state = interrupted([doing("creating", thing(VPC, "vpc"))], thing(VPC, "vpc", "vpc-2"))
    recovery = recover(state, Account(found(VPC, "vpc-1"), found(VPC, "vpc-2")))
    assert (fates(recovery), orphans(recovery)) == ([("vpc", "again", "")], [("vpc-1", "vpc", True)])


def test_of_two_that_are_in_flight_one_is_taken() -> None:
    state = interrupted([doing("creating", thing(VPC, "vpc"))])
    recovery = recover(state, Account(found(VPC, "vpc-1"), found(VPC, "vpc-2")))
    assert (fates(recovery), orphans(recovery)) == ([("vpc", "in flight", "vpc-1")], [("vpc-2", "vpc", True)])


def test_settings_unknown_types_and_what_is_no_making() -> None:
    pending = [
        doing("creating", thing(POLICY, "policy")),
        doing("creating", thing("aws:rds/instance:Instance", "database")),
        doing("updating", thing(VPC, "vpc", "vpc-1")),
        doing("deleting", thing(SUBNET, "subnet", "subnet-1")),
    ]
    recovery = recover(interrupted(pending), Account(found(VPC, "vpc-9")))
    told = ["put again", "not told", "again", "again"]
    assert [fate for _, fate, _ in fates(recovery)] == told


def test_what_may_hold_data_is_not_taken_for_rubbish() -> None:
    state = interrupted([])
    recovery = recover(state, Account(tagged=(found(BUCKET, "data"), found(SUBNET, "subnet-1"))))
    assert orphans(recovery) == [("data", "", False), ("subnet-1", "", True)]
    assert [one["id"] for one in orphan_file(recovery)["resources"]] == ["subnet-1"]


def test_the_import_file_names_parents_and_providers() -> None:
    recovery = recover(interrupted([doing("creating", thing(VPC, "vpc"))]), Account(found(VPC, "vpc-1")))
    assert import_file(recovery) == {
        "nameTable": {"net": NETWORK, "aws": PROVIDER},
        "resources": [{"type": VPC, "name": "vpc", "id": "vpc-1", "parent": "net", "provider": "aws"}],
    }
    assert orphan_file(recovery)["resources"] == []


def lines(recovery: Recovery) -> list[str]:
    return [command.line for command in commands_of(recovery, "it's.json", "orphans.json", "acme/rackguard/dev")]


def test_commands_in_their_order() -> None:
    state = interrupted([doing("creating", thing(VPC, "vpc"))])
    recovery = recover(state, Account(found(VPC, "vpc-1"), tagged=(found(SUBNET, "subnet-1"),)))
    how = "--yes --skip-preview --protect=false --generate-code=false"
    assert lines(recovery) == [
        "pulumi cancel --yes --stack acme/rackguard/dev",
        "pulumi refresh --yes --skip-preview --clear-pending-creates --stack acme/rackguard/dev",
        f"pulumi import --file 'it'\"'\"'s.json' {how} --stack acme/rackguard/dev",
        f"pulumi import --file orphans.json {how} --stack acme/rackguard/dev",
        "pulumi preview --diff --stack acme/rackguard/dev",
        "pulumi up --yes --skip-preview --stack acme/rackguard/dev",
    ]


def test_nothing_is_to_be_done_where_nothing_is_wrong_or_only_a_person_may() -> None:
    assert lines(recover(interrupted([]), Account())) == []
    assert lines(recover(interrupted([]), Account(tagged=(found(BUCKET, "data"),)))) == []


@pytest.mark.parametrize(
    ("pending", "told"),
    [
        ([1], "`deployment.pending_operations[0].resource` is empty; a resource is needed"),
        (
            [doing("dancing", thing(VPC, "vpc"))],
            "`deployment.pending_operations[0].type` is 'dancing'; allowed: creating",
        ),
        ([doing("creating", {"urn": "x", "type": VPC})], "`deployment.pending_operations[0].resource.urn` is 'x'"),
    ],
)
def test_a_state_that_is_none_is_refused(pending: list[Any], told: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        interrupted(pending)
    assert told in refused.value.problems[0].message
