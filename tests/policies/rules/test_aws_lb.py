"""Load balancers, their listeners and target groups."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import acm, alb, iam, lb, s3
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard_policies.outcome import Outcome


def balancers() -> None:
    logs: Any = {"bucket": s3.Bucket("logs").id, "enabled": True}
    good: dict[str, Any] = {"internal": True, "drop_invalid_header_fields": True, "access_logs": logs}
    good["enable_deletion_protection"] = True
    lb.LoadBalancer("good", desync_mitigation_mode="strictest", **good)
    lb.LoadBalancer("silent")
    lb.LoadBalancer("off", **{**good, "access_logs": {**logs, "enabled": False}, "desync_mitigation_mode": "monitor"})
    lb.LoadBalancer("public", **{**good, "internal": False})
    alb.LoadBalancer("other-token", **{**good, "internal": False, "drop_invalid_header_fields": False})
    lb.LoadBalancer("network", load_balancer_type="network", internal=True, access_logs=logs)
    lb.LoadBalancer("gateway", load_balancer_type="gateway", enable_deletion_protection=True)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("lb-internal", {"silent": ["internal"], "public": ["internal"], "other-token": ["internal"]}),
        (
            "lb-drop-headers",
            {"silent": ["dropInvalidHeaderFields"], "other-token": ["dropInvalidHeaderFields"]},
        ),
        ("lb-access-logs", {"silent": ["accessLogs.enabled", "accessLogs.bucket"], "off": ["accessLogs.enabled"]}),
        (
            "lb-deletion-protect",
            {"silent": ["enableDeletionProtection"], "network": ["enableDeletionProtection"]},
        ),
        ("lb-desync", {"off": ["desyncMitigationMode"]}),
    ],
)
def test_load_balancers(rule: str, expected: dict[str, list[str]]) -> None:
    assert findings(graph_of(balancers), rule) == expected


def test_a_balancer_may_be_listed_as_public() -> None:
    graph = graph_of(balancers)
    assert set(findings(graph, "lb-internal", public=["public"])) == {"silent", "other-token"}
    assert set(outcomes(graph, "lb-internal", Outcome.NOT_APPLICABLE, public=["public"])) == {"public", "gateway"}
    assert set(outcomes(graph, "lb-drop-headers", Outcome.NOT_APPLICABLE)) == {"network", "gateway"}


FORWARD: Any = {"type": "forward", "target_group_arn": "arn:aws:elasticloadbalancing:::tg"}


def redirect(**target: Any) -> Any:
    return {"type": "redirect", "redirect": {"status_code": "HTTP_301", **target}}


def listeners() -> None:
    balancer = lb.LoadBalancer("balancer").arn
    gateway = lb.LoadBalancer("gateway", load_balancer_type="gateway").arn

    def listener(name: str, protocol: Any, *actions: Any, port: int = 443, **given: Any) -> Any:
        of = {"load_balancer_arn": balancer, "protocol": protocol, "port": port, **given}
        return lb.Listener(name, default_actions=list(actions or (FORWARD,)), **of)

    certificate = acm.Certificate("certificate", domain_name="example.com").arn
    modern = "ELBSecurityPolicy-TLS13-1-2-Res-2021-06"
    listener("https", "HTTPS", certificate_arn=certificate, ssl_policy=modern)
    listener(
        "old", "HTTPS", certificate_arn="arn:aws:iam::1:server-certificate/c", ssl_policy="ELBSecurityPolicy-FS-2018-06"
    )
    listener("default-policy", "TLS", certificate_arn="arn:aws-cn:acm:cn-north-1:1:certificate/c")
    uploaded = iam.ServerCertificate("uploaded", certificate_body="b", private_key="k").arn
    listener("tls-1-0", "HTTPS", certificate_arn=uploaded, ssl_policy="ELBSecurityPolicy-TLS13-1-0-2021-06")
    listener("bare", "HTTPS", ssl_policy="ELBSecurityPolicy-TLS-1-2-2017-01")
    listener("http", "HTTP", port=80)
    listener("redirects", "HTTP", redirect(protocol="HTTPS"), port=80)
    listener("redirects-to-itself", "HTTP", redirect(protocol="#{protocol}", port="8080"), port=80)
    listener("redirects-or-not", "HTTP", redirect(protocol="HTTPS"), FORWARD, port=80)
    ruled = listener("with-rules", "HTTP", redirect(protocol="HTTPS"), port=80)
    lb.ListenerRule("leak", listener_arn=ruled.arn, actions=[FORWARD], conditions=[])
    lb.ListenerRule("fine", listener_arn=ruled.arn, actions=[redirect(protocol="HTTPS")], conditions=[])
    listener("ssh", "TCP", port=22)
    listener("tcp", "TCP", port=8000)
    listener("udp", "UDP", port=443)
    listener("silent", None)
    listener("packets", None, load_balancer_arn=gateway)
    listener("later", balancer.apply(str), ssl_policy=modern, certificate_arn=certificate)
    alb.Listener("other-token", load_balancer_arn=balancer, protocol="HTTP", default_actions=[FORWARD])
    lb.ListenerCertificate("further", listener_arn=ruled.arn, certificate_arn="arn:aws:iam::1:server-certificate/c")


def test_listeners_speak_tls() -> None:
    graph = graph_of(listeners)
    assert findings(graph, "lb-tls") == {
        "http": ["defaultActions[0]"],
        "redirects-to-itself": ["defaultActions[0]"],
        "redirects-or-not": ["defaultActions[1]"],
        "leak": ["actions[0]"],
        "tcp": ["protocol"],
        "udp": ["protocol"],
        "silent": ["protocol"],
        "other-token": ["defaultActions[0]"],
    }
    assert outcomes(graph, "lb-tls", Outcome.UNPROVEN) == {"later": ["protocol"]}
    assert set(outcomes(graph, "lb-tls", Outcome.NOT_APPLICABLE)) == {"packets"}


def test_tls_is_modern_and_certificates_are_managed() -> None:
    graph = graph_of(listeners)
    policy, certificate = ["sslPolicy"], ["certificateArn"]
    assert findings(graph, "lb-tls-policy") == {"old": policy, "default-policy": policy, "tls-1-0": policy}
    assert findings(graph, "lb-acm") == {"old": certificate, "bare": certificate, "further": certificate}
    assert outcomes(graph, "lb-acm", Outcome.UNPROVEN) == {"tls-1-0": certificate}


def test_targets_are_spoken_to_in_tls() -> None:
    def program() -> None:
        for name, protocol, port in (("https", "HTTPS", 8443), ("tls", "TLS", 8443), ("ssh", "TCP", 22)):
            lb.TargetGroup(name, protocol=protocol, port=port)
        for name, protocol in (("http", "HTTP"), ("tcp", "TCP"), ("silent", None)):
            lb.TargetGroup(name, protocol=protocol, port=8000)
        alb.TargetGroup("other-token", protocol="HTTP", port=80)
        lb.TargetGroup("function", target_type="lambda")
        lb.TargetGroup("packets", protocol="GENEVE", port=6081)

    graph = graph_of(program)
    path = ["protocol"]
    assert findings(graph, "tg-protocol") == {"http": path, "tcp": path, "silent": path, "other-token": path}
    assert set(outcomes(graph, "tg-protocol", Outcome.NOT_APPLICABLE)) == {"function", "packets"}
