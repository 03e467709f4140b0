"""What is found in a stack: by the packs in Pulumi's engine, and by `rackguard check`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.engine.cli import ROOT, Project, Result

from rackguard.graph.urn import name_of

HIPAA = ("--policy-pack", str(ROOT / "policies" / "hipaa"))
Findings = set[tuple[str, str]]
"""The rule, and the logical name of what it finds."""
_TOLD = re.compile(r"- \[(?P<level>\w+)\] \[severity: \w+\]  (?P<rule>[\w-]+)  \([\w:]+: (?P<name>[^)]+)\)")


def told(result: Result, level: str = "mandatory") -> Findings:
    """What the packs say in a preview or an update, of one level."""
    return {(found["rule"], found["name"]) for found in _TOLD.finditer(result.out) if found["level"] == level}


def analyzed(project: Project, state: Path, *args: str, rc: int) -> Findings:
    """What `pulumi policy analyze` finds in a state, of the mandatory level."""
    result = project.pulumi("policy", "analyze", "--file", str(state), *HIPAA, *args, "--json", rc=rc)
    events = [json.loads(line).get("policyEvent") for line in result.out.splitlines() if line.startswith("{")]
    return {
        (event["policyName"], name_of(event["resourceUrn"]))
        for event in events
        if event and event["enforcementLevel"] == "mandatory"
    }


def checked(kind: str, file: Path, *args: str, rc: int, framework: str = "hipaa") -> Findings:
    """What `rackguard check --preview FILE`, or `--state FILE`, finds."""
    judgements = _judgements(kind, file, *args, rc=rc, framework=framework)
    return {(one["rule"], name_of(one["urn"])) for one in judgements if one["outcome"] == "finding"}


def unproven(state: Path, *, rc: int) -> set[tuple[str, str, str]]:
    """What `rackguard check --state FILE` can't prove: the rule, the logical name and the property."""
    judgements = _judgements("state", state, rc=rc, framework="hipaa")
    return {(one["rule"], name_of(one["urn"]), one["path"]) for one in judgements if one["outcome"] == "unproven"}


def _judgements(kind: str, file: Path, *args: str, rc: int, framework: str) -> list[dict[str, str]]:
    command = [str(Path(sys.prefix, "bin", "rackguard")), "check", f"--{kind}", str(file), "--framework", framework]
    run = subprocess.run([*command, "--format", "json", *args], capture_output=True, text=True, check=False)
    assert run.returncode == rc, run.stdout[-2000:] + run.stderr
    return json.loads(run.stdout)["judgements"]


def exported(project: Project, stack: str, file: Path) -> Path:
    """A file with the stack's state."""
    file.write_text(json.dumps(project.exported(stack)), encoding="utf-8")
    return file
