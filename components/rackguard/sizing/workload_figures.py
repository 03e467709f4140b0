"""Figures of a workload file as people write them: counts such as 2e9, shares such as `20%`, regions."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.base import Amount, Whole

EXPONENT = r"[-+]?[0-9][0-9_]*(?:\.[0-9]+)?(?:[eE]\+?[0-9]{1,2})?"
"""A number as people write large counts: 2e9, 1.4e12, 1_000_000."""

SHARE = r"^[0-9]{1,2}(\.[0-9]+)?%$"
PART = r"^(100|[0-9]{1,2}(\.[0-9]+)?)%$"
MONTH_HOURS = 730.0
"""Hours of a month as AWS counts them."""


def _figure(value: Any) -> Any:
    import re

    return float(value.replace("_", "")) if isinstance(value, str) and re.fullmatch(EXPONENT, value) else value


def _share(text: Any) -> Any:
    return _percentage(text, SHARE, "a share from 0% to 99%: `20%`")


def _part(text: Any) -> Any:
    return _percentage(text, PART, "a share from 0% to 100%: `60%`")


def _percentage(text: Any, pattern: str, allowed: str) -> Any:
    import re

    if not isinstance(text, str) or not re.fullmatch(pattern, text):
        raise ValueError(allowed)
    return text


def _with_gpus(region: str) -> str:
    from rackguard.catalog.catalog import load
    from rackguard.spec.suggest import did_you_mean

    known = load().regions()
    if region not in known:
        raise ValueError(f"a region with GPUs. {did_you_mean(region, known)} Known: {', '.join(known)}")
    return region


Figure = Annotated[Amount, Field(gt=0, le=1e30), BeforeValidator(_figure)]
"""A number above 0, also as 2e9."""
MonthHours = Annotated[Amount, Field(gt=0, le=MONTH_HOURS), BeforeValidator(_figure)]
"""Hours above 0, at most a month's."""
Ways = Annotated[Whole, Field(ge=1, le=4096)]
Size = Annotated[Whole, Field(ge=1, le=10**9)]
Share = Annotated[str, BeforeValidator(_share), Field(json_schema_extra={"pattern": SHARE})]
"""A share below the whole: `20%`."""
Part = Annotated[str, BeforeValidator(_part), Field(json_schema_extra={"pattern": PART})]
"""A share up to the whole: `60%`."""
Region = Annotated[str, StringConstraints(pattern=patterns.REGION)]
GpuRegion = Annotated[Region, AfterValidator(_with_gpus)]
