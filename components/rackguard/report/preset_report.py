"""A classic set-up, what is on sale of it and what is nearest to it, in every format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.advice.preset import Match, PresetAdvice
from rackguard.report import markdown
from rackguard.report.figures import UNKNOWN, kg, usd
from rackguard.report.layout import Style, columns, wrap
from rackguard.report.software_json import software_data
from rackguard.report.sources import Sources, cited

if TYPE_CHECKING:
    from rackguard.economics.offers.offer import Offer

_HEADINGS = ("type", "GPUs", "vCPUs", "GiB", "TFLOPS", "region", "USD/h", "on spot", "kg/h")
_RIGHT = frozenset({2, 3, 4, 6, 7, 8})


def render(advice: PresetAdvice, top: int, style: Style) -> str:
    """Both lists as text."""
    sources = Sources()
    lines = [style.paint(_title(advice), "title")]
    for title, matches in _lists(advice, top):
        rows = [_HEADINGS, *(_row(match, sources) for match in matches)]
        lines += ["", style.paint(title.upper(), "title")]
        lines += columns(rows, right=_RIGHT, width=style.width, flexible=1) if matches else ["  Nothing on sale."]
        for words in _remarks(matches):
            lines += wrap(words, style, "  ", "    ")
    lines += ["", *(line for note in _notes(advice, sources) for line in wrap(note, style, "", "    "))]
    return "".join(f"{line}\n" for line in lines)


def as_markdown(advice: PresetAdvice, top: int) -> str:
    """Both lists as Markdown."""
    sources = Sources()
    lines = [f"## {markdown.text(_title(advice))}", ""]
    for title, matches in _lists(advice, top):
        rows = [_HEADINGS, *(_row(match, sources) for match in matches)]
        table = markdown.table(rows, _RIGHT) if matches else ["Nothing on sale."]
        remarks = [f"- {markdown.text(words)}" for words in _remarks(matches)]
        lines += [f"**{title}**", "", *table, "", *remarks, *([""] if remarks else [])]
    lines += [f"- {markdown.text(note)}" for note in _notes(advice, sources)]
    return "\n".join(lines).rstrip() + "\n"


def as_data(advice: PresetAdvice) -> dict[str, Any]:
    """Both lists, whole, as plain data."""
    return {
        "preset": advice.preset.name,
        "asked_for": advice.preset.title,
        "literal": [_data(match) for match in advice.literal],
        "nearest": [_data(match) for match in advice.nearest],
    }


def why(advice: PresetAdvice, match: Match) -> list[str]:
    """Why a match was written down, for the first lines of its stack file."""
    offer = match.on_demand
    price = f", {usd(offer.rate.usd)} USD an hour" if offer and offer.rate.usd else ""
    told = [f"{_title(advice)}: 1 × {match.kind.name} on demand{price}"]
    return [*told, *_remarks((match,)), *(words for words in _remarks(advice.literal) if match not in advice.literal)]


def _title(advice: PresetAdvice) -> str:
    return f"{advice.preset.name}: {advice.preset.title}"


def _lists(advice: PresetAdvice, top: int) -> tuple[tuple[str, tuple[Match, ...]], ...]:
    return ("Literally that", advice.literal), ("Nearest, and wise", advice.nearest[:top])


def _row(match: Match, sources: Sources) -> tuple[str, ...]:
    kind, offer = match.kind, match.on_demand
    return (
        kind.name,
        f"{kind.gpu_count} {kind.gpu}",
        str(kind.vcpus),
        f"{kind.memory_mib // 1024:,}",
        UNKNOWN if match.tflops is None else f"{match.tflops:,.0f}",
        offer.region if offer else "none",
        _price(offer, sources),
        _price(match.spot, sources),
        UNKNOWN if match.kg_per_hour is None else kg(match.kg_per_hour),
    )


def _price(offer: Offer | None, sources: Sources) -> str:
    if offer is None or offer.rate.usd is None:
        return "no price"
    estimate = " est." if offer.rate.marker == "estimate" else ""
    return f"{usd(offer.rate.usd)}{estimate}{sources.mark(cited(offer.rate.source, offer.rate.note))}"


def _remarks(matches: tuple[Match, ...]) -> list[str]:
    return [f"{match.kind.name}: {_verdict(match)}." for match in matches]


def _verdict(match: Match) -> str:
    reasons = "; ".join(match.unwise)
    told = "; ".join([f"no longer wise: {reasons}" if reasons else "wise", *match.differs])
    # Why there is no image is among the reasons.
    return told if isinstance(match.software, str) else f"{told}. Software: {match.software.words}"


def _notes(advice: PresetAdvice, sources: Sources) -> list[str]:
    preset = advice.preset
    nearest = (
        f"Nearest: a current type with a current image and at least as many GPUs, memory a GPU, {preset.precision}"
        f" TFLOPS in all ({preset.least_gpus} × {preset.tflops:g}), vCPUs and RAM."
    )
    return [
        nearest,
        "Prices are those of the cheapest region or zone, a node and hour; kg of CO2e an hour, an estimate.",
        *sources.lines(),
    ]


def _data(match: Match) -> dict[str, Any]:
    return {
        "instance_type": match.kind.name,
        "gpu": match.kind.gpu,
        "gpus": match.kind.gpu_count,
        "vcpus": match.kind.vcpus,
        "ram_gib": match.kind.memory_mib / 1024,
        "tflops": match.tflops,
        "on_demand": _offer(match.on_demand),
        "zones": list(match.zone_ids),
        "spot": _offer(match.spot),
        "kg_co2e_per_hour": match.kg_per_hour,
        "wise": not match.unwise,
        "unwise_because": list(match.unwise),
        "differs": list(match.differs),
        "software": software_data(match.software),
    }


def _offer(offer: Offer | None) -> dict[str, Any] | None:
    if offer is None:
        return None
    rate = offer.rate
    return {"region": offer.region, "usd_per_hour": rate.usd, "price": rate.marker, "source": cited(rate.source)}
