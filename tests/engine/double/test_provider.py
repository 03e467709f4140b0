"""The double refuses what the provider's classes or the cloud refuse, and computes what only a cloud knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from pulumi.runtime.proto import provider_pb2 as pb
from pulumi.runtime.proto import provider_pb2_grpc
from tests.engine.double.server import serve
from tests.engine.double.store import Kept, Store
from tests.engine.double.wire import DEFAULTED, struct, values

from rackguard.graph.wire import SECRET_SIGNATURE, SIGNATURE, UNKNOWN_SENTINEL

VPC, SUBNET = "aws:ec2/vpc:Vpc", "aws:ec2/subnet:Subnet"
BUCKET, ROLE, KEY = "aws:s3/bucket:Bucket", "aws:iam/role:Role", "aws:kms/key:Key"
TEMPLATE, GROUP = "aws:ec2/launchTemplate:LaunchTemplate", "aws:autoscaling/group:Group"
SECURITY = "aws:ec2/securityGroup:SecurityGroup"


class CheckFailed(Exception):
    """What a check found wrong, line by line."""


class Engine:
    """What the engine asks of a provider, one call at a time."""

    def __init__(self, stub: Any) -> None:
        self.stub = stub
        self.configure(region="us-west-2")

    def configure(self, **config: str) -> None:
        self.stub.Configure(pb.ConfigureRequest(args=struct(config)))

    def check(self, type: str, olds: dict[str, Any] | None = None, **inputs: Any) -> dict[str, Any]:
        """The checked inputs; raises what the check found wrong."""
        of: dict[str, Any] = {"urn": _urn(type), "type": type, "name": "it", "randomSeed": bytes(range(32))}
        answer = self.stub.Check(pb.CheckRequest(**of, olds=struct(olds or {}), news=struct(inputs)))
        if answer.failures:
            raise CheckFailed([f"{one.property}: {one.reason}" for one in answer.failures])
        return values(answer.inputs)

    def create(self, type: str, *, preview: bool = False, **inputs: Any) -> tuple[str, dict[str, Any]]:
        checked = struct(self.check(type, **inputs))
        answer = self.stub.Create(pb.CreateRequest(urn=_urn(type), type=type, properties=checked, preview=preview))
        return answer.id, values(answer.properties)

    def diff(self, type: str, old: dict[str, Any], new: dict[str, Any]) -> Any:
        before, after = struct(self.check(type, **old)), struct(self.check(type, **new))
        return self.stub.Diff(pb.DiffRequest(urn=_urn(type), type=type, old_inputs=before, news=after))

    def read(self, type: str, id: str, **inputs: Any) -> tuple[str, dict[str, Any], dict[str, Any]]:
        request = pb.ReadRequest(id=id, urn=_urn(type), type=type, inputs=struct(inputs), properties=struct(inputs))
        answer = self.stub.Read(request)
        return answer.id, values(answer.inputs), values(answer.properties)

    def delete(self, type: str, id: str) -> None:
        self.stub.Delete(pb.DeleteRequest(id=id, urn=_urn(type), type=type))

    def invoke(self, token: str, **args: Any) -> dict[str, Any]:
        answer = self.stub.Invoke(pb.InvokeRequest(tok=token, args=struct(args)))
        return values(getattr(answer, "return"))


def _urn(type: str) -> str:
    return f"urn:pulumi:test::tests::{type}::it"


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def engine(store: Store) -> Iterator[Engine]:
    with (
        serve(("aws",), store) as addresses,
        grpc.insecure_channel(f"127.0.0.1:{addresses['aws']}") as channel,
    ):
        yield Engine(provider_pb2_grpc.ResourceProviderStub(channel))


@pytest.mark.parametrize(
    ("type", "inputs", "said"),
    [
        ("aws:ec2/vpn:Vpn", {}, ["pulumi_aws has no resource aws:ec2/vpn:Vpn"]),
        (VPC, {"cidr": "10.0.0.0/16"}, ["cidr: unknown; VpcArgs has no such input"]),
        (SUBNET, {"cidrBlock": "10.0.0.0/24"}, ["vpcId: missing"]),
        (VPC, {"enableDnsSupport": "yes"}, ["enableDnsSupport: bool wanted, str given: 'yes'"]),
    ],
)
def test_what_the_classes_refuse(engine: Engine, type: str, inputs: dict[str, Any], said: list[str]) -> None:
    with pytest.raises(CheckFailed) as caught:
        engine.check(type, **inputs)
    assert [line.lstrip(": ") for line in caught.value.args[0]] == said


def test_defaults_region_and_name_are_filled_in_and_told(engine: Engine) -> None:
    assert engine.check(VPC, cidrBlock="10.0.0.0/16", enableDnsSupport=False) == {
        "cidrBlock": "10.0.0.0/16",
        "enableDnsSupport": False,
        "instanceTenancy": "default",
        "region": "us-west-2",
        DEFAULTED: ["instanceTenancy", "region"],
    }
    named = engine.check(BUCKET)
    assert named["bucket"] == "it-0001020"
    assert engine.check(BUCKET, olds={**named, "bucket": "it-fffffff"})["bucket"] == "it-fffffff"
    assert "region" not in engine.check(ROLE, assumeRolePolicy="{}")


def test_each_instance_of_the_provider_has_its_region(store: Store) -> None:
    with (
        serve(("aws",), store) as addresses,
        grpc.insecure_channel(f"127.0.0.1:{addresses['aws']}") as one,
        grpc.insecure_channel(f"127.0.0.1:{addresses['aws']}", options=[("grpc.use_local_subchannel_pool", 1)]) as two,
    ):
        here, there = (Engine(provider_pb2_grpc.ResourceProviderStub(channel)) for channel in (one, two))
        there.configure(region="eu-north-1")
        assert here.check(VPC)["region"] == "us-west-2"
        assert there.check(VPC)["region"] == "eu-north-1"


def test_a_provider_for_another_account_is_refused(engine: Engine) -> None:
    engine.configure(allowedAccountIds='["123456789012"]')
    with pytest.raises(grpc.RpcError, match="AWS account ID not allowed: 123456789012"):
        engine.configure(allowedAccountIds='["999999999999"]')


def test_only_the_cloud_knows_what_it_computes(engine: Engine) -> None:
    it, foreseen = engine.create(VPC, preview=True, cidrBlock="10.0.0.0/16", tags={"a": "b"})
    assert (it, foreseen["arn"], foreseen["mainRouteTableId"]) == ("", UNKNOWN_SENTINEL, UNKNOWN_SENTINEL)
    assert (foreseen["cidrBlock"], foreseen["tagsAll"]) == ("10.0.0.0/16", {"a": "b"})
    it, made = engine.create(VPC, cidrBlock="10.0.0.0/16", tags={"a": "b"})
    assert made["arn"] == f"arn:aws:ec2:us-west-2:123456789012:vpc/{it}"
    assert UNKNOWN_SENTINEL not in made.values()


def test_what_replaces_and_what_does_not(engine: Engine) -> None:
    found = engine.diff(VPC, {"cidrBlock": "10.0.0.0/16"}, {"cidrBlock": "10.1.0.0/16", "tags": {"a": "b"}})
    assert (list(found.replaces), list(found.diffs)) == (["cidrBlock"], ["cidrBlock", "tags"])
    assert not found.deleteBeforeReplace
    same = engine.diff(VPC, {"cidrBlock": "10.0.0.0/16"}, {"cidrBlock": "10.0.0.0/16"})
    assert same.changes == pb.DiffResponse.DIFF_NONE


def test_a_name_of_the_programs_own_is_freed_first(engine: Engine) -> None:
    before, after = {"description": "a"}, {"description": "b"}
    assert not engine.diff(SECURITY, before, after).deleteBeforeReplace
    assert engine.diff(SECURITY, {**before, "name": "x"}, {**after, "name": "x"}).deleteBeforeReplace
    assert not engine.diff(SECURITY, {**before, "name": "x"}, {**after, "name": "y"}).deleteBeforeReplace


def test_a_new_version_of_a_template(engine: Engine, store: Store) -> None:
    it, made = engine.create(TEMPLATE, imageId="ami-1", updateDefaultVersion=True)
    old, new = engine.check(TEMPLATE, imageId="ami-1"), engine.check(TEMPLATE, imageId="ami-2")
    request = {"id": it, "urn": _urn(TEMPLATE), "type": TEMPLATE, "olds": struct(made)}
    request |= {"old_inputs": struct(old), "news": struct(new)}
    foreseen = values(engine.stub.Update(pb.UpdateRequest(**request, preview=True)).properties)
    assert (foreseen["latestVersion"], foreseen["imageId"]) == (UNKNOWN_SENTINEL, "ami-2")
    assert values(engine.stub.Update(pb.UpdateRequest(**request)).properties)["latestVersion"] == 2
    assert store.list(TEMPLATE)[0].properties["imageId"] == "ami-2"


def test_what_is_named_must_be_there(engine: Engine, store: Store) -> None:
    with pytest.raises(grpc.RpcError, match="vpcId: aws:ec2/vpc:Vpc 'vpc-1' does not exist"):
        engine.create(SUBNET, vpcId="vpc-1", cidrBlock="10.0.0.0/24", availabilityZone="us-west-2a")
    store.put(VPC, "vpc-1")
    engine.create(SUBNET, vpcId="vpc-1", cidrBlock="10.0.0.0/24", availabilityZone="us-west-2a")
    with pytest.raises(grpc.RpcError, match=r"DependencyViolation: .* vpc-1 is in use by aws:ec2/subnet:Subnet"):
        engine.delete(VPC, "vpc-1")
    engine.delete(SUBNET, store.list(SUBNET)[0].id)
    engine.delete(VPC, "vpc-1")
    assert store.list() == ()


def test_nodes_hold_what_their_template_names(engine: Engine, store: Store) -> None:
    store.put(SECURITY, "sg-1")
    store.put(TEMPLATE, "lt-1", networkInterfaces=[{"securityGroups": ["sg-1"]}])
    store.put(GROUP, "pool", launchTemplate={"id": "lt-1"})
    with pytest.raises(grpc.RpcError, match="sg-1 is in use by the nodes of pool"):
        engine.delete(SECURITY, "sg-1")
    store.remove(GROUP, "pool")
    engine.delete(SECURITY, "sg-1")


def test_parts_go_with_the_whole(engine: Engine, store: Store) -> None:
    engine.create(BUCKET, bucket="b")
    engine.create("aws:s3/bucketVersioning:BucketVersioning", bucket="b", versioningConfiguration={"status": "Enabled"})
    store.objects["b"] = 2
    with pytest.raises(grpc.RpcError, match="BucketNotEmpty"):
        engine.delete(BUCKET, "b")
    store.objects.clear()
    engine.delete(BUCKET, "b")
    assert store.list() == ()


def test_a_key_waits_for_its_deletion(engine: Engine, store: Store) -> None:
    it, _ = engine.create(KEY, tags={"rackguard:cluster": "llm"})
    engine.delete(KEY, it)
    assert store.kept == {Kept("KMS key", "alias/llm")}


def test_a_name_is_taken_once(engine: Engine) -> None:
    engine.create(ROLE, name="r", assumeRolePolicy="{}")
    with pytest.raises(grpc.RpcError, match="aws:iam/role:Role r is there already"):
        engine.create(ROLE, name="r", assumeRolePolicy="{}")


def test_a_read_tells_drift_an_import_and_a_loss(engine: Engine, store: Store) -> None:
    it, made = engine.create(VPC, cidrBlock="10.0.0.0/16", tags={"a": "b"})
    store.drift(store.list(VPC)[0], tags={"a": "c"})
    _, inputs, properties = engine.read(VPC, it, cidrBlock="10.0.0.0/16", tags={"a": "b"})
    assert (inputs["tags"], inputs["cidrBlock"], properties["tags"]) == ({"a": "c"}, "10.0.0.0/16", {"a": "c"})
    _, imported, _ = engine.read(VPC, it)
    given = {"cidrBlock", "tags", "enableDnsSupport", "instanceTenancy", "region"}
    assert (imported.keys(), "arn" in made) == (given, True)
    store.remove(VPC, it)
    assert engine.read(VPC, it)[0] == ""


def test_secrets_keep_their_wrapping_and_are_open_in_the_cloud(engine: Engine, store: Store) -> None:
    secret = {SIGNATURE: SECRET_SIGNATURE, "value": "hush"}
    it, made = engine.create(ROLE, name="r", assumeRolePolicy="{}", description=secret)
    assert (made["description"], store.list(ROLE)[0].properties["description"]) == (secret, "hush")
    _, inputs, properties = engine.read(ROLE, it, description=secret)
    assert inputs["description"] == properties["description"] == secret
    store.drift(store.list(ROLE)[0], description="loud")
    assert engine.read(ROLE, it, description=secret)[1]["description"] == {**secret, "value": "loud"}


def test_faults_hit_as_often_as_asked_and_where_asked(engine: Engine, store: Store) -> None:
    store.fail("create", VPC, "no capacity", times=2)
    for _ in range(2):
        with pytest.raises(grpc.RpcError, match="no capacity"):
            engine.create(VPC)
    engine.create(VPC)
    store.fail("delete")
    with pytest.raises(grpc.RpcError, match="made to fail"):
        engine.delete(VPC, store.list(VPC)[0].id)
    assert [call.operation for call in store.changes()] == ["create"] * 3 + ["delete"]
    assert len(store.list()) == 1


def test_a_held_answer_comes_when_it_is_released(engine: Engine, store: Store) -> None:
    hold = store.hold("create", VPC)
    checked = struct(engine.check(VPC))
    pending = engine.stub.Create.future(pb.CreateRequest(urn=_urn(VPC), type=VPC, properties=checked))
    assert hold.reached.wait(timeout=30)
    assert (len(store.list(VPC)), pending.done()) == (1, False)
    hold.release()
    assert pending.result(timeout=30).id == store.list(VPC)[0].id


def test_lookups_answer_for_the_account_and_region(engine: Engine) -> None:
    zone = engine.invoke("aws:index/getAvailabilityZone:getAvailabilityZone", zoneId="usw2-az1")
    assert (zone["name"], zone["zoneId"]) == ("us-west-2c", "usw2-az1")
    assert engine.invoke("aws:index/getCallerIdentity:getCallerIdentity")["accountId"] == "123456789012"
    with pytest.raises(grpc.RpcError, match="no zone usw2-az9 in us-west-2"):
        engine.invoke("aws:index/getAvailabilityZone:getAvailabilityZone", zoneId="usw2-az9")
    with pytest.raises(grpc.RpcError, match="no answer for the function aws:ec2/getAmi:getAmi"):
        engine.invoke("aws:ec2/getAmi:getAmi")


def test_the_id_is_an_output_too(engine: Engine) -> None:
    # As Terraform's providers have it: policy packs are told no other id.
    it, made = engine.create(VPC, cidrBlock="10.0.0.0/16")
    _, foreseen = engine.create(VPC, preview=True, cidrBlock="10.0.0.0/16")
    _, inputs, read = engine.read(VPC, it, cidrBlock="10.0.0.0/16")
    assert (made["id"], foreseen["id"], read["id"]) == (it, UNKNOWN_SENTINEL, it)
    assert "id" not in inputs


def test_an_update_asks_for_what_differs_and_leaves_what_a_hand_has_changed(engine: Engine, store: Store) -> None:
    old = {"cidrBlock": "10.0.0.0/16", "enableDnsSupport": True, "tags": {"a": "b"}}
    it, made = engine.create(VPC, **old)
    store.drift(store.list(VPC)[0], enableDnsSupport=False)
    new = {**old, "tags": {"a": "c"}}
    request: dict[str, Any] = {"id": it, "urn": _urn(VPC), "type": VPC, "olds": struct(made)}
    update = pb.UpdateRequest(
        **request, old_inputs=struct(engine.check(VPC, **old)), news=struct(engine.check(VPC, **new))
    )
    answer = values(engine.stub.Update(update).properties)
    there = store.list(VPC)[0].properties
    assert (
        (there["enableDnsSupport"], there["tags"])
        == (False, {"a": "c"})
        == (answer["enableDnsSupport"], answer["tags"])
    )
