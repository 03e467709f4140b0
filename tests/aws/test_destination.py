"""A component is deployed to the account and the region that it declares, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pulumi
import pulumi_aws
import pytest
from pulumi import Output
from tests.aws.refusals import Record, arguments
from tests.aws.test_standalone import KEY, NEEDS, takes

from rackguard import aws
from rackguard.aws import lookups
from rackguard.graph.recorder import Recorder
from rackguard.graph.resource import UNKNOWN

Provider = Callable[..., list[pulumi.InvokeOutputOptions | None]]
COMPONENTS = ("GpuCluster", *NEEDS)
ACCOUNT, REGION = "123456789012", "us-west-2"


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Provider:
    """`provider(account, region)`: what the cloud answers, in place of the unknown; the options of each question."""

    def answer(account: str = ACCOUNT, region: str = REGION) -> list[pulumi.InvokeOutputOptions | None]:
        asked: list[pulumi.InvokeOutputOptions | None] = []

        def answering(value: str) -> Callable[..., Output[str]]:
            def ask(opts: pulumi.InvokeOutputOptions | None = None) -> Output[str]:
                asked.append(opts)
                return Output.from_input(value)

            return ask

        monkeypatch.setattr(lookups, "caller_account", answering(account))
        monkeypatch.setattr(lookups, "provider_region", answering(region))
        return asked

    return answer


def make(component: str, opts: pulumi.ResourceOptions | None = None) -> Any:
    args = arguments("dev") if component == "GpuCluster" else takes(component, "dev", KEY)
    return getattr(aws, component)("it", args, opts)


@pytest.mark.parametrize("component", COMPONENTS)
def test_another_account_ends_the_deployment(record: Record, provider: Provider, component: str) -> None:
    provider(account="210987654321")
    with pytest.raises(pulumi.RunError) as caught:
        record(lambda: make(component))
    assert str(caught.value) == (
        "it: the credentials belong to account 210987654321; its `account_id` is 123456789012.\n"
        "  → Use credentials of 123456789012, or change `account_id`."
    )


@pytest.mark.parametrize("component", COMPONENTS)
def test_another_region_ends_the_deployment(record: Record, provider: Provider, component: str) -> None:
    provider(region="us-east-1")
    with pytest.raises(pulumi.RunError) as caught:
        record(lambda: make(component))
    assert str(caught.value) == (
        "it: its provider is of the region us-east-1; its `region` is us-west-2.\n"
        "  → Set `aws:region` to us-west-2, give it a provider of that region, or change `region`."
    )


@pytest.mark.parametrize("component", COMPONENTS)
def test_the_declared_account_and_region_are_asked_for_once(record: Record, provider: Provider, component: str) -> None:
    """Once a component that stands alone, not once for each part of a cluster; and of the provider that it uses."""
    asked = provider()
    made: list[Any] = []
    record(lambda: made.append(make(component)))
    assert [opts.parent if opts else None for opts in asked] == made * 2


@pytest.mark.parametrize(("kind", "name"), [("provider", "there"), ("providers", "there"), ("", "")])
def test_the_provider_that_is_asked_is_the_components(
    record: Record, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    asked: dict[str, str] = {}
    invoke = Recorder.Invoke

    def noting(self: Recorder, request: Any) -> Any:
        asked[request.tok] = request.provider.rpartition("::")[0].rpartition("::")[2]
        return invoke(self, request)

    def program() -> None:
        made = pulumi_aws.Provider("there", region=REGION)
        given: dict[str, Any] = {"provider": {"provider": made}, "providers": {"providers": [made]}}.get(kind, {})
        make("GpuCluster", pulumi.ResourceOptions(**given))

    monkeypatch.setattr(Recorder, "Invoke", noting)
    record(program)
    assert asked["aws:index/getCallerIdentity:getCallerIdentity"] == name
    assert asked["aws:index/getRegion:getRegion"] == name


def test_offline_nobody_knows_and_nothing_is_refused(record: Record) -> None:
    def program() -> None:
        pulumi.export("account", lookups.caller_account())
        pulumi.export("region", lookups.provider_region())
        make("GpuCluster")

    graph = record(program)
    assert graph.outputs == {"account": UNKNOWN, "region": UNKNOWN}
    assert "Key it-key-key" in {f"{one.type.rpartition(':')[2]} {one.name}" for one in graph.resources}
