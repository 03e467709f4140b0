"""Questions to AWS' services: asked with boto3, page by page, and refused in words that say what to do."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from threading import RLock
from typing import Any

from rackguard.record import record
from rackguard.spec.problem import InvalidInput, Problem

_GONE = ("NotFound", "NoSuch", "ResourceNotFound", "404", "DoesNotExist")
"""What an error's code holds where the thing that was named isn't there."""
_FORBIDDEN = "403"
"""An answer to HEAD has no body, and so no other code (HeadBucket in the S3 API reference)."""


_PREFIXES = {"service-quotas": "servicequotas"}
"""What IAM calls a service that boto3 calls otherwise."""
_CONNECT_S, _READ_S, _ATTEMPTS = 5, 20, 4


class Denied(InvalidInput):
    """These credentials may not ask it."""

    action = ""
    """What IAM calls the permission that is lacking (`ec2:DescribeVpcs`); empty where it isn't known."""


class NoCredentials(InvalidInput):
    """There are none, or they have expired."""


@record
class Refusal:
    """What AWS says instead of an answer: its error's code and its words."""

    code: str
    message: str


class Questions:
    """Reads of one region, with the credentials that boto3 finds for itself; threads may share it."""

    def __init__(self, region: str, credentials: _Credentials | None = None) -> None:
        self.region = region
        self._clients: dict[str, Any] = {}
        self._credentials = credentials or _Credentials()

    def elsewhere(self, region: str) -> Questions:
        """The same credentials, asking another region."""
        return self if region == self.region else Questions(region, self._credentials)

    def ask(self, service: str, operation: str, **given: Any) -> dict[str, Any]:
        """One answer; empty where what was named isn't there.

        Raises:
            Denied: AWS refuses it to these credentials.
            InvalidInput: without credentials, or where AWS can't be reached.
        """
        with _explained(f"{service}:{operation}"):
            return getattr(self._client(service), operation)(**given)
        return {}

    def each(self, service: str, operation: str, listed: str, **given: Any) -> Iterator[dict[str, Any]]:
        """Every item of a list in the answers, of all pages; `Reservations.Instances` is a list in each of a list.

        Raises:
            InvalidInput: as `ask`.
        """
        found: list[dict[str, Any]] = []
        with _explained(f"{service}:{operation}"):
            client = self._client(service)
            pages: Any = (
                client.get_paginator(operation).paginate(**given)
                if client.can_paginate(operation)
                else [getattr(client, operation)(**given)]
            )
            for page in pages:
                found.extend(_items(page, listed))
        yield from found

    def refusal(self, service: str, operation: str, **given: Any) -> Refusal | None:
        """What AWS says against it, where its code is the answer; None where AWS would do it.

        With DryRun, which EC2 answers by an error even where all is well, nothing is done.

        Raises:
            Denied: AWS refuses it to these credentials.
            InvalidInput: as `ask`.
        """
        with _explained(f"{service}:{operation}"):
            try:
                getattr(self._client(service), operation)(**given)
            except import_module("botocore.exceptions").ClientError as error:
                code = _code(error)
                if _is_denial(code) or "Expired" in code:
                    raise
                return None if code == "DryRunOperation" else Refusal(code, _said(error))
        return None

    def _client(self, service: str) -> Any:
        # Clients may be shared by threads; a session that makes them may not (boto3's guide, "Multithreading").
        with self._credentials.making:
            if service not in self._clients:
                session = self._credentials.session
                self._clients[service] = session.client(service, region_name=self.region or None, config=_config())
            return self._clients[service]


class _Credentials:
    """One session for all regions: it reads a service's whole description, which takes half a second, once."""

    def __init__(self) -> None:
        self.making = RLock()

    @cached_property
    def session(self) -> Any:
        return import_module("boto3").Session()


def _config() -> Any:
    return import_module("botocore.config").Config(
        retries={"mode": "standard", "total_max_attempts": _ATTEMPTS},
        connect_timeout=_CONNECT_S,
        read_timeout=_READ_S,
    )


@contextmanager
def _explained(asked: str) -> Generator[None]:
    """What AWS says inside, in words that help; that something isn't there is an answer, and no error."""
    try:
        errors = import_module("botocore.exceptions")
    except ImportError:
        raise _no_boto3() from None
    try:
        yield
    except (errors.BotoCoreError, errors.ClientError) as error:
        code = _code(error)
        if not any(word in code for word in _GONE):
            raise _words(error, code, asked) from None


def _items(page: dict[str, Any], listed: str) -> Iterator[dict[str, Any]]:
    first, _, rest = listed.partition(".")
    listed_there: list[dict[str, Any]] = page.get(first) or []
    for item in listed_there:
        if rest:
            yield from _items(item, rest)
        else:
            yield item


def _code(error: Exception) -> str:
    response: Any = getattr(error, "response", None) or {}
    return str(response.get("Error", {}).get("Code", ""))


def _said(error: Exception) -> str:
    response: Any = getattr(error, "response", None) or {}
    return str(response.get("Error", {}).get("Message", ""))


def _is_denial(code: str) -> bool:
    return code.startswith(("AccessDenied", "UnauthorizedOperation")) or code in ("InvalidClientTokenId", _FORBIDDEN)


def _lacking(error: Exception, asked: str) -> str:
    """The permission that AWS names, which may be another's than the one that was asked (iam:PassRole); else this."""
    named = re.search(r"not authorized to perform: ([a-z0-9-]+:[A-Za-z0-9]+)", _said(error))
    operation = getattr(error, "operation_name", "")
    service = asked.partition(":")[0]
    return named[1] if named else f"{_PREFIXES.get(service, service)}:{operation}" if operation else ""


def _words(error: Exception, code: str, asked: str) -> InvalidInput:
    kind = type(error).__name__
    if kind in ("NoCredentialsError", "PartialCredentialsError", "CredentialRetrievalError", "ProfileNotFound"):
        hint = "Set AWS_PROFILE, or sign in: `aws sso login`."
        return NoCredentials([_problem("there are no credentials for AWS", hint)])
    if kind in ("TokenRetrievalError", "SSOTokenLoadError", "UnauthorizedSSOTokenError") or "Expired" in code:
        return NoCredentials([_problem("the credentials for AWS have expired", "Sign in again: `aws sso login`.")])
    if kind == "NoRegionError":
        return _refused("the state names no region of AWS", "Set AWS_REGION.")
    if _is_denial(code):
        message = f"AWS refuses {asked} to these credentials: {code}"
        denied = Denied([_problem(message, "Reading is enough: the policy ReadOnlyAccess has it.")])
        denied.action = "" if code == "InvalidClientTokenId" else _lacking(error, asked)
        return denied
    return _refused(f"AWS does not answer {asked}: {code or kind}", "Nothing was changed: run it again.")


def _refused(message: str, hint: str) -> InvalidInput:
    return InvalidInput([_problem(message, hint)])


def _problem(message: str, hint: str) -> Problem:
    return Problem("account-unread", "error", (), message, hint)


def _no_boto3() -> InvalidInput:
    return InvalidInput(
        [
            Problem(
                "provider-missing",
                "error",
                (),
                "an account can't be asked: boto3 isn't installed",
                "Install it: pip install 'rackguard[account]'.",
            )
        ]
    )
