"""Write what the documentation takes from the code, or say what has drifted (`--check`).

In any Markdown file, the block between `<!-- run: COMMAND -->` and `<!-- end -->` is what that command prints:

    <!-- run: rackguard --help -->
    ```text
    usage: rackguard [-h] …
    ```
    <!-- end -->

`<!-- run: COMMAND; shown: POOLS, DECISIONS to 9 -->` shows the first part, the parts that start with these words (of
`DECISIONS` nine lines), and the last one; … stands for what is left out. `<!-- insert: COMMAND -->` is for commands
that print Markdown.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCRIPTS = Path(sys.executable).parent
PLAIN = {
    "COLUMNS": "100",
    "NO_COLOR": "1",
    "PATH": f"{SCRIPTS}{os.pathsep}{os.environ.get('PATH', '')}",
    "RACKGUARD_DATA": "none",
}
"""The command prints alike wherever the documentation is made: 100 columns, no colours, this environment's script, and
the packaged facts alone."""

ARGUMENTS = (
    "access",
    "cluster",
    "encryption",
    "exceptions",
    "network",
    "pool",
    "prices",
    "purchase",
    "software",
    "storage",
)
"""Files of arguments, each made from the models of the same name."""
WHOLE_FILES = {
    "docs/stack-file.schema.json": "rackguard schema",
    "docs/plan.schema.json": "rackguard schema plan",
    **{f"components/rackguard/aws/args/{file}.py": f"python docs/arguments.py {file}" for file in ARGUMENTS},
}
"""Files that are one command's output, for what reads them by name (editors name the schema)."""

BLOCK = re.compile(
    r"(?P<start><!-- (?P<how>run|insert): (?P<command>[^\n]+?)(?:; shown: (?P<shown>[^\n]+?))? -->\n)"
    r"(?P<body>.*?)(?P<end><!-- end -->)",
    re.DOTALL,
)
LEFT_OUT = "…"


def output(command: str) -> str:
    """What a command prints; a command that fails ends everything, with its own words."""
    run = subprocess.run(
        shlex.split(command), cwd=ROOT, env={**os.environ, **PLAIN}, capture_output=True, text=True, check=False
    )
    if run.returncode:
        sys.exit(f"Nothing written: `{command}` ended with {run.returncode}\n{run.stderr or run.stdout}")
    return run.stdout.rstrip() + "\n"


def filled(markdown: str) -> str:
    """The text with each block holding what its command prints now."""

    def fill(block: re.Match[str]) -> str:
        printed = output(block["command"])
        if block["how"] == "insert":
            return f"{block['start']}\n{printed}\n{block['end']}"
        return f"{block['start']}```text\n{excerpt(printed, block['shown'])}```\n{block['end']}"

    return BLOCK.sub(fill, markdown)


def excerpt(printed: str, shown: str | None) -> str:
    """The parts (set off by blank lines) that `shown` names, between the first and the last; all where it is None.

    A name that no part starts with ends everything.
    """
    if shown is None:
        return printed
    first, *parts, last = printed.rstrip().split("\n\n")
    kept = [first]
    for wanted in shown.split(", "):
        name, _, lines = wanted.partition(" to ")
        part = next((part for part in parts if part.startswith(name)), None)
        if part is None:
            sys.exit(f"Nothing written: no part of what is printed starts with {name!r}")
        if parts.index(part) > 0:
            kept.append(LEFT_OUT)
        parts = parts[parts.index(part) + 1 :]
        kept.append(_cut(part, int(lines)) if lines else part)
    return "\n\n".join([*kept, *([LEFT_OUT] if parts else []), last]) + "\n"


def _cut(part: str, lines: int) -> str:
    kept = part.split("\n")[:lines]
    return "\n".join([*kept, f"  {LEFT_OUT}"]) if len(kept) < part.count("\n") + 1 else part


def generated(root: Path = ROOT) -> dict[Path, str]:
    """Each file that holds something from the code, with the text it should have."""
    texts = {root / name: output(command) for name, command in WHOLE_FILES.items()}
    for file in [*root.glob("*.md"), *root.glob("docs/**/*.md")]:
        text = file.read_text(encoding="utf-8")
        if BLOCK.search(text):
            texts[file] = filled(text)
    return texts


def drifted(texts: dict[Path, str]) -> list[Path]:
    """The files that are absent or say something else."""
    return [file for file, text in texts.items() if not file.is_file() or file.read_text(encoding="utf-8") != text]


def main() -> None:
    """Write, or check."""
    parser = argparse.ArgumentParser(prog="make docs", description="Write what the documentation takes from the code.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a file has drifted")
    check: bool = parser.parse_args().check
    texts = generated()
    stale = drifted(texts)
    for file in stale:
        if not check:
            file.write_text(texts[file], encoding="utf-8")
        print(f"{'drifted, run make docs' if check else 'written'}: {file.relative_to(ROOT)}")
    if not stale:
        print(f"Up to date: {len(texts)} files")
    sys.exit(1 if check and stale else 0)


if __name__ == "__main__":
    main()
