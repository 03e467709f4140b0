"""A checkout of a pull request, and stand-ins for `gh` and `curl` that keep comments in a file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
STACK = "stacks/Pulumi.dev.yaml"

# Lists with the real jq, so that the script's filter is what is tested.
GH = r"""
import json, os, subprocess, sys
from pathlib import Path
words = sys.argv[1:]
if os.environ.get("GH_REFUSES"):
    sys.exit("HTTP 403: Resource not accessible by integration")
tokens = [name for name in ("GH_TOKEN", "GH_ENTERPRISE_TOKEN") if os.environ.get(name)]
Path(os.environ["COMMENTS"]).with_name("asked").write_text(f"{os.environ.get('GH_HOST')} {' '.join(tokens)}")
store = Path(os.environ["COMMENTS"])
comments = json.loads(store.read_text())
path = next(word for word in words if word.startswith("repos/"))
method = words[words.index("--method") + 1] if "--method" in words else "GET"
with Path(os.environ["CALLS"]).open("a") as calls:
    calls.write(f"{method} {path}\n")
if method == "GET":
    run = subprocess.run(["jq", "-r", words[words.index("--jq") + 1]], input=json.dumps(comments), text=True)
    sys.exit(run.returncode)
name, _, file = words[words.index("-F") + 1].partition("=@")
body = Path(file).read_text()
assert name == "body"
if method == "POST":
    comments.append({"id": 100 + len(comments), "user": {"type": "Bot"}, "body": body})
else:
    (one,) = (c for c in comments if c["id"] == int(path.rpartition("/")[2]))
    one["body"] = body
store.write_text(json.dumps(comments))
"""

CURL = r"""
import json, os, sys
from pathlib import Path
words = sys.argv[1:]
assert not any("secret-token" in word for word in words)
assert sys.stdin.read() == 'header = "PRIVATE-TOKEN: secret-token"\n'
if os.environ.get("GH_REFUSES"):
    sys.exit(22)
store = Path(os.environ["COMMENTS"])
notes = json.loads(store.read_text())
url = next(word for word in words if word.startswith("https://"))
method = words[words.index("--request") + 1] if "--request" in words else "GET"
with Path(os.environ["CALLS"]).open("a") as calls:
    calls.write(f"{method} {url.removeprefix('https://gitlab.example/api/v4/')}\n")
if method == "GET":
    if url.endswith("/user"):
        print(json.dumps({"id": 7}))
    else:
        print(json.dumps(notes) if url.endswith("&page=1") else "[]")
    sys.exit()
name, _, file = words[words.index("--data-urlencode") + 1].partition("@")
assert name == "body"
body = Path(file).read_text()
if method == "POST":
    notes.append({"id": 100 + len(notes), "author": {"id": 7}, "body": body})
else:
    (one,) = (n for n in notes if n["id"] == int(url.rpartition("/")[2]))
    one["body"] = body
store.write_text(json.dumps(notes))
"""

# For what is done with a plan and its findings, whatever they are.
RACKGUARD = r"""
import os, sys
from pathlib import Path
words = sys.argv[1:]
with Path(os.environ["CALLS"]).open("a") as calls:
    calls.write(f"rackguard {' '.join(words)}\n")
if any(name.endswith("TOKEN") for name in os.environ):
    sys.exit("the stack's program has a token")
if words[0] == "plan":
    print("## Rackguard plan\n\n" + "x" * int(os.environ.get("PLAN_LENGTH", "3")))
    if "--compare" in words:
        print("\n## From `dev` to `dev`\n\nchanges")
    sys.exit(int(os.environ.get("PLAN_CODE", "0")))
code = int(os.environ.get("CHECK_CODE", "0"))
if code == 2:
    print("the check's <b>words</b>" + "z" * int(os.environ.get("CHECK_LENGTH", "0")), file=sys.stderr)
    sys.exit(2)
findings = "## Rackguard check\n\nverdict\n\n" + "y" * int(os.environ.get("CHECK_LENGTH", "3")) + "\n"
for at, word in enumerate(words):
    if word == "--output":
        name, _, file = words[at + 1].partition("=")
        Path(file).write_text(findings if name == "markdown" else name)
