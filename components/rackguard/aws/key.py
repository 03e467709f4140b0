"""The key that encrypts every volume, store and log of a cluster."""

from collections.abc import Mapping
from typing import Self

import pulumi
from pulumi import Output, Resource, ResourceOptions
from pulumi_aws import iam, kms

from rackguard.aws.args.part import EncryptionKeyArgs
from rackguard.aws.reading import NO_ARGUMENTS
from rackguard.aws.role import as_json
from rackguard.aws.standalone import plan_part
from rackguard.plan.encryption import DELETION_WINDOW_DAYS
from rackguard.plan.types import KeyPlan
from rackguard.record import record

ROTATION_DAYS = 365
"""The longest that the guardrails allow."""


@record
class KeyParts:
    """The planned key and the tags of everything in the cluster."""

    plan: KeyPlan
    tags: Mapping[str, str]


class EncryptionKey(pulumi.ComponentResource):
    """A KMS key that rotates, with its alias and, where asked for, the service-linked roles that its policy names.

    Of an existing key nothing is made or changed.
    """

    key_arn: pulumi.Output[str]
    """ARN of the key, the existing one's too."""
    key_id: pulumi.Output[str]
    """Id of the key, the last part of its ARN."""
    alias: pulumi.Output[str | None]
    """Alias of a new key (`alias/llm-prod`); none for an existing one."""

    def __init__(
        self, name: str, args: EncryptionKeyArgs = NO_ARGUMENTS, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        """Plan and make it by itself.

        Raises:
            InvalidArguments: with every problem found in the arguments.
        """
        part = plan_part(name, args, EncryptionKeyArgs)
        self._build(name, KeyParts(part.plan.key, part.plan.tags), opts)
        part.hold(self)

    @classmethod
    def planned(cls, name: str, parts: KeyParts, opts: ResourceOptions | None = None) -> Self:
        """The key as planned."""
        made = cls.__new__(cls)
        cls._build(made, name, parts, opts)
        return made

    def _build(self, name: str, parts: KeyParts, opts: ResourceOptions | None) -> None:
        super().__init__("rackguard-aws:index:EncryptionKey", name, None, opts)
        plan = parts.plan
        roles = [self._linked_role(name, service, parts.tags) for service in plan.service_linked_roles]
        if plan.arn is None:
            key = self._key(name, parts, roles)
            alias = self._alias(name, plan.alias, key)
            self.key_arn, self.key_id, self.alias = key.arn, key.key_id, alias.name
            self.ready: tuple[Resource, ...] = (alias,)
            """What must be there before machines, whose roles' policies know the key by its alias."""
        else:
            self.ready = ()
            self.key_arn = Output.from_input(plan.arn)
            self.key_id = Output.from_input(plan.arn.rpartition("/")[2])
            self.alias = Output.from_input(None)
        self.register_outputs({"key_arn": self.key_arn, "key_id": self.key_id, "alias": self.alias})

    def _linked_role(self, name: str, service: str, tags: Mapping[str, str]) -> iam.ServiceLinkedRole:
        # There is one for the whole account: other groups and requests use it when this stack is gone.
        return iam.ServiceLinkedRole(
            f"{name}-{service.partition('.')[0]}",
            aws_service_name=service,
            tags=dict(tags),
            opts=ResourceOptions(parent=self, retain_on_delete=True),
        )

    def _key(self, name: str, parts: KeyParts, roles: list[iam.ServiceLinkedRole]) -> kms.Key:
        # KMS refuses a policy that names a role which isn't there.
        return kms.Key(
            f"{name}-key",
            description="Volumes, stores and logs of a GPU cluster",
            policy=as_json(parts.plan.policy),
            enable_key_rotation=True,
            rotation_period_in_days=ROTATION_DAYS,
            deletion_window_in_days=DELETION_WINDOW_DAYS,
            tags={**parts.tags, "Name": parts.plan.alias.removeprefix("alias/")},
            opts=ResourceOptions(parent=self, depends_on=roles, retain_on_delete=parts.plan.retain or None),
        )

    def _alias(self, name: str, alias: str, key: kms.Key) -> kms.Alias:
        return kms.Alias(f"{name}-alias", name=alias, target_key_id=key.key_id, opts=ResourceOptions(parent=self))
