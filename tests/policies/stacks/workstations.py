"""Machines that are declared one by one: an older one on hardware of its own, one with an interface of its own."""

from __future__ import annotations

from typing import Any

from pulumi_aws import ec2
from tests.policies.stacks.parts.keys import key
from tests.policies.stacks.parts.machines import profile, settings
from tests.policies.stacks.parts.names import tags
from tests.policies.stacks.parts.networks import FLOW_LOGS, RANGE, Network, group, lets_in, network

PARAMETERS = {"ec2-tenancy": {"tenancy": "dedicated"}}
OWN = tags("internal")
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB1yYyO4NqFvZ0u5fCq7yG7k1m4JcWkU0d9m2cQh8b1X ana"
WORLD = "0.0.0.0/0"
SSH, DESKTOP, FIRST_OF_ANSWERS, LAST_PORT = 22, 3389, 1024, 65535


def program() -> None:
    inside = network(key("network", "internal", FLOW_LOGS), "internal")
    ec2.VpcEncryptionControl("encryption", vpc_id=inside.vpc.id, mode="enforce", tags=OWN)
    _guarded(inside)
    ec2.KeyPair("ana", key_name="ana", public_key=KEY, tags=OWN)
    disks = key("disks", "internal")
    machines = group("machines", inside, "internal")
    lets_in("machines-ssh", "Log-in from the network", RANGE, machines, SSH, OWN)
    given: Any = {"tenancy": "dedicated", "iam_instance_profile": profile("machines", "internal").name}
    given |= settings(disks, "internal")
    ec2.Instance(
        "archive",
        instance_type="r3.2xlarge",
        ebs_optimized=True,
        subnet_id=inside.subnets[0].id,
        vpc_security_group_ids=[machines.id],
        **given,
    )
    interface = ec2.NetworkInterface(
        "notebook-interface", subnet_id=inside.subnets[1].id, security_groups=[machines.id], tags=OWN
    )
    ec2.Instance(
        "notebook",
        instance_type="m7i.2xlarge",
        primary_network_interface={"network_interface_id": interface.id},
        **given,
    )


def _guarded(inside: Network) -> None:
    """What comes in is refused at the subnets' border too, but from the network, and answers."""
    entries = [
        _entry(100, "allow", "-1", RANGE, 0, 0),
        _entry(200, "deny", "tcp", WORLD, SSH, SSH),
        _entry(300, "deny", "tcp", WORLD, DESKTOP, DESKTOP),
        _entry(400, "allow", "tcp", WORLD, FIRST_OF_ANSWERS, LAST_PORT),
    ]
    border = ec2.NetworkAcl(
        "border",
        vpc_id=inside.vpc.id,
        subnet_ids=[subnet.id for subnet in inside.subnets],
        ingress=entries,
        egress=entries,
        tags=OWN,
    )
    ec2.NetworkAclRule(
        "offices", network_acl_id=border.id, rule_number=150, rule_action="allow", protocol="tcp",
        cidr_block="10.80.0.0/16", from_port=SSH, to_port=SSH,
    )  # fmt: skip


def _entry(number: int, action: str, protocol: str, cidr: str, first: int, last: int) -> Any:
    return {
        "rule_no": number, "action": action, "protocol": protocol, "cidr_block": cidr, "from_port": first,
        "to_port": last,
    }  # fmt: skip
