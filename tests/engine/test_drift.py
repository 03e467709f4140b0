"""What is changed behind Pulumi's back: `refresh` shows it, the packs judge it, and a deployment puts it right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.engine.double.aws.references import EFS
from tests.engine.double.difference import at
from tests.engine.double.store import Store
from tests.engine.judged import analyzed, checked, exported, unproven
from tests.engine.snapshots import Deployed
from tests.engine.steps import done

from rackguard.graph.urn import name_of

_SHOWN = re.compile(r"^ *[~+-] [\w:/]+: \((?P<operation>\w+)\).*\n(?: *\[id=.*\n)? *\[urn=(?P<urn>\S+)\]", re.MULTILINE)
SSH = "llm-staging-network-nodes-ingress-ssh-10-0-0-0-8"
BUCKET = "llm-staging-storage-bucket-checkpoints-encryption"
TEMPLATE = "llm-staging-pool-train-template"
HOME = "llm-staging-storage-efs-home"
NODES = "llm-staging-network-nodes-group"
PORTS = ("protocol", "fromPort", "toPort")
RULES = {
    "ingress": "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
    "egress": "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule",
}
FOUND = {
    ("sg-no-world-ingress", SSH),
    ("sg-no-world-ssh", SSH),
    ("stk-sg-effective", SSH),
    ("s3-sse-kms", BUCKET),
    ("s3-sse-cmk", BUCKET),
    ("s3-sse-block-ssec", BUCKET),
    ("lt-ebs-encrypted", TEMPLATE),
}


def shown(diff: str) -> set[tuple[str, str]]:
    """What a refresh shows to have become of what."""
    return {(found["operation"], name_of(found["urn"])) for found in _SHOWN.finditer(diff)}


def as_read(store: Store) -> dict[str, list[dict[str, Any]]]:
    """The rules of the nodes' group as the provider reads them back: as inline ones, the peers of some ports in one."""
    group = store.named(NODES).id
    read: dict[str, list[dict[str, Any]]] = {}
    for direction, token in RULES.items():
        by_ports: dict[tuple[Any, ...], dict[str, Any]] = {}
        for rule in (thing.properties for thing in store.list(token) if thing.properties["securityGroupId"] == group):
            ports = (rule["ipProtocol"], rule.get("fromPort", 0), rule.get("toPort", 0))
            empty = {"cidrBlocks": [], "prefixListIds": [], "securityGroups": [], "self": False}
            entry = by_ports.setdefault(ports, {**dict(zip(PORTS, ports, strict=True)), **empty})
            other = rule.get("referencedSecurityGroupId")
            entry["self"] = entry["self"] or other == group
            entry["securityGroups"] += [other] if other and other != group else []
            entry["cidrBlocks"] += [rule["cidrIpv4"]] if "cidrIpv4" in rule else []
            entry["prefixListIds"] += [rule["prefixListId"]] if "prefixListId" in rule else []
        read[direction] = list(by_ports.values())
    return read


def test_an_open_port_and_encryption_that_is_off(deployed: Deployed, store: Store, tmp_path: Path) -> None:
    project = deployed("staging")
    store.drift(store.named(SSH), cidrIpv4="0.0.0.0/0")
    plain = {"applyServerSideEncryptionByDefault": {"sseAlgorithm": "AES256"}}
    store.drift(store.named(BUCKET), rules=[plain])
    template = store.named(TEMPLATE)
    (disk,) = template.properties["blockDeviceMappings"]
    store.drift(template, blockDeviceMappings=[{**disk, "ebs": {**disk["ebs"], "encrypted": "false"}}])

    state = tmp_path / "state.json"
    assert checked("state", exported(project, "staging", state), rc=0) == set()  # nobody has looked yet
    drifted = {("update", SSH), ("update", BUCKET), ("update", TEMPLATE)}
    assert shown(project.pulumi("refresh", "--preview-only", "--diff").out) == drifted
    project.pulumi("refresh", "--preview-only", "--expect-no-changes", rc=7)

    project.pulumi("refresh", "--yes")
    assert store.changes() == []
    assert checked("state", exported(project, "staging", state), rc=1) == FOUND
    assert analyzed(project, state, rc=1) == FOUND

    project.pulumi("up", "--yes", "--skip-preview")
    assert done(store) == {*drifted, ("update", "llm-staging-pool-train-group")}  # the template has a new version
    assert checked("state", exported(project, "staging", state), rc=0) == set()
    assert at(store.named(TEMPLATE).properties, "blockDeviceMappings[].ebs.encrypted") == ["true"]


