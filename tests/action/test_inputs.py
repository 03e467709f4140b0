"""What the script asks of the command, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

MERGE = {"GITHUB_REF": "refs/pull/5/merge"}


@pytest.mark.parametrize(
    ("plan", "check", "ends"), [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1), (0, 2, 2), (1, 2, 2), (2, 0, 2)]
)
def test_the_worst_verdict_is_the_scripts(stubbed: Any, plan: int, check: int, ends: int) -> None:
    assert stubbed.run(**MERGE, PLAN_CODE=str(plan), CHECK_CODE=str(check)).returncode == ends


def test_every_input_reaches_the_command(stubbed: Any) -> None:
    stubbed.run(RACKGUARD_FRAMEWORK="hipaa, cost", RACKGUARD_FAIL_ON="high", RACKGUARD_EXCEPTIONS="waived.yaml")
    out = stubbed.aside
    assert stubbed.calls == [
        "rackguard plan stacks/Pulumi.dev.yaml --format markdown",
        (
            "rackguard check stacks/Pulumi.dev.yaml --framework hipaa --framework cost --exceptions waived.yaml "
            f"--fail-on high --output markdown={out}/check.md --output gitlab={out}/code-quality.json "
            f"--output sarif={out}/check.sarif --quiet"
        ),
    ]


def test_without_sarif_none_is_asked_for(stubbed: Any) -> None:
    stubbed.run(RACKGUARD_SARIF="false")
    assert not (stubbed.aside / "check.sarif").exists()
    assert (stubbed.aside / "code-quality.json").read_text() == "gitlab"


def test_a_preview_is_judged_and_the_stack_planned(stubbed: Any) -> None:
    (stubbed.folder / "preview.json").write_text("{}")
    stubbed.run(RACKGUARD_PREVIEW="preview.json")
    asked = [call.split(" --f")[0] for call in stubbed.calls]
    assert asked == ["rackguard plan stacks/Pulumi.dev.yaml", "rackguard check --preview preview.json"]


@pytest.mark.parametrize("content", [None, ""], ids=["absent", "empty"])
def test_without_a_preview_the_stack_is_judged_and_that_is_said(stubbed: Any, content: str | None) -> None:
    if content is not None:
        (stubbed.folder / "preview.json").write_text(content)
    run = stubbed.run(RACKGUARD_PREVIEW="preview.json")
    assert stubbed.calls[-1].startswith("rackguard check stacks/Pulumi.dev.yaml ")
    assert "\nThere is no preview here, so the stack file was judged, offline.\n" in run.stdout


def test_another_commit_to_compare_with_may_be_given(stubbed: Any) -> None:
    base = stubbed.git("rev-parse", "HEAD^1")
    assert "## From `dev` to `dev`" in stubbed.run(RACKGUARD_BASE=base).stdout


@pytest.mark.parametrize("base", ["", "f" * 40, "--upload-pack=touch made", "main"])
def test_without_the_commit_nothing_is_compared_and_that_is_said(stubbed: Any, base: str) -> None:
    run = stubbed.run(RACKGUARD_BASE=base)
    assert run.returncode == 0
    assert "\nNot compared: the commit that it would be merged into isn't in this checkout" in run.stdout
    assert not (stubbed.folder / "made").exists()


def test_a_new_stack_is_compared_with_nothing(stubbed: Any) -> None:
    (stubbed.folder / "Pulumi.new.yaml").write_text("a: 1\n")
    run = stubbed.run(**MERGE, RACKGUARD_STACK="Pulumi.new.yaml")
    assert run.stdout.startswith("<!-- rackguard: Pulumi.new.yaml -->\n\nNot compared: the stack is new.\n")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"RACKGUARD_STACK": ""}, "neither a stack nor a preview is given"),
        ({"RACKGUARD_STACK": "dev"}, "the stack is 'dev', and there is no such file"),
        ({"RACKGUARD_STACK": "--help"}, "RACKGUARD_STACK is '--help'; allowed: a path within the repository"),
        ({"RACKGUARD_PREVIEW": "/etc/passwd"}, "RACKGUARD_PREVIEW is '/etc/passwd'; allowed: a path within"),
        ({"RACKGUARD_STACK": "", "RACKGUARD_PREVIEW": "p.json"}, "the preview 'p.json' isn't there or is empty"),
        ({"RACKGUARD_COMMENT": "yes"}, "RACKGUARD_COMMENT is 'yes'; allowed: true or false"),
        ({"RACKGUARD_SARIF": "0"}, "RACKGUARD_SARIF is '0'; allowed: true or false"),
        ({"GITHUB_EVENT_NAME": "pull_request_target"}, "the workflow runs on pull_request_target"),
        ({"GITHUB_EVENT_NAME": "workflow_run"}, "the workflow runs on workflow_run"),
    ],
)
def test_what_cannot_be_judged_is_refused_before_anything_runs(stubbed: Any, given: dict[str, str], said: str) -> None:
    run = stubbed.run(**given)
    assert (run.returncode, run.stdout, stubbed.calls) == (2, "", [])
    assert run.stderr.startswith(f"rackguard: {said}")


def test_what_the_command_says_is_no_markup(stubbed: Any) -> None:
    run = stubbed.run(CHECK_CODE="2")
    assert "❌ **Not judged**\n\n    the check's <b>words</b>\n" in run.stdout
    assert run.stderr == "the check's <b>words</b>\n"
