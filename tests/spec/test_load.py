"""A stack file as a whole: read, checked, every slip said once and at its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from rackguard.spec.load import CLUSTER, Loaded, check, load_stack, place, stack_name
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.problem_words import PROBLEMS
from rackguard.spec.read_cluster import read_cluster
from rackguard.spec.yaml_source import read

ROOT = Path(__file__).parents[2]
STACKS = [ROOT / f"stacks/Pulumi.{name}.yaml" for name in ("dev", "prod", "staging")]

SLIPS = """\
encryptionsalt: v1:abc
confg: 1 #! 1 stack-key
config:
  aws:region: us-east-2a #! 15 stack-region
  aws:profile: work
  rackguard:clusters: {} #! 3 stack-setting
  rackguard:cluster:
    name: LLM_prod #! 11 spec-value
    account_id: 123456789012 #! 17 spec-value
    tags: #! 5 spec-missing
      ownr: ml
      environment: prod
      classification: secret #! 23 spec-value
    budget_usd_per_month: -5 #! 27 spec-value
    prices:
      - family: p5 #! 9 spec-choice
        purchase: block #! 19 spec-value
        discount_percent: 28
        rate_usd_per_hour: 3
        source: agreement
    protect: "yes" #! 14 spec-value
    network:
      cidr: 10.40.0.1/16 #! 13 spec-value
      nat: two #! 12 spec-value
      endpoints: [s3, s4] #! 23 spec-value
    access:
      ssh_from: 10.0.0.0/8 #! 17 spec-value
      login_node:
        instance_type: m7i.large
        zone_id: us-east-2a #! 18 spec-value
      users:
        - name: ana
          keys: [7] #! 18 spec-value
          sudo: 1 #! 17 spec-value
          uid: 500 #! 16 spec-value
    encryption:
      key: {secure: AAABBB} #! 7 spec-secret
    logs: [] #! 5 spec-value
    storage:
      scratch:
        lustre:
          size_gib: 2.5 #! 21 spec-value
          mount: /fsx #! 11 spec-unknown-key
          zone_id: use2-az1
      home: efs #! 13 spec-value
      both: {efs: {}, s3: {}} #! 7 spec-choice
    pools:
      train:
        instance_typ: p5.48xlarge #! 9 spec-unknown-key
        zone_id: use2-az1
        nodes: 4 #! 16 spec-value
        purchase:
          spot: #! 11 spec-value
        image: ubuntu-24.04 #! 16 spec-value
        mounts: [home, 5] #! 24 spec-value
        efa: off #! 14 yaml-ambiguous-scalar
      other: {like: trian, nodes: {max: 1.5}} #! 21 pool-like, 41 spec-value
