"""`rackguard advise`: from a workload file to what to buy."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
Run = Callable[..., Any]
AT = ("--at", "2026-12-01T00:00:00Z")
FULL = """\
fine_tune: {model: llama-3.1-70b, method: full, tokens: 2e9}
limits:
  deadline: "2026-12-04T18:00:00Z"
  budget_usd: 3000
  spot: false
  capacity_block: false
"""


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    """`file(text)`: a workload file."""

    def make(text: str) -> Path:
        path = tmp_path / "workload.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return make


def test_full_fine_tuning_breaks_the_budget_and_the_answer_names_lora(run: Run, file: Callable[[str], Path]) -> None:
    code, out, err = run("advise", file(FULL), *AT)
    text = " ".join(out.split())
    assert (code, err) == (1, "")
    assert text.startswith(
        "fine_tune llama-3.1-70b (full) budget 3,000.00 USD · done in 90.0 hours · any region"
        " · on demand or reservation None of 17 choices keeps to all limits."
    )
    assert "full 8.47e+20 6 nothing" in text
    assert "lora 5.64e+20 4 2,481.67 USD, 1 × p6-b200.48xlarge on demand" in text
    assert "`fine_tune.method` lora instead of full: 1 × p6-b200.48xlarge on demand in us-west-2, 2,481.67 USD" in text


def test_lora_keeps_to_the_limits(run: Run, file: Callable[[str], Path]) -> None:
    code, out, err = run("advise", file(FULL.replace("full", "lora")), "--format", "json", "--top", "1", *AT)
    assert (code, err) == (0, "")
    data = json.loads(out)
    found = [(each["instance_type"], round(each["usd"]["expected"])) for each in data["choices"][:3]]
    assert found == [("p6-b200.48xlarge", 2482), ("p5.48xlarge", 2727), ("p6-b300.48xlarge", 3102)]
    assert [each["keeps_to_limits"] for each in data["choices"][:3]] == [True, True, False]
    assert data["choices"][2]["breaks"] == ["102.09 USD over the budget"]
    # 4 FLOP for each of 70.55e9 parameters and 2e9 tokens: 564.4 exaFLOP for 2,481.67 USD.
    assert data["choices"][0]["usd_per_exaflop"] == pytest.approx(2481.67 / 564.43, rel=1e-4)
    assert data["limits"]["deadline_hours"] == 90
    software = data["choices"][1]["software"]
    assert (software["image"]["dlami"], software["image"]["nvidia_driver"]) == ("ubuntu-24.04", "595.91.07")
    assert (software["pytorch"]["version"], software["pytorch"]["index"]) == ("2.15.0", "cu132")
    assert data["relax"] == []
    assert {"what": "type", "count": 15, "reason": "too old to be planned"} in data["left_out"]
    assert data["sizing"]["on"] == "p6-b200.48xlarge"


def test_so_many_choices_are_shown_as_are_asked_for(run: Run, file: Callable[[str], Path]) -> None:
    out = run("advise", file(FULL), "--top", "2", "--format", "markdown", *AT).out
    assert [line.split("|")[2].strip() for line in out.splitlines() if line.startswith(("| 1 ", "| 2 ", "| 3 "))] == [
        "1 × p6-b300.48xlarge",
        "2 × p5en.48xlarge",
    ]


def test_the_sizing_alone(run: Run, file: Callable[[str], Path]) -> None:
    lora = file(FULL.replace("full", "lora"))
    data = json.loads(run("advise", lora, "--sizing", "--format", "json", *AT).out)
    components = {each["name"]: each for each in data["memory_per_gpu"]["components"]}
    assert components["weights"] == {"name": "weights", "bytes": 17671194624, "formula": "sharding"}
    for form in ("table", "markdown"):
        text = run("advise", lora, "--sizing", "--format", form, *AT).out
        assert "17,671,194,624" in text
        assert "training_time" in text.replace("\\", "")
        assert "78,393" in text


def test_what_the_best_choice_needs_is_told_in_every_output(run: Run, file: Callable[[str], Path]) -> None:
    """By hand: 8 × 192.3 GB; 65.5 M parameters of adapters, 12 bytes each, and a node that writes 1.2 GB/s."""
    lora = file(FULL.replace("full", "lora"))
    words = "4 to 8 physical cores a GPU; 1.54 TB of RAM a node; 133 kB/s from storage;"
    words += " a checkpoint of 786 MB, written in 0.655 s; NVLink between GPUs."
    assert f"WHAT THE BEST CHOICE NEEDS {words}" in " ".join(run("advise", lora, *AT).out.split())
    assert f"- {words}" in run("advise", lora, "--format", "markdown", *AT).out
    needs = json.loads(run("advise", lora, "--format", "json", *AT).out)["sizing"]["needs"]
    assert (needs["physical_cores_per_gpu"], needs["interconnect"]) == ([4, 8], "nvlink")
    assert needs["checkpoint_bytes"] == 65_536_000 * 12
    assert needs["checkpoint_write_seconds"] == pytest.approx(0.655, abs=0.001)
    for form in ("table", "markdown"):
        text = run("advise", lora, "--sizing", "--format", form, *AT).out
        for part in ("4 to 8", "786,432,000 bytes, written in 0.7 s", "bytes/s", "nvlink"):
            assert part in text


def test_what_is_served_loads_its_weights_and_reads_no_more(run: Run, file: Callable[[str], Path]) -> None:
    served = file("serve: {model: llama-3.1-8b}\n")
    text = " ".join(run("advise", served, "--top", "1", *AT).out.split())
    assert "nothing read from storage but at the start; 16.1 GB of weights to load; " in text
    assert "weights to load 16,060,522,496 bytes" in " ".join(run("advise", served, "--sizing", *AT).out.split())


def test_the_sizing_of_what_fits_nowhere_says_what_would_make_it_fit(run: Run, file: Callable[[str], Path]) -> None:
    text = "science: {ranks: 4, memory_gib: 400, flop_per_step: 1e12, bytes_per_step: 1e10, steps: 1e6}\n"
    code, out, err = run("advise", file(text), "--sizing", *AT)
    assert (code, err) == (1, "")
    assert "doesn't fit" in out
    assert "Would fit with twice the ranks, of 200 GiB each." in out


def test_a_region_that_sells_nothing_for_it(run: Run, file: Callable[[str], Path]) -> None:
    code, out, err = run("advise", file(FULL), "--region", "eu-central-2", *AT)
    assert (code, err) == (1, "")
    assert "Nothing that is on sale can do this." in out
    assert "CHOICES" not in out


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        (FULL.replace("70b", "71b"), (), "llama-3.1-70b"),
        (FULL.replace("2e9", "-1"), (), "`fine_tune.tokens` is -1"),
        (FULL.replace("3000", "0"), (), "`limits.budget_usd` is 0"),
        (FULL.replace("2026-12-04", "2026-11-04"), (), "`limits.deadline` is 2026-11-04T18:00:00Z"),
        (FULL, ("--region", "us-est-2"), "--region is 'us-est-2', where no GPU type is known"),
        (FULL, ("--objective", "price"), "there is no 'price'; known: cost, time, carbon"),
        (FULL, ("--top", "0"), "argument --top: '0' is not a whole number above 0"),
        ("", (), "the workload is empty"),
        ("serve: {model: llama-3.1-8b}\n" + FULL, (), "serve"),
    ],
)
def test_bad_input_is_refused(
    run: Run, file: Callable[[str], Path], text: str, words: tuple[str, ...], message: str
) -> None:
    code, out, err = run("advise", file(text), *words, *AT)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_limits_that_cannot_be_kept_are_shown_where_they_are_written(run: Run, file: Callable[[str], Path]) -> None:
    text = (
        "train: {model: llama-3.1-8b, tokens: 1e9}\n"
        "limits:\n"
        '  deadline: "2026-11-30T00:00:00Z"\n'
        "  regions: [us-east-1, us-west-2]\n"
    )
    code, out, err = run("advise", file(text), "--region", "us-east-2", *AT)
    assert (code, out) == (2, "")
    found = re.findall(r"workload\.yaml:(\d+:\d+)\s+(\S+)$", err, re.MULTILINE)
    assert found == [("3:13", "deadline-passed"), ("4:3", "workload-contradiction")]


def test_a_file_that_is_not_there(run: Run) -> None:
    code, out, err = run("advise", "nowhere.yaml", *AT)
    assert (code, out) == (2, "")
    assert "nowhere.yaml" in err


KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c ana\n"


WORK = {
    "lora": FULL.replace("full", "lora"),
    "train": "train: {model: llama-3.1-8b, tokens: 2e10, sequence_length: 8192, global_batch: 1024}\n",
    "serve": "serve: {model: llama-3.1-8b, concurrency: 32, weights: fp8, ms_per_token: 40}\n",
    "images on a slice": "vision: {task: serve, model: resnet-50, images_per_s: 200}\nlimits: {spot: false}\n",
    "images on Arm": "vision: {task: serve, model: resnet-50, images_per_s: 1000}\nlimits: {spot: false}\n",
    "ranks": "science: {ranks: 16, memory_gib: 20, flop_per_step: 1e12, bytes_per_step: 4e11, halo_mib: 9, steps: 9}\n",
    "health": (
        "fine_tune: {model: llama-3.1-8b, method: lora, tokens: 1e9}\n"
        "data: {location: s3://clinic/notes, region: us-east-1, size_gib: 50, classification: phi}\n"
        "limits: {regions: [us-east-1]}\n"
    ),
    "a demand": (
        "serve: {model: llama-3.1-8b, concurrency: 64, context: 4096}\n"
        "demand: {nodes: 20, steady: 70%, critical: 50%, hours_per_month: 100, months: 24}\n"
        "limits: {regions: [us-east-1]}\n"
    ),
}


@pytest.mark.parametrize("what", ["vision", "nlp", "science", *WORK])
def test_what_is_written_plans_and_checks_clean_without_an_edit(
    run: Run, file: Callable[[str], Path], tmp_path: Path, what: str
) -> None:
    target, key = tmp_path / "Pulumi.mine.yaml", tmp_path / "id.pub"
    key.write_text(KEY, encoding="utf-8")
    work = [file(WORK[what])] if what in WORK else ["--preset", what]
    code, _, err = run("advise", *work, "--write", target, "--account", "123456789012", "--ssh-key", key, *AT)
    assert code == 0
    assert f"written to '{target}'" in err
    code, out, err = run("plan", target, "--strict", "--quiet", *AT)
    assert (code, err) == (0, "")
    assert ("image-not-pinned" in out, "warning" in out, "error" in out) == (True, False, False)
    code, out, err = run("check", target, *AT)
    assert (code, err) == (0, "")
    assert out.endswith("Judged: no findings.\n")


def test_nothing_is_written_where_nothing_keeps_to_all_limits(
    run: Run, file: Callable[[str], Path], tmp_path: Path
) -> None:
    target = tmp_path / "Pulumi.mine.yaml"
    code, _, err = run("advise", file(FULL), "--write", target, "--account", "123456789012", *AT)
    assert code == 1
    assert err.startswith(f"'{target}' was not written: nothing keeps to all limits")
    assert not target.exists()


def test_without_a_key_the_file_has_the_examples_and_says_so(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "Pulumi.mine.yaml"
    assert run("advise", "--preset", "nlp", "--write", target, "--account", "123456789012", *AT).code == 0
    assert "# The examples' key lets nobody in: put your own in its place.\n" in target.read_text(encoding="utf-8")
    assert "example-key" in run("plan", target, "--quiet", *AT).out


def test_a_preset_in_every_format(run: Run) -> None:
    data = json.loads(run("advise", "--preset", "science", "--format", "json", *AT).out)
    assert [(each["instance_type"], each["wise"]) for each in data["literal"]] == [("p3dn.24xlarge", False)]
    assert data["nearest"][0]["on_demand"] == {
        "region": "us-east-2",
        "usd_per_hour": 21.95764,
        "price": "list",
        "source": "Vantage (instances.vantage.sh), as copied in tsaol/aws-gpu, 2026-01-21",
    }
    assert "p3dn.24xlarge: no longer wise: no current image" in " ".join(
        run("advise", "--preset", "science", *AT).out.split()
    )
    assert "| p4d.24xlarge | 8 A100-40GB |" in run("advise", "--preset", "nlp", "--format", "markdown", *AT).out
    code, out, _ = run("advise", "--preset", "nlp", "--region", "eu-central-2", *AT)
    assert code == 1
    assert out.count("Nothing on sale.") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name a workload file, or a --preset"),
        (("--preset", "nlq"), "there is no 'nlq'; known: vision, nlp, science."),
        (("--preset", "nlp", "workload.yaml"), "--preset stands in a workload's place"),
        (("--preset", "nlp", "--write", "x.yaml"), "--account is needed with --write"),
        (("--preset", "nlp", "--write", "x.yaml", "--account", "12"), "--account is '12'; allowed: 12 digits"),
        (("--preset", "nlp", "--account", "123456789012"), "--account needs --write"),
        (
            ("--preset", "nlp", "--write", "x.yaml", "--account", "123456789012", "--user", "root"),
            "--user is 'root', which no account can be called",
        ),
        (
            ("--preset", "nlp", "--write", "x.yaml", "--account", "123456789012", "--ssh-key", "none.pub"),
            "--ssh-key is 'none.pub', which can't be read: No such file",
        ),
        (
            ("--preset", "nlp", "--write", "nowhere/x.yaml", "--account", "123456789012"),
            "error --write cannot-write can't write 'nowhere/x.yaml': there is no folder 'nowhere'",
        ),
        (
            ("--preset", "nlp", "--write", "stacks", "--account", "123456789012"),
            "can't write 'stacks': it is a folder, not a file; nothing was written → Name a file in it: 'stacks/Pulumi",
        ),
        (
            ("--preset", "nlp", "--write", "", "--account", "123456789012"),
            "error --write cannot-write --write is empty; allowed: a file's name →",
        ),
    ],
)
def test_bad_words_for_a_stack_file_are_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    code, out, err = run("advise", *words, *AT)
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())
    assert not Path("x.yaml").exists()


def test_a_private_key_in_a_public_ones_place_is_never_shown(run: Run, tmp_path: Path) -> None:
    key = tmp_path / "id"
    key.write_text("-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0c2VjcmV0\n", encoding="utf-8")
    words = ("--write", tmp_path / "x.yaml", "--account", "123456789012", "--ssh-key", key)
    code, out, err = run("advise", "--preset", "nlp", *words, *AT)
    assert (code, out) == (2, "")
    assert "private key" in err
    assert "c2VjcmV0" not in err


def test_a_workload_is_never_written_over(run: Run, file: Callable[[str], Path]) -> None:
    workload = file(FULL)
    code, out, err = run("advise", workload, "--write", workload, "--account", "123456789012", *AT)
    assert (code, out) == (2, "")
    assert " ".join(err.split()) == (
        f"error --write cannot-write --write is '{workload}', a file that plans are made from; nothing was written"
        " → Name a file that isn't there yet: `--write Pulumi.mine.yaml`; or remove this one first."
    )
    assert workload.read_text(encoding="utf-8") == FULL


@pytest.mark.parametrize("words", [("--preset", "nlp"), ("examples/fine-tune-70b.yaml",)])
def test_no_cloud_sdk_is_imported(words: tuple[str, ...]) -> None:
    """They take longer to import than the answer takes."""
    program = (
        "import sys; from rackguard.cli.main import main;"
        f" code = main({['advise', *words, *AT]!r}); heavy = {{'pulumi', 'boto3', 'scipy'}} & set(sys.modules);"
        " sys.exit(str(heavy) if heavy else code)"
    )
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
