"""One cluster: everything that a stack declares."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.access import Access
from rackguard.spec.base import Amount, Model, Name, Switch
from rackguard.spec.encryption import Encryption
from rackguard.spec.exceptions import RuleException
from rackguard.spec.network import Network
from rackguard.spec.pool import Pool
from rackguard.spec.prices import OwnPrice
from rackguard.spec.storage import Store
from rackguard.spec.tags import Tags


def _number(days: object) -> object:
    if isinstance(days, bool):  # equal to 1, which is in the set
        raise ValueError("a number of days that CloudWatch Logs knows, such as 30 or 365")  # noqa: TRY004 (pydantic's)
    return days


RetentionDays = Annotated[
    Literal[1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653],
    BeforeValidator(_number),
]
"""The retentions that CloudWatch Logs knows; 2192 days are HIPAA's six years."""


class Logs(Model):
    """Flow logs and log-in records."""

    retention_days: RetentionDays = Field(default=365, description="Days that logs are kept.")


class Cluster(Model):
    """A GPU cluster on AWS."""

    name: Name = Field(
        description="Name of the cluster, part of every resource's name. Changing it replaces everything."
    )
    account_id: Annotated[str, StringConstraints(pattern=patterns.ACCOUNT_ID)] = Field(
        description="The AWS account; deployment refuses any other."
    )
    tags: Tags = Field(description="Tags of every resource.")
    budget_usd_per_month: Amount | None = Field(default=None, gt=0, description="Planning warns above this.")
    prices: tuple[OwnPrice, ...] = Field(default=(), description='Your own prices, shown as "yours".')
    protect: Switch = Field(default=True, description="Pulumi refuses to delete what holds data or capacity.")
    network: Network = Field(
        default_factory=lambda: Network.model_construct(cidr="10.0.0.0/16"), description="New VPC or existing one."
    )
    access: Access = Field(description="Who may log in, and from where.")
    encryption: Encryption = Field(default_factory=Encryption.model_construct, description="The cluster's key.")
    logs: Logs = Field(default_factory=Logs.model_construct, description="Flow logs and log-in records.")
    storage: dict[Name, Store] = Field(default_factory=dict, description="File systems and buckets, by name.")
    pools: dict[Name, Pool] = Field(min_length=1, description="Pools, by name.")
    exceptions: tuple[RuleException, ...] = Field(
        default=(), description="Guardrails that a resource isn't held to for a while, and why."
    )
