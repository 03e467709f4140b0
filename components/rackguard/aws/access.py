"""Access: who may log in to a cluster, and through what."""

from collections.abc import Mapping, Sequence
from typing import Self

import pulumi
from pulumi import Input, Output, Resource, ResourceOptions
from pulumi_aws import cloudwatch, ec2transitgateway, ssm

from rackguard.aws.args.part import AccessArgs
from rackguard.aws.log_group import LogSettings, make_log_group
from rackguard.aws.login_node import LoginNodeParts, MadeLoginNode, make_login_node
from rackguard.aws.reading import NO_ARGUMENTS
from rackguard.aws.role import MadeRole
from rackguard.aws.standalone import plan_part
from rackguard.plan.types import AccessPlan, LoginNodePlan, UserParameter
from rackguard.record import record


@record
class AccessParts:
    """What log-in is made from: planned, and what it needs of other components."""

    plan: AccessPlan
    region: str
    tags: Mapping[str, str]
    logs: LogSettings
    key_arn: Input[str]
    """Of the key that encrypts the login node's disk."""
    security_group_ids: Mapping[str, Input[str]]
    """By the plan's key: `login`, `connect`."""
    node_subnet_ids: Mapping[str, Input[str]]
    """Private subnets by zone id."""
    public_subnet_ids: Mapping[str, Input[str]]
    """Public subnets by zone id."""
    login_role: MadeRole | None = None
    """The login node's role where it was made before, for a store's policy to name it; None makes it here."""
    ready: Sequence[Resource] = ()
    """What must be there before the login node boots: its way out, rules of its groups, addresses of file systems."""


