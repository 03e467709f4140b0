"""Runs one Python program for the engine, in a process of its own: settings as JSON on standard input.

Imports nothing of this repository: it is run by the program's own Python.
"""

from __future__ import annotations

import asyncio
import json
import logging
import runpy
import signal
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pulumi
from pulumi.runtime import Settings, configure, run_in_stack, set_all_config

SHOWN = 32
"""Exit code where the user has been shown the error."""


def main(job: dict[str, Any]) -> int:
    set_all_config(job["config"], job["secret_keys"])
    configure(Settings(**job["settings"]))
    sys.argv = [job["program"], *job["args"]]
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # the first failure is told; the tasks it leaves aren't
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    executor = ThreadPoolExecutor(max(job["settings"]["parallel"], 1) * 4)
    loop.set_default_executor(executor)

    def program() -> None:
        runpy.run_path(job["program"], run_name="__main__")

    try:
        loop.run_until_complete(run_in_stack(program))
    except pulumi.RunError as error:
        pulumi.log.error(str(error))
        return SHOWN
    except Exception:  # noqa: BLE001 (whatever a program raises is the user's to see)
        pulumi.log.error(f"Program failed with an unhandled exception:\n{traceback.format_exc()}")
        return SHOWN
    finally:
        executor.shutdown(wait=True)
        loop.close()
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an engine that has had enough ends a program by it: no traceback
    sys.exit(main(json.load(sys.stdin)))
