"""What a recovery asks an account, whatever answers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rackguard.graph.resource import Value
from rackguard.record import record


@record
class Found:
    """A resource that exists, as the service that has it says; what is only still listed isn't found."""

    type: str
    """Its token in Pulumi: `aws:ec2/vpc:Vpc`."""
    id: str
    """As a state has it."""
    import_id: str
    """As `pulumi import` takes it."""
    status: str = ""
    """The service's own word for it (`pending`, `CREATING`); empty where it has none."""
    name: str = ""
    """Its tag Name, where it has one."""
    refused: str = ""
    """Why it isn't told whose it is; empty where it is the account's own."""


class Cloud(Protocol):
    """An account and a region of it.

    Every question may raise InvalidInput: without credentials, or where the account refuses to answer.
    """

    def account_id(self) -> str:
        """Whose credentials these are."""
        ...

    def knows(self, type_: str, inputs: Mapping[str, Value]) -> bool:
        """True where it can be told whether it was made: by its name, or by tags."""
        ...

    def find(self, type_: str, inputs: Mapping[str, Value]) -> tuple[Found, ...]:
        """What exists of a type that may have been made with these inputs."""
        ...

    def tagged(self, tags: Mapping[str, str]) -> tuple[Found, ...]:
        """Everything that exists with all of these tags."""
        ...
