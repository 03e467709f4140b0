"""The command's words and their help; a command's own module is imported when it runs."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import NoReturn

from rackguard.cli.parser import Parser, figure, whole

# argparse gives the type no public name.
Commands = argparse._SubParsersAction  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]

FORMATS = ("table", "json", "markdown")
CHECK_FORMATS = (*FORMATS, "sarif", "junit", "gitlab", "evidence")
PURCHASES = ("on_demand", "spot", "reservation", "capacity_block")
COMMITMENTS = ("ri_1y", "savings_plan_1y", "savings_plan_3y")
PRECISIONS = ("fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp4")
OBJECTIVES = ("cost", "time", "carbon")
SEVERITIES = ("critical", "high", "medium", "low")


def parser() -> Parser:
    """The whole command's parser."""
    top = Parser(
        prog="rackguard",
        description=(
            "GPU clusters on AWS: planned, priced and checked before anything exists. Offline and without credentials; "
            "only `recover` asks an account."
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
    _recover(commands)
    _list(commands)
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


def _command(commands: Commands[Parser], name: str, words: str, module: str, details: str = "") -> Parser:
    """A command whose `run(given)` is in a module of this package."""
    description = f"{words[0].upper()}{words[1:]}. {details}".strip()
    command = commands.add_parser(name, help=words, description=description)

    def run(given: argparse.Namespace) -> int:
        return import_module(f"rackguard.cli.{module}").run(given)

    command.set_defaults(run=run, parser=command)
    return command


def _plan(commands: Commands[Parser]) -> None:
    words = "plan a stack: every decision with its reason, cost and carbon, and what is wrong"
    command = _command(commands, "plan", words, "plan")
    stack = command.add_argument(
        "stack",
        nargs="?",
        metavar="STACK | PATH",
        help="a stack's name (prod) or its file; the only one where there is one",
    )
    _format(command, *FORMATS)
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
    for action in (stack, compare):
        _complete(action, "stacks_or_files")


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
    command = _command(commands, "check", words, "check", details)
    stack = command.add_argument(
        "stack",
        nargs="?",
        metavar="STACK | PATH",
        help="a stack's name (prod) or its file; the only one where there is one",
    )
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
    _complete(stack, "stacks_or_files")


def _validate(commands: Commands[Parser]) -> None:
    details = "Prices and the budget are not looked at: that is for `rackguard plan`."
    command = _command(commands, "validate", "check stack files, as fast as a save", "validate", details)
    paths = command.add_argument("paths", nargs="+", metavar="PATH", help="stack files, or names of stacks")
    _format(command, "table", "json")
    _shared(command)
    _complete(paths, "stacks_or_files")


def _advise(commands: Commands[Parser]) -> None:
    words = "from a workload to what to buy for it: ranked, with reasons"
    details = "It fails where nothing on sale keeps to the workload's limits, and says what to relax."
    command = _command(commands, "advise", words, "advise", details)
    command.add_argument(
        "workload", metavar="WORKLOAD", help="a workload file; `rackguard schema workload` is its schema"
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
    _format(command, *FORMATS)
    _at(command)


def _recover(commands: Commands[Parser]) -> None:
    words = "find what a killed `pulumi up` left in the account, and print the way back"
    details = (
        "It reads the state and the account, writes the file that `pulumi import` takes, and changes nothing else."
    )
    command = _command(commands, "recover", words, "recover", details)
    stack = command.add_argument(
        "stack", nargs="?", metavar="STACK", help="as `pulumi --stack` takes it; the selected one where none is named"
    )
    command.add_argument("--state", metavar="FILE", help="instead of a stack: what `pulumi stack export` printed")
    command.add_argument("--import-file", metavar="FILE", help="the file to write (default: recover-STACK.json)")
    _format(command, *FORMATS)
    _complete(stack, "stacks_or_files")


def _format(command: Parser, *formats: str) -> None:
    command.add_argument(
        "--format", choices=formats, default="table", metavar="FORMAT", help=f"{', '.join(formats)} (default: table)"
    )


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


def _list(commands: Commands[Parser]) -> None:
    words = "list what the catalogue, the checks and the guardrails know"
    command = _command(commands, "list", words, "listing")
    lists = command.add_subparsers(
        title="lists", dest="what", metavar="WHAT", required=True, parser_class=Parser, prog="rackguard list"
    )
    types = _command(lists, "types", "GPU instance types: their GPUs, network, zones and prices", "listing")
    types.add_argument("--gpu", metavar="NAME", help="with this GPU: H100, A100, L40S, …")
    types.add_argument("--memory", metavar="GIB", type=figure, help="with at least so much memory a GPU")
    types.add_argument("--region", metavar="REGION", help="offered in this region; shows zones and prices there")
    types.add_argument("--efa", action="store_true", help="with EFA")
    types.add_argument(
        "--max-price", metavar="USD", type=figure, help="at most so much an hour on-demand (needs --region)"
    )
    _list_offers(lists)
    images = _command(lists, "images", "the Deep Learning AMIs that `image.dlami` names", "listing")
    models = _command(lists, "models", "models that a workload may name: parameters, shape, source", "list_models")
    models.add_argument("--name", metavar="TEXT", help="whose name holds this: llama, 70b, …")
    validators = _command(lists, "validators", "every check that a stack file goes through", "listing")
    rules = _command(lists, "rules", "every guardrail of `rackguard check`, and its severity", "listing")
    rules.add_argument(
        "--framework", action="append", metavar="NAME", help="of this framework (hipaa); shows its controls"
    )
    packs = _command(lists, "packs", "the policy packs that `pulumi preview --policy-pack` takes", "listing")
    packs.add_argument("--path", metavar="NAME", help="print the folder of this pack alone")
    for each in (types, images, models, validators, rules, packs):
        _format(each, *FORMATS)


def _list_offers(lists: Commands[Parser]) -> None:
    words = "what can be bought: types in zones, each way to buy them, and its price; the cheapest first"
    details = "A price is a node's; what lacks what you ask for is counted below the table."
    offers = _command(lists, "offers", words, "list_offers", details)
    offers.add_argument("--gpu", metavar="NAME", help="with this GPU: H100, A100, L40S, …")
    offers.add_argument("--gpus", metavar="N", type=whole, help="with at least so many GPUs a node")
    offers.add_argument("--memory", metavar="GIB", type=figure, help="with at least so much memory a GPU")
    offers.add_argument("--region", action="append", metavar="REGION", help="in this region; may be given again")
    offers.add_argument(
        "--purchase",
        action="append",
        choices=PURCHASES,
        metavar="OPTION",
        help=f"bought so: {', '.join(PURCHASES)}; may be given again",
    )
    offers.add_argument(
        "--commitment",
        action="append",
        choices=COMMITMENTS,
        metavar="NAME",
        help=f"with the prices of an agreement as well, which hold no capacity: {', '.join(COMMITMENTS)}",
    )
    offers.add_argument("--rdma", action="store_true", help="with RDMA between GPUs of different nodes")
    offers.add_argument("--nvlink", action="store_true", help="with NVLink between the GPUs of a node")
    offers.add_argument(
        "--precision",
        choices=PRECISIONS,
        metavar="FORMAT",
        help=f"with a known peak in this format: {', '.join(PRECISIONS)}",
    )
    offers.add_argument("--max-price", metavar="USD", type=figure, help="at most so much an hour and node")
    _format(offers, *FORMATS)


def _explain(commands: Commands[Parser]) -> None:
    words = "explain a check, a rule, a decision, a problem, an instance type or a model"
    command = _command(commands, "explain", words, "explain")
    examples = "type-not-in-zone, ec2-imdsv2, efa, p5.48xlarge, llama-3.1-70b"
    name = command.add_argument("id", metavar="ID", help=f"what to explain: {examples}")
    _complete(name, "ids")


def _schema(commands: Commands[Parser]) -> None:
    words = "print the JSON schema of stack files, of workloads, or of a plan's JSON"
    command = _command(commands, "schema", words, "schema")
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
    command = _command(commands, "completion", words, "completion", details)
    command.add_argument("shell", choices=("bash", "zsh", "fish"), metavar="SHELL", help="bash, zsh or fish")


def _complete(action: argparse.Action, completer: str) -> None:
    """What the shell offers for an argument, worked out when it asks."""

    def offers(prefix: str, **_: object) -> list[str]:
        return getattr(import_module("rackguard.cli.completion"), completer)(prefix)

    action.completer = offers  # pyright: ignore[reportAttributeAccessIssue] (argcomplete's convention)
