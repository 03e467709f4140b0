"""How an account is asked: patiently, by threads at once, and with words for what AWS refuses."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from tests.account.preflight.asking import Account

from rackguard.account.aws.questions import Denied, Questions, Refusal
from rackguard.spec.problem import InvalidInput


def test_it_tries_again_as_botocore_has_it_and_waits_for_nothing_for_ever() -> None:
    config = Questions("us-east-2")._client("ec2").meta.config
    assert config.retries == {"mode": "standard", "total_max_attempts": 4}
    assert (config.connect_timeout, config.read_timeout) == (5, 20)


def test_threads_share_one_client() -> None:
    questions, ready = Questions("us-east-2"), Barrier(8)

    def client(_: int) -> Any:
        ready.wait(20)
        return questions._client("ec2")

    with ThreadPoolExecutor(8) as pool:
        assert len({id(one) for one in pool.map(client, range(8))}) == 1


def test_another_region_is_asked_with_the_same_credentials() -> None:
    here = Questions("us-east-2")
    there = here.elsewhere("us-west-2")
    assert there._client("ec2").meta.region_name == "us-west-2"
    assert there._credentials is here._credentials
    assert here.elsewhere("us-east-2") is here


def test_a_dry_run_that_would_go_through_is_answered_by_an_error() -> None:
    account = Account().refuses("ec2", "run_instances", "DryRunOperation")
    assert account.refusal("ec2", "run_instances", MinCount=1, MaxCount=1, DryRun=True) is None


def test_what_is_refused_is_told_by_its_code_also_where_something_is_not_there() -> None:
    account = Account().refuses("ec2", "run_instances", "InvalidAMIID.NotFound", "It isn't there.")
    assert account.refusal("ec2", "run_instances", MinCount=1, MaxCount=1, DryRun=True) == Refusal(
        "InvalidAMIID.NotFound", "It isn't there."
    )


@pytest.mark.parametrize(
    ("service", "operation", "code", "message", "action"),
    [
        ("ec2", "describe_vpcs", "UnauthorizedOperation", "You may not.", "ec2:DescribeVpcs"),
        ("service-quotas", "list_service_quotas", "AccessDeniedException", "", "servicequotas:ListServiceQuotas"),
        ("ec2", "describe_vpcs", "UnauthorizedOperation", "not authorized to perform: iam:PassRole on", "iam:PassRole"),
        ("sts", "get_caller_identity", "InvalidClientTokenId", "It is invalid.", ""),
    ],
)
def test_a_denial_names_the_permission(service: str, operation: str, code: str, message: str, action: str) -> None:
    account = Account().refuses(service, operation, code, message)
    given = {"ServiceCode": "ec2"} if service == "service-quotas" else {}
    with pytest.raises(Denied) as denied:
        account.ask(service, operation, **given)
    assert denied.value.action == action


def test_that_aws_is_busy_is_no_answer_to_a_dry_run() -> None:
    account = Account().refuses("ec2", "run_instances", "RequestLimitExceeded")
    with pytest.raises(InvalidInput, match="AWS does not answer ec2:run_instances: RequestLimitExceeded"):
        account.refusal("ec2", "run_instances", MinCount=1, MaxCount=1, DryRun=True)


def test_expired_credentials_are_no_answer_to_a_dry_run() -> None:
    account = Account().refuses("ec2", "run_instances", "ExpiredTokenException")
    with pytest.raises(InvalidInput, match="the credentials for AWS have expired"):
        account.refusal("ec2", "run_instances", MinCount=1, MaxCount=1, DryRun=True)
