"""The bare program makes the same resources as the graph that it is written from."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rackguard.cli.evaluate import evaluate
from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, record_program
from rackguard.graph.resource import UNKNOWN, Resource

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 12, 1, tzinfo=UTC)
SERVICES = ("autoscaling", "cloudwatch", "ec2", "ec2transitgateway", "efs", "fsx", "iam", "kms", "s3", "ssm", "vpc")


def resource(type_: str, name: str, inputs: dict[str, Any], **more: Any) -> Resource:
    urn = f"urn:{name}"
    return Resource(
        **{
            "urn": urn,
            "type": type_,
            "name": name,
            "parent": "urn:stack",
            "provider": None,
            "custom": True,
            "inputs": inputs,
            **more,
        }
    )


SMALL = Graph(
    stack="dev",
    project="shop",
    resources=(
        resource("pulumi:pulumi:Stack", "stack", {}, parent=None, custom=False),
        resource("pulumi:providers:aws", "aws", {"region": "us-east-2", "allowedAccountIds": '["123456789012"]'}),
        resource("shop:index:Net", "net", {"size": 1}, custom=False),
        resource("aws:ec2/vpc:Vpc", "vpc", {"cidrBlock": "10.0.0.0/16", "enableDnsSupport": True}, parent="urn:net"),
        resource(
            "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule",
            "out",
            {"cidrIpv4": "0.0.0.0/0", "ipProtocol": "-1", "securityGroupId": UNKNOWN, "tags": {"Name": UNKNOWN}},
            property_dependencies={"securityGroupId": ("urn:vpc",)},
        ),
    ),
)  # fmt: skip


PROGRAM = """
def program():
    r1 = pulumi_aws.Provider('aws', region='us-east-2', allowed_account_ids=['123456789012'], \
opts=pulumi.ResourceOptions())
    r2 = pulumi.ComponentResource('shop:index:Net', 'net', {'size': 1}, opts=pulumi.ResourceOptions())
    r3 = ec2.Vpc('vpc', cidr_block='10.0.0.0/16', enable_dns_support=True, opts=pulumi.ResourceOptions(parent=r2))
    r4 = vpc.SecurityGroupEgressRule('out', cidr_ipv4='0.0.0.0/0', ip_protocol='-1', security_group_id=r3.id, \
tags={'Name': r1.id}, opts=pulumi.ResourceOptions())
"""


def test_the_program_is_written_out(bare_program: ModuleType) -> None:
    assert bare_program.program(SMALL) == PROGRAM.strip()


def test_the_module_for_the_engine_imports_the_services_in_use(bare_program: ModuleType) -> None:
    imports = "import pulumi\nimport pulumi_aws\nfrom pulumi_aws import ec2, vpc\n\n\n"
    assert bare_program.module(SMALL) == f"{imports}{PROGRAM.strip()}\n"


@pytest.mark.parametrize("stack", ["dev", "staging", "prod"])
def test_the_same_resources_are_made_with_the_same_inputs(bare_program: ModuleType, stack: str) -> None:
    graph = evaluate(ROOT / f"stacks/Pulumi.{stack}.yaml", NOW).graph
    assert graph
    names: dict[str, Any] = {name: import_module(f"pulumi_aws.{name}") for name in SERVICES}
    names |= {"pulumi": import_module("pulumi"), "pulumi_aws": import_module("pulumi_aws")}
    exec(bare_program.program(graph), names)  # noqa: S102 (written here)
    made = record_program(names["program"], Deployment(graph.project, graph.stack, {}))
    assert {one.urn: one.inputs for one in made.resources} == {one.urn: one.inputs for one in graph.resources}


@pytest.mark.parametrize("as_the_command", [False, True])
def test_a_whole_program_runs_by_itself(bare_program: ModuleType, tmp_path: Path, as_the_command: bool) -> None:
    file = tmp_path / "bare.py"
    file.write_text(bare_program.whole_program(SMALL, as_the_command=as_the_command))
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "5\n", "")
    assert ("gc.disable()" in file.read_text()) is as_the_command


def test_a_stack_with_errors_has_no_program(tmp_path: Path) -> None:
    stack, target = tmp_path / "Pulumi.dev.yaml", tmp_path / "bare.py"
    stack.write_text((ROOT / "stacks/Pulumi.dev.yaml").read_text().replace("usw2-az1", "usw2-az9"))
    command = [sys.executable, ROOT / "benchmarks/bare_program.py", stack, target]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{stack} has errors: `pools.lab.zone_id`")
    assert not target.exists()
