"""The planned network interfaces are ones that the type's network cards can carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found, known_types
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.catalog.types import InstanceType
    from rackguard.plan.types import PoolPlan


def _check(context: Context) -> Iterator[Found]:
    for planned in context.plan.pools if context.plan else ():
        pool = context.stack.cluster.pools[planned.name]
        for path, instance_type in known_types(context, planned.name, pool):
            for fault in _faults(planned, instance_type):
                yield found(path, f"is {instance_type.name}, for which the planned interfaces are not legal: {fault}")


def _faults(planned: PoolPlan, instance_type: InstanceType) -> Iterator[str]:
    cards = {card.index: card for card in instance_type.network_cards.cards}
    if not planned.network_interfaces or planned.network_interfaces[0].interface_type == "efa-only":
        yield "the first one must be able to carry IP"
    efa = [item for item in planned.network_interfaces if item.interface_type != "interface"]
    if len(efa) > instance_type.network_cards.max_efa:
        yield f"{len(efa)} EFA interfaces, {instance_type.network_cards.max_efa} allowed"
    for index, count in Counter(item.network_card_index for item in efa).items():
        if count > 1:
            yield f"{count} EFA interfaces on card {index}, 1 allowed"
    for item in planned.network_interfaces:
        card = cards.get(item.network_card_index)
        if card is None:
            yield f"card {item.network_card_index}, of {len(cards)}"
        elif item.device_index >= card.max_interfaces:
            yield f"device {item.device_index} on card {card.index}, which takes {card.max_interfaces}"
        elif item.interface_type not in card.interface_types:
            yield f"{item.interface_type} on card {card.index}, which can't carry it"


VALIDATOR = Validator(
    id="network-interfaces",
    level="error",
    summary="Every planned interface is one that its network card can carry.",
    why="AWS refuses the launch when a device index, a card or the number of EFA interfaces is beyond the type's"
    " (AWS EC2 user guide, Elastic Fabric Adapter and multiple network cards).",
    hint='Report this: the plan contradicts the catalogue. `efa: "off"` with the layout single_address avoids it.',
    check=_check,
)
