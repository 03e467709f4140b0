"""The tables that the documentation takes from the code, against rows worked by hand."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Literal

import pytest
from pydantic import BaseModel, Field

import rackguard.plan.validators as package

ROOT = Path(__file__).parents[2]

Lines = Callable[[str], list[str]]


@pytest.fixture(scope="module")
def reference(program: Callable[[str], ModuleType]) -> ModuleType:
    return program("reference")


@pytest.fixture
def lines(reference: ModuleType) -> Lines:
    return lambda name: list(reference.TABLES[name]())


def test_a_key_with_its_value_default_and_words(lines: Lines) -> None:
    table = lines("stack-file")
    start = table.index("### `pools.NAME.nodes`")
    assert table[start : start + 7] == [
        "### `pools.NAME.nodes`",
        "",
        "How many nodes.",
        "",
        "| key | value | default | what it is |",
        "| --- | --- | --- | --- |",
        "| `min` | whole number, 0 or more, 1,000 at most | `0` | The fewest nodes that the pool ever has. |",
    ]


@pytest.mark.parametrize(
    "row",
    [
        "| `cidr` | an IPv4 network such as `10.40.0.0/16` | none | Its range. |",
        "| `network` | [`network`](#network) | `{cidr: 10.0.0.0/16}` | New VPC or existing one. |",
        "| `users` | list of [`access.users[]`](#accessusers) | required | The people who may log in. |",
        "| `pools` | map of names to [`pools.NAME`](#poolsname) | required | Pools, by name. |",
        "| `protect` | `true` or `false` | `true` | Pulumi refuses to delete what holds data or capacity. |",
    ],
)
def test_rows_of_the_stack_file(lines: Lines, row: str) -> None:
    assert row in lines("stack-file")


@pytest.mark.parametrize(
    "row",
    [
        "| `tokens` | number, more than 0 | required | Tokens of the whole training, epochs included. |",
        "| `kv_heads` | whole number, 1 or more | none | Key and value heads; as many as `heads` where absent. |",
        "| `memory_free` | a share below 100% | `20%` | Share of a GPU's memory to keep free. |",
        "| `critical` | a share up to 100% | `0%` | Share of the nodes that AWS must not take back. |",
        "| `location` | text | required | Where it is: `s3://bucket/prefix`. |",
        "| `task` | `train` or `serve` | required | Training or serving. |",
        "| `tensor` | whole number, 1 or more, 4,096 at most | `1` | GPUs that share each block. |",
    ],
)
def test_rows_of_the_workload_file(lines: Lines, row: str) -> None:
    assert row in lines("workload-file")


def test_what_several_kinds_of_work_take_is_shown_once(lines: Lines) -> None:
    table = lines("workload-file")
    headings = [line for line in table if line.startswith("###")]
    assert headings == [
        "### The workload",
        *(f"### `{name}`" for name in ("train", "fine_tune", "serve", "vision", "vision.network", "science", "data")),
        *(f"### `{name}`" for name in ("limits", "demand", "shape", "shape.experts", "shape.latent", "parallel")),
    ]
    assert table.count("| `shape` | [`shape`](#shape) |  | The shape of a model that isn't packaged. |") == 3


def test_keys_that_exclude_each_other(lines: Lines) -> None:
    table = lines("stack-file")
    start = table.index("### `storage.NAME`")
    assert table[start + 4] == "Exactly one of `lustre`, `efs` and `s3`."
    assert "No keys: write `{}`." in table


class Inner(BaseModel):
    """An inner part."""

    size: float | None = Field(default=None, gt=0, lt=9, description="A size | in bars.")


class Outer(BaseModel):
    """A part."""

    one: Literal["a", "b"] = Field(default="b", description="One.")
    many: tuple[Inner, ...] = Field(default=(), description="Many.")
    words: str = Field(description="Words.")


def test_a_model_of_any_kind(program: Callable[[str], ModuleType]) -> None:
    assert list(program("stack_file").section("part", Outer)) == [
        "### `part`",
        "",
        "A part.",
        "",
        "| key | value | default | what it is |",
        "| --- | --- | --- | --- |",
        "| `one` | `a` or `b` | `b` | One. |",
        "| `many` | list of [`part.many[]`](#partmany) | none | Many. |",
        "| `words` | text | required | Words. |",
        "",
        "### `part.many[]`",
        "",
        "An inner part.",
        "",
        "| key | value | default | what it is |",
        "| --- | --- | --- | --- |",
        "| `size` | number, more than 0, less than 9 | none | A size \\| in bars. |",
        "",
    ]


def test_the_largest_and_the_smallest_vpc(lines: Lines) -> None:
    rows = lines("vpc")[2:]
    assert len(rows) == 13
    assert rows[0] == "| /16 | 8 | 7 | `10.0.32.0/19` | 8,187 | `10.0.4.0/22` |"
    assert rows[-1] == "| /28 | 1 | 1 | `10.0.0.0/28` | 11 | none |"


def test_interfaces_of_types_that_are_laid_out_alike(lines: Lines) -> None:
    rows = lines("interfaces")
    assert (
        "| `g6e.48xlarge`, `g7e.48xlarge`, `p4d.24xlarge`, `p4de.24xlarge` | 4 "
        "| card 0: ENA + EFA-only; cards 1–3: EFA-only | 1 | card 0: ENA + EFA-only; cards 1–3: EFA-only + ENA | 4 |"
    ) in rows
    (b300,) = (row for row in rows if "p6-b300" in row)
    assert b300.startswith("| `p6-b300.48xlarge` | 17 | card 0: ENA; cards 1–16: EFA-only | 1 |")


def test_every_check_has_a_row(lines: Lines) -> None:
    modules = {file.stem.replace("_", "-") for file in Path(package.__file__).parent.glob("*.py")}
    rows = lines("validators")
    named = {row.split("`")[1] for row in rows if row.startswith("| `")}
    assert named == modules - {"--init--", "interface", "registry"}
    assert rows[0] == f"{len(named)} checks."
    (nested,) = (row for row in rows if row.startswith("| `region-unknown` | error |"))
    assert nested.count(" | ") == 4


def test_the_example_of_carbon_adds_up(lines: Lines) -> None:
    """8 × 700 W × 0.76 = 4,256; 192 × 2.12 = 407.04; 2,199 GB × 0.392 = 862.02; × 1.15 × 396.25 g: 2.518 kg."""
    assert lines("carbon-example")[2:] == [
        "| GPUs | 8 × 700 W × 0.76 | 4,256 W |",
        "| vCPUs | 192 × 2.12 W | 407 W |",
        "| memory | 2,199 GB × 0.392 W | 862 W |",
        "| with the building | 5,525 W × PUE 1.15 | 6,354 W |",
        "| running | 6.35 kWh × 396.25 g | 2.518 kgCO2e |",
        "| making it | 10,300 kg over 52,560 hours | 0.196 kgCO2e |",
        "| **an hour** |  | **2.714 kgCO2e** |",
    ]


def test_keys_of_the_json(lines: Lines) -> None:
    table = lines("plan-json")
    assert "| `pools` | list of `PoolPlan` | In the order of the file; empty where there are errors. |" in table
    assert "| `line` | integer or null | From 1; null where the problem has no place in a file. |" in table
    assert "| `tags` | map of string | Tags of the pool's instances, volumes and interfaces. |" in table


def test_a_component_with_its_arguments_and_outputs(lines: Lines) -> None:
    table = lines("components")
    start = table.index("## `Placement`")
    assert table[start + 1 : start + 3] == [
        "",
        (
            "A placement group and a capacity reservation for one pool; the reservation is made in the group.\n\n"
            "Never a capacity block: those are bought by hand, and named by their id. Another strategy is another"
            " group. AWS keeps the old one as long as a node is in it: until then a deployment ends with its error,"
            " and a later one removes it."
        ),
    ]
    assert table[start + 4 : start + 12] == [
        "Type: `rackguard-aws:index:Placement`",
        "",
        (
            "**Arguments**, `PlacementArgs`. What a Placement is made from: one of `pools`. It takes"
            " [what every part takes](#what-every-part-takes), and these."
        ),
        "",
        "| argument | value | what it is |",
        "| --- | --- | --- |",
        "| `pool` | text | Name of the pool. |",
        "",
    ]


@pytest.mark.parametrize(
    "row",
    [
        (
            "| `account_id` | text | The 12 digits of the AWS account, in quotes; names and ARNs are built from it, and"
            " a deployment to any other ends. |"
        ),
        "| `logs` | [`logs`](stack-file.md#logs); optional | Flow logs and log-in records. |",
        "| `pools` | map of names to [`pools.NAME`](stack-file.md#poolsname); optional | Pools, by name. |",
        "| `key_arn` | text, or an output | ARN of the key that encrypts every store. |",
        (
            "| `node_subnet_ids` | map of names to text, or an output, as a whole or each | Ids of the nodes' subnets,"
            " by zone id: file systems are reached from there. |"
        ),
        "| `vpc_id` | text | Id of the VPC, new or existing. |",
        "| `alias` | text, or none | Alias of a new key (`alias/llm-prod`); none for an existing one. |",
        "| `bucket_arns` | map of names to text | ARNs of the buckets, by store. |",
        (
            "| `zone_ids` | list of text; optional | Zone ids that get a subnet for nodes, beside those of the pools"
            " and stores: `use2-az1`. |"
        ),
        (
            '| `prices` | list of [`prices[]`](stack-file.md#prices); optional | Your own prices, shown as "yours".'
            " Default none. |"
        ),
    ],
)
def test_rows_of_the_components(lines: Lines, row: str) -> None:
    assert row in lines("components")


def test_every_component_has_a_section_and_those_of_programs_come_first(lines: Lines) -> None:
    headings = [line for line in lines("components") if line.startswith("#")]
    assert headings == [
        "## `GpuCluster`",
        "## `Access`",
        "## `EncryptionKey`",
        "## `Network`",
        "## `NodePool`",
        "## `Placement`",
        "## `Storage`",
        "## What every part takes",
        "## Inside of others",
        "### `Bucket`",
        "### `ElasticFileSystem`",
        "### `LustreFileSystem`",
    ]


def test_an_output_without_words_is_refused(program: Callable[[str], ModuleType]) -> None:
    (found,) = ast.parse("class Disk:\n    disk_id: str\n    path: str\n    'Where.'").body
    with pytest.raises(SystemExit, match=r"^Disk\.disk_id has no documentation$"):
        program("component_reference").annotated(found)


@pytest.mark.parametrize("given", [[], ["nothing"], ["vpc", "vpc"]])
def test_an_unknown_table_is_refused_with_the_names_of_all(given: list[str], reference: ModuleType) -> None:
    run = _run("reference.py", *given)
    assert run.returncode == 1
    assert run.stderr == f"usage: python docs/reference.py {'|'.join(reference.TABLES)}\n"


def test_a_mistake_shows_its_errors_alone() -> None:
    run = _run("mistake.py", "stacks/Pulumi.dev.yaml", "instance_type: g6.xlarge", "instance_type: g6.xlrage")
    assert run.stdout.startswith("error  stacks/Pulumi.dev.yaml:20:24  type-unknown\n  `pools.lab.instance_type`")
    assert "warning" not in run.stdout
    assert "1 error" not in run.stdout


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("nowhere", "x", "'nowhere' stands 0 times in stacks/Pulumi.dev.yaml; once is needed"),
        ("size_gib: 150", "size_gib: 151", "an error was expected"),
    ],
)
def test_a_mistake_that_is_none_is_refused(before: str, after: str, words: str) -> None:
    run = _run("mistake.py", "stacks/Pulumi.dev.yaml", before, after)
    assert (run.returncode, run.stdout) == (1, "")
    assert words in run.stderr


def _run(program: str, *given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, f"docs/{program}", *given]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
