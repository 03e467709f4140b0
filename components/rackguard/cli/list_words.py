"""The words of `rackguard list`."""

from __future__ import annotations

from rackguard.cli.command import FORMATS, Commands, command_of, formats
from rackguard.cli.parser import Parser, figure, whole

PURCHASES = ("on_demand", "spot", "reservation", "capacity_block")
COMMITMENTS = ("ri_1y", "savings_plan_1y", "savings_plan_3y")
PRECISIONS = ("fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp4")


def add_lists(commands: Commands[Parser]) -> None:
    """`rackguard list` and all that it lists."""
    words = "list what the catalogue, the checks and the guardrails know"
    command = command_of(commands, "list", words, "listing")
    lists = command.add_subparsers(
        title="lists", dest="what", metavar="WHAT", required=True, parser_class=Parser, prog="rackguard list"
    )
    types = command_of(lists, "types", "GPU instance types: their GPUs, network, zones and prices", "listing")
    types.add_argument("--gpu", metavar="NAME", help="with this GPU: H100, A100, L40S, …")
    types.add_argument("--memory", metavar="GIB", type=figure, help="with at least so much memory a GPU")
    types.add_argument("--region", metavar="REGION", help="offered in this region; shows zones and prices there")
    types.add_argument("--efa", action="store_true", help="with EFA")
    types.add_argument(
        "--max-price", metavar="USD", type=figure, help="at most so much an hour on-demand (needs --region)"
    )
    _offers(lists)
    images = command_of(lists, "images", "the Deep Learning AMIs that `image.dlami` names", "listing")
    models = command_of(lists, "models", "models that a workload may name: parameters, shape, source", "list_models")
    models.add_argument("--name", metavar="TEXT", help="whose name holds this: llama, 70b, …")
    validators = command_of(lists, "validators", "every check that a stack file goes through", "listing")
    rules = command_of(lists, "rules", "every guardrail of `rackguard check`, and its severity", "listing")
    rules.add_argument(
        "--framework", action="append", metavar="NAME", help="of this framework (hipaa); shows its controls"
    )
    packs = command_of(lists, "packs", "the policy packs that `pulumi preview --policy-pack` takes", "listing")
    alone = packs.add_mutually_exclusive_group()
    alone.add_argument("--path", metavar="NAME", help="print the folder of this pack alone")
    alone.add_argument(
        "--program", metavar="NAME", help="print the program of this pack alone, which newer Pulumi starts faster"
    )
    for each in (types, images, models, validators, rules, packs):
        formats(each, *FORMATS)


def _offers(lists: Commands[Parser]) -> None:
    words = "what can be bought: types in zones, each way to buy them, and its price; the cheapest first"
    details = "A price is a node's; what lacks what you ask for is counted below the table."
    offers = command_of(lists, "offers", words, "list_offers", details)
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
    formats(offers, *FORMATS)
