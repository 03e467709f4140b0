"""One comment in a pull request, updated and not repeated, and none where it isn't ours to write."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

MARKER = "<!-- rackguard: stacks/Pulumi.dev.yaml -->"
GITHUB = "repos/our/cluster/issues"
GITLAB = "projects/3/merge_requests/5/notes"


@pytest.fixture
def forge(stubbed: Any, request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue(request.param)


def asked(checkout: Any) -> list[str]:
    return [call for call in checkout.calls if not call.startswith("rackguard ")]


@pytest.mark.parametrize("forge", ["github", "gitlab"], indirect=True)
def test_the_second_run_updates_the_comment_of_the_first(forge: Any) -> None:
    assert forge.run().returncode == 0
    (first,) = forge.comments
    assert first["body"].startswith(f"{MARKER}\n\n")
    assert "verdict" in first["body"]
    assert forge.run(CHECK_CODE="2").returncode == 2
    (second,) = forge.comments
    assert second["id"] == first["id"]
    assert "the check's <b>words</b>" in second["body"]


def test_what_is_asked_of_github(stubbed: Any, github: Any) -> None:
    github.run()
    github.run()
    listing = f"GET {GITHUB}/5/comments?per_page=100"
    assert asked(github) == [listing, f"POST {GITHUB}/5/comments", listing, f"PATCH {GITHUB}/comments/100"]


@pytest.mark.parametrize(
    ("server", "asked_of"),
    [
        ("", "github.com GH_TOKEN"),
        ("https://github.com", "github.com GH_TOKEN"),
        ("https://acme.ghe.com", "acme.ghe.com GH_TOKEN"),
        ("https://git.acme.example/", "git.acme.example GH_TOKEN GH_ENTERPRISE_TOKEN"),
    ],
)
def test_the_server_of_the_pull_request_is_asked(stubbed: Any, github: Any, server: str, asked_of: str) -> None:
    """As gh reads it: GH_TOKEN is for github.com and ghe.com, GH_ENTERPRISE_TOKEN for a server of one's own."""
    assert github.run(GITHUB_SERVER_URL=server).returncode == 0
    assert len(github.comments) == 1
    assert github.text("asked") == asked_of


@pytest.mark.parametrize("forge", ["github", "gitlab"], indirect=True)
def test_the_program_of_the_change_gets_no_token(forge: Any) -> None:
    """The stand-in for the command refuses to run with one."""
    run = forge.run(GITHUB_TOKEN="secret-token")
    assert (run.returncode, run.stderr) == (0, "")
    assert len(forge.comments) == 1


def test_a_runner_without_gh_says_so(stubbed: Any, github: Any, tmp_path: Path) -> None:
    (github.aside / "bin/gh").unlink()
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("bash", "env", "git", "sed", "cat", "wc", "basename", "dirname", "mktemp", "rm", "mkdir"):
        (tools / name).symlink_to(shutil.which(name) or name)
    run = github.run(PATH=f"{github.aside / 'bin'}:{tools}")
    assert run.returncode == 0
    assert "there is no gh on this runner" in run.stdout
    assert "verdict" in github.text("summary")


def test_a_report_that_a_summary_cannot_hold_leaves_the_verdict(stubbed: Any, github: Any) -> None:
    assert github.run(CHECK_LENGTH="1100000", CHECK_CODE="1").returncode == 1
    assert len(github.text("summary")) < 1000
    assert "## Rackguard check\n\nverdict\n" in github.text("summary")
    assert "y" * 1100000 in github.text("report.md")


def test_what_is_asked_of_gitlab(stubbed: Any, gitlab: Any) -> None:
    gitlab.run()
    gitlab.run()
    pages = [f"GET {GITLAB}?sort=asc&order_by=created_at&per_page=100&page={page}" for page in (1, 2)]
    assert asked(gitlab)[:3] == ["GET user", pages[0], f"POST {GITLAB}"]
    assert asked(gitlab)[3:] == ["GET user", pages[0], f"PUT {GITLAB}/100"]


