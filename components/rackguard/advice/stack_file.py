"""A choice as a stack file, with a comment for whatever was decided."""

from __future__ import annotations

import json
from datetime import UTC
from math import ceil
from textwrap import wrap
from typing import TYPE_CHECKING

from rackguard.advice.image import FittingImage, image_for
from rackguard.advice.software import FittingSoftware, software_for
from rackguard.advice.stack_pools import names
from rackguard.catalog.types import PurchaseOption
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from rackguard.advice.choice import Choice
    from rackguard.advice.preset import Match
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType

_LOGS_OF_HEALTH_DATA = ["# Six years, as HIPAA asks for.", "logs: {retention_days: 2192}"]
_KEPT_CHECKPOINTS = 3
_LEAST_GIB = 100
_WIDTH = 100
"""Characters of a line of the first comment, at most."""
_CHECKED = ("fp16", "bf16", "tf32", "fp8", "fp4")
"""Number formats that a pool's `software` may name."""


@record
class Nodes:
    """What a pool of a stack file is made of."""

    kind: InstanceType
    region: str
    zone_id: str
    purchase: PurchaseOption
    count: int
    rdma: bool = False
    checkpoint_bytes: float | None = None
    """None where nothing is saved."""
    serves: bool = False
    """True where what is saved are weights to load."""
    committed: bool = False
    """True where a one-year commitment is counted on for its price."""
    pytorch: bool = True
    """False for work that brings its own programs."""
    precision: str = ""
    """Number format that the work needs; empty where it isn't known."""


@record
class Owner:
    """What only the user knows."""

    name: str
    """Of the cluster."""
    account_id: str
    user: str
    key: str
    """The user's public key, a line."""
    key_is_example: bool
    classification: str = "internal"


def writable(choices: Iterable[Choice], catalog: Catalog) -> Choice | None:
    """The first choice that keeps to all limits and needs nothing that is yet to be bought; None where none is.

    A capacity block has an id once it is bought, and some types have no current image.
    """
    return next(
        (
            choice
            for choice in choices
            if choice.will_do
            and choice.cost.offer.purchase is not PurchaseOption.CAPACITY_BLOCK
            and isinstance(image_for(choice.cost.offer.kind, catalog), FittingImage)
        ),
        None,
    )


def nodes_of_match(match: Match) -> Nodes:
    """The pool of one node of a set-up, on-demand."""
    software = match.software
    assert match.on_demand is not None  # of those that are nearest
    offer = match.on_demand
    return Nodes(
        kind=match.kind,
        region=offer.region,
        zone_id=match.zone_ids[0],
        purchase=offer.purchase,
        count=1,
        pytorch=isinstance(software, FittingSoftware) and software.wants_pytorch,
    )


def nodes_of(choice: Choice) -> Nodes:
    """The pool of a choice, in the first of its zones."""
    offer, needs = choice.cost.offer, choice.sizing.needs
    return Nodes(
        kind=offer.kind,
        region=offer.region,
        zone_id=choice.zone_ids[0],
        purchase=offer.purchase,
        count=choice.sizing.nodes,
        rdma=needs.interconnect == "rdma",
        checkpoint_bytes=needs.checkpoint_bytes,
        serves=choice.sizing.task == "serve",
        pytorch=choice.sizing.task != "science",
        precision=needs.precision,
    )


def stack_text(
    nodes: Nodes,
    owner: Owner,
    why: Iterable[str],
    now: datetime,
    catalog: Catalog,
    *,
    others: Sequence[Nodes] = (),
) -> str:
    """The whole stack file; `why` is told in its first lines, and `others` are further pools of the same nodes."""
    software = software_for(nodes.kind, catalog, pytorch=nodes.pytorch)
    assert isinstance(software, FittingSoftware)  # writable, or of a match that is wise
    lines = [
        *(line for each in why for line in _comment(each)),
        f"# Advice of {now.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}; prices and capacity change.",
        "config:",
        f"  aws:region: {nodes.region}",
        "  rackguard:cluster:",
        *(f"    {line}" for line in (*_cluster(owner), *_storage(nodes, owner))),
        "    pools:",
        "      work:",
        *(f"        {line}" for line in _pool(nodes, software)),
        *(
            f"      {line}"
            for name, each in zip(names((nodes, *others))[1:], others, strict=True)
            for line in _like(name, each)
        ),
    ]
    return "".join(f"{line}\n" for line in lines)


