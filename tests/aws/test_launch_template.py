"""Launch templates of every pool of the example stacks and of variants, input by input."""

from __future__ import annotations

import base64
import gzip
from typing import Any

import pytest
from tests.aws.plans import example, pool_of, variant
from tests.aws.pools import KEY, Record, pool_graph

from rackguard.graph.resource import UNKNOWN
from rackguard.plan.types import ClusterPlan

IMDS = {"httpEndpoint": "enabled", "httpTokens": "required", "instanceMetadataTags": "disabled"}
ENA = {
    "networkCardIndex": 0,
    "deviceIndex": 0,
    "interfaceType": "interface",
    "associatePublicIpAddress": "false",
    "deleteOnTermination": "true",
    "securityGroups": ["sg-nodes"],
}


def efa_only(card: int, device: int) -> dict[str, Any]:
    """It has no address, so nothing is said about one."""
    return {
        "networkCardIndex": card,
        "deviceIndex": device,
        "interfaceType": "efa-only",
        "deleteOnTermination": "true",
        "securityGroups": ["sg-nodes"],
    }


def efa_cards(count: int) -> list[dict[str, Any]]:
    """ENA and EFA on card 0, EFA on each of the others."""
    return [ENA, efa_only(0, 1), *(efa_only(card, 0) for card in range(1, count))]


def disk(size_gib: int, device: str = "/dev/sda1", **more: Any) -> dict[str, Any]:
    ebs = {"encrypted": "true", "kmsKeyId": KEY, "deleteOnTermination": "true", "volumeType": "gp3"}
    return {"deviceName": device, "ebs": {**ebs, "volumeSize": size_gib, **more}}


def template(record: Record, plan: ClusterPlan, pool: str, **more: Any) -> dict[str, Any]:
    return pool_graph(record, plan, pool, **more)["pool-template"].inputs


def expected(
    cluster: str, pool: str, classification: str, *, containers: bool = False, **inputs: Any
) -> dict[str, Any]:
    """What every template has, and what this one has beside it."""
    shared = {"owner": "ml-platform", "environment": cluster.removeprefix("llm-"), "classification": classification}
    of_nodes = {**shared, "rackguard:cluster": cluster, "rackguard:pool": pool, "Name": f"{cluster}-{pool}"}
    if containers:
        of_nodes["rackguard:containers"] = "true"
    return {
        "name": f"{cluster}-pool-{pool}",
        "tags": {
            **shared,
            "rackguard:cluster": cluster,
            "rackguard:stack": shared["environment"],
            "Name": f"{cluster}-pool-{pool}",
        },
        "tagSpecifications": [
            {"resourceType": kind, "tags": of_nodes} for kind in ("instance", "volume", "network-interface")
        ],
        "monitoring": {"enabled": True},
        "updateDefaultVersion": True,
        "metadataOptions": {**IMDS, "httpPutResponseHopLimit": 1},
        **inputs,
    }


EXAMPLES = {
    ("dev", "lab"): expected(
        "llm-dev",
        "lab",
        "internal",
        containers=True,
        iamInstanceProfile={"name": "llm-dev-us-west-2-pool-lab"},
        imageId=UNKNOWN,
        instanceType="g6.xlarge",
        instanceMarketOptions={"marketType": "spot", "spotOptions": {"instanceInterruptionBehavior": "terminate"}},
        metadataOptions={**IMDS, "httpPutResponseHopLimit": 2},
        networkInterfaces=[ENA],
        blockDeviceMappings=[disk(150)],
    ),
    ("staging", "train"): expected(
        "llm-staging",
        "train",
        "confidential",
        iamInstanceProfile={"name": "llm-staging-us-east-2-pool-train"},
        imageId=UNKNOWN,
        instanceType="p4d.24xlarge",
        capacityReservationSpecification={"capacityReservationTarget": {"capacityReservationId": UNKNOWN}},
        placement={"groupName": "llm-staging-pool-train-cluster"},
        networkInterfaces=efa_cards(4),
        blockDeviceMappings=[disk(300)],
    ),
    ("staging", "eval"): expected(
        "llm-staging",
        "eval",
        "confidential",
        iamInstanceProfile={"name": "llm-staging-us-east-2-pool-eval"},
        imageId=UNKNOWN,
        networkInterfaces=[ENA],
        blockDeviceMappings=[disk(200)],
    ),
    ("prod", "train"): expected(
        "llm-prod",
        "train",
        "phi",
        iamInstanceProfile={"name": "llm-prod-us-east-1-pool-train"},
        imageId="ami-0123456789abcdef0",
        instanceType="p5.48xlarge",
        capacityReservationSpecification={
            "capacityReservationTarget": {"capacityReservationId": "cr-0123456789abcdef0"}
        },
        networkInterfaces=efa_cards(32),
        blockDeviceMappings=[disk(500)],
    ),
    ("prod", "sprint"): expected(
        "llm-prod",
        "sprint",
        "phi",
        iamInstanceProfile={"name": "llm-prod-us-east-1-pool-sprint"},
        imageId="ami-0123456789abcdef0",
        instanceType="p5en.48xlarge",
        instanceMarketOptions={"marketType": "capacity-block"},
        capacityReservationSpecification={
            "capacityReservationTarget": {"capacityReservationId": "cr-0fedcba9876543210"}
        },
        networkInterfaces=efa_cards(16),
        blockDeviceMappings=[disk(500)],
    ),
    ("prod", "eval"): expected(
        "llm-prod",
        "eval",
        "phi",
        iamInstanceProfile={"name": "llm-prod-us-east-1-pool-eval"},
        imageId="ami-0123456789abcdef0",
        networkInterfaces=[ENA],
        blockDeviceMappings=[disk(200)],
    ),
}


