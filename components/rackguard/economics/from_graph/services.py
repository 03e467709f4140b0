"""File systems, buckets, gateways, endpoints, addresses, keys and logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.economics.from_graph import setting
from rackguard.economics.from_graph.inputs import mapping, number, sequence, text
from rackguard.economics.items import BillableItem
from rackguard.economics.lustre import metadata_iops_included

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rackguard.economics.items import ItemKind
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

Part = tuple[str, str, float | None, str]
"""Item of the service, label, amount (None where only use will tell), unit."""


def service_items(graph: Graph) -> Iterator[BillableItem]:
    """Items of everything that isn't a node."""
    for type_, (service, kind, subject, parts) in SERVICES.items():
        for resource in setting.owned(graph, type_):
            ours = _subject(graph, resource, subject)
            region = setting.region_of(graph, resource)
            for item, label, amount, unit in parts(graph, resource):
                yield BillableItem(label, ours, kind, amount, unit, region, service=(service, item))


def _subject(graph: Graph, resource: Resource, ours: str) -> str:
    if ours == "storage":
        ours = f"storage.{setting.store_of(graph, resource)[0]}"
    if resource.type == ADDRESS and any(component.type == ACCESS for component in graph.ancestors(resource)):
        ours = "access.login_node"
    return setting.subject_of(graph, resource, ours)


def _lustre(_: Graph, resource: Resource) -> Iterator[Part]:
    inputs = resource.inputs
    size = number(inputs.get("storageCapacity"))
    rate = number(inputs.get("perUnitStorageThroughput"), 0) or 0
    tier = f"SSD {text(inputs.get('deploymentType'))} {rate:g} MBps/TiB"
    yield tier, f"Lustre, {size:,.0f} GiB" if size is not None else "Lustre", size, "GB-month"
    provisioned = number(mapping(inputs.get("metadataConfiguration")).get("iops"), 0)
    further = (provisioned or 0) - metadata_iops_included(int(size or 0))
    if further > 0:
        item = "metadata IOPS above the included amount (USER_PROVISIONED)"
        yield item, "Lustre metadata IOPS", further, "IOPS-month"
    if number(inputs.get("automaticBackupRetentionDays"), 0):
        yield "backup", "Lustre backups", None, "GB-month"


def _efs(graph: Graph, resource: Resource) -> Iterator[Part]:
    inputs = resource.inputs
    yield "Standard storage (regional)", "EFS storage", setting.store_of(graph, resource)[1], "GB-month"
    mode = text(inputs.get("throughputMode")) or "bursting"
    if mode == "provisioned":
        rate = number(inputs.get("provisionedThroughputInMibps"))
        yield "provisioned throughput above the included rate", "EFS throughput", rate, "MiBps-month"
    if mode == "elastic":
        yield "elastic throughput read", "EFS reads", None, "GB"
        yield "elastic throughput write", "EFS writes", None, "GB"


def _bucket(graph: Graph, resource: Resource) -> Iterator[Part]:
    yield "Standard storage first 50 TB", "S3 storage", setting.store_of(graph, resource)[1], "GB-month"


def _nat(*_: object) -> Iterator[Part]:
    yield "NAT gateway hour", "NAT gateway", 1, "hour"
    yield "NAT gateway data processed", "NAT traffic", None, "GB"


def _address(*_: object) -> Iterator[Part]:
    yield "public IPv4 address in use or idle", "public address", 1, "hour"


def _endpoint(_: Graph, resource: Resource) -> Iterator[Part]:
    """A gateway costs nothing; an interface is billed in each zone."""
    if text(resource.inputs.get("vpcEndpointType")) != "Interface":
        return
    subnets = sequence(resource.inputs.get("subnetIds"))
    zones = max(len(resource.property_dependencies.get("subnetIds", ())), len(subnets)) or None
    yield "interface endpoint hour per AZ", "interface endpoint", zones, "hour"
    yield "interface endpoint data first 1 PB", "endpoint traffic", None, "GB"


def _key(*_: object) -> Iterator[Part]:
    yield "customer managed key", "customer key", 1, "key-month"


def _flow_log(_: Graph, resource: Resource) -> Iterator[Part]:
    if (text(resource.inputs.get("logDestinationType")) or "cloud-watch-logs") == "cloud-watch-logs":
        yield "flow logs to CloudWatch Logs (vended logs) first 10 TB", "flow logs", None, "GB"


def _log_group(graph: Graph, resource: Resource) -> Iterator[Part]:
    if not graph.dependents(resource.urn, FLOW_LOG):
        yield "logs ingest (standard class)", "records", None, "GB"
    yield "logs storage (compressed)", "logs kept", None, "GB-month"


ADDRESS, ACCESS = "aws:ec2/eip:Eip", "rackguard-aws:index:Access"
FLOW_LOG = "aws:ec2/flowLog:FlowLog"
SERVICES: dict[str, tuple[str, ItemKind, str, Callable[[Graph, Resource], Iterator[Part]]]] = {
    "aws:fsx/lustreFileSystem:LustreFileSystem": ("FSx Lustre", "lustre", "storage", _lustre),
    "aws:efs/fileSystem:FileSystem": ("EFS", "efs", "storage", _efs),
    "aws:s3/bucket:Bucket": ("S3", "bucket", "storage", _bucket),
    "aws:s3/bucketV2:BucketV2": ("S3", "bucket", "storage", _bucket),
    "aws:ec2/natGateway:NatGateway": ("VPC", "nat", "network.nat", _nat),
    ADDRESS: ("VPC", "public_ip", "network.nat", _address),
    "aws:ec2/vpcEndpoint:VpcEndpoint": ("VPC", "endpoint", "network.endpoints", _endpoint),
    "aws:kms/key:Key": ("KMS", "key", "encryption", _key),
    FLOW_LOG: ("VPC", "logs", "logs", _flow_log),
    "aws:cloudwatch/logGroup:LogGroup": ("CloudWatch", "logs", "logs", _log_group),
}
"""Type → service of the catalogue, kind, subject in a cluster of ours, what it is billed for."""
