"""The documentation says what the code does: generated parts are current, examples work, links lead somewhere."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from textwrap import indent
from typing import Any, get_args
from xml.etree import ElementTree as ET

import pytest
import yaml
from jsonschema import Draft202012Validator

from rackguard.cli.evaluate import evaluate
from rackguard.cli.words import parser
from rackguard.economics.rates import Marker
from rackguard.plan.user_data.build import sections
from rackguard.plan.user_data.settings import Ending, NodeMount, NodeSettings, NodeVolume
from rackguard.report.plan_report import PlanReport
from rackguard.sizing.read_workload import read_workload

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*/README.md")])
NOW = datetime(2026, 12, 1, tzinfo=UTC)
BY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(language: str) -> list[Any]:
    return [
        pytest.param(block, id=f"{page.name}-{number}")
        for page in PAGES
        for number, block in enumerate(
            re.findall(rf"^```{language}\n(.*?)^```", text_of(page), re.DOTALL | re.MULTILINE)
        )
    ]


def outside_blocks(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", text_of(page), flags=re.DOTALL | re.MULTILINE)


def code_of(page: Path) -> list[str]:
    """What stands in backticks within a page's sentences and tables."""
    return re.findall(r"`([^`\n]+)`", outside_blocks(page))


def planned(text: str, folder: Path) -> PlanReport:
    file = folder / "Pulumi.example.yaml"
    file.write_text(text, encoding="utf-8")
    return evaluate(file, NOW)


def test_every_page_is_reached_from_the_readme() -> None:
    linked = set(re.findall(r"\]\((docs/[a-z-]+\.md)\)", text_of(README)))
    assert linked == {f"docs/{page.name}" for page in PAGES if page.parent.name == "docs"}


