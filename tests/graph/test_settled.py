"""What a program leaves open is run before Pulumi waits for it; what only waits is left."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

import pulumi
import pytest
from tests.graph.conftest import Disk, Record

from rackguard.graph.settled import ROUNDS, settle


async def turns(count: int, done: list[int]) -> None:
    for _ in range(count):
        await asyncio.sleep(0)
    done.append(count)


@pytest.mark.parametrize("count", [0, 1, ROUNDS - 1])
def test_what_runs_by_itself_is_done(count: int):
    done: list[int] = []

    async def program() -> int:
        tasks = [asyncio.ensure_future(turns(count, done)) for _ in range(3)]
        await settle()
        return sum(task.done() for task in tasks)

    assert asyncio.run(program()) == 3
    assert done == [count] * 3


def test_what_starts_more_is_done_as_well():
    done: list[int] = []

    async def start(more: int) -> None:
        await turns(ROUNDS // 2, done)
        if more:
            work.append(asyncio.ensure_future(start(more - 1)))
            work.append(asyncio.ensure_future(turns(1, done)))

    async def program() -> None:
        work.append(asyncio.ensure_future(start(5)))
        await settle()

    work: list[asyncio.Future[None]] = []
    asyncio.run(program())
    assert sorted(done) == [1] * 5 + [ROUNDS // 2] * 6


def test_what_waits_for_something_outside_is_not_waited_for():
    async def program() -> bool:
        never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = asyncio.ensure_future(asyncio.wait_for(never, timeout=None))
        await settle()
        left = not waiting.done()
        waiting.cancel()
        return left

    assert asyncio.run(program())


def test_pulumis_own_wait_finds_nothing_open(record: Record, monkeypatch: pytest.MonkeyPatch):
    waited: list[int] = []
    wait = asyncio.wait

    def counted(tasks: Collection[asyncio.Future[Any]], **more: Any) -> Any:
        waited.append(len(tasks))
        return wait(tasks, **more)

    monkeypatch.setattr(asyncio, "wait", counted)
    graph = record(lambda: [Disk(f"d{n}", {"path": pulumi.Output.from_input(str(n))}) for n in range(20)])
    assert len(graph.resources) == 21
    assert waited == []
