"""The package as programs import it: each component by its name, and nothing before it is named."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pulumi
import pytest

from rackguard import aws

NAMES = ["Access", "EncryptionKey", "GpuCluster", "Network", "NodePool", "Placement", "Storage"]


def loaded(statement: str) -> list[str]:
    """Modules of Pulumi and its providers that a new process has after a statement, the outermost ones."""
    says = (
        f"import sys; {statement};"
        " print(*(name for name in ('pulumi', 'pulumi_aws', 'pulumi_gcp', 'boto3', 'botocore') if name in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_the_components_are_these() -> None:
    assert sorted(aws.__all__) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_component_is_imported_by_its_name(name: str) -> None:
    component = getattr(aws, name)
    assert (component.__name__, component.__module__.rpartition(".")[0]) == (name, "rackguard.aws")
    assert issubclass(component, pulumi.ComponentResource)
    assert inspect.getdoc(component)


def test_another_name_is_none_of_the_package() -> None:
    with pytest.raises(AttributeError, match=r"^module 'rackguard.aws' has no attribute 'Cluster'$"):
        aws.Cluster  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'Cluster'"):
        from rackguard.aws import Cluster  # noqa: F401


def test_the_package_alone_loads_nothing() -> None:
    assert loaded("import rackguard.aws") == []


def test_a_stack_loads_its_own_cloud_only() -> None:
    assert loaded("from rackguard.aws import GpuCluster") == ["pulumi", "pulumi_aws"]


@pytest.mark.parametrize("name", NAMES)
def test_components_do_not_postpone_annotations(name: str) -> None:
    # Pulumi's host reads the schema from the annotations themselves: as texts it can't.
    hints = inspect.get_annotations(getattr(aws, name))
    assert hints
    assert [field for field, hint in hints.items() if isinstance(hint, str)] == []
    assert not isinstance(inspect.signature(getattr(aws, name)).parameters["args"].annotation, str)


def test_the_plugin_starts_without_any_library_but_pulumis() -> None:
    # What it says of itself comes from a file; a component is imported when one is made.
    assert loaded("from rackguard.aws.package import Package; Package('0.1.0').schema") == ["pulumi"]
