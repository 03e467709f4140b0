"""Models served to the company's own people: two load balancers, and nodes in two zones behind them."""

from __future__ import annotations

from typing import Any

from pulumi_aws import acm, autoscaling, ec2, kms, lb
from tests.policies.rules.documents import allow
from tests.policies.stacks.parts import buckets
from tests.policies.stacks.parts.groups import fleet, template
from tests.policies.stacks.parts.keys import key
from tests.policies.stacks.parts.names import ACCOUNT, REGION, tags
from tests.policies.stacks.parts.networks import FLOW_LOGS, RANGE, Network, group, lets, lets_in, network

OWN = tags("internal")
MODERN = "ELBSecurityPolicy-TLS13-1-2-Res-2021-06"
HTTP, HTTPS, SERVING = 80, 443, 8443


def program() -> None:
    nodes_key = key("disks", "internal", FLOW_LOGS)
    inside = network(nodes_key, "internal")
    logs = _logs()
    front, nodes = (group(name, inside, "internal") for name in ("front", "nodes"))
    for port in (HTTP, HTTPS):
        _from_the_network(front, port)
    lets(SERVING, SERVING, front, nodes, "serving", "internal")
    web = _web(inside, front, logs)
    streams = _streams(inside, front, logs)
    _nodes(inside, nodes, nodes_key, [web, streams])


def _logs() -> Any:
    """Where the balancers write who asked for what."""
    service = {"Service": "logdelivery.elasticloadbalancing.amazonaws.com"}
    own = {"ArnLike": {"aws:SourceArn": f"arn:aws:elasticloadbalancing:{REGION}:{ACCOUNT}:loadbalancer/*"}}
    written = allow("s3:PutObject", f"{buckets.arn('requests')}/*", service, own)
    return buckets.logs_bucket("requests", OWN, [], [written])


def _from_the_network(front: ec2.SecurityGroup, port: int) -> None:
    lets_in(f"front-{port}", "Machines of the network", RANGE, front, port, OWN)


def _web(inside: Network, front: ec2.SecurityGroup, logs: Any) -> lb.TargetGroup:
    """HTTPS for browsers and programs; plain HTTP leads there."""
    balancer = _balancer("web", "application", inside, front, logs, drop_invalid_header_fields=True)
    targets = lb.TargetGroup("web-targets", port=SERVING, protocol="HTTPS", vpc_id=inside.vpc.id, tags=OWN)
    here = acm.Certificate("web-certificate", domain_name="models.acme.example", validation_method="DNS", tags=OWN)
    also = acm.Certificate(
        "notebooks-certificate", domain_name="notebooks.acme.example", validation_method="DNS", tags=OWN
    )
    https = lb.Listener(
        "https",
        load_balancer_arn=balancer.arn,
        port=HTTPS,
        protocol="HTTPS",
        ssl_policy=MODERN,
        certificate_arn=here.arn,
        default_actions=[{"type": "forward", "target_group_arn": targets.arn}],
        tags=OWN,
    )
    lb.ListenerCertificate("notebooks", listener_arn=https.arn, certificate_arn=also.arn)
    redirect: Any = {"protocol": "HTTPS", "port": str(HTTPS), "status_code": "HTTP_301"}
    lb.Listener(
        "http",
        load_balancer_arn=balancer.arn,
        port=HTTP,
        protocol="HTTP",
        default_actions=[{"type": "redirect", "redirect": redirect}],
        tags=OWN,
    )
    return targets


def _streams(inside: Network, front: ec2.SecurityGroup, logs: Any) -> lb.TargetGroup:
    """For clients that hold a connection open, whose TLS the nodes end themselves."""
    balancer = _balancer("streams", "network", inside, front, logs)
    targets = lb.TargetGroup("streams-targets", port=HTTPS, protocol="TCP", vpc_id=inside.vpc.id, tags=OWN)
    lb.Listener(
        "streams-tcp",
        load_balancer_arn=balancer.arn,
        port=HTTPS,
        protocol="TCP",
        default_actions=[{"type": "forward", "target_group_arn": targets.arn}],
        tags=OWN,
    )
    return targets


def _balancer(
    name: str, kind: str, inside: Network, front: ec2.SecurityGroup, logs: Any, **given: Any
) -> lb.LoadBalancer:
    return lb.LoadBalancer(
        name,
        load_balancer_type=kind,
        internal=True,
        subnets=[subnet.id for subnet in inside.subnets],
        security_groups=[front.id],
        enable_deletion_protection=True,
        access_logs={"bucket": logs.bucket, "prefix": name, "enabled": True},
        tags=OWN,
        **given,
    )


def _nodes(inside: Network, group: ec2.SecurityGroup, of: kms.Key, behind: list[lb.TargetGroup]) -> None:
    made_from = template("serving-template", "c7i.4xlarge", [group], of, "internal")
    named: Any = {"id": made_from.id, "version": made_from.latest_version.apply(str)}
    arns = [targets.arn for targets in behind]
    fleet(
        "serving", 6, inside, "internal", launch_template=named, health_check_type="ELB",
        health_check_grace_period=300, target_group_arns=arns,
    )  # fmt: skip
    batch: Any = {"id": made_from.id, "version": made_from.latest_version.apply(str)}
    workers = fleet("workers", 2, inside, "internal", launch_template=batch, health_check_type="ELB")
    autoscaling.Attachment("workers-targets", autoscaling_group_name=workers.name, lb_target_group_arn=arns[0])
