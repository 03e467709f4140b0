"""Access points, Lustre, and the buckets and servers behind it, on a stack under tests."""

from __future__ import annotations

from functools import partial

from tests.policies.mutations.change import gone, put
from tests.policies.mutations.mutation import Also, Mutation

row = partial(Mutation, stack="file_systems")
SQUASH = "rootSquashConfiguration"

DELETIONS = "s3.autoExportPolicy.events[2]"
UNKNOWN_BUCKET = Also(
    "fsx-dra-delete", "whether a bucket of elsewhere keeps versions isn't known", f"unproven: {DELETIONS}"
)

ROWS = (
    row("efs-ap-posix", "language", put("posixUser.uid", 0)),
    row("efs-ap-posix", "vision", put("posixUser.gid", "0")),
    row("efs-ap-posix", "vision", put("posixUser.secondaryGids[1]", 0)),
    row("efs-ap-root", "language", put("rootDirectory.path", "/")),
    row("efs-ap-root", "vision", gone("rootDirectory.path")),
    row("fsx-root-squash", "lustre", put(f"{SQUASH}.rootSquash", "0:0")),
    row("fsx-root-squash", "lustre", put(f"{SQUASH}.rootSquash", "65534:0")),
    row("fsx-squash-exceptions", "lustre", put(f"{SQUASH}.noSquashNids[1]", "10.40.0.[16-31]@tcp")),
    row("fsx-squash-exceptions", "lustre", put(f"{SQUASH}.noSquashNids[0]", "10.40.0.*@tcp")),
    row(
        "fsx-dra-delete",
        "datasets-versions",
        put("versioningConfiguration.status", "Suspended"),
        on="link",
        path=DELETIONS,
        also=(Also("s3-versioning", "every bucket is held to it"),),
    ),
    row("stk-fsx-repo-bucket", "link", put("dataRepositoryPath", "s3://somewhere/data"), also=(UNKNOWN_BUCKET,)),
    row("stk-fsx-repo-bucket", "lustre", put("importPath", "s3://somewhere/data")),
    row("fsx-cache-cmk", "offices", gone("kmsKeyId")),
    row("fsx-cache-cmk", "offices", put("kmsKeyId", "alias/aws/fsx")),
)
