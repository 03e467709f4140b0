"""What is left in a cloud, in the words of a plan's list of what outlives `destroy`."""

from __future__ import annotations

from collections.abc import Callable

from tests.engine.double.aws.cloud import AWS
from tests.engine.double.aws.references import BUCKET, KEY
from tests.engine.double.dependents import owner
from tests.engine.double.store import Kept, Store, Thing

from rackguard.plan.types import Retained

RESERVATION = "aws:ec2/capacityReservation:CapacityReservation"

_WORDS: dict[str, Callable[[Thing], Kept]] = {
    BUCKET: lambda bucket: Kept("S3 bucket", bucket.id),
    KEY: lambda key: Kept("KMS key", f"alias/{key.properties['tags']['rackguard:cluster']}"),
    "aws:cloudwatch/logGroup:LogGroup": lambda group: Kept("log group", group.id),
    RESERVATION: lambda it: Kept(it.properties["kind"], it.id),
}


def outliving(store: Store) -> set[Kept]:
    """Everything that is left, without parts of what is left; a type that no plan lists is told by its token."""
    left = [thing for thing in store.list() if owner(AWS, store, thing) is None]
    return store.kept | {
        _WORDS[thing.type](thing) if thing.type in _WORDS else Kept(thing.type, thing.id) for thing in left
    }


def listed(retained: tuple[Retained, ...]) -> set[Kept]:
    """The same of a plan."""
    return {Kept(one.kind, one.name) for one in retained}