"""


def expected_of(text: str) -> list[str]:
    """The places that the text itself marks."""
    found: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        found += [f"{number}:{slip}" for slip in line.partition(" #! ")[2].split(", ") if slip]
    return found


def test_every_slip_of_a_file_is_said_once_in_file_order(
    load_text: Callable[[str], Loaded], said: Callable[[Loaded], list[str]]
) -> None:
    expected = expected_of(SLIPS)
    assert len(expected) == 33
    assert said(load_text(SLIPS)) == expected


def test_every_problem_names_its_input_what_is_allowed_and_what_to_do(load_text: Callable[[str], Loaded]) -> None:
    for problem in load_text(SLIPS).problems:
        subject = next(part for part in reversed(problem.path) if isinstance(part, str))
        assert subject in problem.message, problem
        assert (
            problem.id not in ("spec-value", "stack-region")
            or "allowed: " in problem.message
            or "empty" in problem.message
        )
        assert problem.hint or "allowed: " in problem.message, problem
        assert problem.id in PROBLEMS


@pytest.mark.parametrize("path", STACKS, ids=lambda path: path.stem)
def test_the_projects_own_stacks_have_the_right_shape(path: Path) -> None:
    loaded = load_stack(path)
    assert loaded.problems == ()
    assert loaded.stack is not None
    data = yaml.safe_load(path.read_text())["config"]
    assert (loaded.stack.name, loaded.stack.region) == (path.name.split(".")[1], data["aws:region"])
    assert loaded.stack.cluster.name == data["rackguard:cluster"]["name"]
    assert set(loaded.stack.cluster.pools) == set(data["rackguard:cluster"]["pools"]) == loaded.stack.declared_pools
    assert set(loaded.stack.cluster.storage) == loaded.stack.declared_stores


@pytest.mark.parametrize("path", STACKS, ids=lambda path: path.stem)
def test_the_careful_way_understands_what_the_quick_way_does(path: Path) -> None:
    values = yaml.safe_load(path.read_text())["config"]["rackguard:cluster"]
    quick = read_cluster(values, CLUSTER)
    careful = read_cluster(values, CLUSTER, refused=[("no such place",)])
    assert careful.problems == ()
    assert careful.cluster == quick.cluster is not None
    assert careful.origins == quick.origins


@pytest.mark.parametrize(
    ("name", "stack"),
    [("Pulumi.prod.yaml", "prod"), ("Pulumi.a.b.yml", "a.b"), ("cluster.yaml", "cluster"), ("Pulumi..yaml", "Pulumi.")],
)
def test_a_stack_is_named_by_its_file(name: str, stack: str) -> None:
    assert stack_name(Path("stacks") / name) == stack


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.dev.yaml").touch()
    with pytest.raises(InvalidInput) as refused:
        load_stack(tmp_path / "Pulumi.dve.yaml")
    (problem,) = refused.value.problems
    assert problem.id == "cannot-read"
    assert "Pulumi.dve.yaml" in problem.message
    assert "Pulumi.dev.yaml" in problem.hint


def test_what_is_no_yaml_is_said_once_and_nothing_is_made_of_it(load_text: Callable[[str], Loaded]) -> None:
    loaded = load_text("config: [1, 2\nx: 1\n")
    assert [problem.id for problem in loaded.problems] == ["yaml-syntax"]
    assert loaded.stack is None


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("sudo: yes", "sudo"),
        ("sudo: !!int x", "sudo"),
        ("uid: 0123", "uid"),
        ("name: *nobody", "name"),
        ("sudoo: yes", "sudoo"),
    ],
)
def test_a_scalar_that_yaml_readers_disagree_about_is_not_judged_again(
    load_text: Callable[[str], Loaded], line: str, key: str
) -> None:
    text = f"config: {{aws:region: us-east-2, rackguard:cluster: {{access: {{users: [{{{line}}}]}}}}}}"
    about = [problem for problem in load_text(text).problems if problem.path[4:] == (0, key)]
    assert [problem.id.partition("-")[0] for problem in about if problem.id != "spec-unknown-key"] == ["yaml"]


def test_what_an_alias_repeats_is_one_slip(
    load_text: Callable[[str], Loaded], said: Callable[[Loaded], list[str]]
) -> None:
    text = """\
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: llm
    account_id: "123456789012"
    tags: {owner: ml, environment: dev, classification: internal}
    access: {users: [{name: ana, keys: [k]}]}
    pools:
      one: &one {instance_type: g6.xlarge, zone_id: use2-az1, nodes: &nodes {max: none}}
      two: {instance_type: g6.xlarge, zone_id: use2-az1, nodes: *nodes}
      three: {<<: *one, zone_id: use2-az2}
      four: *one