def test_generated_parts_are_current() -> None:
    run = subprocess.run([sys.executable, "docs", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def whole(text: str) -> str:
    """A stack file: the text, or the README's cluster with the keys that it gives, as it writes them."""
    if re.search(r"^config:", text, re.MULTILINE):
        return text
    file = yaml.safe_load(readme_example())
    cluster = file["config"]["rackguard:cluster"]
    for key in yaml.safe_load(text):
        cluster.pop(key, None)
    return yaml.safe_dump(file, sort_keys=False) + indent(text, "    ")  # the cluster ends the file


def readme_example() -> str:
    (text,) = re.findall(r"^```yaml\n(.*?)^```", text_of(README), re.DOTALL | re.MULTILINE)
    return text


@pytest.mark.parametrize("text", blocks("yaml"))
def test_every_stack_file_of_the_documentation_plans_without_error(text: str, tmp_path: Path) -> None:
    report = planned(whole(text), tmp_path)
    assert [problem for problem in report.problems if problem.level == "error"] == []
    assert report.plan is not None
    assert list(yaml.safe_load(whole(text))["config"]["rackguard:cluster"]["pools"]) == [
        p.name for p in report.plan.pools
    ]


def test_the_stack_file_of_the_readme_is_what_the_schema_allows_and_the_sentence_says(tmp_path: Path) -> None:
    text = readme_example()
    schema = json.loads(text_of(ROOT / "docs/stack-file.schema.json"))
    assert list(Draft202012Validator(schema).iter_errors(yaml.safe_load(text))) == []
    named = re.findall(r"\$schema=(\S+)", text)
    assert [(ROOT / "stacks" / name).resolve() for name in named] == [ROOT / "docs/stack-file.schema.json"]
    report = planned(text, tmp_path)
    assert report.plan is not None
    (pool,) = report.plan.pools
    assert (pool.efa_count, pool.addresses_per_node, pool.placement.strategy) == (32, 1, "cluster")
    assert {problem.id for problem in report.problems if problem.level == "warning"} == {"example-key"}


def test_the_first_commands_of_the_readme_begin_where_a_new_user_is() -> None:
    """`rackguard` is on no PATH until `.venv`, which `make plan` has made, is activated."""
    first = re.search(r"^```sh\n(.*?)\n", text_of(README), re.MULTILINE)
    assert first
    assert first[1] == ". .venv/bin/activate"


@pytest.mark.parametrize("script", blocks("sh"))
def test_every_command_of_the_documentation_works(script: str, tmp_path: Path) -> None:
    """Run line by line in a copy of what the commands read."""
    words = {shlex.split(line)[0] for line in script.splitlines()}
    assert words <= {"rackguard", "cp", "."}, "a command that this test must not run, or doesn't know"
    (tmp_path / "stacks").mkdir()
    for name in ("__main__.py", "Pulumi.dev.yaml", "Pulumi.prod.yaml", "Pulumi.staging.yaml"):
        shutil.copy(ROOT / "stacks" / name, tmp_path / "stacks")
    (tmp_path / "examples").mkdir()
    for workload in ROOT.glob("examples/*.yaml"):
        shutil.copy(workload, tmp_path / "examples")
    activate = tmp_path / ".venv/bin/activate"
    activate.parent.mkdir(parents=True)
    activate.touch()
    shutil.copy(ROOT / "Pulumi.yaml", tmp_path)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["sh", "-eu", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr.count("Traceback")) == (0, 0), run.stdout + run.stderr


def test_workloads_of_their_page_are_read_and_each_kind_is_shown(tmp_path: Path) -> None:
    written = re.findall(r"^```yml\n(.*?)^```", text_of(ROOT / "docs/workload-file.md"), re.DOTALL | re.MULTILINE)
    file, kinds = tmp_path / "workload.yaml", set[str]()
    for text in written:
        file.write_text(text, encoding="utf-8")
        found = read_workload(file)
        kinds |= {name for name in ("train", "fine_tune", "serve", "vision", "science") if getattr(found, name)}
    assert kinds == {"train", "fine_tune", "serve", "vision", "science"}


@BY_PAGE
def test_every_command_within_a_sentence_is_one(page: Path) -> None:
    """Read by the command's own parser; of a command alone, such as `rackguard list`, its help."""
    for code in code_of(page):
        if code.startswith("rackguard "):
            words = shlex.split(code)[1:]
            with pytest.raises(SystemExit) as end:
                parser().parse_args([words[0], "--help"])
            assert end.value.code == 0, code
            if len(words) > 1:
                parser().parse_args(words)


@pytest.mark.parametrize("script", blocks("console"))
def test_every_command_of_ours_that_needs_an_account_is_one(script: str) -> None:
    """It isn't run here; the command's own parser reads it."""
    for line in script.splitlines():
        if line.startswith("rackguard "):
            parser().parse_args(shlex.split(line)[1:])


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", outside_blocks(page), re.MULTILINE)
    kept = ["".join(char for char in heading.lower() if char.isalnum() or char in " _-") for heading in headings]
    return {heading.replace(" ", "-") for heading in kept}


@BY_PAGE
def test_links_lead_somewhere(page: Path) -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text_of(page)) if "://" not in link]
    targets = [(page.parent / name if name else page, anchor) for name, _, anchor in (x.partition("#") for x in links)]
    assert [name for name, _ in targets if not name.exists()] == []
    assert [anchor for name, anchor in targets if anchor and anchor not in anchors(name)] == []


@BY_PAGE
def test_every_make_word_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    named = {word for code in code_of(page) if code.startswith("make ") for word in code.split()[1:] if word.isalpha()}
    assert named <= targets


def test_the_readme_names_the_two_words() -> None:
    assert {"make plan", "make test"} <= set(code_of(README))


@BY_PAGE
def test_every_folder_and_file_that_is_named_exists(page: Path) -> None:
    ours = [
        code
        for code in code_of(page)
        if re.fullmatch(r"(?:components|policies|tests|stacks|examples|docs)(?:/[\w.-]+)*/?", code)
    ]
    assert [path for path in ours if not (ROOT / path).exists()] == []