class Access(pulumi.ComponentResource):
    """People as parameters that nodes read, a login node, an EC2 Instance Connect Endpoint, the log group of log-ins.

    No key pair is made and no private key is known: people log in with keys of their own.
    """

    auth_log_group: pulumi.Output[str]
    """Name of the log group in which every machine records log-ins and the use of sudo."""
    login_node_id: pulumi.Output[str] | None
    """Instance id of the login node; none without one."""
    login_node_address: pulumi.Output[str] | None
    """Where to log in: the login node's elastic address where a public range may reach it, else its private one."""
    login_node_image_id: pulumi.Output[str] | None
    """Id of the login node's image; write it down as its `image_id` to pin it."""
    login_node_role_arn: pulumi.Output[str] | None
    """ARN of the login node's role; none without a login node."""
    connect_endpoint_id: pulumi.Output[str] | None
    """Id of the EC2 Instance Connect Endpoint; none without one."""
    ssh_through_login_node: pulumi.Output[str] | None
    """The command that reaches a node through the login node; put a person and a node's private address in it."""
    ssh_through_endpoint: pulumi.Output[str] | None
    """The command that reaches a machine through the endpoint; put a person and the machine's instance id in it."""

    def __init__(self, name: str, args: AccessArgs = NO_ARGUMENTS, opts: pulumi.ResourceOptions | None = None) -> None:
        """Plan and make it by itself.

        Raises:
            InvalidArguments: with every problem found in the arguments.
        """
        part = plan_part(name, args, AccessArgs)
        plan = part.plan.access
        login, endpoint = plan.login_node, [plan.connect_zone_id] if plan.connect_zone_id else []
        public = [login.zone_id] if login and login.public else []
        private = [login.zone_id] if login and not login.public else []
        groups = [*(login.security_groups if login else ()), *(["connect"] if plan.connect_endpoint else [])]
        security_groups, node_subnets, public_subnets = part.ids(
            security_group_ids=groups, node_subnet_ids=[*private, *endpoint], public_subnet_ids=public
        )
        parts = AccessParts(
            plan=plan,
            region=part.plan.region,
            tags=part.plan.tags,
            logs=part.logs(args["key_arn"]),
            key_arn=args["key_arn"],
            security_group_ids=security_groups,
            node_subnet_ids=node_subnets,
            public_subnet_ids=public_subnets,
        )
        self._build(name, parts, opts)
        part.hold(self)

    @classmethod
    def planned(cls, name: str, parts: AccessParts, opts: ResourceOptions | None = None) -> Self:
        """Log-in as a cluster's plan has it."""
        made = cls.__new__(cls)
        cls._build(made, name, parts, opts)
        return made

    def _build(self, name: str, parts: AccessParts, opts: ResourceOptions | None) -> None:
        super().__init__("rackguard-aws:index:Access", name, None, opts)
        plan = parts.plan
        users = [self._user(f"{name}-user-{user.user}", user, parts.tags) for user in plan.users]
        log_group = make_log_group(f"{name}-log", plan.auth_log_group, parts.logs, self)
        self.ready: tuple[Resource, ...] = (log_group, *users)
        """What the user data of every machine reads and writes; it must be there before the machine boots."""
        login = self._login_node(f"{name}-login", plan.login_node, parts) if plan.login_node else None
        endpoint = self._endpoint(f"{name}-endpoint", parts) if plan.connect_endpoint else None
        self._set_outputs(parts.region, log_group, login, endpoint)

    def _user(self, name: str, user: UserParameter, tags: Mapping[str, str]) -> ssm.Parameter:
        # `insecure_value`, since public keys are no secret: a review of the change must be able to read them.
        return ssm.Parameter(
            name,
            name=user.parameter,
            type="String",
            insecure_value=user.value,
            tags=dict(tags),
            opts=ResourceOptions(parent=self),
        )

    def _login_node(self, name: str, plan: LoginNodePlan, parts: AccessParts) -> MadeLoginNode:
        subnets = parts.public_subnet_ids if plan.public else parts.node_subnet_ids
        login = LoginNodeParts(
            plan=plan,
            tags=parts.tags,
            key_arn=parts.key_arn,
            subnet_id=subnets[plan.zone_id],
            security_group_ids=[parts.security_group_ids[key] for key in plan.security_groups],
            role=parts.login_role,
            ready=(*self.ready, *parts.ready),
        )
        return make_login_node(name, login, self)

    def _endpoint(self, name: str, parts: AccessParts) -> ec2transitgateway.InstanceConnectEndpoint:
        plan = parts.plan
        assert plan.connect_endpoint
        assert plan.connect_zone_id
        return ec2transitgateway.InstanceConnectEndpoint(
            name,
            subnet_id=parts.node_subnet_ids[plan.connect_zone_id],
            security_group_ids=[parts.security_group_ids["connect"]],
            # The groups of nodes let the endpoint's group in, not the addresses of people.
            preserve_client_ip=False,
            tags={**parts.tags, "Name": plan.connect_endpoint},
            # A VPC takes one endpoint only: the new one can't be made before the old one is gone.
            opts=ResourceOptions(parent=self, delete_before_replace=True),
        )

    def _set_outputs(
        self,
        region: str,
        log_group: cloudwatch.LogGroup,
        login: MadeLoginNode | None,
        endpoint: ec2transitgateway.InstanceConnectEndpoint | None,
    ) -> None:
        self.auth_log_group = log_group.name
        self.login_node_id = login.instance.id if login else None
        self.login_node_address = login.address if login else None
        self.login_node_image_id = login.instance.ami if login else None
        self.login_node_role_arn = login.role.role.arn if login else None
        self.connect_endpoint_id = endpoint.id if endpoint else None
        self.ssh_through_login_node = through_login_node(login.address) if login else None
        self.ssh_through_endpoint = Output.from_input(through_endpoint(region)) if endpoint else None
        self.register_outputs({key: getattr(self, key) for key in Access.__annotations__})


def through_login_node(address: Output[str]) -> Output[str]:
    """The command that reaches a node through the login node at `address`, with the person's own key."""
    return Output.concat("ssh -J PERSON@", address, " PERSON@PRIVATE_ADDRESS")


def through_endpoint(region: str) -> str:
    """The command that reaches a machine through the region's endpoint, with the person's own key."""
    tunnel = f"aws ec2-instance-connect open-tunnel --region {region} --instance-id %h"
    return f"ssh -o ProxyCommand='{tunnel}' PERSON@INSTANCE_ID"
