"""Certificates come from AWS Certificate Manager."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rackguard_policies.load_balancers import without_certificate
from rackguard_policies.rule import Rule
from rackguard_policies.types import ACM_CERTIFICATES, LISTENER_CERTIFICATES, LISTENERS
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject


ACM = re.compile(r"arn:aws[a-z-]*:acm:")


def _ends_no_tls(subject: Subject) -> str:
    return without_certificate(subject) if subject.resource.type in LISTENERS else ""


def _of_acm(arn: Any) -> bool:
    return isinstance(arn, str) and bool(ACM.match(arn))


RULE = Rule(
    id="lb-acm",
    title="Certificates of listeners come from AWS Certificate Manager",
    severity="medium",
    why="It renews certificates by itself and keeps their private keys, unless an exportable one is asked for; "
    "uploaded ones run out, and their keys lie about.",
    fix="Request the certificate with acm.Certificate and give its ARN.",
    types=(*LISTENERS, *LISTENER_CERTIFICATES),
    judge=every("certificateArn")
    .unless(_ends_no_tls)
    .proven_by(*ACM_CERTIFICATES)
    .must(_of_acm, "is the ARN of a certificate of ACM"),
    before='Listener("web", port=443, protocol="HTTPS", certificate_arn=uploaded.arn)',
    after='Listener("web", port=443, protocol="HTTPS", certificate_arn=certificate.arn)',
)
