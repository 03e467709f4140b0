"""Image ids written into a stack file: one more word in its text, and nothing else."""

from __future__ import annotations

import pytest

from rackguard.spec.image_ids import with_image_ids
from rackguard.spec.problem import InvalidInput

ONE, OTHER = "ami-0123456789abcdef0", "ami-0fedcba9876543210"
HEAD = """\
# Ours, by hand.
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: llm
    account_id: "123456789012"
    tags: {owner: ml, environment: dev, classification: internal}
    access:
      users: [{name: ana, keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFPytpUGp0TPz0/nGAl8HL6zgsOKViyLs6VjAlzsNru6 a"]}]
"""
POOLS = """\
    pools:
      train:
        instance_type: g6.xlarge  # small
        zone_id: use2-az1
        # as few as possible
        nodes: {max: 1}
"""


def written(text: str, **ids: str) -> str:
    given = {name if "." in name else f"pools.{name}": image for name, image in ids.items()}
    return with_image_ids(text, "Pulumi.dev.yaml", "dev", given)


@pytest.mark.parametrize(
    ("image", "pinned"),
    [
        ("        image: {dlami: ubuntu-24.04}\n", f"        image: {{dlami: ubuntu-24.04, id: {ONE}}}\n"),
        (
            "        image: {dlami: ubuntu-24.04,}  # new\n",
            f"        image: {{dlami: ubuntu-24.04, id: {ONE},}}  # new\n",
        ),
        (
            "        image:\n          dlami: ubuntu-24.04  # the newest\n",
            f"        image:\n          dlami: ubuntu-24.04  # the newest\n          id: {ONE}\n",
        ),
        (
            "        image:\n          id:\n          dlami: ubuntu-24.04\n",
            f"        image:\n          id: {ONE}\n          dlami: ubuntu-24.04\n",
        ),
        ("        image: {id: null, dlami: ubuntu-24.04}\n", f"        image: {{id: {ONE}, dlami: ubuntu-24.04}}\n"),
        (
            "        image:\n          dlami: ubuntu-24.04",
            f"        image:\n          dlami: ubuntu-24.04\n          id: {ONE}",
        ),
    ],
)
def test_an_image_gets_its_id(image: str, pinned: str) -> None:
    assert written(HEAD + POOLS + image, train=ONE) == HEAD + POOLS + pinned


def test_a_pool_without_an_image_gets_one_behind_its_zone() -> None:
    line = "        zone_id: use2-az1\n"
    image = f"        image: {{dlami: ubuntu-24.04, id: {ONE}}}\n"
    assert written(HEAD + POOLS, train=ONE) == HEAD + POOLS.replace(line, line + image)


def test_what_goes_over_several_lines_is_not_parted() -> None:
    pools = """\
    pools:
      train:
        zone_ids:
          - use2-az1
        nodes:
          max: 1
        instance_type: g6.xlarge
"""
    image = f"        image: {{dlami: ubuntu-24.04, id: {ONE}}}\n"
    assert written(HEAD + pools, train=ONE) == HEAD + pools + image


def test_a_pool_in_one_line() -> None:
    pools = "    pools: {train: {instance_type: g6.xlarge, zone_id: use2-az1, nodes: {max: 1}}}\n"
    pinned = pools.replace("{max: 1}", f"{{max: 1}}, image: {{dlami: ubuntu-24.04, id: {ONE}}}")
    assert written(HEAD + pools, train=ONE) == HEAD + pinned


def test_lines_end_as_they_did() -> None:
    text = (HEAD + POOLS).replace("\n", "\r\n")
    line = "        zone_id: use2-az1\r\n"
    image = f"        image: {{dlami: ubuntu-24.04, id: {ONE}}}\r\n"
    assert written(text, train=ONE) == text.replace(line, line + image)


LIKE = """\
      eval:
        like: train
        zone_id: use2-az2
"""
IMAGE = "        image: {dlami: ubuntu-24.04}\n"


def test_an_image_that_two_pools_share_is_written_once() -> None:
    pinned = f"        image: {{dlami: ubuntu-24.04, id: {ONE}}}\n"
    assert written(HEAD + POOLS + IMAGE + LIKE, train=ONE, eval=ONE) == HEAD + POOLS + pinned + LIKE


def test_a_pool_of_another_architecture_gets_an_image_of_its_own() -> None:
    arm = LIKE.replace("zone_id: use2-az2", "instance_type: g5g.xlarge")
    expected = (
        HEAD
        + POOLS
        + f"        image: {{dlami: ubuntu-24.04, id: {ONE}}}\n"
        + arm
        + f"        image: {{dlami: ubuntu-24.04, id: {OTHER}}}\n"
    )
    assert written(HEAD + POOLS + IMAGE + arm, train=ONE, eval=OTHER) == expected


def test_what_another_pool_would_take_over_is_not_written() -> None:
    text = HEAD + POOLS + IMAGE + LIKE
    with pytest.raises(InvalidInput) as refused:
        written(text, train=ONE)
    (problem,) = refused.value.problems
    assert problem.message == "Pulumi.dev.yaml was not changed: more would change than these ids"
    assert problem.hint == f"Write by hand: pools.train: {ONE}."


def test_an_alias_is_not_changed_in_two_places() -> None:
    anchored = POOLS + "        image: &image {dlami: ubuntu-24.04}\n"
    other = "      eval: {instance_type: g6.xlarge, zone_id: use2-az1, nodes: {max: 1}, image: *image}\n"
    with pytest.raises(InvalidInput, match="more would change"):
        written(HEAD + anchored + other, train=ONE)


LOGIN = "      login_node:\n        instance_type: m7i.large\n        zone_id: use2-az1\n"


@pytest.mark.parametrize(
    ("login", "pinned"),
    [
        (
            "      login_node: {instance_type: m7i.large, zone_id: use2-az1}\n",
            f"      login_node: {{instance_type: m7i.large, zone_id: use2-az1, image_id: {ONE}}}\n",
        ),
        (
            LOGIN,
            LOGIN.replace("m7i.large\n", f"m7i.large\n        image_id: {ONE}\n"),
        ),
    ],
)
def test_a_login_node(login: str, pinned: str) -> None:
    assert written(HEAD + login + POOLS, **{"access.login_node": ONE}) == HEAD + pinned + POOLS
