"""Lustre file systems that FSx refuses."""

from __future__ import annotations

from typing import Any

import pytest
from tests.aws.opinion.broken import says, state_of
from tests.aws.opinion.lustre import call

STORE = "llm-prod-storage-lustre-scratch-file-system"
TIER = (
    "BadRequest: Invalid Lustre deployment configuration: the provided throughput is invalid or does not meet the"
    " storage capacity requirement:"
)
LNET = (
    "InvalidNetworkSettings: The file system cannot be created because the default security group in the subnet"
    " provided or the provided security groups do not permit Lustre LNET network traffic on port 988"
)
RULES = "llm-prod-network-lustre-{}-lustre-lustre-988"
SCRATCH = {
    "deploymentType": "SCRATCH_2",
    "perUnitStorageThroughput": ...,
    "kmsKeyId": ...,
    "metadataConfiguration": ...,
    "automaticBackupRetentionDays": 0,
}
HDD = {**SCRATCH, "deploymentType": "PERSISTENT_1", "storageType": "HDD", "driveCacheType": "READ"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"subnetIds": ["subnet-01234567", "subnet-12345678"]},
            ["BadRequest: Exactly 1 subnet ID is required for Lustre file systems; 2 given"],
        ),
        (
            {"storageCapacity": 3600},
            ["BadRequest: Invalid Lustre FS storage capacity: 3600. Must be 1200 or a multiple of 2400."],
        ),
        (
            {"storageCapacity": 0},
            ["BadRequest: Invalid Lustre FS storage capacity: 0. Must be 1200 or a multiple of 2400."],
        ),
        ({"perUnitStorageThroughput": 200}, [f"{TIER} PERSISTENT_2 with SSD takes 125, 250, 500, 1000, 200 given"]),
        ({"perUnitStorageThroughput": ...}, [f"{TIER} PERSISTENT_2 with SSD takes 125, 250, 500, 1000, None given"]),
        ({**SCRATCH, "perUnitStorageThroughput": 125}, [f"{TIER} SCRATCH_2 with SSD takes none, 125 given"]),
        ({**SCRATCH, "kmsKeyId": "key"}, ["BadRequest: KmsKeyId can't be specified with SCRATCH_2"]),
        (
            {**SCRATCH, "automaticBackupRetentionDays": 7},
            ["BadRequest: Backups aren't supported with SCRATCH_2"],
        ),
        (
            {**SCRATCH, "metadataConfiguration": {"mode": "AUTOMATIC"}},
            ["BadRequest: MetadataConfiguration can't be specified with SCRATCH_2"],
        ),
        ({"importPath": "s3://bucket"}, ["BadRequest: ImportPath can't be specified with PERSISTENT_2"]),
        ({"driveCacheType": "READ"}, ["BadRequest: DriveCacheType is needed with HDD, and only with it"]),
        (
            {**HDD, "perUnitStorageThroughput": 12, "storageCapacity": 1800},
            ["BadRequest: Invalid Lustre FS storage capacity: 1800. Must be a multiple of 6000."],
        ),
        ({"metadataConfiguration.iops": 12000}, ["BadRequest: Metadata Iops can't be specified with mode AUTOMATIC"]),
        (
            {"metadataConfiguration": {"mode": "USER_PROVISIONED", "iops": 4000}},
            ["BadRequest: Invalid metadata Iops 4000: 1500, 3000, 6000 or a multiple of 12000 up to 192000"],
        ),
        (
            {"metadataConfiguration": {"mode": "USER_PROVISIONED"}},
            ["BadRequest: Invalid metadata Iops None: 1500, 3000, 6000 or a multiple of 12000 up to 192000"],
        ),
        (
            {"logConfiguration.destination": "arn:aws:logs:us-east-1:123456789012:log-group:/rackguard/llm-prod/flow"},
            ["BadRequest: The log group's name must begin with /aws/fsx: /rackguard/llm-prod/flow"],
        ),
        (
            {"logConfiguration.destination": "arn:aws:logs:us-east-1:123456789012:log-group:/aws/fsx/none"},
            ["BadRequest: The log group doesn't exist: /aws/fsx/none"],
        ),
        ({"securityGroupIds": ["sg-01234567"]}, [LNET]),
        (
            {"logConfiguration.level": "ALL"},
            [
                (
                    "CreateFileSystem: LustreConfiguration.LogConfiguration.Level: 'ALL' is none of DISABLED,"
                    " WARN_ONLY, ERROR_ONLY, WARN_ERROR"
                )
            ],
        ),
        (
            {"subnetIds": "subnet-ABC"},
            [
                "CreateFileSystem: Invalid length for parameter SubnetIds[0], value: 10, valid min length: 15",
                "CreateFileSystem: SubnetIds[0]: 'subnet-ABC' doesn't match ^(subnet-[0-9a-f]{8,})$",
            ],
        ),
        (
            {"automaticBackupRetentionDays": 91},
            ["CreateFileSystem: LustreConfiguration.AutomaticBackupRetentionDays: 91, 90 at most"],
        ),
        (
            {"weeklyMaintenanceStartTime": "8:03:00"},
            [
                (
                    "CreateFileSystem: LustreConfiguration.WeeklyMaintenanceStartTime: '8:03:00' doesn't match"
                    r" ^[1-7]:([01]\d|2[0-3]):?([0-5]\d)$"
                )
            ],
        ),
        (
            {"tags": {"owner": "us & them"}},
            [r"CreateFileSystem: Tags[0].Value: 'us & them' doesn't match ^([\p{L}\p{Z}\p{N}_.:/=+\-@]*)$"],
        ),
    ],
)
def test_file_systems(changes: dict[str, Any], said: list[str]) -> None:
    assert says("prod", STORE, changes) == said


