"""User data as facts to compare: the settings one by one, every other file by its size and digest.

A script of the user's own may hold what is nobody else's business: its text is never shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard.plan.types import UserDataPlan

_SETTINGS = "node.env"
_SHOWN = ("cloudwatch.json",)
"""Files of one line, which holds names and nothing of the user's."""
_FILE = re.compile(r"^cat >(?P<path>\S+) <<'(?P<end>\w+)'\n(?P<text>.*?)^(?P=end)$", re.DOTALL | re.MULTILINE)


def user_data_facts(user_data: UserDataPlan) -> dict[str, str]:
    """Each setting, each file and the commands around them, and what is sent to EC2."""
    facts: dict[str, str] = {}
    for file in _FILE.finditer(user_data.script):
        name, text = file["path"].rpartition("/")[2], file["text"]
        if name == _SETTINGS:
            facts |= _settings(text)
        else:
            facts[file["path"]] = text.strip() if name in _SHOWN else _digested(text)
    facts["commands"] = _digested(_FILE.sub("", user_data.script))
    facts["compressed"] = f"{user_data.size_bytes:,} bytes, SHA-256 {_digest(user_data.base64)}"
    return facts


def _settings(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)


def _digested(text: str) -> str:
    lines = text.count("\n")
    return f"{lines:,} {'line' if lines == 1 else 'lines'}, SHA-256 {_digest(text)}"


def _digest(text: str) -> str:
    from hashlib import sha256

    return sha256(text.encode()).hexdigest()[:12]
