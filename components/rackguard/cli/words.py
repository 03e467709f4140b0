"""The command's words and their help; a command's own module is imported when it runs."""

from __future__ import annotations

import argparse
from typing import NoReturn

from rackguard.cli.catalog_words import add_catalog
from rackguard.cli.command import FORMATS, Commands, command_of, completes, formats, one_stack
from rackguard.cli.list_words import add_lists
from rackguard.cli.parser import Parser, whole
from rackguard.cli.status_words import add_status

CHECK_FORMATS = (*FORMATS, "sarif", "junit", "gitlab", "evidence")
PRESETS = ("vision", "nlp", "science")
OBJECTIVES = ("cost", "time", "carbon")
SEVERITIES = ("critical", "high", "medium", "low")


def parser() -> Parser:
    """The whole command's parser."""
    top = Parser(
        prog="rackguard",
        description=(
            "GPU clusters on AWS: planned, priced and checked before anything exists. Offline and without credentials; "
            "only `preflight`, `status`, `recover` and `catalog refresh` ask an account."
        ),
    )
    top.add_argument("--version", action=_Version, nargs=0, help="print the version")
    top.set_defaults(parser=top)
    # Without a prog of its own argparse makes one from a formatted usage, at every start.
    commands = top.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=Parser, prog="rackguard"
    )
    _plan(commands)
    _check(commands)
    _validate(commands)
    _advise(commands)
    _preflight(commands)
    add_status(commands)
    _recover(commands)
    add_lists(commands)
    add_catalog(commands)
    _explain(commands)
    _schema(commands)
    _completion(commands)
    return top


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        from rackguard.cli.screen import say

        say(f"rackguard {version('rackguard')}\n")
        parser.exit(0)


def _plan(commands: Commands[Parser]) -> None:
    words = "plan a stack: every decision with its reason, cost and carbon, and what is wrong"
    command = command_of(commands, "plan", words, "plan")
    one_stack(command)
    formats(command, *FORMATS)
    command.add_argument(
        "--output", metavar="FILE", help="write there instead of printing: whole, and only where there is a plan"
    )
    _instead(command)
    compare = command.add_argument(
        "--compare", metavar="OTHER", help="show what changes from OTHER (a stack or a file) to this"
    )
    command.add_argument(
        "--no-guardrails", action="store_true", help="don't sum up what `rackguard check` would find; a little faster"
    )
    _shared(command)
    completes(compare, "stacks_or_files")


def _instead(command: Parser) -> None:
    """What may stand in a stack's place."""
    other = command.add_mutually_exclusive_group()
    other.add_argument(
        "--preview",
        metavar="FILE",
        help="instead of a stack: what `pulumi preview --json --show-sames` printed of any stack on AWS",
    )
    other.add_argument("--state", metavar="FILE", help="instead of a stack: what `pulumi stack export` printed")


def _check(commands: Commands[Parser]) -> None:
    words = "judge a stack by the guardrails of HIPAA and ISO 27001"
    details = "A property that isn't known yet is unproven, never compliant; in a state it counts as a finding."
    command = command_of(commands, "check", words, "check", details)
    one_stack(command)
    _instead(command)
    command.add_argument(
        "--framework", action="append", metavar="NAME", help="hipaa, iso27001, cost; may be given again (default: all)"
    )
    command.add_argument(
        "--exceptions",
        metavar="FILE",
        help="exceptions beside the stack's own: a YAML list of rule, resource, reason, …",
    )
    formats = ", ".join(CHECK_FORMATS)
    command.add_argument("--format", choices=CHECK_FORMATS, metavar="FORMAT", help=f"{formats} (default: table)")
    command.add_argument(
        "--output", action="append", metavar="FORMAT=FILE", help="write there instead of printing; may be given again"
    )
    command.add_argument(
        "--fail-on",
        choices=SEVERITIES,
        default="low",
        metavar="SEVERITY",
        help=f"the least grave finding that makes it fail: {', '.join(SEVERITIES)} (default: low)",
    )
    command.add_argument("--fail-on-unproven", action="store_true", help="what can't be proven yet counts as a finding")
    command.add_argument("--quiet", action="store_true", help="say nothing of files that were written")
    _at(command)


def _validate(commands: Commands[Parser]) -> None:
    details = "Prices and the budget are not looked at: that is for `rackguard plan`."
    command = command_of(commands, "validate", "check stack files, as fast as a save", "validate", details)
    paths = command.add_argument("paths", nargs="+", metavar="PATH", help="stack files, or names of stacks")
    formats(command, "table", "json")
    _shared(command)
    completes(paths, "stacks_or_files")


