"""Print what to mount for a file system, from the parameter that the stack writes once it exists."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any

from .host import FAILURES, aws, log

FIELDS = {
    "lustre": {"dns_name": r"[a-z0-9][a-z0-9.-]{3,250}", "mount_name": r"[a-z0-9]{3,40}"},
    "efs": {"file_system_id": r"fs-[0-9a-f]{8,40}"},
}


def source(kind: str, text: str) -> str:
    """What `mount` wants, from the parameter's JSON.

    Raises one of FAILURES where a field is missing or not of its shape.
    """
    data: Any = json.loads(text)
    for field, shape in FIELDS[kind].items():
        if not re.fullmatch(shape, data.get(field, "")):
            raise ValueError(f"no {field}")
    return f"{data['dns_name']}@tcp:/{data['mount_name']}" if kind == "lustre" else f"{data['file_system_id']}:/"


def main(name: str, kind: str) -> int:
    """Print it; 1 where it isn't known yet."""
    parameter = f"{os.environ['RG_PREFIX']}/mounts/{name}"
    try:
        answer = aws("ssm", "get-parameter", "--name", parameter, "--with-decryption")
        sys.stdout.write(source(kind, answer["Parameter"]["Value"]) + "\n")
    except FAILURES as error:
        log(f"{name}: no address yet, next try in two minutes: {error!s:.200}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
