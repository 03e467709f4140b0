"""Interface endpoints answer to the service's own name."""

from __future__ import annotations

from rackguard_policies.endpoints import of_others
from rackguard_policies.rule import Rule
from rackguard_policies.types import VPC_ENDPOINT
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="vpce-private-dns",
    title="An interface endpoint of an AWS service takes over the service's name",
    severity="low",
    why="Programs that ask for the usual name go through the internet past the endpoint, unnoticed.",
    fix="Set private_dns_enabled to True; the VPC needs DNS support and host names.",
    types=(VPC_ENDPOINT,),
    judge=every("privateDnsEnabled").unless(of_others).must_be_on(),
    before='VpcEndpoint("kms", service_name=kms, vpc_endpoint_type="Interface")',
    after='VpcEndpoint("kms", service_name=kms, vpc_endpoint_type="Interface", private_dns_enabled=True)',
)
