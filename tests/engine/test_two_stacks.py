"""The network in one stack, the cluster in another, which reads the former's ids when it is deployed."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.engine.cli import Project
from tests.engine.double.store import Kept, Store
from tests.engine.foreign import example_project

NETWORK = "organization/network-only/dev"
OUTSIDE = ("stk-compute-private-subnet", "spot-pool-gpu-group", "vpcZoneIdentifiers[0]")
"""The one thing that the cluster's own resources don't show: where the routes of another stack's subnet lead."""


@pytest.fixture
def network(project: Project) -> Project:
    return example_project(project, "network-only")


@pytest.fixture
def cluster(project: Project) -> Project:
    return example_project(project, "existing-network")


def checked(project: Project, source: str, *more: str) -> tuple[int, set[tuple[str, ...]]]:
    """How `rackguard check` ends, and what of its judgements is more than fine: outcome, rule, resource, property."""
    word = {"preview": ("preview", "--json", "--show-sames"), "state": ("stack", "export")}[source]
    file = project.folder / f"{source}.json"
    file.write_text(project.pulumi(*word).out, encoding="utf-8")
    command = [Path(sys.prefix, "bin", "rackguard"), "check", f"--{source}", file, "--format=json", *more]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return run.returncode, {
        (one["outcome"], one["rule"], one["urn"].rpartition("::")[2], one["path"])
        for one in json.loads(run.stdout)["judgements"]
        if one["outcome"] not in ("compliant", "not applicable")
    }


def waiver(where: Path) -> Path:
    """An exception of what only the network's stack shows."""
    rule, resource, _ = OUTSIDE
    until = datetime.now(UTC).date() + timedelta(days=90)
    file = where / "exceptions.yaml"
    reason = "the network is judged where it is declared"
    file.write_text(f'- {{rule: {rule}, resource: {resource}, reason: {reason}, owner: ana, until: "{until}"}}\n')
    return file


def test_a_cluster_lives_in_the_network_of_another_stack(network: Project, cluster: Project, store: Store) -> None:
    network.pulumi("up", "--yes")
    calls = len(store.changes())
    cluster.pulumi("up", "--yes")
    vpc, subnet = (store.named(f"shared-network-{name}") for name in ("vpc", "nodes-usw2-az1"))
    assert store.named("spot-pool-gpu-group").properties["vpcZoneIdentifiers"] == [subnet.id]
    assert store.named("spot-access-endpoint").properties["subnetId"] == subnet.id
    assert store.named("spot-network-nodes-group").properties["vpcId"] == vpc.id
    assert {call.operation for call in store.changes()[calls:]} == {"create"}
    assert [call.urn for call in store.changes()[calls:] if "::existing-network::" not in call.urn] == []
    for project in (network, cluster):
        project.pulumi("preview", "--expect-no-changes")
        project.pulumi("refresh", "--yes", "--expect-no-changes")

    for source in ("preview", "state"):
        assert checked(network, source) == (0, set())
    assert checked(cluster, "preview") == (0, {("unproven", *OUTSIDE)})
    assert checked(cluster, "state") == (1, {("unproven", *OUTSIDE)})
    exceptions = f"--exceptions={waiver(cluster.folder)}"
    assert checked(cluster, "state", exceptions) == (0, {("waived", *OUTSIDE)})

    there = store.list()
    refused = network.pulumi("destroy", "--yes", rc=1)
    assert "because it is protected" in refused.out
    assert store.list() == there
    for project in (cluster, network):
        project.pulumi("state", "unprotect", "--all", "--yes")
        project.pulumi("destroy", "--yes")
    assert store.list() == ()
    assert store.kept == {Kept("KMS key", "alias/spot"), Kept("KMS key", "alias/shared")}


ELSEWHERE = """
import pulumi

pulumi.export("vpc_id", "vpc-1")
pulumi.export("node_subnet_ids", {"usw2-az3": "subnet-3", "usw2-az2": "subnet-2"})
"""


def test_a_network_that_is_not_deployed_or_not_in_the_zone(network: Project, cluster: Project, store: Store) -> None:
    """The stack is there: `network` has made it."""
    assert said(cluster) == f"{NETWORK} has no output 'vpc_id': deploy it first, or correct `network_stack`"
    (network.folder / "__main__.py").write_text(ELSEWHERE, encoding="utf-8")
    network.pulumi("up", "--yes", "--skip-preview")
    assert said(cluster) == f"{NETWORK} has no subnet for nodes in usw2-az1, but in usw2-az2, usw2-az3"
    assert store.changes() == []


def said(project: Project) -> str:
    """The error of an `up` that is refused by the program."""
    out = project.pulumi("up", "--yes", rc=1).out
    assert "Traceback" not in out
    diagnostics = out[out.index("Diagnostics:") :]
    (error,) = [line.strip() for line in diagnostics.splitlines() if "error: " in line]
    return error.removeprefix("error: ")


def test_a_stack_that_is_not_there(cluster: Project, store: Store) -> None:
    refused = cluster.pulumi("up", "--yes", rc=1)
    assert f'unknown stack "{NETWORK}"' in refused.out
    assert store.changes() == []
