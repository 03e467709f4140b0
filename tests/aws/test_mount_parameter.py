"""Nodes can mount from what the stack writes down for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.aws.recorded import inputs
from tests.aws.test_efs import PARTS as EFS
from tests.aws.test_lustre import parts as lustre_parts

from rackguard.aws.efs import ElasticFileSystem
from rackguard.aws.lustre import LustreFileSystem
from rackguard.graph.recorder import Recorder
from rackguard.plan.user_data.scripts.node.mount_source import source

if TYPE_CHECKING:
    from tests.aws.conftest import Record

ADDRESS = "fs-0123456789abcdef0.fsx.us-east-2.amazonaws.com"


@pytest.fixture
def made_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """File systems have the id and the addresses that AWS gives them."""
    register = Recorder.RegisterResource

    def answering(self: Recorder, request: Any) -> Any:
        answer = register(self, request)
        if request.type == "aws:fsx/lustreFileSystem:LustreFileSystem":
            answer.object.update({"dnsName": ADDRESS, "mountName": "abcdefgh"})
        if request.type == "aws:efs/fileSystem:FileSystem":
            answer.id = "fs-0123456789abcdef0"
        return answer

    monkeypatch.setattr(Recorder, "RegisterResource", answering)


@pytest.mark.usefixtures("made_already")
def test_nodes_mount_lustre_from_its_parameter(record: Record) -> None:
    graph = record(lambda: LustreFileSystem.planned("fsx", lustre_parts()))
    written = inputs(graph)["fsx-mount-parameter"]["insecureValue"]
    assert written == f'{{"dns_name":"{ADDRESS}","mount_name":"abcdefgh"}}'
    assert source("lustre", written) == f"{ADDRESS}@tcp:/abcdefgh"


@pytest.mark.usefixtures("made_already")
def test_nodes_mount_efs_from_its_parameter(record: Record) -> None:
    graph = record(lambda: ElasticFileSystem.planned("home", EFS))
    written = inputs(graph)["home-mount-parameter"]["insecureValue"]
    assert written == '{"file_system_id":"fs-0123456789abcdef0"}'
    assert source("efs", written) == "fs-0123456789abcdef0:/"
