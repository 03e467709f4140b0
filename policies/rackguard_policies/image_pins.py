"""Images named by an id, so that the one that was reviewed is the one that boots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Judge, Parameter
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

_ID = re.compile(r"ami-[0-9a-f]+")
_KEPT = (
    "pulumi:index:Stash",
    "aws:ec2/ami:Ami",
    "aws:ec2/amiCopy:AmiCopy",
    "aws:ec2/amiFromInstance:AmiFromInstance",
    "aws:imagebuilder/image:Image",
)
"""Resources whose image stays the same at every later deployment."""
IMAGES = {
    "images": Parameter([], {"type": "array", "items": {"type": "string"}}, "ids of approved images; none: any image")
}


def image_at(path: str) -> Judge:
    """An image's id at `path`: one of the approved where there is a list, else any; what the stack keeps is pinned."""

    def judge(subject: Subject) -> Iterator[Verdict]:
        approved = subject.parameters["images"]
        if approved:
            yield from every(path).must_be_one_of(*approved)(subject)
        else:
            pinned = every(path).proven_by(*_KEPT)
            yield from pinned.must(lambda value: bool(_ID.fullmatch(str(value))), "is the id of an image")(subject)

    return judge