@pytest.mark.parametrize(("stack", "pool"), EXAMPLES)
def test_a_template_is_the_plans_node_and_nothing_else(record: Record, stack: str, pool: str):
    inputs = template(record, example(stack), pool)
    inputs.pop("userData")
    assert inputs == EXAMPLES[stack, pool]


def test_user_data_is_the_plans_compressed_script(record: Record):
    plan = example("dev")
    sent = template(record, plan, "lab")["userData"]
    script = gzip.decompress(base64.b64decode(sent)).decode()
    assert script == pool_of(plan, "lab").user_data.script
    assert script.startswith("#!")


def test_on_demand_nodes_stay_out_of_reservations(record: Record):
    plan = variant("dev", {"purchase: {spot: {checkpoint: checkpoints}}": "purchase: {on_demand: {}}"})
    inputs = template(record, plan, "lab")
    assert inputs["capacityReservationSpecification"] == {"capacityReservationPreference": "none"}
    assert "instanceMarketOptions" not in inputs
    assert inputs["instanceType"] == "g6.xlarge"


def test_the_most_that_spot_may_cost_is_passed_on(record: Record):
    plan = variant("dev", {"{spot: {checkpoint: checkpoints}}": "{spot: {max_price_usd_per_hour: 0.35}}"})
    assert template(record, plan, "lab")["instanceMarketOptions"] == {
        "marketType": "spot",
        "spotOptions": {"instanceInterruptionBehavior": "terminate", "maxPrice": "0.35"},
    }


def test_data_volumes_follow_the_root_volume_with_the_same_key(record: Record):
    root = "root: {size_gib: 150, iops: 6000, throughput_mib_s: 500}"
    data = "data_volumes: [{mount: /data, size_gib: 4000, type: io2, iops: 20000}, {mount: /more}]"
    plan = variant("dev", {"root: {size_gib: 150}": f"{root}\n        {data}"})
    assert template(record, plan, "lab")["blockDeviceMappings"] == [
        disk(150, iops=6000, throughput=500),
        disk(4000, "/dev/sdf", volumeType="io2", iops=20000),
        disk(200, "/dev/sdg"),
    ]


def test_amazon_linux_has_its_root_volume_by_its_own_name(record: Record):
    plan = variant("dev", {"dlami: ubuntu-24.04": "dlami: amazon-linux-2023"})
    assert template(record, plan, "lab")["blockDeviceMappings"] == [disk(150, "/dev/xvda")]


def test_a_reservations_own_placement_group_is_named(record: Record):
    arn = "arn:aws:ec2:us-east-1:123456789012:placement-group/team-a"
    before = "{reservation: {id: cr-0123456789abcdef0, count: 8}}"
    plan = variant("prod", {before: before.replace("count: 8", f'count: 8, placement_group_arn: "{arn}"')})
    inputs = template(record, plan, "train")
    assert inputs["placement"] == {"groupName": "team-a"}


def test_every_interface_with_an_address_says_that_it_is_private(record: Record):
    wide = "instance_type: p5.48xlarge\n        network_layout: max_ip_bandwidth"
    plan = variant("prod", {"instance_type: p5.48xlarge": wide})
    interfaces = template(record, plan, "train")["networkInterfaces"]
    ena = [(0, 0), (4, 1), (8, 1), (12, 1), (16, 1), (20, 1), (24, 1), (28, 1)]
    private = [i for i in interfaces if i.get("associatePublicIpAddress") == "false"]
    assert [(i["networkCardIndex"], i["deviceIndex"]) for i in private] == ena
    silent = {i["interfaceType"] for i in interfaces if "associatePublicIpAddress" not in i}
    assert silent == {"efa-only"}


def test_labels_are_tags_of_nodes_and_not_of_the_template(record: Record):
    plan = variant("dev", {"containers: true": "containers: true\n        labels: {team: vision}"})
    inputs = template(record, plan, "lab")
    assert [specification["tags"]["label:team"] for specification in inputs["tagSpecifications"]] == ["vision"] * 3
    assert "label:team" not in inputs["tags"]


@pytest.mark.parametrize(("stack", "pool"), EXAMPLES)
def test_no_tag_of_a_node_holds_the_stacks_name(record: Record, stack: str, pool: str):
    tagged = template(record, example(stack), pool)["tagSpecifications"]
    assert {key for specification in tagged for key in specification["tags"]} == {
        "Name",
        "classification",
        "environment",
        "owner",
        "rackguard:cluster",
        "rackguard:pool",
        *({"rackguard:containers"} if (stack, pool) == ("dev", "lab") else ()),
    }
