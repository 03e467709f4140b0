"""The base of every model that a user fills in, and the closed sets they share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

from rackguard.spec import patterns


class Model(BaseModel):
    """Frozen, and strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True)


OperatingSystem = Literal["ubuntu-22.04", "ubuntu-24.04", "amazon-linux-2023"]
"""Operating systems of the Deep Learning AMI (DLAMI) that nodes run."""

Classification = Literal["public", "internal", "confidential", "pii", "phi"]
"""How sensitive data is, least first; `phi` is protected health information (HIPAA)."""

Name = Annotated[str, StringConstraints(pattern=patterns.NAME)]
ZoneId = Annotated[str, StringConstraints(pattern=patterns.ZONE_ID)]
Cidr = Annotated[str, AfterValidator(patterns.check_cidr)]
MountPath = Annotated[str, StringConstraints(pattern=patterns.MOUNT_PATH)]
AwareTime = Annotated[str, AfterValidator(patterns.check_time)]
"""ISO 8601 with an offset, kept as text: `2026-12-07T11:30:00Z`."""
