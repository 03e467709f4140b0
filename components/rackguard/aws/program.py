"""What the stack program needs beside the components: the stack's configuration, its provider, its account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pulumi
import pulumi_aws
from pulumi.runtime import is_config_secret

from rackguard.aws import lookups
from rackguard.aws.destination import same
from rackguard.aws.reading import InvalidArguments, read_arguments
from rackguard.spec.problem import Problem
from rackguard.spec.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard.aws.args.gpu_cluster import GpuClusterArgs
    from rackguard.aws.cluster import GpuCluster

SECTION = "rackguard:cluster"


def load() -> GpuClusterArgs:
    """The running stack's cluster: `rackguard:cluster` of its stack file, in `aws:region`.

    Raises:
        InvalidArguments: with everything that is wrong with them, before anything is registered.
    """
    cluster, region = _setting("rackguard", "cluster"), pulumi.Config("aws").get("region")
    problems = [*_secret(SECTION, "aws:region"), *_missing({SECTION: cluster, "aws:region": region})]
    if not problems and not isinstance(cluster, dict):
        message = f"`{SECTION}` is {shown(cluster)}; allowed: a mapping, one cluster's declaration"
        problems.append(Problem("spec-value", "error", (SECTION,), message, f"Correct it in {_file()}."))
    if problems:
        raise InvalidArguments(f"stack {pulumi.get_stack()}", problems)
    args: dict[str, Any] = {**cluster, "region": region}
    read_arguments(f"stack {pulumi.get_stack()}", args)
    return cast("GpuClusterArgs", args)


def _setting(namespace: str, name: str) -> Any:
    """A structured setting; text where it isn't one."""
    config = pulumi.Config(namespace)
    try:
        return config.get_object(name)
    except pulumi.ConfigTypeError:
        return config.get(name)


def _missing(settings: dict[str, Any]) -> Iterator[Problem]:
    for key, value in settings.items():
        if value is None or value == "":
            message = f"`{key}` is missing in the stack's configuration"
            yield Problem("spec-missing", "error", (key,), message, f"Declare it in {_file()}.")


def _secret(*keys: str) -> Iterator[Problem]:
    """Pulumi's CLI hands secrets over in the clear, and the state would hold them so."""
    for key in keys:
        if is_config_secret(key):
            message = f"`{key}` has a value that Pulumi's CLI encrypted, which the stack's state would hold in plain"
            hint = f"Nothing in a cluster is secret: write it plain in {_file()}, or leave it out."
            yield Problem("spec-secret", "error", (key,), message, hint)


def _file() -> str:
    return f"stacks/Pulumi.{pulumi.get_stack()}.yaml"


def provider(args: GpuClusterArgs) -> pulumi_aws.Provider:
    """The provider of the declared region, which refuses every account but the declared one."""
    return pulumi_aws.Provider("aws", region=args["region"], allowed_account_ids=[args["account_id"]])


def check_account(args: GpuClusterArgs, of: pulumi_aws.Provider) -> pulumi.Output[str]:
    """The caller's account; a deployment with another one's credentials ends with words that name both."""
    declared = args["account_id"]

    def words(account: str) -> str:
        return (
            f"the credentials belong to account {account}; this stack declares account_id {declared}.\n"
            f"  → Use credentials of {declared}, or change account_id in {_file()}."
        )

    return lookups.caller_account(pulumi.InvokeOutputOptions(provider=of)).apply(same(declared, words))


def export(cluster: GpuCluster) -> None:
    """Give out everything of the cluster that there is."""
    for name, value in cluster.outputs.items():
        if value is not None:
            pulumi.export(name, value)


def run() -> None:
    """What stacks/__main__.py does, for a stack file that belongs to no project."""
    from rackguard.aws.cluster import GpuCluster

    args = load()
    of = provider(args)
    pulumi.export("account_id", check_account(args, of))
    export(GpuCluster(args["name"], args, pulumi.ResourceOptions(providers=[of])))
