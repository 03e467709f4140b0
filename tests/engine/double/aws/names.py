"""Which input is given a name of the resource's own where a program gives none; `name`, where a type isn't listed.

Source: pulumi-aws, provider/resources.go, whose `SetAutonaming` names every input `name`, with the exceptions here.
"""

from __future__ import annotations

NAMES: dict[str, str | None] = {
    "aws:s3/bucket:Bucket": "bucket",
}
