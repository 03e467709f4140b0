from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.catalog.catalog import load
from rackguard.plan.access import STANDARD_PARAMETER_BYTES, is_public, plan_access, uid_of, value_bytes
from rackguard.plan.types import UserParameter, Volume
from rackguard.spec.stack import Stack

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43
LOGIN = {"instance_type": "m7i.large", "zone_id": "use2-az2"}


@pytest.mark.parametrize(("name", "uid"), [("ana", 43018), ("ben", 55294)])
def test_a_name_has_the_same_number_for_ever(name: str, uid: int) -> None:
    assert uid_of(name) == uid


@given(st.text(max_size=40))
def test_numbers_are_those_of_people(name: str) -> None:
    assert 10000 <= uid_of(name) <= 59999


def test_a_person_is_one_parameter(declare: Callable[..., Stack]) -> None:
    people = [{"name": "ana", "keys": [f"{KEY} ana"], "sudo": True}, {"name": "ben", "keys": [KEY], "uid": 10001}]
    assert plan_access(declare(access={"users": people}), load()).users == (
        UserParameter(
            user="ana",
            uid=43018,
            parameter="/rackguard/llm/users/ana",
            value=f'{{"keys":["{KEY} ana"],"name":"ana","sudo":true,"uid":43018}}',
        ),
        UserParameter(
            user="ben",
            uid=10001,
            parameter="/rackguard/llm/users/ben",
            value=f'{{"keys":["{KEY}"],"name":"ben","sudo":false,"uid":10001}}',
        ),
    )


def test_the_size_of_a_parameter_is_in_bytes(declare: Callable[..., Stack]) -> None:
    (user,) = plan_access(
        declare(access={"users": [{"name": "ana", "keys": [f"{KEY} Ána"], "uid": 10000}]}), load()
    ).users
    assert value_bytes(user) == len(f'{{"keys":["{KEY} Xna"],"name":"ana","sudo":false,"uid":10000}}') + 1
    assert STANDARD_PARAMETER_BYTES == 4096


def test_without_a_login_node(declare: Callable[..., Stack]) -> None:
    plan = plan_access(declare(), load())
    assert plan.parameter_prefix == "/rackguard/llm"
    assert plan.login_node is None
    assert (plan.connect_endpoint, plan.connect_zone_id) == ("llm-connect", "use2-az1")
    assert (plan.auth_log_group, plan.log_retention_days) == ("/rackguard/llm/auth", 365)
    assert [decision.id for decision in plan.decisions] == ["users", "uid", "connect-endpoint", "log-retention"]


def test_the_connect_endpoint_stays_where_it_is_declared_whatever_pool_comes(declare: Callable[..., Stack]) -> None:
    earlier = {"a": {"instance_type": "g6.xlarge", "zone_id": "use2-az2", "nodes": {"max": 1}}}
    moved, kept = (
        plan_access(declare(access=access, pools=earlier), load()) for access in ({}, {"connect_zone_id": "use2-az1"})
    )
    assert (moved.connect_zone_id, kept.connect_zone_id) == ("use2-az2", "use2-az1")
    reasons = [one.reason for plan in (moved, kept) for one in plan.decisions if one.id == "connect-endpoint"]
    assert ["`access.connect_zone_id` keeps it in place" in reason for reason in reasons] == [True, False]


def test_the_declared_zone_of_the_connect_endpoint_goes_before_the_login_nodes(declare: Callable[..., Stack]) -> None:
    plan = plan_access(declare(access={"login_node": LOGIN, "connect_zone_id": "use2-az1"}), load())
    assert plan.login_node
    assert (plan.login_node.zone_id, plan.connect_zone_id) == ("use2-az2", "use2-az1")


def test_without_a_connect_endpoint(declare: Callable[..., Stack]) -> None:
    plan = plan_access(declare(access={"instance_connect_endpoint": False}), load())
    assert (plan.connect_endpoint, plan.connect_zone_id) == (None, None)
    assert "connect-endpoint" not in {decision.id for decision in plan.decisions}


def test_the_connect_endpoint_needs_neither_pools_nor_a_login_node(declare: Callable[..., Stack]) -> None:
    stack = declare()
    alone = replace(stack, cluster=stack.cluster.model_copy(update={"pools": {}}))
    plan = plan_access(alone, load())
    assert (plan.connect_endpoint, plan.connect_zone_id) == ("llm-connect", None)
    (value,) = [decision.value for decision in plan.decisions if decision.id == "connect-endpoint"]
    assert value == "in a zone to be named"


def test_numbers_of_the_users_own_are_no_decision(declare: Callable[..., Stack]) -> None:
    plan = plan_access(declare(access={"users": [{"name": "ana", "keys": [KEY], "uid": 10000}]}), load())
    assert "uid" not in {decision.id for decision in plan.decisions}


