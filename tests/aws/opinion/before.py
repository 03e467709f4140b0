"""What exists before each stack and example is made, as its file says, and the account once it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from tests.aws.opinion.account import Account, image, reserved, together, used_account
from tests.aws.opinion.deployed import IMAGE_ID, Project, deploy
from tests.aws.opinion.existing import SUBNET
from tests.aws.plans import STACKS

from rackguard.graph.offline import program_of

if TYPE_CHECKING:
    from tests.aws.opinion.existing import Thing

ROOT = STACKS.parent
PINNED = "ami-0123456789abcdef0"
RESERVATION, BLOCK = "cr-0123456789abcdef0", "cr-0fedcba9876543210"


NETWORK: dict[str, Any] = {
    "vpc_id": "vpc-0123456789abcdef0",
    "node_subnet_ids": {"usw2-az1": "subnet-0123456789abcdef0"},
}
"""What `network-only` exports, and what `existing-network` counts on either way."""


def things(name: str) -> dict[str, list[Thing]]:
    """What a stack or an example counts on: roles, images, a network, and for `prod` what it has bought."""
    (zone_id, subnet_id), *_ = NETWORK["node_subnet_ids"].items()
    subnet = {"id": subnet_id, "vpcId": NETWORK["vpc_id"], "availabilityZoneId": zone_id}
    subnets = {SUBNET: [subnet]} if name == "existing-network" else {}
    needed = together(used_account(), image(IMAGE_ID, "x86_64"), image(PINNED, "x86_64"), subnets)
    if name != "prod":
        return needed
    train = reserved(RESERVATION, "p5.48xlarge", "us-east-1a", block=False)
    return together(needed, train, reserved(BLOCK, "p5en.48xlarge", "us-east-1b", block=True))


@cache
def stack_account(stack: str) -> Account:
    """An account in which an example stack is made; not to be changed."""
    return made_account(stack, things(stack))


def made_account(stack: str, before: dict[str, list[Thing]], change: Callable[[Any], object] | None = None) -> Account:
    """An account with other things in it before, or in which the stack's cluster is declared in another way."""
    return _made(ROOT, STACKS, stack, before, change)


def example_account(name: str, stack: str) -> Account:
    """An account in which a stack of one of the examples is made."""
    folder = ROOT / "examples" / name
    return _made(folder, folder, stack, things(name))


def _made(
    root: Path,
    program: Path,
    stack: str,
    before: dict[str, list[Thing]],
    change: Callable[[Any], object] | None = None,
) -> Account:
    name = _read(root / "Pulumi.yaml")["name"]
    config = _read(program / f"Pulumi.{stack}.yaml")["config"]
    if change:
        change(config["rackguard:cluster"])
    account = Account(config["aws:region"], before)
    exports = {"organization/network-only/dev": NETWORK}
    deploy(Project(program_of(program), name, stack, config, str(root), exports), account)
    return account


def _read(file: Path) -> dict[str, Any]:
    return yaml.safe_load(file.read_text(encoding="utf-8"))
