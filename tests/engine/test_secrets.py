"""Nothing secret is in plain in states, previews, logs or reports."""

from __future__ import annotations

import json
import subprocess
import sys
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.engine.cli import Project
from tests.engine.double.store import Store
from tests.engine.snapshots import Deployed

from rackguard.graph.wire import SECRET_SIGNATURE, SIGNATURE

CANARY = "canary-5d2e81f0"
FORMATS = ("table", "json", "markdown", "sarif", "junit", "gitlab", "evidence")

PROGRAM = """
import pulumi_aws

token = pulumi.Config("mine").require_secret("token")
options = pulumi.ResourceOptions(provider=provider)
pulumi_aws.ssm.Parameter("token", name="/mine/token", type="SecureString", value=token, opts=options)
pulumi_aws.iam.Role("bearer", assume_role_policy="{}", description=token, opts=options)
pulumi.export("token", token)
"""


@pytest.fixture
def with_secret(deployed: Deployed) -> Project:
    """The dev stack, whose program also has a secret setting, passed to an input that isn't secret by itself too."""
    project = deployed("dev")
    project.pulumi("config", "set", "--secret", "mine:token", CANARY)
    main = project.folder / "stacks" / "__main__.py"
    main.write_text(main.read_text(encoding="utf-8") + PROGRAM, encoding="utf-8")
    return project


def written(folder: Path) -> dict[str, str]:
    """Every file below a folder, by its path."""
    files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    return {str(file.relative_to(folder)): file.read_text(encoding="utf-8", errors="replace") for file in files}


def reports(text: str, source: str, where: Path) -> dict[str, str]:
    """What `rackguard check` says of a preview or a state, in every format."""
    where.mkdir()
    file = where / "read.json"
    file.write_text(text, encoding="utf-8")
    outputs = [f"--output={name}={where / name}" for name in FORMATS]
    command = [Path(sys.prefix, "bin", "rackguard"), "check", f"--{source}", file, *outputs]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr  # the parameter and the role are findings
    return {"said": run.stdout + run.stderr, **{name: (where / name).read_text(encoding="utf-8") for name in FORMATS}}


def test_a_secret_is_in_the_cloud_and_nowhere_else(with_secret: Project, store: Store, tmp_path: Path) -> None:
    pulumi = with_secret.pulumi
    previewed = pulumi("preview", "--json", "--show-sames")
    updated = pulumi("up", "--yes", "--skip-preview", "--diff")
    said = [previewed, updated, pulumi("stack", "--show-urns"), pulumi("stack", "output")]
    assert store.named("token").properties["value"] == CANARY
    assert store.named("bearer").properties["description"] == CANARY
    assert [run.out for run in said if CANARY in run.out + run.err] == []
    assert [name for name, text in written(with_secret.state).items() if CANARY in text] == []
    assert [name for name, text in written(with_secret.folder).items() if CANARY in text] == []

    opened = pulumi("stack", "export", "--show-secrets").out
    assert CANARY in opened
    for source, text in {"preview": previewed.out, "state": opened}.items():
        told = reports(text, source, tmp_path / source)
        assert [name for name in FORMATS if "bearer" not in told[name]] == []
        assert [name for name, report in told.items() if CANARY in report] == []


IN_USER_DATA = """
import base64

encoded = token.apply(lambda text: base64.b64encode(text.encode()).decode())
pulumi_aws.ec2.LaunchTemplate("told", user_data=encoded, opts=options)
"""


def test_a_secret_and_the_passphrase_are_in_no_log(project: Project, store: Store) -> None:
    """The most that the engine says of what it does, its events, and what it writes."""
    log, events = project.folder.parent / "log", project.folder.parent / "events.json"
    words = (CANARY, "canary-passphrase", b64encode(CANARY.encode()).decode())
    quiet = replace(project, env={**project.env, "PULUMI_CONFIG_PASSPHRASE": words[1]})
    quiet.pulumi("stack", "init", "dev")
    quiet.pulumi("config", "set", "--secret", "mine:token", CANARY)
    main = project.folder / "stacks" / "__main__.py"
    main.write_text(main.read_text(encoding="utf-8") + PROGRAM + IN_USER_DATA, encoding="utf-8")
    every = ("-v=9", "--logflow", "--logtostderr", "--event-log", str(events))
    done = quiet.pulumi("up", "--yes", "--skip-preview", *every, env={"PULUMI_DEBUG_COMMANDS": "true"})
    log.write_text(done.out + done.err, encoding="utf-8")
    assert store.named("token").properties["value"] == words[0]
    assert store.named("told").properties["userData"] == words[2]
    found = written(project.folder.parent)
    assert "RegisterResource" in found["log"]
    assert found["events.json"].count('"resourcePreEvent"') >= len(store.list())
    assert [(name, word) for name, text in found.items() for word in words if word in text] == []


def test_a_cluster_with_an_encrypted_value_is_not_deployed(project: Project, store: Store) -> None:
    project.pulumi("stack", "init", "dev")
    project.pulumi("config", "set", "--secret", "--path", "rackguard:cluster.tags.owner", CANARY)
    refused = project.pulumi("up", "--yes", rc=1)
    assert "`rackguard:cluster` has a value that Pulumi's CLI encrypted" in refused.out + refused.err
    assert CANARY not in refused.out + refused.err
    assert store.changes() == []
    assert [name for name, text in written(project.state).items() if CANARY in text] == []


def test_what_the_provider_calls_secret_is_encrypted_in_the_state(deployed: Deployed) -> None:
    resources = deployed("dev").exported("dev")["deployment"]["resources"]
    secret: dict[str, Any] = {
        f"{resource['urn'].split('::')[-1]}.{name}": resource["outputs"][name]
        for resource in resources
        for name in resource.get("additionalSecretOutputs", [])
        if name in resource["outputs"]
    }
    assert secret.keys() == {"llm-dev-access-user-ana.value"}
    assert [name for name, value in secret.items() if value.get(SIGNATURE) != SECRET_SIGNATURE] == []
    assert "PRIVATE KEY" not in json.dumps(resources)