def test_the_login_node(declare: Callable[..., Stack]) -> None:
    stack = declare(
        storage={"home": {"efs": {}}},
        access={"login_node": {**LOGIN, "mounts": ["home"], "root_size_gib": 80}, "ssh_from": ["10.0.0.0/8"]},
    )
    plan = plan_access(stack, load())
    login = plan.login_node
    assert login is not None
    assert (login.name, login.instance_type, login.zone_id) == ("llm-login", "m7i.large", "use2-az2")
    assert not login.public
    assert login.image.parameter == (
        "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id"
    )
    assert login.volumes == (Volume("/dev/sda1", 80, "gp3", None, None, None),)
    assert login.role.name == "llm-us-east-2-login"
    assert login.security_groups == ("login",)
    assert "/home" in login.user_data.script
    assert login.user_data.size_bytes < 16384
    assert plan.connect_zone_id == "use2-az2"
    values = {decision.id: decision.value for decision in plan.decisions}
    assert values["login-address"] == "private"
    assert values["login-image"] == "Deep Learning AMI"
    assert values["image"] == login.image.parameter


@pytest.mark.parametrize(
    ("changes", "image"),
    [
        (
            {"instance_type": "m7g.large", "os": "amazon-linux-2023"},
            "/aws/service/deeplearning/ami/arm64/base-oss-nvidia-driver-gpu-amazon-linux-2023/latest/ami-id",
        ),
        (
            {"instance_type": "g5g.xlarge", "os": "ubuntu-22.04"},
            "/aws/service/deeplearning/ami/arm64/base-oss-nvidia-driver-gpu-ubuntu-22.04/latest/ami-id",
        ),
        (
            {"instance_type": "never.heard"},
            "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id",
        ),
    ],
)
def test_the_login_image_fits_the_type(declare: Callable[..., Stack], changes: dict[str, Any], image: str) -> None:
    login = plan_access(declare(access={"login_node": {**LOGIN, **changes}}), load()).login_node
    assert login is not None
    assert login.image.parameter == image


def test_a_pinned_login_image_isnt_looked_up(declare: Callable[..., Stack]) -> None:
    plan = plan_access(declare(access={"login_node": {**LOGIN, "image_id": "ami-0123456789abcdef0"}}), load())
    assert plan.login_node is not None
    assert plan.login_node.image.id == "ami-0123456789abcdef0"
    assert "image" not in {decision.id for decision in plan.decisions}


@pytest.mark.parametrize(
    ("ranges", "public"),
    [
        ([], False),
        (["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"], False),
        (["10.0.0.0/8", "203.0.113.0/24"], True),
        (["0.0.0.0/0"], True),
        (["0.0.0.0/1"], True),
    ],
)
def test_a_public_range_needs_a_public_address(declare: Callable[..., Stack], ranges: list[str], public: bool) -> None:
    plan = plan_access(declare(access={"login_node": LOGIN, "ssh_from": ranges}), load())
    assert plan.login_node is not None
    assert plan.login_node.public is public
    assert any(map(is_public, ranges)) is public


@pytest.mark.parametrize(
    ("classification", "kept"),
    [("public", False), ("internal", False), ("confidential", True), ("pii", True), ("phi", True)],
)
def test_logs_of_regulated_data_outlive_the_cluster(
    declare: Callable[..., Stack], classification: str, kept: bool
) -> None:
    plan = plan_access(declare(tags={"classification": classification}, logs={"retention_days": 2192}), load())
    assert plan.keep_logs is kept
    (value,) = [decision.value for decision in plan.decisions if decision.id == "log-retention"]
    assert value == f"2192 days, {'kept' if kept else 'removed'} at destroy"


@pytest.mark.parametrize(
    ("classification", "source"),
    [
        ("internal", "ISO/IEC 27001:2022, A.5.33 and A.8.15"),
        ("pii", "ISO/IEC 27001:2022, A.5.33 and A.8.15"),
        ("phi", "45 CFR 164.312(b) and 164.316(b)(2)(i); ISO/IEC 27001:2022, A.5.33 and A.8.15"),
    ],
)
def test_health_law_is_named_for_health_information_alone(
    declare: Callable[..., Stack], classification: str, source: str
) -> None:
    plan = plan_access(declare(tags={"classification": classification}, logs={"retention_days": 1}), load())
    (decision,) = [decision for decision in plan.decisions if decision.id == "log-retention"]
    assert decision.value.startswith("1 day, ")
    assert decision.source == source


def test_nodes_read_back_what_is_written(declare: Callable[..., Stack]) -> None:
    people = [{"name": "ana", "keys": [f'{KEY} "quoted" \\ é'], "sudo": True}]
    (user,) = plan_access(declare(access={"users": people}), load()).users
    assert json.loads(user.value) == {"name": "ana", "uid": 43018, "keys": [f'{KEY} "quoted" \\ é'], "sudo": True}
