"""A pool's former names are nobody's now."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    pools = context.stack.cluster.pools
    taken: dict[str, str] = {}
    for name, pool in pools.items():
        for index, former in enumerate(pool.renamed_from):
            path = ("pools", name, "renamed_from", index)
            if former == name:
                yield found(path, f"is {former}, which is the pool's name now")
            elif former in pools:
                yield found(path, f"is {former}, which is a pool of this cluster")
            elif taken.get(former, name) != name:
                yield found(path, f"is {former}, which is a former name of {taken[former]} too")
            taken.setdefault(former, name)


VALIDATOR = Validator(
    id="pool-renamed-from",
    level="error",
    summary="A pool's former names are no pool's names now, and no other pool's former names.",
    why="A renamed pool keeps its resources and their names in AWS: two pools of one name there would be one group,"
    " one template and one role.",
    hint="Take the name out, or give the other pool another name.",
    check=_check,
)
