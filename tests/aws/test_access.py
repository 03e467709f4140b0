"""Who may log in, and through what: exact resources, and how to log in."""

from __future__ import annotations

import pulumi
import pytest
from tests.aws.access_graph import access_graph, tags
from tests.aws.plans import example, variant
from tests.aws.pools import KEY, Record, by_name

from rackguard.aws.access import through_login_node
from rackguard.graph.resource import UNKNOWN

PROD = tags("prod", "phi")


def test_without_a_login_node_there_are_people_a_log_group_and_the_endpoint(record: Record):
    resources = by_name(access_graph(record, example("dev")))
    assert {name: resource.type for name, resource in resources.items()} == {
        "tests-test": "pulumi:pulumi:Stack",
        "access": "rackguard-aws:index:Access",
        "access-user-ana": "aws:ssm/parameter:Parameter",
        "access-log": "aws:cloudwatch/logGroup:LogGroup",
        "access-endpoint": "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint",
    }


def test_a_person_is_one_parameter_that_a_review_can_read(record: Record):
    parameter = by_name(access_graph(record, example("prod")))["access-user-ben"]
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBfgevzZWWx9lknVLfDtrNd4Amp4p4gxvPghxZYPeZJX"
    keys = f'["{key} example-nobody-holds-its-private-half"]'
    assert parameter.inputs == {
        "name": "/rackguard/llm-prod/users/ben",
        "type": "String",
        "insecureValue": f'{{"keys":{keys},"name":"ben","sudo":false,"uid":55294}}',
        "tags": PROD,
    }


def test_another_person_is_one_more_parameter_and_no_other_change(record: Record):
    key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43
    person = f'- {{name: cleo, keys: ["{key} cleo"]}}'
    before = by_name(access_graph(record, example("prod")))
    after = by_name(access_graph(record, variant("prod", {"- {name: ben": f"{person}\n        - {{name: ben"})))
    assert set(after) - set(before) == {"access-user-cleo"}
    assert {name: after[name].inputs for name in before} == {name: before[name].inputs for name in before}


def test_records_of_log_ins_have_retention_and_key_and_stay_where_they_are_evidence(record: Record):
    of_prod, of_dev = (by_name(access_graph(record, example(stack)))["access-log"] for stack in ("prod", "dev"))
    assert of_prod.inputs == {
        "name": "/rackguard/llm-prod/auth",
        "retentionInDays": 2192,
        "kmsKeyId": KEY,
        "tags": PROD,
    }
    assert (of_prod.options.retain_on_delete, of_dev.options.retain_on_delete) == (True, None)


def test_the_endpoint_stands_beside_the_login_node_and_comes_with_its_own_group(record: Record):
    assert by_name(access_graph(record, example("prod")))["access-endpoint"].inputs == {
        "subnetId": "subnet-use1-az1",
        "securityGroupIds": ["sg-connect"],
        "preserveClientIp": False,
        "tags": {**PROD, "Name": "llm-prod-connect"},
    }


def test_the_endpoint_goes_before_another_comes_since_a_vpc_takes_only_one(record: Record):
    assert by_name(access_graph(record, example("dev")))["access-endpoint"].options.delete_before_replace is True


TUNNEL = "ssh -o ProxyCommand='aws ec2-instance-connect open-tunnel --region {} --instance-id %h' PERSON@INSTANCE_ID"


@pytest.mark.parametrize(("stack", "region"), [("staging", "us-east-2"), ("prod", "us-east-1")])
def test_how_to_log_in(record: Record, stack: str, region: str):
    assert access_graph(record, example(stack)).outputs == {
        "auth_log_group": f"/rackguard/llm-{stack}/auth",
        "login_node_id": UNKNOWN,
        "login_node_address": UNKNOWN,
        "login_node_image_id": UNKNOWN,
        "login_node_role_arn": UNKNOWN,
        "connect_endpoint_id": UNKNOWN,
        "ssh_through_login_node": UNKNOWN,
        "ssh_through_endpoint": TUNNEL.format(region),
    }


def test_without_a_login_node_there_is_no_way_through_one(record: Record):
    assert access_graph(record, example("dev")).outputs == {
        "auth_log_group": "/rackguard/llm-dev/auth",
        "connect_endpoint_id": UNKNOWN,
        "ssh_through_endpoint": TUNNEL.format("us-west-2"),
    }


def test_the_way_through_a_login_node(record: Record):
    def program() -> None:
        pulumi.export("ssh", through_login_node(pulumi.Output.from_input("203.0.113.7")))

    assert record(program).outputs == {"ssh": "ssh -J PERSON@203.0.113.7 PERSON@PRIVATE_ADDRESS"}


def test_without_an_endpoint_there_is_no_way_through_one(record: Record):
    plan = variant("prod", {"ssh_from: [10.0.0.0/8]": "ssh_from: [10.0.0.0/8]\n      instance_connect_endpoint: false"})
    found = access_graph(record, plan)
    assert "access-endpoint" not in by_name(found)
    assert set(found.outputs) == {
        "auth_log_group",
        "login_node_id",
        "login_node_address",
        "login_node_image_id",
        "login_node_role_arn",
        "ssh_through_login_node",
    }


def test_nothing_makes_or_stores_a_key_pair(record: Record):
    for stack in ("dev", "staging", "prod"):
        resources = by_name(access_graph(record, example(stack)))
        assert not [resource for resource in resources.values() if "keyName" in resource.inputs]
        assert not [
            resource for resource in resources.values() if resource.type.startswith(("aws:ec2/keyPair", "tls:"))
        ]
