"""The base of every model that a user fills in, and the closed sets they share.

The modules of the models don't postpone their annotations: pydantic would compile each of them anew at every start.
"""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Strict, StringConstraints, model_validator

from rackguard.spec import patterns
from rackguard.spec.choice import exactly_one


class Model(BaseModel):
    """Frozen, and strict about unknown keys."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True, allow_inf_nan=False
    )

    exactly_one_of: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Keys of which exactly one is given, group by group."""

    @model_validator(mode="after")
    def _one_of_each(self) -> Self:
        for names in self.exactly_one_of:
            exactly_one(self, names)
        return self


Whole = Annotated[int, Strict()]
"""A whole number; `true` and `1.0` are none."""
Amount = Annotated[float, Strict()]
"""A number, neither infinite nor `true`."""
Switch = Annotated[bool, Strict()]
"""`true` or `false`, and no other word for it."""

OperatingSystem = Literal["ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023"]
"""Operating systems of the Deep Learning AMI (DLAMI) that nodes run."""

Classification = Literal["public", "internal", "confidential", "pii", "phi"]
"""How sensitive data is, least first; `phi` is protected health information (HIPAA)."""

Name = Annotated[str, StringConstraints(pattern=patterns.NAME)]
Reference = Annotated[str, StringConstraints(max_length=64)]
"""The name of something declared elsewhere in the cluster."""
ZoneId = Annotated[str, StringConstraints(pattern=patterns.ZONE_ID)]
Cidr = Annotated[str, StringConstraints(pattern=patterns.CIDR), AfterValidator(patterns.check_cidr)]
MountPath = Annotated[str, StringConstraints(pattern=patterns.MOUNT_PATH, max_length=255)]
AwareTime = Annotated[str, StringConstraints(pattern=patterns.TIME), AfterValidator(patterns.check_time)]
"""ISO 8601 with an offset, kept as text: `2026-12-07T11:30:00Z`."""
InstanceTypeName = Annotated[str, StringConstraints(pattern=patterns.INSTANCE_TYPE)]
AmiId = Annotated[str, StringConstraints(pattern=patterns.AMI_ID)]
