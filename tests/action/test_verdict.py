"""What is judged of a change, what it is compared with, and how the script ends; with the command itself."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
BROKEN = "zone_id: usw9-az9"
MARKER = "<!-- rackguard: stacks/Pulumi.dev.yaml -->\n\n"


def test_a_change_is_compared_with_what_it_would_be_merged_into(checkout: Any, dev: str) -> None:
    checkout.pull_request(dev, dev.replace("{min: 1, max: 1}", "{min: 1, max: 3}"))
    run = checkout.run(GITHUB_REF="refs/pull/5/merge")
    report = checkout.text("report.md")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == report
    assert report.startswith(MARKER + "## From `dev` to `dev`\n\n### Changes\n")
    assert "| pools.lab | nodes, at most | 1 | 3 |" in report
    order = [report.index(x) for x in ("### Changes", "✅ **no findings**", "<summary>The plan</summary>", "### Pools")]
    assert order == sorted(order)
    assert report.count("## From ") == 1
    assert json.loads(checkout.text("check.sarif"))["runs"][0]["results"] == []
    assert json.loads(checkout.text("code-quality.json")) == []


def test_a_stack_with_errors_fails_and_is_shown(checkout: Any, dev: str) -> None:
    checkout.pull_request(dev, dev.replace("zone_id: usw2-az1", BROKEN))
    run = checkout.run(GITHUB_REF="refs/pull/5/merge")
    report = checkout.text("report.md")
    assert run.returncode == 1
    assert "❌ **Not judged**" in report
    assert "\n    error  stacks/Pulumi.dev.yaml:21:18  zone-outside-region\n" in report
    assert not (checkout.aside / "check.md").exists()


def test_a_change_that_mends_a_broken_stack_passes(checkout: Any, dev: str) -> None:
    checkout.pull_request(dev.replace("zone_id: usw2-az1", BROKEN), dev)
    run = checkout.run(GITHUB_REF="refs/pull/5/merge")
    assert run.returncode == 0
    assert checkout.text("report.md").startswith(
        MARKER + "Not compared: the stack has errors in what it would be merged into.\n"
    )


def test_a_preview_of_anybodys_stack_is_judged(checkout: Any) -> None:
    shutil.copy(ROOT / "tests/graph/samples/preview.json", checkout.folder)
    words = {"RACKGUARD_STACK": "", "RACKGUARD_PREVIEW": "preview.json"}
    run = checkout.run(**words, RACKGUARD_FRAMEWORK="hipaa,iso27001")
    assert run.returncode == 1
    assert checkout.text("report.md").startswith(
        "<!-- rackguard: preview.json -->\n\n## From what is deployed to `dev`\n"
    )
    assert "| high | ec2-imdsv2 | login |" in checkout.text("report.md")
    assert checkout.run(**words, RACKGUARD_FAIL_ON="critical", RACKGUARD_FRAMEWORK="cost").returncode == 0


def test_a_stack_file_that_is_no_yaml_is_named(checkout: Any) -> None:
    checkout.pull_request("a: 1\n", "a: [\n")
    run = checkout.run(GITHUB_REF="refs/pull/5/merge")
    assert run.returncode == 2
    assert "stacks/Pulumi.dev.yaml" in run.stderr
    assert "Traceback" not in run.stderr
    assert "❌ **Not judged**" in checkout.text("report.md")
