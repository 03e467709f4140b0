"""A sizing alone, as text or Markdown: bytes and seconds, and the name of each formula."""

from __future__ import annotations

from rackguard.report import markdown
from rackguard.report.layout import Style, columns, wrap
from rackguard.report.needs_words import read
from rackguard.report.sources import Sources
from rackguard.sizing.sizing import Range, Sizing

_MEMORY = ("memory of a GPU", "bytes", "GB", "formula")
_TIMES = ("time", "low s", "expected s", "high s", "formula")
_FIGURES = frozenset({1, 2, 3})

Rows = list[tuple[str, ...]]


def render(sizing: Sizing, style: Style) -> str:
    """Memory by component, times, needs, and what was assumed."""
    sources = Sources()
    lines = [style.paint(_title(sizing), "title"), *wrap(_layout(sizing), style), ""]
    lines += columns([_MEMORY, *_memory(sizing)], right=frozenset({1, 2}))
    for table in _speeds(sizing, sources):
        lines += ["", *columns(table, right=_FIGURES)]
    lines += ["", *columns(_needs(sizing), width=style.width, flexible=1)]
    lines += ["", *(line for note in _notes(sizing, sources) for line in wrap(note, style, "", "    "))]
    return "".join(f"{line}\n" for line in lines)


def as_markdown(sizing: Sizing) -> str:
    """The same as Markdown."""
    sources = Sources()
    lines = [f"## {markdown.text(_title(sizing))}", "", markdown.text(_layout(sizing)), ""]
    lines += [*markdown.table([_MEMORY, *_memory(sizing)], frozenset({1, 2})), ""]
    for table in _speeds(sizing, sources):
        lines += [*markdown.table(table, _FIGURES), ""]
    lines += [*markdown.table([("need", ""), *_needs(sizing)]), ""]
    lines += [f"- {markdown.text(note)}" for note in _notes(sizing, sources)]
    return "\n".join(lines).rstrip() + "\n"


def _title(sizing: Sizing) -> str:
    return f"{sizing.task} {sizing.model} on {sizing.gpus} × {sizing.gpu}, {sizing.nodes} × {sizing.on}"


def _layout(sizing: Sizing) -> str:
    layout = sizing.layout
    ways = f"data {layout.data}, tensor {layout.tensor}, pipeline {layout.pipeline}, expert {layout.expert}"
    why = f": {layout.why}" if layout.why else ""
    return f"{layout.strategy} ({ways}), recomputation {layout.recomputation}{why}"


def _memory(sizing: Sizing) -> Rows:
    rows = [(each.name, f"{each.bytes:,.0f}", _gb(each.bytes), each.formula) for each in sizing.components]
    kept = f"{sizing.free_share:.0%} kept free"
    return [
        *rows,
        ("in all", f"{sizing.total_bytes:,.0f}", _gb(sizing.total_bytes), "fits" if sizing.fits else "doesn't fit"),
        ("may be used", f"{sizing.usable_bytes:,.0f}", _gb(sizing.usable_bytes), kept),
    ]


def _speeds(sizing: Sizing, sources: Sources) -> list[Rows]:
    """Times, and how fast it goes; what no figure of the GPU tells is left out."""
    rate, times = sizing.rate, _times(sizing, sources)
    tables = [[_TIMES, *times]] if times else []
    if rate:
        marked = f"{rate.formula}{sources.mark(rate.efficiency)}"
        tables.append(
            [("a second", "low", "expected", "high", "formula"), (rate.name, *_range(rate.per_second), marked)]
        )
    return tables


def _times(sizing: Sizing, sources: Sources) -> Rows:
    rows = [
        (each.name, *_range(each.seconds), f"{each.formula}{sources.mark(each.efficiency)}")
        for each in sizing.durations
    ]
    return [*rows, ("the whole job", *_range(sizing.job_seconds), "")] if sizing.job_seconds else rows


def _needs(sizing: Sizing) -> Rows:
    needs = sizing.needs
    least, comfortable = needs.cores_per_gpu
    rows: Rows = [
        ("memory of a GPU", f"{needs.memory_bytes_per_gpu:,.0f} bytes"),
        ("precision", needs.precision),
        ("interconnect", needs.interconnect),
        ("GPUs in one node", f"{needs.gpus_per_node} at least"),
        ("physical cores a GPU", f"{least} to {comfortable}"),
        ("RAM of a node", f"{needs.ram_bytes_per_node:,.0f} bytes"),
    ]
    rate, size, seconds = needs.read_bytes_per_second, needs.checkpoint_bytes, needs.checkpoint_seconds
    rows.append(("read from storage", read(sizing) if rate is None else f"{rate:,.0f} bytes/s"))
    if size is None:
        rows.append(("checkpoint", "none"))
    elif seconds is None:
        rows.append(("weights to load", f"{size:,.0f} bytes"))
    else:
        rows.append(("checkpoint", f"{size:,.0f} bytes, written in {seconds:,.1f} s"))
    return rows


def _notes(sizing: Sizing, sources: Sources) -> list[str]:
    told = [f"Would fit with {remedy}." for remedy in sizing.remedies]
    told += [f"Target: {target}." for target in sizing.unmet]
    told += [f"Not known: {figure}." for figure in sizing.missing]
    return [*told, *(f"Assumed: {each}." for each in sizing.assumptions), *sources.lines()]


def _range(span: Range) -> tuple[str, str, str]:
    low, expected, high = (f"{figure:,.6g}" for figure in (span.low, span.expected, span.high))
    return low, expected, high


def _gb(size: float) -> str:
    return f"{size / 1e9:,.2f}"
