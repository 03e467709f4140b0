"""Most of what GPUs cost is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    most = subject.parameters["percent"]
    wanted = f"{most:g} % of GPU-hours or fewer have no price"
    if subject.cost is None:
        yield Unproven("", wanted)
    elif not (total := subject.cost.gpu_hours()):
        yield NotApplicable("the stack has no GPUs")
    elif (share := 100 * subject.cost.gpu_hours(priced=False) / total) > most:
        names = ", ".join(node.label for node in subject.cost.nodes if not node.priced)
        yield Finding("", wanted, f"{share:.0f} %: {names}")


RULE = Rule(
    id="cost-unpriced-share",
    title="GPU-hours have prices",
    severity="medium",
    why="A total that leaves the dearest nodes out says less than no total.",
    fix="Add what you pay to the cluster's prices: family, purchase, usd_per_hour and source.",
    types=(),
    judge=_judge,
    parameters={
        "percent": Parameter(
            10, {"type": "number", "minimum": 0, "maximum": 100}, "percent of GPU-hours that may have no price"
        )
    },
    before='{"pools": {"train": {"instance_type": "p6-b300.48xlarge", ...}}}',
    after='{"prices": [{"family": "p6-b300", "purchase": "reservation", "usd_per_hour": 98, "source": "offer"}]}',
)
