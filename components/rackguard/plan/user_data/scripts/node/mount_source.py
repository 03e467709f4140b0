"""Print what to mount for file systems, from the parameters that the stack writes once they exist."""

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


def find(name: str, kind: str) -> str:
    """What to mount for one file system; nothing where it isn't known yet."""
    parameter = f"{os.environ['RG_PREFIX']}/mounts/{name}"
    try:
        return source(kind, aws("ssm", "get-parameter", "--name", parameter, "--with-decryption")["Parameter"]["Value"])
    except FAILURES as error:
        log(f"{name}: no address yet, next try in two minutes: {error!s:.200}")
        return ""


if __name__ == "__main__":
    # Name, kind and path of each; a line for each, in order.
    for index in range(1, len(sys.argv), 3):
        sys.stdout.write(find(*sys.argv[index : index + 2]) + "\n")
