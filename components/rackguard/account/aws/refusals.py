"""What stands in the way of an answer of AWS, in words that say what to do."""

from __future__ import annotations

import re
from typing import Any

from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed

_FORBIDDEN = "403"
"""An answer to HEAD has no body, and so no other code (HeadBucket in the S3 API reference)."""
_UNKNOWN_KEY = frozenset({"InvalidClientTokenId", "UnrecognizedClientException", "InvalidAccessKeyId"})
"""What services say to a key that they don't know; also a region's own to an account that hasn't enabled it."""
_NOT_VALIDATED = "not able to validate the provided access credentials"
"""The same in EC2's words, whose code AuthFailure has other meanings too (EC2 API reference, error codes, 2026)."""
_NOT_SIGNED = frozenset(
    {"SignatureDoesNotMatch", "InvalidSignatureException", "IncompleteSignature", "RequestTimeTooSkewed"}
)
_BUSY = frozenset({"InternalError", "InternalFailure", "ServiceUnavailable", "Unavailable", "RequestLimitExceeded"})
"""EC2's own trouble, which says nothing about what was asked (same place); what is throttled has many codes."""
_SIGN_INS = frozenset({"AssumeRole", "AssumeRoleWithSAML", "AssumeRoleWithWebIdentity", "GetRoleCredentials"})
"""What boto3 asks for itself, for the credentials with which it then asks."""
_PREFIXES = {"service-quotas": "servicequotas", "efs": "elasticfilesystem", "resourcegroupstaggingapi": "tag"}
"""What IAM calls a service that boto3 calls otherwise."""

_NONE = frozenset({"NoCredentialsError", "PartialCredentialsError", "CredentialRetrievalError"})
_OVER = frozenset({"TokenRetrievalError", "SSOTokenLoadError", "UnauthorizedSSOTokenError"})
_LOGIN_OVER = frozenset({"LoginRefreshRequired", "LoginTokenLoadError", "LoginAuthorizationCodeError"})
_NOT_CONFIGURED = re.compile(
    r"Invalid\w*(Error|Mode)|Config\w+|InfiniteLoopConfigError|UnknownCredentialError|Login\w+|SSOError"
)
"""Errors of botocore that are about its settings, by name."""


class Denied(InvalidInput):
    """These credentials may not ask it."""

    action = ""
    """What IAM calls the permission that is lacking (`ec2:DescribeVpcs`); empty where it isn't known."""


class NoCredentials(InvalidInput):
    """There are none, or they have expired."""


class Unanswered(InvalidInput):
    """AWS says something else than an answer, or nothing."""

    code = ""
    """Its error's code (`ValidationError`); empty where there is none."""


def code_of(error: Exception) -> str:
    """The code of AWS' answer; empty where there was no answer."""
    response: Any = getattr(error, "response", None) or {}
    return str(response.get("Error", {}).get("Code", ""))


def said_by(error: Exception) -> str:
    """AWS' own words."""
    response: Any = getattr(error, "response", None) or {}
    return str(response.get("Error", {}).get("Message", ""))


def is_no_verdict(error: Exception) -> bool:
    """True where AWS hasn't looked at what was asked: for want of the right credentials, or of time."""
    code = code_of(error)
    return (
        _is_denial(error)
        or "Expired" in code
        or "Throttl" in code
        or code in _BUSY | _NOT_SIGNED
        or getattr(error, "operation_name", "") in _SIGN_INS
    )


