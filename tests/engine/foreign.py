"""Projects outside of this one, which use the components as a package: by its folder, or what is made of its schema."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.engine.cli import ROOT, Project
from tests.engine.prepared import public_key, text_of

PLUGIN = "components/aws"
YAML_EXAMPLE = ROOT / "examples" / "yaml-cluster"
Change = Callable[[str], str]


def plugin_beside(project: Project) -> Path:
    """The plugin's folder with an environment as Pulumi's own host makes it from requirements.txt."""
    folder = project.folder.parent / PLUGIN
    shutil.copytree(ROOT / PLUGIN, folder, ignore=shutil.ignore_patterns(".venv", "__pycache__"))
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def example_project(project: Project, name: str) -> Project:
    """An example in Python with a person's own key in it, its stack `dev` made and selected."""
    folder = project.folder.parent / "examples" / name
    shutil.copytree(ROOT / "examples" / name, folder, ignore=shutil.ignore_patterns(".venv", "__pycache__"))
    (folder / ".venv").symlink_to(sys.prefix)
    for file in folder.glob("Pulumi.*.yaml"):
        file.write_text(text_of(file), encoding="utf-8")
    foreign = Project(folder, project.env)
    foreign.pulumi("stack", "init", "dev")
    return foreign


def yaml_project(project: Project, change: Change = str) -> Project:
    """The YAML example with a person's own key in it, its program as `change` makes it, and its stack selected."""
    plugin_beside(project)
    folder = project.folder.parent / "examples" / YAML_EXAMPLE.name
    folder.mkdir(parents=True)
    text = (YAML_EXAMPLE / "Pulumi.yaml").read_text(encoding="utf-8")
    (folder / "Pulumi.yaml").write_text(change(text), encoding="utf-8")
    settings = (YAML_EXAMPLE / "Pulumi.dev.yaml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in settings if "ssh_key" not in line]
    (folder / "Pulumi.dev.yaml").write_text("\n".join([*kept, f'  yaml-cluster:ssh_key: "{public_key("ana")}"', ""]))
    foreign = Project(folder, project.env)
    foreign.pulumi("stack", "init", "dev")
    return foreign


def yaml_parts(project: Project, program: str) -> Project:
    """A YAML project of a program of its own, beside the plugin."""
    plugin_beside(project)
    folder = project.folder.parent / "parts"
    folder.mkdir()
    (folder / "Pulumi.yaml").write_text(program, encoding="utf-8")
    (folder / "Pulumi.dev.yaml").write_text("config: {aws:region: us-west-2}\n", encoding="utf-8")
    foreign = Project(folder, project.env)
    foreign.pulumi("stack", "init", "dev")
    return foreign


def python_project(project: Project, program: str) -> Project:
    """A project with a library that Pulumi made from the schema, and nothing else of this distribution.

    Its Python sees neither the components nor the provider's library.
    """
    plugin, folder = plugin_beside(project), project.folder.parent / "elsewhere"
    folder.mkdir()
    foreign = Project(folder, project.env)
    library = project.folder.parent / "library"
    foreign.pulumi("package", "gen-sdk", str(plugin), "--language", "python", "--out", str(library))
    _environment(folder / ".venv", library / "python")
    (folder / "__main__.py").write_text(program, encoding="utf-8")
    (folder / "Pulumi.yaml").write_text(
        "name: elsewhere\n"
        "runtime: {name: python, options: {toolchain: pip, virtualenv: .venv}}\n"
        "packages: {rackguard-aws: ../components/aws}\n",
        encoding="utf-8",
    )
    (folder / "Pulumi.dev.yaml").write_text("config: {aws:region: us-west-2}\n", encoding="utf-8")
    foreign.pulumi("stack", "init", "dev")
    return foreign


def _environment(where: Path, library: Path) -> None:
    """An environment that has Pulumi's library and what that needs, and the library made; all without the network."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(where)], check=True)
    (site,) = where.glob("lib/python*/site-packages")
    (ours,) = Path(sys.prefix).glob("lib/python*/site-packages")
    for entry in ours.iterdir():
        if not entry.name.startswith(("_", "pulumi_aws", "rackguard", "pulumi_gcp")) and entry.suffix != ".pth":
            (site / entry.name).symlink_to(entry)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--no-build-isolation", "--target", str(site), str(library)], check=True)