def test_every_module_of_how_it_works_exists() -> None:
    page = ROOT / "docs/how-it-works.md"
    modules = {code for code in code_of(page) if re.fullmatch(r"\w+\.py|user_data/", code)}
    assert len(modules) > 15
    assert [name for name in sorted(modules) if not (ROOT / "components/rackguard/plan" / name).exists()] == []


def test_how_long_things_take_is_said_alike() -> None:
    """Minutes and sizes: the README's words are the Makefile's."""
    readme, makefile = (" ".join(text_of(ROOT / name).split()) for name in ("README.md", "Makefile"))
    for words in ("up to a minute, 0.4 GB", "one or two minutes, 0.8 GB", "about twenty minutes on two cores"):
        assert words in readme
        assert words in makefile


def test_the_version_of_pulumi_is_the_one_that_its_library_must_have() -> None:
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    (required,) = (
        found[1] for each in project["dependencies"] if (found := re.fullmatch(r"pulumi>=([\d.]+),<4", each))
    )
    assert f"Pulumi's command, {required} or later" in text_of(README)
    assert tuple(map(int, required.split("."))) >= (3, 208)  # the first with Stash: pulumi's changelog, 2025-11-19


def test_the_picture_shows_packages_that_exist() -> None:
    names = [
        element.text
        for element in ET.parse(ROOT / "docs/flow.svg").iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 (our own file)
        if element.get("class") == "name"
    ]
    assert names == ["catalog", "stack file", "spec", "plan", "aws", "graph", "economics", "report"]
    packages = [name for name in names if name and name != "stack file"]
    assert [name for name in packages if not (ROOT / "components/rackguard" / name / "__init__.py").exists()] == []


def first_column(page: str, heading: str) -> list[str]:
    table = re.search(rf"^\| {heading} \|.*\n\| ---.*\n((?:\|.*\n)+)", text_of(ROOT / "docs" / page), re.MULTILINE)
    assert table
    return [row.split("|")[1].strip() for row in table[1].splitlines()]


def test_every_section_of_the_user_data_is_explained_in_the_order_of_the_boot() -> None:
    everything = NodeSettings(
        cluster="llm",
        pool="train",
        role="node",
        region="us-east-2",
        account_id="123456789012",
        os="ubuntu-24.04",
        parameter_prefix="/rackguard/llm",
        log_group="/rackguard/llm/auth",
        local_nvme="raid0",
        mounts=(NodeMount("home", "efs", "/home"),),
        data_volumes=(NodeVolume("/dev/sdf", "/data", 100),),
        gpu_count=8,
        peers=True,
        ending=Ending("llm-pool-train", "save-before-end", 450),
        extra="true",
    )
    explained = [name.strip("`") for name in first_column("user-data.md", "section")]
    assert explained == sections(everything)
    files = (ROOT / "components/rackguard/plan/user_data/scripts/sections").glob("*.sh")
    assert sorted(explained) == sorted(file.stem for file in files)


def test_every_mark_of_a_price_is_explained() -> None:
    assert sorted(first_column("figures.md", "marked")) == sorted(get_args(Marker))


def test_what_the_page_says_is_refused_is_refused(tmp_path: Path) -> None:
    rows = [name.strip("`") for name in first_column("stack-file.md", "written")][:-1]
    text = readme_example()
    for row in rows:
        report = planned(text.replace("    name: llm-lab\n", f"    name: llm-lab\n    {row}\n"), tmp_path)
        key = row.partition(":")[0]
        said = [problem.message for problem in report.problems if problem.id == "yaml-ambiguous-scalar"]
        assert len(said) == 1, row
        assert f"`{key}`" in said[0]
    report = planned(text.replace("    name: llm-lab\n", "    name: llm-lab\n    name: llm-lab\n"), tmp_path)
    assert {problem.id for problem in report.problems if problem.level == "error"} == {"yaml-duplicate-key"}