def _advise(commands: Commands[Parser]) -> None:
    words = "from a workload to what to buy for it: ranked, with reasons"
    details = "It fails where nothing on sale keeps to the workload's limits, and says what to relax."
    command = command_of(commands, "advise", words, "advise", details)
    command.add_argument(
        "workload",
        nargs="?",
        metavar="WORKLOAD",
        help="a workload file; `rackguard schema workload` prints its schema",
    )
    command.add_argument(
        "--preset",
        choices=PRESETS,
        metavar="NAME",
        help=f"instead of a workload, a classic set-up: {', '.join(PRESETS)}",
    )
    command.add_argument(
        "--objective",
        choices=OBJECTIVES,
        default="cost",
        metavar="NAME",
        help=f"what comes first: {', '.join(OBJECTIVES)} (default: cost)",
    )
    command.add_argument("--region", action="append", metavar="REGION", help="in this region alone; may be given again")
    command.add_argument("--top", metavar="N", type=whole, default=5, help="show so many choices (default: 5)")
    command.add_argument(
        "--sizing", action="store_true", help="the best choice's sizing alone: bytes, seconds, the name of each formula"
    )
    command.add_argument(
        "--split",
        metavar="SHARES",
        help="what a split of the nodes would save: commitment=70,spot=30; with discounts, commitment=70@30,spot=30@70",
    )
    command.add_argument(
        "--split-target", metavar="PERCENT", help="with --split, the discounts that this saving would need"
    )
    command.add_argument(
        "--write", metavar="FILE", help="write a stack file of the best choice, which plans and checks without an edit"
    )
    command.add_argument("--account", metavar="ID", help="your AWS account, for --write")
    command.add_argument("--user", metavar="NAME", default="ana", help="who may log in, for --write (default: ana)")
    command.add_argument(
        "--ssh-key", metavar="FILE", help="your public key, for --write (default: the examples', which lets nobody in)"
    )
    formats(command, *FORMATS)
    _at(command)


def _preflight(commands: Commands[Parser]) -> None:
    words = "ask the account whether a stack can launch: quotas, offerings, images, capacity"
    details = (
        "It changes nothing in the account; what would is printed as a command, ready to run. A check that can't be"
        " asked is unknown, which is no pass, and names the permission that is lacking."
    )
    command = command_of(commands, "preflight", words, "preflight", details)
    one_stack(command)
    only = command.add_argument(
        "--only", action="append", metavar="CHECK", help="ask this alone (quotas, image, …); may be given again"
    )
    other = command.add_mutually_exclusive_group()
    other.add_argument(
        "--pin",
        action="store_true",
        help="write the newest image's id into the stack file wherever it has none; nothing else in it changes",
    )
    other.add_argument(
        "--iam-policy", action="store_true", help="print the least policy for these checks, and ask nothing"
    )
    command.add_argument(
        "--block", metavar="POOL", help="look for a capacity block to buy for this pool; the purchase is only printed"
    )
    command.add_argument("--block-hours", metavar="N", type=whole, help="how long a block (default: 24)")
    command.add_argument("--block-from", metavar="TIME", help="when it may start at the earliest (default: now)")
    command.add_argument("--block-until", metavar="TIME", help="when it must have ended")
    formats(command, *FORMATS)
    _at(command)
    completes(only, "preflight_checks")


def _recover(commands: Commands[Parser]) -> None:
    words = "find what a killed `pulumi up` left in the account, and print the way back"
    details = (
        "It reads the state and the account, writes the file that `pulumi import` takes, and changes nothing else."
    )
    command = command_of(commands, "recover", words, "recover", details)
    stack = command.add_argument(
        "stack", nargs="?", metavar="STACK", help="as `pulumi --stack` takes it; the selected one where none is named"
    )
    command.add_argument("--state", metavar="FILE", help="instead of a stack: what `pulumi stack export` printed")
    command.add_argument("--import-file", metavar="FILE", help="the file to write (default: recover-STACK.json)")
    formats(command, *FORMATS)
    completes(stack, "stacks_or_files")


def _shared(command: Parser) -> None:
    command.add_argument("--strict", action="store_true", help="warnings count as errors")
    command.add_argument("--quiet", action="store_true", help="print problems only; JSON stays whole")
    _at(command)


def _at(command: Parser) -> None:
    command.add_argument(
        "--at",
        metavar="TIME",
        help="as of this time instead of now (2026-12-01T00:00:00Z): capacity blocks depend on it",
    )


def _explain(commands: Commands[Parser]) -> None:
    words = "explain a check, a rule, a decision, a problem, an instance type or a model"
    command = command_of(commands, "explain", words, "explain")
    examples = "type-not-in-zone, ec2-imdsv2, efa, p5.48xlarge, llama-3.1-70b"
    name = command.add_argument("id", metavar="ID", help=f"what to explain: {examples}")
    completes(name, "ids")


def _schema(commands: Commands[Parser]) -> None:
    words = "print the JSON schema of stack files, of workloads, or of a plan's JSON"
    command = command_of(commands, "schema", words, "schema")
    command.add_argument(
        "what",
        nargs="?",
        choices=("stack", "workload", "plan"),
        default="stack",
        metavar="stack | workload | plan",
        help="of stack files (the default) or workloads, for editors, or of what `rackguard plan --format json` prints",
    )


def _completion(commands: Commands[Parser]) -> None:
    words = "print what makes a shell complete this command"
    details = (
        "bash: rackguard completion bash >> ~/.bashrc · zsh: rackguard completion zsh >> ~/.zshrc (behind compinit) ·"
        " fish: rackguard completion fish > ~/.config/fish/completions/rackguard.fish"
    )
    command = command_of(commands, "completion", words, "completion", details)
    command.add_argument("shell", choices=("bash", "zsh", "fish"), metavar="SHELL", help="bash, zsh or fish")
