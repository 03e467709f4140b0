"""What the engine's measurements play on: projects with their stacks, and AWS's double, in a process of its own.

    python benchmarks/stage.py FOLDER

prints one line of JSON, the environment of Pulumi's command and a folder for each project, and then empties the cloud
and all stacks at every line that it reads. The double refuses nothing: the bare programs name other resources than ours
where a value is known later.
"""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from measure import ROOT

sys.path.append(str(ROOT))

from bare_program import module
from clusters import STACKS
from tests.engine import build, cli, prepared
from tests.engine.double import server
from tests.engine.double.aws.cloud import AWS
from tests.engine.double.store import Store

from rackguard.aws import lookups
from rackguard.graph.offline import Deployment, program_of, record_program

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph

SIZES = {"a cluster": ("dev",), "nine clusters": STACKS * 3}
"""Stacks whose clusters a project declares: 74 and 1,268 resources, 56 and 903 of them of AWS."""
OURS = """import json
from pathlib import Path

import pulumi
import pulumi_aws

from rackguard.aws import GpuCluster

for number, args in enumerate(json.loads(Path(__file__).with_name("clusters.json").read_text())):
    of = pulumi_aws.Provider(f"aws-{number}", region=args["region"], allowed_account_ids=[args["account_id"]])
    GpuCluster(args["name"], args, pulumi.ResourceOptions(providers=[of]))
"""
BARE = "import bare\n\nbare.program()\n"


def clusters(stacks: tuple[str, ...]) -> list[dict[str, Any]]:
    """The arguments of the stacks' clusters, each under a name of its own."""
    found: list[dict[str, Any]] = []
    for number, stack in enumerate(stacks):
        config = yaml.safe_load(prepared.text_of(ROOT / f"stacks/Pulumi.{stack}.yaml"))["config"]
        cluster = config["rackguard:cluster"]
        found.append({**cluster, "region": config["aws:region"], "name": f"{cluster['name']}-{number}"})
    return found


def project(folder: Path, program: str, **files: str) -> Path:
    """A project of one program, and what it reads."""
    folder.mkdir()
    runtime = {"name": "python", "options": {"toolchain": "pip", "virtualenv": ".venv"}}
    settings = {"name": folder.name, "runtime": runtime}
    (folder / "Pulumi.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    (folder / "Pulumi.dev.yaml").write_text("config: {aws:region: us-east-2}\n", encoding="utf-8")
    (folder / "__main__.py").write_text(program, encoding="utf-8")
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def recorded(folder: Path) -> Graph:
    """What the program declares."""
    return record_program(program_of(folder), Deployment(folder.name, "dev", {}), lookups.TOKENS)


def _nothing_to_say(_: object, __: object) -> list[str]:
    return []


def main(where: Path) -> None:
    """Set everything up, and wait."""
    if not build.engine():
        sys.exit(f"There is no engine: `make engine`. {build.MISSING}")
    server.CLOUDS["aws"] = replace(AWS, references={}, opinion=_nothing_to_say, refusals={})
    store = Store()
    with server.serve(("aws",), store) as addresses:
        made = cli.make(where / "made", addresses)
        folders: dict[str, dict[str, str]] = {}
        for number, (size, stacks) in enumerate(SIZES.items()):
            ours = project(where / f"ours-{number}", OURS, clusters_json=json.dumps(clusters(stacks)))
            bare = project(where / f"bare-{number}", BARE, bare_py=module(recorded(ours)))
            folders[size] = {"ours": str(ours), "bare": str(bare)}
            for folder in (ours, bare):
                cli.Project(folder, made.env).pulumi("stack", "init", "dev")
        fresh = shutil.copytree(made.state, where / "fresh")
        print(json.dumps({"env": made.env, "state": str(made.state), "projects": folders}), flush=True)
        for _ in sys.stdin:
            store.become(Store())
            shutil.rmtree(made.state)
            shutil.copytree(fresh, made.state)
            print("ready", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
