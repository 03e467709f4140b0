"""The three ways to fine-tune beside each other: what each costs on-demand, and within the limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.advice.advise import Advice, advise
from rackguard.advice.choice import Choice
from rackguard.catalog.types import PurchaseOption
from rackguard.record import record
from rackguard.sizing.compute import Method
from rackguard.sizing.workload import Workload

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from rackguard.catalog.catalog import Catalog

METHODS: tuple[Method, ...] = ("full", "lora", "qlora")
"""From all weights to adapters on a quantised base."""


@record
class MethodChoice:
    """A way to fine-tune, and the best that can be bought for it."""

    method: Method
    flops: float | None
    """Of the whole job."""
    flops_per_parameter: float | None
    """Of a parameter that is in use and a token: 6, 4 with the base frozen, 2 more where activations are recomputed."""
    best: Choice | None
    """The best that keeps to all limits; None where nothing does."""
    on_demand: Choice | None
    """The cheapest on-demand, whether or not it keeps to the limits; None where nothing can be bought so."""


def by_method(
    advice: Advice, workload: Workload, now: datetime, catalog: Catalog, regions: Iterable[str] = ()
) -> tuple[MethodChoice, ...]:
    """All ways to fine-tune, of which the workload's own has been advised on; empty for other work."""
    tune = workload.fine_tune
    if tune is None:
        return ()
    asked = tuple(regions)

    def of(method: Method) -> Advice:
        if method == tune.method:
            return advice
        return advise(with_method(workload, method), now, catalog, advice.objective, asked)

    each = tune.counts.active * tune.tokens
    return tuple(_of(method, of(method), each) for method in METHODS)


def with_method(workload: Workload, method: Method) -> Workload:
    """The workload, fine-tuned in another way; QLoRA's products are made in 16 bits at least."""
    tune = workload.fine_tune
    assert tune is not None  # the callers'
    changed: dict[str, object] = {"method": method}
    if method == "qlora" and tune.precision not in ("bf16", "fp16", "fp32"):
        changed["precision"] = "bf16"
    return workload.model_copy(update={"fine_tune": tune.model_copy(update=changed)})


def _of(method: Method, advice: Advice, parameters_and_tokens: float) -> MethodChoice:
    flops = advice.choices[0].sizing.flops if advice.choices else None
    on_demand = [
        (choice.cost.usd.expected, choice.cost.offer.instance_type, choice)
        for choice in advice.choices
        if choice.cost.offer.purchase is PurchaseOption.ON_DEMAND and choice.cost.usd is not None
    ]
    return MethodChoice(
        method=method,
        flops=flops,
        flops_per_parameter=None if flops is None else flops / parameters_and_tokens,
        best=advice.will_do[0] if advice.will_do else None,
        on_demand=min(on_demand, key=lambda entry: entry[:2])[2] if on_demand else None,
    )
