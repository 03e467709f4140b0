"""Parameters from which nodes learn where a file system is: its address is only known once it exists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import Output, ResourceOptions
from pulumi_aws import ssm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pulumi import Input, Resource


def make_mount_parameter(
    name: str,
    parameter: str,
    source: Mapping[str, Input[str]],
    tags: Mapping[str, str],
    parent: Resource,
    mountable: Sequence[Resource] = (),
) -> ssm.Parameter:
    """The SSM parameter called `parameter` with `source` as JSON, written once what is `mountable` is there."""
    return ssm.Parameter(
        name,
        name=parameter,
        type="String",
        # Of `value` the SDK makes a secret, which no preview shows; an address is none.
        insecure_value=Output.json_dumps(dict(source), separators=(",", ":"), sort_keys=True),
        tags=dict(tags),
        opts=ResourceOptions(parent=parent, depends_on=list(mountable)),
    )
