"""A Lustre file system has a size that FSx offers."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

EFA_STEPS_GIB = {125: 38400, 250: 19200, 500: 9600, 1000: 4800}
STEP_GIB = 2400
SMALLEST_GIB = 1200


def _check(context: Context) -> Iterator[Found]:
    for name, store in context.stack.cluster.storage.items():
        lustre = store.lustre
        if lustre is None:
            continue
        step = EFA_STEPS_GIB[lustre.mib_s_per_tib] if lustre.efa else STEP_GIB
        small = lustre.size_gib == SMALLEST_GIB and not lustre.efa
        if not small and (lustre.size_gib < step or lustre.size_gib % step):
            allowed = f"multiples of {step}" if lustre.efa else f"{SMALLEST_GIB}, or multiples of {step}"
            if lustre.efa:
                allowed += f" (EFA at {lustre.mib_s_per_tib} MiB/s a TiB)"
            above = -(-max(lustre.size_gib, 1) // step) * step
            message = f"is {lustre.size_gib}; allowed: {allowed}"
            yield found(("storage", name, "lustre", "size_gib"), message, f"The next size is {above}.")


VALIDATOR = Validator(
    id="lustre-size",
    level="error",
    summary="A Lustre file system has 1,200 GiB or a multiple of 2,400; with EFA, of a step by its throughput.",
    why="FSx offers no other sizes: with EFA, steps of 38,400, 19,200, 9,600 or 4,800 GiB for 125, 250, 500 or 1,000"
    " MiB/s a TiB (AWS FSx for Lustre user guide, storage capacity, 2026).",
    hint="Take the next size.",
    check=_check,
)