sys.exit(code)
"""


@dataclass
class Checkout:
    """A repository with a stack on `main`, a change of it, and the merge of both checked out, as GitHub does it."""

    folder: Path
    aside: Path
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def stack(self) -> Path:
        return self.folder / STACK

    def git(self, *words: str) -> str:
        names = ("-c", "user.name=ana", "-c", "user.email=ana@example.com", "-c", "commit.gpgsign=false")
        run = subprocess.run(["git", *names, *words], cwd=self.folder, check=True, capture_output=True, text=True)
        return run.stdout.strip()

    def commit(self, text: str | None) -> None:
        if text is not None:
            self.stack.parent.mkdir(exist_ok=True)
            self.stack.write_text(text, encoding="utf-8")
        self.git("add", ".")
        self.git("commit", "--quiet", "--allow-empty", "--message", "a change")

    def pull_request(self, before: str | None, after: str) -> None:
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit(before)
        self.git("checkout", "--quiet", "-b", "change")
        self.commit(after)
        self.git("checkout", "--quiet", "main")
        self.git("merge", "--quiet", "--no-ff", "--message", "merge", "change")

    def run(self, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, **self.environment, **more}
        script = ROOT / "action/run.sh"
        return subprocess.run(
            ["bash", str(script)], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )

    @property
    def comments(self) -> list[dict[str, Any]]:
        return json.loads((self.aside / "comments.json").read_text())

    @comments.setter
    def comments(self, comments: list[dict[str, Any]]) -> None:
        (self.aside / "comments.json").write_text(json.dumps(comments))

    @property
    def calls(self) -> list[str]:
        return (self.aside / "calls").read_text().splitlines()

    def text(self, name: str) -> str:
        return (self.aside / name).read_text(encoding="utf-8")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    folder, aside = tmp_path / "repository", tmp_path / "aside"
    for each in (folder, aside / "bin"):
        each.mkdir(parents=True)
    for name in ("calls", "summary", "outputs"):
        (aside / name).touch()
    (aside / "comments.json").write_text("[]")
    path = [str(aside / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
    common = {"PATH": os.pathsep.join(path), "COMMENTS": str(aside / "comments.json"), "CALLS": str(aside / "calls")}
    # What the machine that runs the tests is to its own forge is no part of them.
    unset = dict.fromkeys((name for name in os.environ if name.startswith(("GITHUB_", "GITLAB_", "CI_"))), "")
    common |= unset | {"RACKGUARD_STACK": STACK, "RACKGUARD_OUTPUT": str(aside)}
    made = Checkout(folder, aside, common)
    stand_in(made, "gh", GH)
    stand_in(made, "curl", CURL)
    return made


def stand_in(checkout: Checkout, name: str, program: str) -> None:
    stub = checkout.aside / "bin" / name
    stub.write_text(f"#!{sys.executable}\n{program}")
    stub.chmod(0o755)


@pytest.fixture
def stubbed(checkout: Checkout) -> Checkout:
    """With a command that says what it was asked, and ends as PLAN_CODE and CHECK_CODE say; a change of a stack."""
    stand_in(checkout, "rackguard", RACKGUARD)
    checkout.pull_request("before: 1\n", "after: 1\n")
    return checkout


@pytest.fixture
def github(checkout: Checkout) -> Checkout:
    """The checkout of pull request 5 of our/cluster, from a branch of the same repository."""
    if not shutil.which("jq"):
        pytest.skip("no jq here, which stands for the one in gh")
    checkout.environment |= {
        "GH_TOKEN": "secret-token",
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_OUTPUT": str(checkout.aside / "outputs"),
        "GITHUB_REF": "refs/pull/5/merge",
        "GITHUB_REPOSITORY": "our/cluster",
        "GITHUB_STEP_SUMMARY": str(checkout.aside / "summary"),
        "RACKGUARD_HEAD_REPOSITORY": "our/cluster",
        "RACKGUARD_PULL_REQUEST": "5",
    }
    return checkout


@pytest.fixture
def gitlab(checkout: Checkout) -> Checkout:
    """The checkout of merge request 5 of project 3."""
    checkout.environment |= {
        "GITLAB_CI": "true",
        "CI_API_V4_URL": "https://gitlab.example/api/v4",
        "CI_MERGE_REQUEST_IID": "5",
        "CI_PROJECT_ID": "3",
        "RACKGUARD_GITLAB_TOKEN": "secret-token",
        "RACKGUARD_SARIF": "false",
    }
    return checkout


@pytest.fixture(scope="session")
def dev() -> str:
    return (ROOT / STACK).read_text(encoding="utf-8")
