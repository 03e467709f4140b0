"""Questions to AWS' services: asked with boto3, page by page, and refused in words that say what to do."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from threading import RLock
from typing import Any

from rackguard.account.aws.refusals import Denied, NoCredentials, Unanswered, code_of, explained, is_no_verdict, said_by
from rackguard.record import record
from rackguard.spec.problem import InvalidInput, Problem

__all__ = ["Denied", "NoCredentials", "Questions", "Refusal", "Unanswered"]

_GONE = ("NotFound", "NoSuch", "ResourceNotFound", "404", "DoesNotExist")
"""What an error's code holds where the thing that was named isn't there."""
_CONNECT_S, _READ_S, _ATTEMPTS = 5, 20, 4


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
                if is_no_verdict(error):
                    raise
                code = code_of(error)
                return None if code == "DryRunOperation" else Refusal(code, said_by(error))
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
        errors, parsers = import_module("botocore.exceptions"), import_module("botocore.parsers")
    except ImportError:
        raise _no_boto3() from None
    try:
        yield
    except (errors.BotoCoreError, errors.ClientError) as error:
        code = code_of(error)
        if not any(word in code for word in _GONE):
            raise explained(error, asked) from None
    except (ValueError, OSError, EOFError, parsers.ResponseParserError) as error:  # botocore lets them through
        raise explained(error, asked) from None


def _items(page: dict[str, Any], listed: str) -> Iterator[dict[str, Any]]:
    first, _, rest = listed.partition(".")
    listed_there: list[dict[str, Any]] = page.get(first) or []
    for item in listed_there:
        if rest:
            yield from _items(item, rest)
        else:
            yield item


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
