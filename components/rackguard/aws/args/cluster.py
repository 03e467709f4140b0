"""Arguments in the shape of `rackguard.spec.cluster`. Written by docs/arguments.py: don't edit."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from rackguard.aws.args.access import AccessSpec
from rackguard.aws.args.encryption import EncryptionSpec
from rackguard.aws.args.exceptions import RuleExceptionSpec
from rackguard.aws.args.network import NetworkSpec
from rackguard.aws.args.pool import PoolSpec
from rackguard.aws.args.prices import OwnPriceSpec
from rackguard.aws.args.storage import StoreSpec


class LogsSpec(TypedDict):
    """Flow logs and log-in records."""

    retention_days: NotRequired[int]
    """Days that logs are kept. `1`, `3`, `5`, `7`, `14`, `30`, `60`, `90`, `120`, `150`, `180`, `365`, `400`,
    `545`, `731`, `1096`, `1827`, `2192`, `2557`, `2922`, `3288` or `3653`; default `365`."""


class ClusterSpec(TypedDict):
    """A GPU cluster on AWS."""

    name: str
    """Name of the cluster, part of every resource's name. Changing it replaces everything. 1 to 32 lower-case
    letters, digits and hyphens, starting with a letter: `llm-prod`."""

    account_id: str
    """The AWS account; deployment refuses any other. The 12 digits of an AWS account, in quotes: "123456789012"."""

    tags: Mapping[str, str]
    """Tags of every resource. Keys `owner`, `environment` and `classification` are required."""

    budget_usd_per_month: NotRequired[float]
    """Planning warns above this. Number, more than 0; default none."""

    prices: NotRequired[Sequence[OwnPriceSpec]]
    """Your own prices, shown as "yours". Default none."""

    protect: NotRequired[bool]
    """Pulumi refuses to delete what holds data or capacity. `true` or `false`; default `true`."""

    network: NotRequired[NetworkSpec]
    """New VPC or existing one. Default `{cidr: 10.0.0.0/16}`."""

    access: AccessSpec
    """Who may log in, and from where."""

    encryption: NotRequired[EncryptionSpec]
    """The cluster's key. Default its defaults."""

    logs: NotRequired[LogsSpec]
    """Flow logs and log-in records. Default its defaults."""

    storage: NotRequired[Mapping[str, StoreSpec]]
    """File systems and buckets, by name. Default none."""

    pools: Mapping[str, PoolSpec]
    """Pools, by name."""

    exceptions: NotRequired[Sequence[RuleExceptionSpec]]
    """Guardrails that a resource isn't held to for a while, and why. Default none."""
