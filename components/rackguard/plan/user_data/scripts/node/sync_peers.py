"""Tell the pool this node's host key, and write down who the pool's nodes are.

A failed call, or an answer without this very node, changes nothing. A host key belongs to an instance for its whole
life, so the first one seen stays: whoever may tag instances later can't pass for a node that is known here. The tag can
be written once; where it shows another key than this node's, somebody else passes for it, and it leaves the circle.
"""

from __future__ import annotations

import json
import os
import sys
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any, NamedTuple

from .host import ED25519, FAILURES, aws, log, read, remove, write

TAG = "rackguard:ssh-host-key"
KEY_FILE = "/etc/ssh/ssh_host_ed25519_key.pub"
PINNED = "/var/lib/rackguard/host_keys.json"
KNOWN, TRUSTED = "/etc/ssh/ssh_known_hosts", "/etc/ssh/shosts.equiv"
CONFIG = "/etc/ssh/ssh_config.d/00-rackguard.conf"
HOSTS, HOSTFILE = "/etc/rackguard/hosts", "/etc/rackguard/hostfile"
CLIENT = (
    "# Written by Rackguard.\n"
    "EnableSSHKeysign yes\n"
    "Host {addresses}\n"
    "    HostbasedAuthentication yes\n"
    "    PreferredAuthentications hostbased,publickey\n"
    "    HostKeyAlgorithms ssh-ed25519\n"
    "    StrictHostKeyChecking yes\n"
)


class Node(NamedTuple):
    """One running node of the pool."""

    id: str
    address: IPv4Address
    key: str | None
    """None: not published yet. Empty: its tag holds something else than a key."""


def main() -> int:
    """Sync once; 0 where EC2 shows this node's key, and the files say who the others are."""
    own_id, own_key = os.environ["RG_INSTANCE_ID"], own_host_key()
    if own_key is None:
        log("no host key yet")
        return 1
    nodes, failed = listed(own_id), 0
    if key_of(own_id, nodes) is None and publish(own_id, own_key):
        # The tag may be there already, and only the list was late.
        nodes = listed(own_id)
        failed = key_of(own_id, nodes) != own_key
    if key_of(own_id, nodes) not in (None, own_key):
        return withdraw()
    if not nodes:
        return 1
    write_files(pin([node._replace(key=own_key) if node.id == own_id else node for node in nodes]))
    return int(failed)


def listed(own_id: str) -> list[Node]:
    """The pool's nodes; nobody where the answer is none, or lacks this very node."""
    try:
        nodes = pool_nodes(find(os.environ["RG_CLUSTER"], os.environ["RG_POOL"]))
    except FAILURES as error:
        log(f"nodes could not be listed, nothing changes: {type(error).__name__}")
        return []
    if all(node.id != own_id for node in nodes):
        log("the list lacks this node, nothing changes")
        return []
    return nodes


def key_of(id: str, nodes: list[Node]) -> str | None:
    """The host key that EC2 shows for an instance."""
    return next((node.key for node in nodes if node.id == id), None)


def own_host_key() -> str | None:
    """This node's public host key, without the comment."""
    key = " ".join((read(KEY_FILE) or "").split()[:2])
    return key if ED25519.fullmatch(key) else None


def find(cluster: str, pool: str) -> Any:
    """EC2's answer for the pool's running nodes."""
    filters = [
        {"Name": "tag:rackguard:cluster", "Values": [cluster]},
        {"Name": "tag:rackguard:pool", "Values": [pool]},
        {"Name": "instance-state-name", "Values": ["running"]},
    ]
    query = "Reservations[].Instances[].{id:InstanceId,address:PrivateIpAddress,tags:Tags}"
    answer = aws("ec2", "describe-instances", "--filters", json.dumps(filters), "--query", query)
    # A filter's * and ? match more than was meant.
    wanted = {"rackguard:cluster": cluster, "rackguard:pool": pool}
    return [i for i in answer if wanted.items() <= {t["Key"]: t["Value"] for t in i["tags"]}.items()]


def pool_nodes(answer: Any) -> list[Node]:
    """Nodes in the order of their addresses, which is the same on every node.

    Raises one of FAILURES where the answer isn't one.
    """
    nodes: list[Node] = []
    for instance in answer:
        key = {tag["Key"]: tag["Value"] for tag in instance["tags"]}.get(TAG)
        if key is not None and not ED25519.fullmatch(key):
            log(f"{instance['id']!r:.40}: its host key is none, not used")
            key = ""
        nodes.append(Node(str(instance["id"]), IPv4Address(instance["address"]), key))
    return sorted(nodes, key=lambda node: node.address)


def publish(own_id: str, key: str) -> int:
    """Tag this instance with its host key; 1 where that failed."""
    try:
        tags = json.dumps([{"Key": TAG, "Value": key}])
        aws("ec2", "create-tags", "--resources", own_id, "--tags", tags)
    except FAILURES as error:
        log(f"the host key could not be published: {type(error).__name__}")
        return 1
    return 0


def withdraw() -> int:
    """Trust no node and name none: others may take somebody else for this one."""
    for path in (TRUSTED, KNOWN, CONFIG, HOSTS, HOSTFILE):
        remove(path)
    log("UNSAFE: this node's tag shows a host key that isn't its own; it works with no other node: replace it")
    return 1


def pin(nodes: list[Node]) -> list[Node]:
    """Nodes with a key, each with the first one that was seen of it."""
    try:
        pinned: dict[str, str] = json.loads(read(PINNED) or "{}")
    except ValueError:
        pinned = {}
    known = {node.id: pinned.get(node.id, node.key) for node in nodes if pinned.get(node.id, node.key)}
    for node in nodes:
        if node.key and node.key != known[node.id]:
            log(f"UNSAFE: {node.id} shows another host key than before, which is not used")
    write(PINNED, json.dumps(known, sort_keys=True) + "\n", 0o600)
    return [node._replace(key=known[node.id]) for node in nodes if node.id in known]


def write_files(nodes: list[Node]) -> None:
    """Known hosts first: a name in a later file is then never without its key."""
    addresses = [str(node.address) for node in nodes]
    slots = os.environ["RG_SLOTS"]
    lines = "".join(f"{address}\n" for address in addresses)
    changed = write(KNOWN, "".join(f"{node.address} {node.key}\n" for node in nodes))
    write(TRUSTED, lines)
    Path(CONFIG).parent.mkdir(exist_ok=True)
    write(CONFIG, CLIENT.format(addresses=" ".join(addresses)))
    write(HOSTS, lines)
    write(HOSTFILE, "".join(f"{address} slots={slots}\n" for address in addresses))
    if changed:
        log(f"the pool has {len(nodes)} nodes")


if __name__ == "__main__":
    sys.exit(main())
