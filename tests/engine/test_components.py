"""The components as a package: in programs of other languages, and in Python where only the package is known."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.aws.breaking import breaking_changes
from tests.engine.cli import Project
from tests.engine.double.store import Store
from tests.engine.foreign import plugin_beside, python_project, yaml_parts, yaml_project
from tests.engine.prepared import public_key

from rackguard.aws.package import SCHEMA

ZONE_ID = "a zone id such as `use2-az1` (not a zone name such as `us-east-2a`, which differs from account to account)"
LATER = "is an output, which is only known once something is deployed; a cluster is planned before that"
IDENTITY = {
    "name": "lab",
    "region": "us-west-2",
    "accountId": "123456789012",
    "tags": {"owner": "ml-platform", "environment": "dev", "classification": "internal"},
}
PROBLEM = "error: rackguard-aws:index:GpuCluster resource 'lab' has a problem: "


def changed(*pairs: tuple[str, str]) -> Any:
    """What replaces text in a program that holds each first text once."""

    def change(text: str) -> str:
        for old, new in pairs:
            assert text.count(old) == 1, (old, text.count(old))
            text = text.replace(old, new)
        return text

    return change


def refused(project: Project, *pairs: tuple[str, str]) -> str:
    """What is said of the example with changes that are refused, after the resource's name."""
    result = yaml_project(project, changed(*pairs)).pulumi("preview", rc=1)
    assert "Traceback" not in result.out + result.err
    said = result.out[result.out.rindex(PROBLEM) :].removeprefix(PROBLEM)
    return "\n".join(line.removeprefix("    ") for line in said[: said.index("\n\n")].splitlines())


def test_the_engine_is_told_the_reviewed_schema(project: Project) -> None:
    told = project.pulumi("package", "get-schema", str(plugin_beside(project))).json
    reviewed = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert (told["name"], told["version"]) == ("rackguard-aws", version("rackguard"))
    assert breaking_changes(reviewed, told) == []
    assert breaking_changes(told, reviewed) == []


def test_a_yaml_program_comes_and_goes(project: Project, store: Store) -> None:
    foreign = yaml_project(project)
    foreign.pulumi("preview")
    assert store.list() == ()
    foreign.pulumi("up", "--yes")
    foreign.pulumi("up", "--yes", "--expect-no-changes")
    foreign.pulumi("refresh", "--yes", "--expect-no-changes")
    assert foreign.pulumi("stack", "output", "--json").json == {
        "pool_groups": {"gpu": "lab-pool-gpu"},
        "ssh": (
            "ssh -o ProxyCommand='aws ec2-instance-connect open-tunnel --region us-west-2 --instance-id %h'"
            " PERSON@INSTANCE_ID"
        ),
    }
    kept = foreign.pulumi("destroy", "--yes", rc=1)
    assert "is protected" in kept.out + kept.err
    foreign.pulumi("state", "unprotect", "--all", "--yes")
    foreign.pulumi("destroy", "--yes")
    assert store.list() == ()


def test_a_yaml_program_is_priced_and_judged_from_its_preview(project: Project) -> None:
    foreign = yaml_project(project)
    preview = foreign.folder / "preview.json"
    preview.write_text(foreign.pulumi("preview", "--json", "--show-sames").out, encoding="utf-8")
    # A gateway and its address (0.045 and 0.005 USD an hour) and a key (1 USD a month). Scaled out, two nodes of 0.8048
    # USD an hour with 200 GiB each at 0.08 USD a month.
    assert "Read: no problems. ≥ 37.50 USD a month, ≥ 1,244.51 scaled out." in rackguard("plan", preview)
    assert "Judged: no findings." in rackguard("check", preview)