@pytest.mark.parametrize("forge", ["github", "gitlab"], indirect=True)
def test_the_comments_of_others_stay(forge: Any) -> None:
    others = [
        {"id": 1, "user": {"type": "User"}, "author": {"id": 8}, "body": f"{MARKER}\nmine"},
        {"id": 2, "user": {"type": "Bot"}, "author": {"id": 7}, "body": "<!-- rackguard: stacks/Pulumi.prod.yaml -->"},
        {"id": 3, "user": {"type": "Bot"}, "author": {"id": 7}, "body": f"about {MARKER}"},
    ]
    forge.comments = others
    forge.run()
    assert forge.comments[:3] == others
    assert len(forge.comments) == 4


@pytest.mark.parametrize("forge", ["github", "gitlab"], indirect=True)
def test_no_comment_where_none_is_wanted(forge: Any) -> None:
    assert forge.run(RACKGUARD_COMMENT="false", CHECK_CODE="1").returncode == 1
    assert (forge.comments, asked(forge)) == ([], [])


@pytest.mark.parametrize("head", ["stranger/cluster", ""], ids=["fork", "fork that is gone"])
def test_a_fork_gets_the_summary_only(stubbed: Any, github: Any, head: str) -> None:
    assert github.run(RACKGUARD_HEAD_REPOSITORY=head, CHECK_CODE="1").returncode == 1
    assert (github.comments, asked(github), github.text("outputs")) == ([], [], "")
    assert github.text("summary").startswith(f"{MARKER}\n")


def test_outside_of_a_pull_request_there_is_no_comment(stubbed: Any, github: Any, gitlab: Any) -> None:
    assert github.run(RACKGUARD_PULL_REQUEST="").returncode == 0
    assert gitlab.run(GITHUB_ACTIONS="", CI_MERGE_REQUEST_IID="").returncode == 0
    assert asked(github) == []


def test_without_a_token_gitlab_gets_artifacts_only(stubbed: Any, gitlab: Any) -> None:
    run = gitlab.run(RACKGUARD_GITLAB_TOKEN="")
    assert run.returncode == 0
    assert run.stdout.startswith("No note: RACKGUARD_GITLAB_TOKEN is not set")
    assert asked(gitlab) == []


@pytest.mark.parametrize("forge", ["github", "gitlab"], indirect=True)
@pytest.mark.parametrize("code", ["0", "1"])
def test_a_comment_that_is_refused_changes_no_verdict(forge: Any, code: str) -> None:
    run = forge.run(GH_REFUSES="yes", CHECK_CODE=code)
    assert run.returncode == int(code)
    assert "could not be written" in run.stdout + run.stderr
    assert forge.comments == []


def test_findings_are_handed_on_where_the_token_may_write(stubbed: Any, github: Any) -> None:
    github.run(CHECK_CODE="1")
    assert github.text("outputs") == f"sarif={github.aside}/check.sarif\n"


def test_a_plan_that_a_comment_cannot_hold_is_in_the_summary(stubbed: Any, github: Any) -> None:
    github.run(PLAN_LENGTH="70000")
    (comment,) = github.comments
    assert "verdict" in comment["body"]
    assert comment["body"].endswith("The plan is too long for a comment. It is in the report of the job.\n")
    assert "x" * 70000 in github.text("summary")


@pytest.mark.parametrize(("code", "verdict"), [("1", "## Rackguard check\n\nverdict\n"), ("2", "❌ **Not judged**\n")])
def test_findings_that_a_comment_cannot_hold_leave_the_verdict(
    stubbed: Any, github: Any, code: str, verdict: str
) -> None:
    assert github.run(CHECK_LENGTH="70000", CHECK_CODE=code).returncode == int(code)
    (comment,) = github.comments
    said = "What there is to say is too long for a comment. It is in the report of the job."
    assert comment["body"] == f"{MARKER}\n\n{verdict}\n{said}\n"
    assert {"1": "y", "2": "z"}[code] * 70000 in github.text("summary")