def _cluster(owner: Owner) -> list[str]:
    return [
        f"name: {owner.name}",
        f'account_id: "{owner.account_id}"',
        f"tags: {{owner: {owner.user}, environment: dev, classification: {owner.classification}}}",
        "# Room for some 4,000 addresses; one gateway is enough for what can start again.",
        "network: {cidr: 10.60.0.0/20, nat: one, endpoints: [s3]}",
        "access:",
        "  users:",
        *(["    # The examples' key lets nobody in: put your own in its place."] if owner.key_is_example else []),
        f"    - {{name: {owner.user}, sudo: true, keys: [{json.dumps(owner.key)}]}}",
        *(_LOGS_OF_HEALTH_DATA if owner.classification == "phi" else []),
    ]


def _storage(nodes: Nodes, owner: Owner) -> list[str]:
    saved = nodes.checkpoint_bytes or 0.0
    gib = max(ceil(_KEPT_CHECKPOINTS * saved / 2**30), _LEAST_GIB)
    what = "versions of the weights" if nodes.serves else "checkpoints"
    note = f"{_KEPT_CHECKPOINTS} {what} of {saved / 2**30:,.1f} GiB, and {_LEAST_GIB} GiB at least."
    return [
        "storage:",
        f"  # {note if saved else 'For results, and whatever is saved.'}",
        f"  checkpoints: {{s3: {{expected_gib: {gib}}}, classification: {owner.classification}}}",
    ]


def _pool(nodes: Nodes, software: FittingSoftware) -> list[str]:
    release = software.image.release
    disks = ["# Its local disks as one, for data that may be lost.", "local_nvme: raid0"]
    return [
        f"instance_type: {nodes.kind.name}",
        "# A zone's id: names differ from account to account.",
        f"zone_id: {nodes.zone_id}",
        f"# None until you want them: `min: {nodes.count}` starts them with the next `pulumi up`.",
        f"nodes: {{min: 0, max: {nodes.count}}}",
        *_purchase(nodes),
        *(["# GPUs of different nodes talk over EFA.", "needs: {rdma: true}"] if nodes.rdma else []),
        f"# Driver {release.nvidia_driver}, CUDA {release.default_cuda} in the release of {release.release}.",
        f"image: {{dlami: {software.image.system}}}",
        *_software(nodes, software),
        *(disks if nodes.kind.instance_store else []),
    ]


def _software(nodes: Nodes, software: FittingSoftware) -> list[str]:
    """What a plan is to check; nothing installs it."""
    build, precision = software.pytorch, nodes.precision if nodes.precision in _CHECKED else ""
    needs = f", precision: [{precision}]" if precision else ""
    if build:
        keys = f'pytorch: "{build.version}", cuda: "{build.cuda}"{needs}'
        words = (
            f"The newest build that is known to fit (PyTorch's index {build.index}). A plan checks what stands here."
        )
    else:
        keys = f'cuda: "{software.image.release.default_cuda}"{needs}'
        none = "No build of PyTorch is known to fit. " if software.wants_pytorch else ""
        words = f"{none}The image's CUDA: put in what your programs are built for. A plan checks what stands here."
    return [f"# {words}", f"software: {{{keys}}}"]


def _like(name: str, nodes: Nodes) -> list[str]:
    """A further pool, which differs from the first in how it is bought."""
    lines = [
        "like: work",
        f"zone_id: {nodes.zone_id}",
        f"nodes: {{min: 0, max: {nodes.count}}}",
        *_purchase(nodes),
    ]
    return [f"{name}:", *(f"  {line}" for line in lines)]


def _purchase(nodes: Nodes) -> list[str]:
    if nodes.purchase is PurchaseOption.SPOT:
        return [
            "# AWS may take a node back with two minutes' notice: save to the bucket.",
            "purchase: {spot: {checkpoint: checkpoints}}",
        ]
    if nodes.purchase is PurchaseOption.RESERVATION:
        return [
            "# Paid from the moment it is made, used or not.",
            f"purchase: {{reservation: {{create: {nodes.count}}}}}",
        ]
    committed = [
        "# The mix counts on a one-year commitment for its price: once you have it, it goes under `commitment`."
    ]
    return [
        *(committed if nodes.committed else []),
        "# No capacity is held: nodes come where AWS has them.",
        "purchase: {on_demand: {}}",
    ]


def _comment(text: str) -> list[str]:
    """Some text as lines of a comment, whatever characters it has."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return wrap(
        " ".join(printable.split()),
        _WIDTH,
        initial_indent="# ",
        subsequent_indent="#   ",
        break_long_words=False,
        break_on_hyphens=False,
    )
