"""Tags of every resource: who owns it, where it belongs, how sensitive it is."""

from typing import Annotated

from pydantic import ConfigDict, Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.base import Classification, Model, Name

TagValue = Annotated[str, StringConstraints(pattern=patterns.TAG_VALUE, max_length=256)]


class Tags(Model):
    """The required tags; more tags are welcome beside them."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, TagValue]  # pyright: ignore[reportIncompatibleVariableOverride] (pydantic's way to type extras)

    owner: TagValue = Field(description="Team or person who answers for the cluster.")
    environment: Name = Field(description="Where it belongs: `dev`, `staging`, `prod`.")
    classification: Classification = Field(description="The most sensitive data that the cluster may hold.")

    def as_dict(self) -> dict[str, str]:
        """All tags, required ones first."""
        extra = self.__pydantic_extra__ or {}
        return {
            "owner": self.owner,
            "environment": self.environment,
            "classification": self.classification,
            **extra,
        }