def test_a_rule_that_a_hand_added_to_a_group(deployed: Deployed, store: Store, tmp_path: Path) -> None:
    """No input tells it, and so no difference; a refresh writes it into the group's outputs, beside declared rules."""
    project = deployed("staging")
    state = tmp_path / "state.json"
    group = store.named(NODES)
    declared = as_read(store)
    store.drift(group, **declared)
    project.pulumi("refresh", "--yes")
    assert unproven(exported(project, "staging", state), rc=0) == set()
    assert analyzed(project, state, rc=0) == set()

    ssh = {"protocol": "tcp", "fromPort": 22, "toPort": 22, "cidrBlocks": ["0.0.0.0/0"], "self": False}
    everything = {"protocol": "-1", "fromPort": 0, "toPort": 0, "ipv6CidrBlocks": ["::/0"], "self": False}
    place = len(declared["ingress"]), len(declared["egress"])
    store.drift(group, ingress=[*declared["ingress"], ssh], egress=[*declared["egress"], everything])
    assert unproven(exported(project, "staging", state), rc=0) == set()  # nobody has looked yet
    assert shown(project.pulumi("refresh", "--preview-only", "--diff", "--expect-no-changes").out) == set()

    project.pulumi("refresh", "--yes")
    assert unproven(exported(project, "staging", state), rc=1) == {
        ("stk-sg-effective", NODES, f"ingress[{place[0]}].cidrBlocks[0]"),
        ("sg-egress-limited", NODES, f"egress[{place[1]}].ipv6CidrBlocks[0]"),
    }
    assert checked("state", state, rc=1) == set()
    assert analyzed(project, state, rc=1) == {("stk-sg-effective", NODES), ("sg-egress-limited", NODES)}
    project.pulumi("up", "--yes", "--expect-no-changes")  # it takes away nothing that it didn't declare

    store.drift(group, **declared)
    project.pulumi("refresh", "--yes")
    assert unproven(exported(project, "staging", state), rc=0) == set()
    assert analyzed(project, state, rc=0) == set()


def test_a_deleted_file_system_is_made_again(deployed: Deployed, store: Store, tmp_path: Path) -> None:
    project = deployed("staging")
    gone = {f"{HOME}-{part}" for part in ("file-system", "policy", "backups")}
    gone |= {f"{HOME}-mount-target-use2-az{number}" for number in (1, 2)}
    old = store.list(EFS)[0].id
    for name in gone:  # AWS deletes no file system that has mount targets
        thing = store.named(name)
        store.remove(thing.type, thing.id)

    assert shown(project.pulumi("refresh", "--preview-only", "--diff").out) == {("delete", name) for name in gone}
    project.pulumi("refresh", "--yes")
    assert checked("state", exported(project, "staging", tmp_path / "state.json"), rc=0) == set()
    project.pulumi("up", "--yes", "--skip-preview")
    assert done(store) == {*(("create", name) for name in gone), ("update", f"{HOME}-mount-parameter")}
    (made,) = store.list(EFS)
    assert made.id != old
    assert made.id in store.named(f"{HOME}-mount-parameter").properties["insecureValue"]
    project.pulumi("up", "--yes", "--expect-no-changes")
