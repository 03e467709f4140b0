"""The double as a server: as the cloud has it, or one that takes whatever it is given."""

from __future__ import annotations

import grpc
import pytest
from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc
from tests.engine.double.server import serve
from tests.engine.double.store import Store
from tests.engine.double.wire import struct

GATEWAY = "aws:ec2/internetGateway:InternetGateway"
URN = f"urn:pulumi:s::p::{GATEWAY}::way"


def make(store: Store, *, takes_anything: bool) -> str:
    """The id of a gateway whose network there is not."""
    asked = {"urn": URN, "type": GATEWAY, "name": "way", "properties": struct({"vpcId": "vpc-nowhere"})}
    with (
        serve(("aws",), store, takes_anything=takes_anything) as addresses,
        grpc.insecure_channel(f"127.0.0.1:{addresses['aws']}") as channel,
    ):
        return provider_pb2_grpc.ResourceProviderStub(channel).Create(provider_pb2.CreateRequest(**asked)).id


def test_what_is_not_there_can_not_be_named_but_where_anything_is_taken() -> None:
    store = Store()
    with pytest.raises(grpc.RpcError, match="'vpc-nowhere' does not exist"):
        make(store, takes_anything=False)
    assert store.list() == ()
    assert make(store, takes_anything=True) == store.named("way").id
