"""Templates from which no node could be launched: EC2's answer to each, and to nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from tests.aws.opinion.before import BLOCK, PINNED, RESERVATION
from tests.aws.opinion.broken import launch_says, says, state_of
from tests.aws.opinion.deployed import IMAGE_ID
from tests.aws.opinion.existing import PLACEMENT_GROUP
from tests.aws.opinion.instance import call

EFA_NAMES = "interface, efa, efa-only"
UNIQUE = "InvalidParameterCombination: Each network interface requires a unique device index"
EXCEEDS = (
    "InvalidParameterValue: The specified number '2' for the device index exceeds the maximum number of network"
    " interfaces supported by the network card at network card index 2: 0 to 1 allowed"
)
PUBLIC = (
    "InvalidParameterCombination: The associatePublicIPAddress parameter cannot be specified when launching with"
    " multiple network interfaces."
)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"networkInterfaces.32.networkCardIndex": 32},
            [
                (
                    "InvalidParameterValue: Network card index 32 is invalid for p5.48xlarge, which has 32 network"
                    " cards: 0 to 31"
                )
            ],
        ),
        ({"networkInterfaces.3.deviceIndex": 2}, [EXCEEDS]),
        (
            {"networkInterfaces.3.networkCardIndex": 1},
            [
                f"{UNIQUE}: device 0 of network card 1 has 2",
                "InvalidParameterCombination: Network card 1 has 2 EFA interfaces, 1 allowed",
            ],
        ),
        (
            {"networkInterfaces.0.deviceIndex": 1, "networkInterfaces.1.deviceIndex": 0},
            ["InvalidParameterCombination: An EFA-only network interface can't be the primary network interface"],
        ),
        (
            {"networkInterfaces.0.networkCardIndex": 1, "networkInterfaces.0.deviceIndex": 1},
            ["InvalidParameterCombination: A primary network interface is needed: network card 0, device 0"],
        ),
        (
            {"networkInterfaces.0.interfaceType": "efa", "networkInterfaces.1": ...},
            [],
        ),
        (
            {"networkInterfaces.0.interfaceType": "efa"},
            [
                "InvalidParameterCombination: Network card 0 has 2 EFA interfaces, 1 allowed",
                "AttachmentLimitExceeded: EFA interface count 33 exceeds the limit for p5.48xlarge: 32",
            ],
        ),
        (
            {"networkInterfaces.4.interfaceType": "ena"},
            [
                (
                    "InvalidParameterValue: Invalid interface type 'ena' (network card 3, device 0); one of interface,"
                    " efa, efa-only"
                )
            ],
        ),
        ({"networkInterfaces.0.associatePublicIpAddress": "true"}, [PUBLIC]),
        (
            {"networkInterfaces.2.associatePublicIpAddress": "false", "networkInterfaces.2.ipv4PrefixCount": 1},
            [
                (
                    "InvalidParameterCombination: An EFA-only network interface has no address (network card 1, device"
                    " 0): AssociatePublicIpAddress, Ipv4PrefixCount"
                )
            ],
        ),
        (
            {"networkInterfaces.0.securityGroups": [f"sg-{n}" for n in range(6)]},
            [
                (
                    "SecurityGroupsPerInterfaceLimitExceeded: The maximum number of security groups per interface has"
                    " been reached (network card 0, device 0): 6, 5 allowed"
                )
            ],
        ),
        (
            {"vpcSecurityGroupIds": ["sg-1"]},
            [
                (
                    "InvalidParameterCombination: Network interfaces and an instance-level security groups may not be"
                    " specified on the same request"
                )
            ],
        ),
    ],
)
def test_interfaces(changes: dict[str, Any], said: list[str]) -> None:
    assert launch_says("prod-train", changes) == said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"instanceType": ...}, ["MissingParameter: The request must contain the parameter InstanceType"]),
        ({"instanceType": "g6.huge"}, ["InvalidParameterValue: Invalid value 'g6.huge' for InstanceType."]),
        ({"imageId": ...}, ["MissingParameter: The request must contain the parameter ImageId"]),
        ({"imageId": "ubuntu"}, ['InvalidAMIID.Malformed: Invalid id: "ubuntu" (expecting "ami-...")']),
        (
            {"networkInterfaces.0.deviceIndex": 1},
            ["InvalidParameterCombination: A primary network interface is needed: network card 0, device 0"],
        ),
        (
            {"networkInterfaces.0.interfaceType": "efa"},
            [
                (
                    "InvalidParameterCombination: Network card 0 of g6.xlarge doesn't support interface type 'efa',"
                    " only interface"
                ),
                "AttachmentLimitExceeded: EFA interface count 1 exceeds the limit for g6.xlarge: 0",
            ],
        ),
        (
            {"instanceMarketOptions.spotOptions.instanceInterruptionBehavior": "stop"},
            ["InvalidParameterCombination: The interruption behavior stop needs a persistent Spot request"],
        ),
        (
            {"instanceMarketOptions.spotOptions.maxPrice": "free"},
            ["InvalidParameterValue: Invalid value 'free' for maxPrice; USD an hour, above 0.001"],
        ),
        (
            {"instanceMarketOptions.spotOptions.maxPrice": "0"},
            ["InvalidParameterValue: Invalid value '0' for maxPrice; USD an hour, above 0.001"],
        ),
        (
            {"instanceType": "hpc6a.48xlarge"},
            [
                (
                    "Unsupported: Your requested instance type (hpc6a.48xlarge) is not supported in your requested"
                    " Availability Zone (usw2-az1)"
                ),
                "Unsupported: The instance type 'hpc6a.48xlarge' isn't sold as spot, only as on-demand",
            ],
        ),
        (
            {"placement.groupName": "nowhere"},
            ["InvalidPlacementGroup.Unknown: The placement group 'nowhere' is unknown."],
        ),
        (
            {"iamInstanceProfile.name": "nobody"},
            [
                (
                    "InvalidParameterValue: Value (nobody) for parameter iamInstanceProfile.name is invalid. Invalid"
                    " IAM Instance Profile name"
                )
            ],
        ),
        (
            {"metadataOptions.httpPutResponseHopLimit": 65},
            ["InvalidParameterValue: Invalid HttpPutResponseHopLimit 65; 1 to 64 allowed"],
        ),
    ],
)
def test_nodes(changes: dict[str, Any], said: list[str]) -> None:
    assert launch_says("dev-lab", changes) == said


def test_a_profile_without_its_role() -> None:
    assert launch_says("dev-lab", {}, others={"llm-dev-pool-lab-role": None}) == [
        (
            "InvalidParameterValue: Value (llm-dev-us-west-2-pool-lab) for parameter iamInstanceProfile.name is"
            " invalid. IAM Instance Profile has no associated IAM Roles"
        )
    ]


def test_a_group_of_another_network() -> None:
    group = state_of("dev", "llm-dev-network-nodes-group")["id"]
    subnet = state_of("dev", "llm-dev-network-nodes-usw2-az1")["id"]
    assert launch_says("dev-lab", {}, others={"llm-dev-network-nodes-group": {"vpcId": "vpc-other"}}) == [
        f"InvalidParameter: Security group {group} and subnet {subnet} belong to different networks."
    ]


@pytest.mark.parametrize(
    ("image", "said"),
    [
        (
            {"architecture": "arm64"},
            (
                "InvalidParameterValue: The architecture 'x86_64' of the specified instance type does not match the"
                f" architecture 'arm64' of the specified AMI: g6.xlarge, {IMAGE_ID}"
            ),
        ),
        (
            {"enaSupport": False},
            (
                "InvalidParameterCombination: Enhanced networking with the Elastic Network Adapter (ENA) is required"
                f" for the 'g6.xlarge' instance type; {IMAGE_ID} isn't enabled for it"
            ),
        ),
        (
            {"ebsBlockDevices": [{"deviceName": "/dev/sda1", "volumeSize": 200}]},
            (
                "InvalidBlockDeviceMapping: Volume of size 150GB is smaller than the snapshot of /dev/sda1, expect"
                " size >= 200GB"
            ),
        ),
    ],
)
def test_images(image: dict[str, Any], said: str) -> None:
    assert launch_says("dev-lab", {}, others={IMAGE_ID: image}) == [said]


@pytest.mark.parametrize(
    ("image", "said"),
    [
        (
            {"tpmSupport": "v2.0"},
            f"InvalidParameterCombination: {IMAGE_ID} needs NitroTPM, which 'p4d.24xlarge' doesn't support",
        ),
        (
            {"bootMode": "uefi"},
            f"InvalidParameterCombination: The boot mode 'uefi' of {IMAGE_ID} isn't supported by 'p4d.24xlarge'",
        ),
    ],
)
def test_images_that_boot_in_a_way_that_the_type_has_not(image: dict[str, Any], said: str) -> None:
    assert launch_says("staging-train", {}, others={IMAGE_ID: image}) == [said]


NO_CAPACITY = (
    "ReservationCapacityExceeded: The requested reservation(s) do not have sufficient compatible and available"
    " capacity for this request:"
)
MARKET = (
    "InvalidParameterValue: The market type (purchasing) option is not valid. Choose a different market type and try"
    " again:"
)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"placement.groupName": "block-nodes"},
            ["InvalidParameterCombination: Capacity Blocks can't be used with a placement group: 'block-nodes'"],
        ),
        (
            {"instanceMarketOptions.spotOptions": {"maxPrice": "10"}},
            ["InvalidParameterCombination: SpotOptions can't be specified with the market type capacity-block"],
        ),
        (
            {"capacityReservationSpecification": ...},
            ["InvalidParameterCombination: The market type capacity-block needs a targeted Capacity Reservation ID"],
        ),
        ({"instanceMarketOptions": ...}, [f"{MARKET} {BLOCK} is a Capacity Block"]),
        (
            {"capacityReservationSpecification.capacityReservationTarget.capacityReservationId": "cr-1"},
            ["InvalidCapacityReservationId.NotFound: The capacity reservation ID 'cr-1' does not exist"],
        ),
        (
            {"capacityReservationSpecification.capacityReservationPreference": "open"},
            [
                (
                    "InvalidParameterCombination: CapacityReservationPreference and CapacityReservationTarget can't be"
                    " specified together"
                )
            ],
        ),
        (
            {"placement.tenancy": "dedicated"},
            [f"{NO_CAPACITY} {BLOCK} has tenancy default, the launch dedicated"],
        ),
    ],
)
def test_capacity_blocks(changes: dict[str, Any], said: list[str]) -> None:
    group = {PLACEMENT_GROUP: [{"id": "block-nodes", "name": "block-nodes", "strategy": "cluster"}]}
    assert launch_says("prod-sprint", changes, also=group) == said


def test_a_capacity_block_in_another_zone_than_the_nodes() -> None:
    elsewhere = {"vpcZoneIdentifiers": [state_of("prod", "llm-prod-network-nodes-use1-az1")["id"]]}
    assert launch_says("prod-sprint", {}, elsewhere) == [
        (
            "Unsupported: Your requested instance type (p5en.48xlarge) is not supported in your requested Availability"
            " Zone (use1-az1)"
        ),
        f"{NO_CAPACITY} {BLOCK} has zone us-east-1b, the launch us-east-1a",
    ]


def test_a_capacity_block_of_another_type() -> None:
    assert launch_says("prod-sprint", {}, others={BLOCK: {"instanceType": "p5e.48xlarge"}}) == [
        f"{NO_CAPACITY} {BLOCK} has type p5e.48xlarge, the launch p5en.48xlarge"
    ]


def test_a_reservation_taken_for_a_capacity_block() -> None:
    assert launch_says("prod-train", {"instanceMarketOptions.marketType": "capacity-block"}) == [
        f"{MARKET} {RESERVATION} is no Capacity Block"
    ]


def test_spot_in_a_reservation() -> None:
    spot = {"instanceMarketOptions.marketType": "spot", "placement": ...}
    group = {"llm-staging-placement-train-reservation": {"placementGroupArn": None}}
    assert launch_says("staging-train", spot, others=group) == [
        "InvalidParameterCombination: Spot Instances can't run in a Capacity Reservation"
    ]


def test_a_reservation_in_a_placement_group_that_the_nodes_are_not_in() -> None:
    made = state_of("staging", "llm-staging-placement-train-reservation")["id"]
    assert launch_says("staging-train", {"placement": ...}) == [
        f"{NO_CAPACITY} {made} has placement group llm-staging-pool-train-cluster, the launch None"
    ]


def test_a_cluster_placement_group_over_two_zones() -> None:
    zones = [state_of("staging", f"llm-staging-network-nodes-use2-az{n}")["id"] for n in (1, 2)]
    free = {"capacityReservationSpecification": ...}
    assert launch_says("staging-train", free, {"vpcZoneIdentifiers": zones}) == [
        (
            "InvalidPlacementGroup.InUse: The placement group 'llm-staging-pool-train-cluster' can't be used in more"
            " than one Availability Zone: use2-az1, use2-az2"
        )
    ]


def test_a_type_that_no_cluster_placement_group_takes() -> None:
    small = {"instanceType": "t3.large", "networkInterfaces": ..., "capacityReservationSpecification": ...}
    assert launch_says("staging-train", small) == [
        "InvalidParameterCombination: Instances of type 't3.large' may not be used with cluster placement groups"
    ]


def test_spot_nodes_that_stop_in_a_cluster_placement_group() -> None:
    stop = {"spotInstanceType": "persistent", "instanceInterruptionBehavior": "stop"}
    market = {"instanceMarketOptions": {"marketType": "spot", "spotOptions": stop}}
    assert launch_says("staging-train", {**market, "capacityReservationSpecification": ...}) == [
        "InvalidParameterCombination: Spot Instances that stop or hibernate can't be in a cluster placement group"
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"rootBlockDevice.volumeSize": 70000},
            ["InvalidParameterValue: Volume of 70000GiB is invalid for gp3; 1 to 65536 allowed GiB"],
        ),
        (
            {"instanceType": "m7i.huge"},
            [
                "RunInstances: InstanceType: 'm7i.huge' is none that is known",
                "InvalidParameterValue: Invalid value 'm7i.huge' for InstanceType.",
            ],
        ),
        (
            {"metadataOptions.httpTokens": "needed"},
            ["RunInstances: MetadataOptions.HttpTokens: 'needed' is none of optional, required"],
        ),
        (
            {"userDataBase64": "not base64"},
            ["InvalidUserData.Malformed: Invalid BASE64 encoding of user data."],
        ),
        (
            {"creditSpecification": {"credits": "unlimited"}},
            [
                'RunInstances: Missing required parameter in CreditSpecification: "CpuCredits"',
                'RunInstances: Unknown parameter in CreditSpecification: "Credits", must be one of: CpuCredits',
            ],
        ),
    ],
)
def test_login_nodes(changes: dict[str, Any], said: list[str]) -> None:
    assert says("prod", "llm-prod-access-login", changes) == said


def test_what_a_login_node_is_sent_as() -> None:
    given = {"ami": "ami-1", "subnetId": "subnet-1", "vpcSecurityGroupIds": ["sg-1"], "userData": "#!/bin/sh"}
    assert call(given) == {
        "MinCount": 1,
        "MaxCount": 1,
        "ImageId": "ami-1",
        "UserData": "IyEvYmluL3No",
        "SecurityGroupIds": ["sg-1"],
        "SubnetId": "subnet-1",
        "TagSpecifications": [],
    }
    interface = {"DeviceIndex": 0, "AssociatePublicIpAddress": False, "Groups": ["sg-1"], "SubnetId": "subnet-1"}
    assert call({**given, "associatePublicIpAddress": False})["NetworkInterfaces"] == [interface]


def test_a_kind_of_volume_that_the_model_refuses_is_not_judged_twice() -> None:
    assert launch_says("dev-lab", {"blockDeviceMappings.0.ebs.volumeType": "gp4"}) == []


def test_the_pinned_image_is_the_one_that_prod_boots() -> None:
    others = {PINNED: {"architecture": "arm64"}}
    said = launch_says("prod-train", {}, others=others)
    assert [line.partition(":")[0] for line in said] == ["InvalidParameterValue"]
