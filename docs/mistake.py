"""Print what is said of a stack file with a mistake: `python docs/mistake.py FILE TEXT MISTAKE`.

TEXT is replaced by MISTAKE, once, in a copy; errors are printed as for the file itself.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path


def main(file: Path, before: str, after: str) -> str:
    """What `rackguard validate` prints of the copy's errors."""
    text = file.read_text(encoding="utf-8")
    if text.count(before) != 1:
        sys.exit(f"{before!r} stands {text.count(before)} times in {file}; once is needed")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, file)
        copy.parent.mkdir(parents=True)
        copy.write_text(text.replace(before, after), encoding="utf-8")
        command = [str(Path(sys.executable).with_name("rackguard")), "validate", str(file)]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode != 1:
        sys.exit(f"an error was expected:\n{run.stdout}{run.stderr}")
    return "".join(_errors(run.stdout))


def _errors(printed: str) -> list[str]:
    """The errors with their further lines; warnings and notes are left out."""
    kept: list[str] = []
    in_error = False
    for line in printed.splitlines(keepends=True):
        if not line.startswith(" "):
            in_error = line.startswith("error")
        if in_error:
            kept.append(line)
    return kept


if __name__ == "__main__":
    sys.stdout.write(main(Path(sys.argv[1]), *sys.argv[2:]))