def rackguard(word: str, preview: Path) -> str:
    """What `rackguard WORD --preview FILE` prints."""
    command = [str(Path(sys.prefix, "bin", "rackguard")), word, "--preview", str(preview)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_all_mistakes_are_told_at_once(project: Project, store: Store) -> None:
    assert refused(
        project,
        ("10.80.0.0/20", "10.80.0.0/40"),
        ("sudo: true", "uid: 20001.5"),
        ("usw2-az1", "us-west-2a"),
        ("{min: 0, max: 2}", "{min: 0, max: 2.5}"),
    ).splitlines() == [
        "its arguments can't be used",
        "  `network.cidr` is '10.80.0.0/40'; allowed: an IPv4 network such as `10.40.0.0/16`",
        "    → Range of the new VPC: `10.40.0.0/16`. Changing it replaces the VPC.",
        "  `access.users[0].uid` is 20001.5; allowed: a whole number",
        "    → Account number; by default worked out from the name, the same on every node.",
        f"  `pools.gpu.zoneId` is 'us-west-2a'; allowed: {ZONE_ID}",
        "    → One zone: `use2-az1`.",
        "  `pools.gpu.nodes.max` is 2.5; allowed: a whole number",
        "    → The most nodes that the pool ever has.",
    ]
    assert store.calls == []


def test_a_word_or_a_key_that_is_not_allowed_is_refused_by_the_schema(project: Project) -> None:
    change = changed(("cidr: 10.80.0.0/20", "nat: per_zones"), ("instanceType:", "instanceKind:"))
    out = yaml_project(project, change).pulumi("preview", rc=1).out
    assert 'Allowed values are One ("one"), PerZone ("per_zone"), None ("none")' in out
    assert "instanceKind" in out


def test_a_secret_and_what_is_only_known_later_are_refused(project: Project) -> None:
    assert refused(
        project,
        ("name: lab\n", 'name: {"fn::secret": lab}\n'),
        ("g6.xlarge", "${later.keyId}"),
        ("  lab:\n", f"  later: {{type: rackguard-aws:EncryptionKey, properties: {IDENTITY}}}\n  lab:\n"),
    ).splitlines() == [
        "its arguments can't be used",
        f"  pools.gpu.instanceType: {LATER}",
        "    → Give the value itself; ids of an existing network may be outputs.",
        "  name: is a secret; what is planned from it is shown, and written down in plain",
        "    → Give the plain value.",
    ]


def test_another_account_is_refused(project: Project) -> None:
    assert refused(project, ("${aws:allowedAccountIds[0]}", '"123456789099"')) == (
        "the credentials belong to account 123456789012; its `accountId` is 123456789099.\n"
        "  → Use credentials of 123456789099, or change `accountId`."
    )


def test_another_region_is_refused(project: Project) -> None:
    assert refused(project, ("${aws:region}", "us-east-2"), ("usw2-az1", "use2-az1")) == (
        "its provider is of the region us-west-2; its `region` is us-east-2.\n"
        "  → Set `aws:region` to us-east-2, give it a provider of that region, or change `region`."
    )


SHARED: dict[str, Any] = {
    **IDENTITY,
    "network": {"cidr": "10.80.0.0/20"},
    "access": {"users": [{"name": "ana", "uid": 20001, "keys": [public_key("ana")]}]},
    "logs": {"retentionDays": 30},
    "pools": {
        "gpu": {"instanceType": "g6.xlarge", "zoneId": "usw2-az1", "nodes": {"max": 2}, "root": {"sizeGib": 150}}
    },
}


def parts() -> dict[str, Any]:
    """A program (JSON is YAML) in which parts of a cluster take each other's outputs."""
    ids = {key: f"${{network.{key}}}" for key in ("nodeSubnetIds", "securityGroupIds")}
    key_arn = "${key.keyArn}"

    def part(kind: str, **inputs: Any) -> dict[str, Any]:
        return {"type": f"rackguard-aws:{kind}", "properties": {**SHARED, **inputs}}

    return {
        "name": "parts",
        "runtime": "yaml",
        "packages": {"rackguard-aws": "../components/aws"},
        "resources": {
            "key": part("EncryptionKey"),
            "network": part("Network", keyArn=key_arn),
            "people": part("Access", keyArn=key_arn, **ids),
            "pool": part("NodePool", keyArn=key_arn, pool="gpu", **ids),
        },
    }


def test_parts_take_outputs_of_each_other_and_whole_numbers_stay_whole(project: Project, store: Store) -> None:
    foreign = yaml_parts(project, json.dumps(parts()))
    foreign.pulumi("up", "--yes")
    foreign.pulumi("preview", "--expect-no-changes")
    subnet = store.named("network-nodes-usw2-az1")
    assert store.named("pool-group").properties["vpcZoneIdentifiers"] == [subnet.id]
    template = store.named("pool-template").properties
    assert template["blockDeviceMappings"][0]["ebs"]["volumeSize"] == 150
    assert '"uid":20001}' in store.named("people-user-ana").properties["insecureValue"]
    foreign.pulumi("destroy", "--yes")
    assert store.list() == ()


PROGRAM = """
import pulumi
import pulumi_rackguard_aws as rackguard

cluster = rackguard.GpuCluster(
    "lab",
    name="lab",
    region="us-west-2",
    account_id="123456789012",
    tags={"owner": "ml-platform", "environment": "dev", "classification": "internal"},
    network=rackguard.NetworkSpecArgs(cidr="10.80.0.0/20"),
    access=rackguard.AccessSpecArgs(users=[rackguard.UserSpecArgs(name="ana", keys=["KEY"], uid=20001)]),
    pools={
        "gpu": rackguard.PoolSpecArgs(
            instance_type="g6.xlarge",
            zone_id="usw2-az1",
            nodes=rackguard.NodesSpecArgs(max=MOST),
            local_nvme=rackguard.PoolLocalNvme.RAID0,
        ),
        "more": {"like": "gpu", "nodes": {"max": 1}},
    },
)
pulumi.export("pool_groups", cluster.pool_groups)
"""


def test_a_python_program_with_the_library_that_is_made_from_the_schema(project: Project, store: Store) -> None:
    program = PROGRAM.replace("KEY", public_key("ana"))
    foreign = python_project(project, program.replace("MOST", "2"))
    foreign.pulumi("up", "--yes")
    foreign.pulumi("preview", "--expect-no-changes")
    assert foreign.pulumi("stack", "output", "--json").json == {
        "pool_groups": {"gpu": "lab-pool-gpu", "more": "lab-pool-more"}
    }
    sizes = {one.properties["name"]: one.properties["maxSize"] for one in store.list("aws:autoscaling/group:Group")}
    assert sizes == {"lab-pool-gpu": 2, "lab-pool-more": 1}
    assert '"uid":20001}' in store.named("lab-access-user-ana").properties["insecureValue"]
    (foreign.folder / "__main__.py").write_text(program.replace("MOST", "2.5"), encoding="utf-8")
    wrong = foreign.pulumi("preview", rc=1).out
    assert (
        f"{PROBLEM}its arguments can't be used\n      `pools.gpu.nodes.max` is 2.5; allowed: a whole number\n" in wrong
    )
