"""What stands in the way of an answer, by the errors that boto3 and its settings have for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from botocore import exceptions
from botocore.exceptions import ClientError
from botocore.parsers import ResponseParserError

from rackguard.account.aws.questions import Questions
from rackguard.account.aws.refusals import Denied, NoCredentials, Unanswered, explained, is_no_verdict
from rackguard.spec.problem import InvalidInput

ASKED = "ec2:describe_vpcs"
KEY_HINT = "AWS doesn't know the key, or the account has not enabled the region: look at AWS_PROFILE."
SETTINGS = "`aws sts get-caller-identity` says more: look at AWS_PROFILE, AWS_ENDPOINT_URL and ~/.aws/config."


def refused(code: str, message: str = "", operation: str = "DescribeVpcs") -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": message}}, operation)


def told(error: Exception) -> tuple[type[InvalidInput], str, str]:
    found = explained(error, ASKED)
    (problem,) = found.problems
    return type(found), problem.message, problem.hint


@pytest.mark.parametrize("code", ["InvalidClientTokenId", "UnrecognizedClientException", "InvalidAccessKeyId"])
def test_a_key_that_aws_does_not_know_is_not_one_that_may_not(code: str) -> None:
    message = f"AWS refuses {ASKED} to these credentials: {code}"
    assert told(refused(code, "The security token included in the request is invalid.")) == (Denied, message, KEY_HINT)


def test_ec2_has_one_code_for_an_unknown_key_and_for_an_image_that_is_not_shared() -> None:
    unknown = refused("AuthFailure", "AWS was not able to validate the provided access credentials")
    assert told(unknown) == (Denied, f"AWS refuses {ASKED} to these credentials: AuthFailure", KEY_HINT)
    assert is_no_verdict(unknown)
    image = refused("AuthFailure", "Not authorized for images: [ami-0123456789abcdef0]", "RunInstances")
    assert not is_no_verdict(image)


@pytest.mark.parametrize("code", ["SignatureDoesNotMatch", "InvalidSignatureException", "RequestTimeTooSkewed"])
def test_a_wrong_secret_and_a_wrong_clock_are_not_to_be_tried_again(code: str) -> None:
    hint = "The secret isn't the key's, or this computer's clock is wrong."
    assert told(refused(code)) == (InvalidInput, f"AWS refuses {ASKED} to these credentials: {code}", hint)


@pytest.mark.parametrize(
    ("operation", "code"), [("AssumeRole", "AccessDenied"), ("GetRoleCredentials", "ForbiddenException")]
)
def test_a_role_that_may_not_be_taken_is_no_lack_of_a_permission_to_read(operation: str, code: str) -> None:
    error = refused(code, "User: arn:aws:iam::123456789012:user/ana is not authorized to perform: it", operation)
    hint = "Correct the profile's role or account, or let the role's trust policy name who signs in."
    message = f"AWS gives no credentials: it refuses {operation} with {code}"
    assert told(error) == (NoCredentials, message, hint)


def test_a_profile_that_is_not_there_is_named() -> None:
    message = "there is no profile 'prdo' for AWS"
    hint = "Correct AWS_PROFILE: `aws configure list-profiles` names them."
    assert told(exceptions.ProfileNotFound(profile="prdo")) == (NoCredentials, message, hint)


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        (exceptions.UnauthorizedSSOTokenError(), "Sign in again: `aws sso login`."),
        (exceptions.LoginRefreshRequired(), "Sign in again: `aws login`."),
        (refused("RequestExpired"), "Sign in again: `aws sso login`."),
    ],
)
def test_what_has_expired_says_how_to_sign_in(error: Exception, hint: str) -> None:
    assert told(error) == (NoCredentials, "the credentials for AWS have expired", hint)


def test_a_way_to_sign_in_that_needs_more_says_what() -> None:
    message = "the profile's way to sign in needs more than boto3"
    hint = "Install it: pip install 'botocore[crt]'."
    assert told(exceptions.MissingDependencyException(msg="awscrt")) == (InvalidInput, message, hint)


@pytest.mark.parametrize(
    "error",
    [
        exceptions.InvalidConfigError(error_msg="secret"),
        exceptions.InfiniteLoopConfigError(source_profile="one", visited_profiles=["one"]),
        exceptions.ConfigParseError(path="secret"),
        exceptions.InvalidRetryModeError(provided_retry_mode="secret", valid_modes=""),
        ValueError("Invalid endpoint: secret"),
        FileNotFoundError("secret"),
        EOFError(),
    ],
)
def test_wrong_settings_are_no_fault_of_ours_and_are_not_repeated(error: Exception) -> None:
    assert told(error) == (InvalidInput, f"the settings for AWS can't be used: {type(error).__name__}", SETTINGS)


@pytest.mark.parametrize(
    "error",
    [
        exceptions.EndpointConnectionError(endpoint_url="secret"),
        exceptions.ReadTimeoutError(endpoint_url="secret"),
        exceptions.ProxyConnectionError(proxy_url="secret"),
        exceptions.ConnectTimeoutError(endpoint_url="secret"),
    ],
)
def test_a_way_to_aws_that_is_shut_may_be_open_later(error: Exception) -> None:
    message = f"AWS does not answer {ASKED}: {type(error).__name__}"
    assert told(error) == (Unanswered, message, "Nothing was changed: run it again.")


def test_a_boto3_that_does_not_know_the_question_is_to_be_replaced() -> None:
    message = f"boto3 can't ask {ASKED}: it is too old, or the question is wrong"
    hint = "Install the newest: pip install --upgrade 'rackguard[account]'."
    assert told(exceptions.ParamValidationError(report="Unknown parameter")) == (InvalidInput, message, hint)


def test_what_answers_in_place_of_aws_is_told_apart() -> None:
    hint = "Something answers in its place: a proxy, or a network's own sign-in page."
    assert told(ResponseParserError("<html>")) == (InvalidInput, f"what answers {ASKED} isn't AWS", hint)


@pytest.mark.parametrize(
    "code", ["RequestLimitExceeded", "ThrottlingException", "InternalError", "Unavailable", "SignatureDoesNotMatch"]
)
def test_what_says_nothing_about_a_launch_is_no_verdict_on_it(code: str) -> None:
    assert is_no_verdict(refused(code, operation="RunInstances"))


@pytest.mark.parametrize("code", ["DryRunOperation", "VcpuLimitExceeded", "InvalidAMIID.Unavailable", "Unsupported"])
def test_what_ec2_says_of_a_launch_is_a_verdict(code: str) -> None:
    assert not is_no_verdict(refused(code, operation="RunInstances"))


def test_the_code_goes_on_with_what_was_not_answered() -> None:
    found = explained(refused("ValidationError"), ASKED)
    assert isinstance(found, Unanswered)
    assert found.code == "ValidationError"


@pytest.mark.parametrize(
    ("settings", "environment"),
    [
        ("", {"AWS_ENDPOINT_URL": "no address"}),
        ("[default]\ncredential_process = echo hello\n", {}),
        ("[default]\ncredential_process = /nowhere/at/all\n", {}),
        ("[default]\nrole_arn = arn:aws:iam::123456789012:role/x\nsource_profile = nobody\n", {}),
        ("no settings at all", {}),
    ],
)
def test_settings_that_boto3_itself_stumbles_over(
    settings: str, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "config"
    file.write_text(settings, encoding="utf-8")
    given: dict[str, Any] = {"AWS_CONFIG_FILE": str(file), "AWS_SHARED_CREDENTIALS_FILE": str(tmp_path / "none")}
    for name in ("AWS_PROFILE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
    if environment:
        given |= {"AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing"}
    for name, value in {**given, **environment, "AWS_EC2_METADATA_DISABLED": "true"}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(InvalidInput) as error:
        Questions("us-east-2").ask("sts", "get_caller_identity")
    (problem,) = error.value.problems
    assert problem.message.startswith("the settings for AWS can't be used: ")
    assert problem.hint == SETTINGS
