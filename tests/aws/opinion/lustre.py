"""CreateFileSystem for Lustre: what is sent, and what FSx says.

Sources: FSx API reference, CreateFileSystemLustreConfiguration, and FSx for Lustre user guide, "Deployment and storage
class options", "Working with EFA-enabled file systems" and "File system access control with Amazon VPC", 2026; its
messages as users report them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tests.aws.opinion import tags
from tests.aws.opinion.as_call import as_call
from tests.aws.opinion.service_model import input_shape, problems

if TYPE_CHECKING:
    from tests.aws.opinion.existing import Lookup, Thing

INGRESS = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
EGRESS = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
LOG_GROUP = "aws:cloudwatch/logGroup:LogGroup"

_AROUND = ("storageCapacity", "storageType", "securityGroupIds", "kmsKeyId", "fileSystemTypeVersion", "tags")
_INSIDE = (
    "autoImportPolicy",
    "automaticBackupRetentionDays",
    "copyTagsToBackups",
    "dailyAutomaticBackupStartTime",
    "dataCompressionType",
    "dataReadCacheConfiguration",
    "deploymentType",
    "driveCacheType",
    "efaEnabled",
    "exportPath",
    "importPath",
    "importedFileChunkSize",
    "logConfiguration",
    "metadataConfiguration",
    "perUnitStorageThroughput",
    "rootSquashConfiguration",
    "throughputCapacity",
    "weeklyMaintenanceStartTime",
)
_TIERS = {
    ("PERSISTENT_1", "SSD"): (50, 100, 200),
    ("PERSISTENT_1", "HDD"): (12, 40),
    ("PERSISTENT_2", "SSD"): (125, 250, 500, 1000),
}
"""MB/s a TiB."""
_EFA_GIB = {125: 38400, 250: 19200, 500: 9600, 1000: 4800}
_HDD_GIB = {12: 6000, 40: 1800}
_METADATA_IOPS = (1500, 3000, 6000, *range(12000, 192001, 12000))
_BAD_TIER = (
    "BadRequest: Invalid Lustre deployment configuration: the provided throughput is invalid or does not meet the"
    " storage capacity requirement"
)
_PORT = 988
_NO_LNET = (
    "InvalidNetworkSettings: The file system cannot be created because the default security group in the subnet"
    " provided or the provided security groups do not permit Lustre LNET network traffic on port 988"
)


def call(inputs: Thing) -> dict[str, Any]:
    """The parameters of CreateFileSystem."""
    shape = input_shape("fsx", "CreateFileSystem")
    made = as_call(shape, {name: inputs.get(name) for name in _AROUND})
    subnets = inputs.get("subnetIds")
    inside = as_call(shape.members["LustreConfiguration"], {name: inputs.get(name) for name in _INSIDE})
    return {
        **made,
        "FileSystemType": "LUSTRE",
        "SubnetIds": [subnets] if isinstance(subnets, str) else subnets or [],
        "LustreConfiguration": inside,
    }


def refused(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    """What is wrong with a file system."""
    made = call(inputs)
    inside = made["LustreConfiguration"]
    yield from problems("fsx", "CreateFileSystem", made)
    yield from tags.refused(inputs.get("tags") or {}, "the file system")
    if len(made["SubnetIds"]) != 1:
        yield f"BadRequest: Exactly 1 subnet ID is required for Lustre file systems; {len(made['SubnetIds'])} given"
    kind = inside.get("DeploymentType", "SCRATCH_1")
    storage = made.get("StorageType", "SSD")
    yield from _throughput(kind, storage, inside)
    yield from _capacity(kind, storage, made.get("StorageCapacity"), inside)
    yield from _persistent(kind, made)
    yield from _metadata(kind, inside.get("MetadataConfiguration"))
    yield from _efa(kind, inside)
    yield from _logs(inside.get("LogConfiguration", {}), lookup)
    yield from _network(made, lookup)


def _throughput(kind: str, storage: str, inside: dict[str, Any]) -> Iterator[str]:
    given, tiers = inside.get("PerUnitStorageThroughput"), _TIERS.get((kind, storage))
    if tiers is None and given is not None:
        yield f"{_BAD_TIER}: {kind} with {storage} takes none, {given} given"
    if tiers is not None and given not in tiers:
        yield f"{_BAD_TIER}: {kind} with {storage} takes {', '.join(map(str, tiers))}, {given} given"


def _capacity(kind: str, storage: str, gib: int | None, inside: dict[str, Any]) -> Iterator[str]:
    if storage == "INTELLIGENT_TIERING":
        if gib is not None:
            yield "BadRequest: StorageCapacity can't be specified with INTELLIGENT_TIERING"
        return
    tier = inside.get("PerUnitStorageThroughput")
    first, step = (1200, 3600) if kind == "SCRATCH_1" else (1200, 2400)
    if kind == "SCRATCH_1" and gib == 2400:
        return
    if storage == "HDD":
        first = step = _HDD_GIB.get(tier or 0, 1800)
    if inside.get("EfaEnabled"):
        first = step = _EFA_GIB.get(tier or 0, 4800)
    if gib is None or not (gib == first or (gib >= step and gib % step == 0)):
        allowed = f"a multiple of {step}" if first == step else f"{first} or a multiple of {step}"
        yield f"BadRequest: Invalid Lustre FS storage capacity: {gib}. Must be {allowed}."


def _persistent(kind: str, made: dict[str, Any]) -> Iterator[str]:
    inside = made["LustreConfiguration"]
    if not kind.startswith("PERSISTENT"):
        if "KmsKeyId" in made:
            yield f"BadRequest: KmsKeyId can't be specified with {kind}"
        if inside.get("AutomaticBackupRetentionDays"):
            yield f"BadRequest: Backups aren't supported with {kind}"
    if kind == "PERSISTENT_2" and (given := {"ImportPath", "ExportPath", "AutoImportPolicy"} & inside.keys()):
        yield f"BadRequest: {', '.join(sorted(given))} can't be specified with PERSISTENT_2"
    if ("DriveCacheType" in inside) != (made.get("StorageType") == "HDD"):
        yield "BadRequest: DriveCacheType is needed with HDD, and only with it"


def _metadata(kind: str, given: dict[str, Any] | None) -> Iterator[str]:
    if given is None:
        return
    mode, iops = given.get("Mode"), given.get("Iops")
    if kind != "PERSISTENT_2":
        yield f"BadRequest: MetadataConfiguration can't be specified with {kind}"
    if mode == "AUTOMATIC" and iops is not None:
        yield "BadRequest: Metadata Iops can't be specified with mode AUTOMATIC"
    if mode == "USER_PROVISIONED" and iops not in _METADATA_IOPS:
        yield f"BadRequest: Invalid metadata Iops {iops}: 1500, 3000, 6000 or a multiple of 12000 up to 192000"


def _efa(kind: str, inside: dict[str, Any]) -> Iterator[str]:
    if inside.get("EfaEnabled") and (kind != "PERSISTENT_2" or "MetadataConfiguration" not in inside):
        yield "BadRequest: EfaEnabled needs PERSISTENT_2 with a MetadataConfiguration"


def _logs(given: dict[str, Any], lookup: Lookup) -> Iterator[str]:
    destination = given.get("Destination")
    if destination is None or ":log-group:" not in destination:
        return
    name = destination.partition(":log-group:")[2].removesuffix(":*")
    if not name.startswith("/aws/fsx"):
        yield f"BadRequest: The log group's name must begin with /aws/fsx: {name}"
    if not any(group.get("name") == name for group in lookup(LOG_GROUP)):
        yield f"BadRequest: The log group doesn't exist: {name}"


def _network(made: dict[str, Any], lookup: Lookup) -> Iterator[str]:
    groups = made.get("SecurityGroupIds", [])
    ways = [_of(groups, token, lookup) for token in (INGRESS, EGRESS)]
    if not all(any(_open(rule, _PORT) for rule in rules) for rules in ways):
        yield _NO_LNET
    if made["LustreConfiguration"].get("EfaEnabled"):
        for token, way in ((INGRESS, "from"), (EGRESS, "to")):
            if not any(rule.get("ipProtocol") == "-1" for rule in _of(groups, token, lookup)):
                yield f"InvalidNetworkSettings: EFA needs all traffic {way} the security group itself"


def _of(groups: list[str], token: str, lookup: Lookup) -> list[Thing]:
    """Rules of the groups to and from themselves."""
    return [
        rule
        for rule in lookup(token)
        if rule.get("securityGroupId") in groups and rule.get("referencedSecurityGroupId") in groups
    ]


def _open(rule: Thing, port: int) -> bool:
    if rule.get("ipProtocol") == "-1":
        return True
    return rule.get("ipProtocol") == "tcp" and rule["fromPort"] <= port <= rule["toPort"]