def explained(error: Exception, asked: str) -> InvalidInput:
    """What is to be raised in place of an error of boto3's; `asked` is `ec2:describe_vpcs`."""
    kind, code = type(error).__name__, code_of(error)
    if credentials := _of_credentials(error, kind, code):
        return NoCredentials([_problem(*credentials)])
    if kind == "NoRegionError":
        return InvalidInput([_problem("the state names no region of AWS", "Set AWS_REGION.")])
    if kind == "MissingDependencyException":
        message = "the profile's way to sign in needs more than boto3"
        return InvalidInput([_problem(message, "Install it: pip install 'botocore[crt]'.")])
    if kind == "ParamValidationError":
        hint = "Install the newest: pip install --upgrade 'rackguard[account]'."
        return InvalidInput([_problem(f"boto3 can't ask {asked}: it is too old, or the question is wrong", hint)])
    if _NOT_CONFIGURED.fullmatch(kind) or not type(error).__module__.startswith("botocore."):
        # Not the error's own words: they may repeat a secret of the settings.
        hint = "`aws sts get-caller-identity` says more: look at AWS_PROFILE, AWS_ENDPOINT_URL and ~/.aws/config."
        return InvalidInput([_problem(f"the settings for AWS can't be used: {kind}", hint)])
    if _is_denial(error):
        return _denied(error, code, asked)
    if code in _NOT_SIGNED:
        hint = "The secret isn't the key's, or this computer's clock is wrong."
        return InvalidInput([_problem(f"AWS refuses {asked} to these credentials: {code}", hint)])
    if kind == "ResponseParserError":
        hint = "Something answers in its place: a proxy, or a network's own sign-in page."
        return InvalidInput([_problem(f"what answers {asked} isn't AWS", hint)])
    unanswered = Unanswered(
        [_problem(f"AWS does not answer {asked}: {code or kind}", "Nothing was changed: run it again.")]
    )
    unanswered.code = code
    return unanswered


def _of_credentials(error: Exception, kind: str, code: str) -> tuple[str, str] | None:
    """Message and hint where the credentials themselves are lacking; None where they aren't."""
    operation = getattr(error, "operation_name", "")
    if kind in _OVER or (operation not in _SIGN_INS and "Expired" in code):
        return "the credentials for AWS have expired", "Sign in again: `aws sso login`."
    if kind in _LOGIN_OVER:
        return "the credentials for AWS have expired", "Sign in again: `aws login`."
    if kind == "ProfileNotFound":
        name = echoed(str(getattr(error, "kwargs", {}).get("profile", "")))
        return f"there is no profile {name} for AWS", "Correct AWS_PROFILE: `aws configure list-profiles` names them."
    if kind in _NONE:
        return "there are no credentials for AWS", "Set AWS_PROFILE, or sign in: `aws sso login`."
    if operation in _SIGN_INS and code:
        hint = "Correct the profile's role or account, or let the role's trust policy name who signs in."
        return f"AWS gives no credentials: it refuses {operation} with {code}", hint
    return None


def _is_denial(error: Exception) -> bool:
    code = code_of(error)
    return code.startswith(("AccessDenied", "UnauthorizedOperation")) or code == _FORBIDDEN or _is_unknown_key(error)


def _is_unknown_key(error: Exception) -> bool:
    code = code_of(error)
    return code in _UNKNOWN_KEY or (code == "AuthFailure" and _NOT_VALIDATED in said_by(error))


def _denied(error: Exception, code: str, asked: str) -> Denied:
    unknown = _is_unknown_key(error)
    hint = (
        "AWS doesn't know the key, or the account has not enabled the region: look at AWS_PROFILE."
        if unknown
        else "Reading is enough: the policy ReadOnlyAccess has it."
    )
    denied = Denied([_problem(f"AWS refuses {asked} to these credentials: {code}", hint)])
    denied.action = "" if unknown else _lacking(error, asked)
    return denied


def _lacking(error: Exception, asked: str) -> str:
    """The permission that AWS names, which may be another's than the one that was asked (iam:PassRole); else this."""
    named = re.search(r"not authorized to perform: ([a-z0-9-]+:[A-Za-z0-9]+)", said_by(error))
    operation = getattr(error, "operation_name", "")
    service = asked.partition(":")[0]
    return named[1] if named else f"{_PREFIXES.get(service, service)}:{operation}" if operation else ""


def _problem(message: str, hint: str) -> Problem:
    return Problem("account-unread", "error", (), message, hint)