@pytest.mark.parametrize(
    "changes",
    [
        {"storageCapacity": 1200},
        {"storageCapacity": 2400, "perUnitStorageThroughput": 1000},
        {"metadataConfiguration": {"mode": "USER_PROVISIONED", "iops": 192000}},
        SCRATCH,
        {**SCRATCH, "deploymentType": "SCRATCH_1", "storageCapacity": 3600},
        {**SCRATCH, "deploymentType": "SCRATCH_1", "storageCapacity": 2400},
        {"logConfiguration.destination": "arn:aws:firehose:us-east-1:123456789012:deliverystream/aws-fsx-one"},
        {"logConfiguration": {"level": "DISABLED"}},
        {**HDD, "perUnitStorageThroughput": 40, "storageCapacity": 5400},
        {"tags": {"team": "Größe 20 – é"[:8]}},
        {"subnetIds": ["subnet-0123456789abcdef0"]},
    ],
)
def test_file_systems_that_fsx_takes(changes: dict[str, Any]) -> None:
    assert says("prod", STORE, changes) == []


@pytest.mark.parametrize("way", ["ingress", "egress"])
def test_a_group_that_keeps_lustre_out(way: str) -> None:
    assert says("prod", STORE, {}, {RULES.format(way): None}) == [LNET]
    assert says("prod", STORE, {}, {RULES.format(way): {"fromPort": 989, "toPort": 1017}}) == [LNET]
    assert says("prod", STORE, {}, {RULES.format(way): {"ipProtocol": "udp"}}) == [LNET]


def test_tiered_storage_has_no_size_of_its_own() -> None:
    tiered = {"storageType": "INTELLIGENT_TIERING", "perUnitStorageThroughput": ..., "throughputCapacity": 4000}
    assert says("prod", STORE, {**tiered, "storageCapacity": ...}) == []
    assert says("prod", STORE, tiered) == ["BadRequest: StorageCapacity can't be specified with INTELLIGENT_TIERING"]


ALL = {"ipProtocol": "-1", "fromPort": ..., "toPort": ...}


def test_efa() -> None:
    open_rules = {RULES.format(way): ALL for way in ("ingress", "egress")}
    efa = {"efaEnabled": True, "storageCapacity": 9600}
    assert says("prod", STORE, efa, open_rules) == []
    assert says("prod", STORE, efa) == [
        "InvalidNetworkSettings: EFA needs all traffic from the security group itself",
        "InvalidNetworkSettings: EFA needs all traffic to the security group itself",
    ]
    assert says("prod", STORE, {**efa, "storageCapacity": 24000}, open_rules) == [
        "BadRequest: Invalid Lustre FS storage capacity: 24000. Must be a multiple of 9600."
    ]
    assert says("prod", STORE, {**efa, "metadataConfiguration": ...}, open_rules) == [
        "BadRequest: EfaEnabled needs PERSISTENT_2 with a MetadataConfiguration"
    ]


def test_what_is_sent() -> None:
    given = {
        "storageCapacity": 1200.0,
        "subnetIds": "subnet-1",
        "tags": {"owner": "us"},
        "deploymentType": "PERSISTENT_2",
        "metadataConfiguration": {"mode": "AUTOMATIC"},
        "skipFinalBackup": False,
    }
    assert call(given) == {
        "FileSystemType": "LUSTRE",
        "StorageCapacity": 1200,
        "SubnetIds": ["subnet-1"],
        "Tags": [{"Key": "owner", "Value": "us"}],
        "LustreConfiguration": {"DeploymentType": "PERSISTENT_2", "MetadataConfiguration": {"Mode": "AUTOMATIC"}},
    }


def test_the_log_group_is_the_one_of_the_stack() -> None:
    name = state_of("prod", "llm-prod-storage-lustre-scratch-log-group")["name"]
    assert says("prod", STORE, {}, {"llm-prod-storage-lustre-scratch-log-group": None}) == [
        f"BadRequest: The log group doesn't exist: {name}"
    ]
