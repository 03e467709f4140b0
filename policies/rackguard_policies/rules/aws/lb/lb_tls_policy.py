"""Listeners speak TLS 1.2 or later."""

from __future__ import annotations

import re
from typing import Any

from rackguard_policies.load_balancers import without_certificate
from rackguard_policies.rule import Rule
from rackguard_policies.types import LISTENERS
from rackguard_policies.vocabulary import every

MODERN = re.compile(r"ELBSecurityPolicy-(TLS13-1-[23]|TLS-1-2|FS-1-2)-")


def _modern(policy: Any) -> bool:
    return isinstance(policy, str) and bool(MODERN.match(policy))


RULE = Rule(
    id="lb-tls-policy",
    title="A listener's TLS policy starts at TLS 1.2",
    severity="high",
    why="TLS 1.0 and 1.1 are broken; the policy that a listener has by default still speaks both.",
    fix='Set ssl_policy, for example to "ELBSecurityPolicy-TLS13-1-2-Res-2021-06".',
    types=LISTENERS,
    judge=every("sslPolicy").unless(without_certificate).must(_modern, "is a policy of TLS 1.2 or later"),
    before='Listener("web", port=443, protocol="HTTPS", certificate_arn=certificate.arn)',
    after='Listener("web", port=443, protocol="HTTPS", certificate_arn=certificate.arn, ssl_policy=modern)',
)
