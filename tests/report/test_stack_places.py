"""The lines of a stack file that declare what resources belong to."""

from __future__ import annotations

from rackguard.graph.graph import STACK, Graph
from rackguard.graph.resource import Resource
from rackguard.report.stack_places import lines_of
from rackguard.spec.yaml_source import read

TEXT = """\
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: llm
    network: {cidr: 10.0.0.0/16}
    access:
      users: []
    storage:
      checkpoints: {s3: {}}
    pools:
      train:
        instance_type: p5.48xlarge
      eval:
        like: train
"""
DOCUMENT = read(TEXT, "stacks/Pulumi.prod.yaml")


def made(name: str, type_: str, parent: Resource | None = None, **inputs: str) -> Resource:
    return Resource(f"urn::{name}", type_, name, parent and parent.urn, None, custom=False, inputs=inputs)


def test_each_part_of_a_cluster_has_its_line() -> None:
    own = "rackguard-aws:index:"
    stack = made("stack", STACK)
    cluster = made("llm", f"{own}GpuCluster", stack)
    network = made("network", f"{own}Network", cluster)
    access = made("access", f"{own}Access", cluster)
    key = made("key", f"{own}EncryptionKey", cluster)
    storage = made("storage", f"{own}Storage", cluster)
    checkpoints = made("checkpoints", f"{own}Bucket", storage, store="checkpoints")
    logs = made("logs", f"{own}Bucket", storage, store="access-logs")
    pool = made("train", f"{own}NodePool", cluster, poolName="train")
    other = made("eval", f"{own}NodePool", cluster, poolName="eval")
    placement = made("placement", f"{own}Placement", pool)
    components = (stack, cluster, network, access, key, storage, checkpoints, logs, pool, other, placement)
    inside = [made(f"in-{each.name}", "aws:ec2/vpc:Vpc", each) for each in components]
    found = lines_of(Graph("prod", "llm", (*components, *inside)), DOCUMENT)
    assert found == {
        "urn::llm": 3,
        "urn::network": 5,
        "urn::access": 6,
        "urn::key": 3,
        "urn::storage": 8,
        "urn::checkpoints": 9,
        "urn::logs": 8,
        "urn::train": 11,
        "urn::eval": 13,
        "urn::placement": 11,
        "urn::in-llm": 3,
        "urn::in-network": 5,
        "urn::in-access": 6,
        "urn::in-key": 3,
        "urn::in-storage": 8,
        "urn::in-checkpoints": 9,
        "urn::in-logs": 8,
        "urn::in-train": 11,
        "urn::in-eval": 13,
        "urn::in-placement": 11,
    }


def test_what_another_component_makes_has_none() -> None:
    theirs = made("theirs", "corp:index:NodePool", None, poolName="train")
    assert lines_of(Graph("prod", "llm", (theirs, made("k", "aws:kms/key:Key", theirs))), DOCUMENT) == {}
