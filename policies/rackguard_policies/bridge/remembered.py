"""What a pack last told the engine of itself, kept between its starts.

The engine waits for this before it starts a program; reading all rules anew for it would take a third of that wait. It
is kept in the user's cache folder under a name made of what every file of the rules looks like, so that a change of any
is noticed; what can't be read or written is told anew.
"""

from __future__ import annotations

import os
import sys
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile

RULES = Path(__file__).parents[1]
_SUFFIXES = (".py", ".toml", ".csv", ".txt")


def place(pack: str, version: str) -> Path | None:
    """Where it is kept; None where the user has no home."""
    folder = os.environ.get("XDG_CACHE_HOME") or _home()
    return Path(folder, "rackguard", f"pack-{pack}-{version}-{_state()}") if folder else None


def _home() -> str | None:
    home = os.path.expanduser("~")  # noqa: PTH111 (Path.home raises where there is none)
    caches = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return None if home == "~" else os.path.join(home, caches)  # noqa: PTH118 (os.path beside os.path)


def _state() -> str:
    """What all files look like: names, sizes, times of change; and where they are."""
    seen = blake2b(str(RULES).encode(), digest_size=16)
    for folder, folders, files in os.walk(RULES):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for file in sorted(files):
            if file.endswith(_SUFFIXES):
                about = os.stat(f"{folder}/{file}")  # noqa: PTH116 (three hundred files at every start)
                seen.update(f"{folder}/{file}:{about.st_size}:{about.st_mtime_ns}\n".encode())
    return seen.hexdigest()


def recall(file: Path | None) -> bytes | None:
    """What is kept there."""
    try:
        return file.read_bytes() if file else None
    except OSError:
        return None


def keep(file: Path | None, told: bytes) -> None:
    """Keep it, in the place of what older rules have left there."""
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        pack = file.name[: file.name.rindex("-")]
        old = [each for each in file.parent.glob(f"{pack}-*") if each != file]
        with NamedTemporaryFile(dir=file.parent, prefix=".pack-", delete=False) as written:
            written.write(told)
        os.replace(written.name, file)  # noqa: PTH105 (what the temporary file is called is text)
        for each in old:
            each.unlink(missing_ok=True)
    except OSError:
        return
