"""What the documentation says of policy packs and of recovery, typed as it stands there."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.cli import ROOT, Project
from tests.engine.double.api.server import serve_api
from tests.engine.double.store import Store
from tests.engine.snapshots import Deployed

UNASKED = {"PULUMI_SKIP_CONFIRMATIONS": "true"}
"""Nobody is there to confirm an update."""


def commands(page: str, words: str = "--policy-pack") -> list[str]:
    """The lines of a page's one block that holds these words, as the one that gives packs to Pulumi does."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    (block,) = (block for block in blocks if words in block)
    return [line.removeprefix("$ ") for line in block.splitlines()]


def run(project: Project, command: str, **more: str) -> str:
    """What a shell prints that runs the command in the project."""
    env = {**project.env, **UNASKED, **more}
    done = subprocess.run(
        ["sh", "-euc", command], cwd=project.folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.mark.parametrize(
    ("page", "words"),
    [("README.md", ["preview", "up"]), ("docs/policy-packs.md", ["preview", "up", "stack", "policy"])],
)
def test_packs_are_given_to_pulumi_as_the_page_has_it(
    page: str, words: list[str], pulumi: Callable[..., object], project: Project, store: Store
) -> None:
    pulumi("stack", "init", "dev")
    typed = commands(page)
    assert [command.split()[1] for command in typed] == words
    for command in typed:
        said = run(project, command)
        packs = re.findall(r"--path (\w+)", command)
        assert [pack for pack in packs if f"rackguard-{pack}" not in said] == []
    assert store.named("llm-dev-network-vpc").properties["cidrBlock"]
    assert Path(project.folder, "state.json").is_file() is ("stack" in words)


def test_recovery_is_asked_for_as_the_page_has_it(deployed: Deployed, store: Store) -> None:
    project = deployed("prod")
    project.pulumi("stack", "export", "--file", "state.json")
    as_text, as_data = commands("docs/recover.md", "rackguard recover")
    with serve_api(store) as address:
        cloud = {"AWS_ENDPOINT_URL": address, "AWS_ACCESS_KEY_ID": "AKIDTESTS", "AWS_SECRET_ACCESS_KEY": "none"}
        said = run(project, as_text, **cloud)
        data = json.loads(run(project, as_data, **cloud))
    assert "Stack prod, account 123456789012" in said
    assert (data["stack"], data["operations"], data["orphans"], data["commands"]) == ("prod", [], [], [])