"""
    assert said(load_text(text)) == ["9:83 spec-value"]


class TestPlacingProblemsFoundLater:
    """`place`, for what validators find in a cluster that is understood in part."""

    @staticmethod
    def problem(*path: str | int, kind: str = "found-later") -> Problem:
        return Problem(kind, "error", (*CLUSTER, *path), f"{path[-1]} is odd")

    def test_they_get_their_place_among_the_others(self, cluster: dict[str, Any]) -> None:
        text = yaml.safe_dump({"config": {"aws:region": "us-east-2", "rackguard:cluster": {**cluster, "protect": 1}}})
        loaded = check(read(text, "f.yaml"), "test")
        lines = text.splitlines()
        found = place([self.problem("pools", "train", "zone_id"), self.problem("name")], loaded)
        assert [problem.path[-1] for problem in found] == ["name", "zone_id", "protect"]
        for problem in found:
            assert problem.mark
            assert re.match(rf" *{problem.path[-1]}: ", lines[problem.mark.line - 1])
            assert problem.mark.column == lines[problem.mark.line - 1].index(": ") + 3

    def test_what_was_left_out_is_not_judged(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
    ) -> None:
        cluster["pools"]["train"]["root"] = {"size_gib": "large"}
        loaded = load_cluster(cluster)
        later = [
            self.problem("pools", "train", "root"),
            self.problem("pools", "train", "root", "size_gib"),
            self.problem("pools", "train"),
            self.problem("pools", "train", "zone_id"),
            self.problem("pools", "eval"),
        ]
        found = place(later, loaded)[len(loaded.problems) - 1 :]
        paths = [problem.path[3:] for problem in found if problem.id == "found-later"]
        assert paths == [("train", "zone_id"), ("eval",)]

    def test_items_keep_their_number_in_the_file(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
    ) -> None:
        cluster["pools"]["eval"]["mounts"] = [5, "saved", None, "home"]
        loaded = load_cluster(cluster)
        assert loaded.stack is not None
        assert loaded.stack.cluster.pools["eval"].mounts == ("saved", "home")
        found = place([self.problem("pools", "eval", "mounts", 1)], loaded)
        assert [problem.path[5:] for problem in found] == [(0,), (2,), (3,)]

    def test_what_was_placed_before_stays_where_it_is(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
    ) -> None:
        cluster["pools"]["eval"]["mounts"] = [5, "saved"]
        loaded = load_cluster(cluster)
        once = place([self.problem("pools", "eval", "mounts", 0)], loaded)
        assert place(once, loaded) == once

    def test_the_base_is_named_once_and_its_heirs_not(
        self, cluster: dict[str, Any], load_cluster: Callable[..., Loaded]
    ) -> None:
        cluster["pools"]["sprint"] = {"like": "train", "nodes": {"max": 2}}
        loaded = load_cluster(cluster)
        later = [self.problem("pools", pool, "instance_type") for pool in ("sprint", "train")]
        (found,) = place(later, loaded)
        assert found.path[3] == "train"

    def test_a_problem_of_the_heir_alone_stands_at_its_like(self, load_text: Callable[[str], Loaded]) -> None:
        text = """\
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: llm
    account_id: "123456789012"
    tags: {owner: ml, environment: dev, classification: internal}
    access: {users: [{name: ana, keys: [k]}]}
    pools:
      train: {instance_type: g6.xlarge, zone_id: use2-az1, nodes: {max: 1}, placement: cluster}
      sprint: {like: train, purchase: {spot: {}}}
"""
        loaded = load_text(text)
        assert loaded.problems == ()
        (found,) = place([self.problem("pools", "sprint", "placement")], loaded)
        assert found.mark
        assert (found.mark.line, found.mark.column) == (10, 22)
        (own,) = place([self.problem("pools", "sprint", "purchase")], loaded)
        assert own.mark
        assert (own.mark.line, own.mark.column) == (10, 29)

    def test_a_mistyped_key_keeps_its_place(self, load_text: Callable[[str], Loaded]) -> None:
        text = """\
config:
  aws:region: us-east-2
  rackguard:cluster:
    name: llm
    account_id: "123456789012"
    tags: {owner: ml, environment: dev, classification: internal}
    access: {users: [{name: ana, keys: [k]}]}
    pools:
      train: {instance_typ: g6.xlarge, zone_id: use2-az1, nodes: {max: 1}}
"""
        loaded = load_text(text)
        assert loaded.stack is not None
        assert loaded.stack.cluster.pools["train"].instance_type == "g6.xlarge"
        found = place([self.problem("pools", "train", "instance_type")], loaded)
        assert [problem.where for problem in found] == ["f.yaml:9:15", "f.yaml:9:29"]
