"""Policy packs given to Pulumi's command: what stops a deployment, what only advises, and what a user sets."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.engine.cli import Project
from tests.engine.double.store import Store
from tests.engine.judged import HIPAA, analyzed, checked, exported, told
from tests.engine.snapshots import Deployed

LOOSE = """
from pulumi_aws import cloudwatch, ec2, vpc

of = pulumi.ResourceOptions(provider=provider)
tags = {"owner": "ml-platform", "environment": "dev", "classification": "internal"}
cloudwatch.LogGroup("loose", name="loose", retention_in_days=365, tags=tags, opts=of)
group = ec2.SecurityGroup("web", description="Web", vpc_id=cluster.vpc_id, tags=tags, opts=of)
vpc.SecurityGroupIngressRule(
    "https", security_group_id=group.id, ip_protocol="tcp", from_port=443, to_port=443, cidr_ipv4="0.0.0.0/0",
    description="HTTPS", tags=tags, opts=of,
)
"""
OPEN, UNKEYED = ("sg-no-world-ingress", "https"), ("lg-kms", "loose")


@pytest.fixture
def loose(project: Project) -> Project:
    """The stack dev beside which a program of its user makes a log group without a key and an open port."""
    program = project.folder / "stacks" / "__main__.py"
    program.write_text(program.read_text(encoding="utf-8") + LOOSE, encoding="utf-8")
    project.pulumi("stack", "init", "dev")
    return project


def config(where: Path, **levels: Any) -> tuple[str, str]:
    """The option that sets levels and parameters, rule by rule; `_` for hyphens."""
    file = where / "packs.json"
    file.write_text(json.dumps({rule.replace("_", "-"): level for rule, level in levels.items()}), encoding="utf-8")
    return "--policy-pack-config", str(file)


def test_a_finding_stops_preview_and_up_before_anything_is_made(loose: Project, store: Store, tmp_path: Path) -> None:
    preview = loose.pulumi("preview", *HIPAA, rc=1)
    assert told(preview) == {OPEN, UNKEYED}
    up = loose.pulumi("up", "--yes", *HIPAA, rc=1)
    assert told(up) == {OPEN, UNKEYED}
    assert store.calls == []
    file = tmp_path / "preview.json"
    file.write_text(loose.pulumi("preview", "--json", "--show-sames").out, encoding="utf-8")
    assert checked("preview", file, rc=1) == {OPEN, UNKEYED}


def test_the_program_of_a_pack_finds_the_same(loose: Project, store: Store) -> None:
    program = ("--policy-pack", str(Path(sys.executable).with_name("rackguard-pack-hipaa")))
    assert told(loose.pulumi("preview", *program, rc=1)) == {OPEN, UNKEYED}
    assert store.calls == []


def test_advice_lets_a_deployment_through_and_a_state_is_judged_by_other_levels(
    loose: Project, store: Store, tmp_path: Path
) -> None:
    up = loose.pulumi("up", "--yes", *HIPAA, *config(tmp_path, all="advisory"))
    assert told(up) == set()
    assert told(up, "advisory") >= {OPEN, UNKEYED}
    assert store.named("https").properties["cidrIpv4"] == "0.0.0.0/0"

    state = exported(loose, "dev", tmp_path / "state.json")
    assert analyzed(loose, state, rc=1) == checked("state", state, rc=1) == {OPEN, UNKEYED}
    web = {"enforcementLevel": "mandatory", "open_ports": [443]}
    set_ = config(tmp_path, all="disabled", sg_no_world_ingress=web, lg_kms="mandatory")
    assert analyzed(loose, state, *set_, rc=1) == {UNKEYED}
    assert (
        analyzed(loose, state, *config(tmp_path, all="mandatory", sg_no_world_ingress=web, lg_kms="disabled"), rc=0)
        == set()
    )


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ({"no_such_rule": "advisory"}, "the pack rackguard-hipaa has no rule 'no-such-rule'"),
        ({"sg_no_world_ingress": {"open_ports": ["https"]}}, "open_ports"),
    ],
)
def test_what_there_is_not_can_not_be_set(
    levels: dict[str, Any], words: str, project: Project, store: Store, tmp_path: Path
) -> None:
    project.pulumi("stack", "init", "dev")
    refused = project.pulumi("up", "--yes", *HIPAA, *config(tmp_path, **levels), rc=1)
    assert words in refused.out + refused.err
    assert "Traceback" not in refused.out + refused.err
    assert store.changes() == []


def test_what_is_deployed_and_holds_is_found_nothing_of(deployed: Deployed, tmp_path: Path) -> None:
    project = deployed("staging")
    assert told(project.pulumi("preview", "--expect-no-changes", *HIPAA)) == set()
    state = exported(project, "staging", tmp_path / "state.json")
    assert analyzed(project, state, rc=0) == checked("state", state, rc=0) == set()
