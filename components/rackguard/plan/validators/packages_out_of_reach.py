"""What nodes install at boot can be fetched."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed, mounting
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    cluster = context.stack.cluster
    if cluster.network.existing or cluster.network.nat != "none":
        return
    used = {name for path, mounts in mounting(cluster) if path[0] == "pools" for name in mounts}
    stores = [name for name, store in cluster.storage.items() if name in used and store.kind != "s3"]
    if stores:
        message = f"is none; clients of {listed(stores)} that the image lacks can't be fetched"
        yield found(("network", "nat"), message)


VALIDATOR = Validator(
    id="packages-out-of-reach",
    level="warning",
    summary="Nodes that mount file systems can fetch the clients for them.",
    why="The Lustre and EFS clients come from package repositories on the Internet where the image doesn't hold them"
    " (AWS FSx for Lustre and EFS user guides, installing the client).",
    hint="Use an image that holds the clients, or say `nat: one`.",
    check=_check,
)
