"""File systems and buckets in words."""

from __future__ import annotations

from datetime import UTC, datetime

from rackguard.catalog.catalog import load
from rackguard.plan.cluster import plan_cluster
from rackguard.report.words import stores_words
from rackguard.spec.load import check
from rackguard.spec.yaml_source import read

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def stores(mounts: str) -> dict[str, str]:
    text = f"""
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: llm
    account_id: "123456789012"
    tags: {{owner: ml, environment: dev, classification: internal}}
    access: {{users: [{{name: ana, keys: [ssh-ed25519 AAAA ana]}}]}}
    storage: {{home: {{efs: {{throughput: bursting}}, mount: /people}}}}
    pools:
      a: {{instance_type: g6.xlarge, zone_id: use2-az1, nodes: {{max: 1}}, mounts: {mounts}}}
      b: {{instance_type: g6.xlarge, zone_id: use2-az2, nodes: {{max: 1}}, mounts: {mounts}}}
"""
    stack = check(read(text, "Pulumi.test.yaml"), "test").stack
    assert stack
    return dict(stores_words(plan_cluster(stack, load(), NOW).storage))


def test_an_efs_file_system_is_said_to_be_where_it_is_mounted() -> None:
    assert stores("[home]")["home"] == "EFS, bursting, in use2-az1 and use2-az2, at /people"


def test_an_efs_file_system_that_nobody_mounts_is_nowhere() -> None:
    assert stores("[]")["home"] == "EFS, bursting, mounted by nobody"
