"""Load balancers in the open, without encryption."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pulumi_aws import lb

if TYPE_CHECKING:
    from network import Nets
    from pulumi import ResourceOptions


def declare(using: ResourceOptions, nets: Nets) -> None:
    """A balancer with listeners of each kind."""
    balancer = lb.LoadBalancer(
        "open",
        internal=False,
        subnets=[nets.public.id],
        drop_invalid_header_fields=False,
        desync_mitigation_mode="monitor",
        opts=using,
    )
    target = lb.TargetGroup("plain", port=80, protocol="HTTP", vpc_id=nets.vpc.id, opts=using)
    forward: Any = [{"type": "forward", "target_group_arn": target.arn}]
    lb.Listener("plain", load_balancer_arn=balancer.arn, port=80, protocol="HTTP", default_actions=forward, opts=using)
    lb.Listener(
        "old",
        load_balancer_arn=balancer.arn,
        port=443,
        protocol="HTTPS",
        ssl_policy="ELBSecurityPolicy-2016-08",
        certificate_arn="arn:aws:iam::123456789012:server-certificate/old",
        default_actions=forward,
        opts=using,
    )
