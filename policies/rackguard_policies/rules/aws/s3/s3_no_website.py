"""Buckets are no websites."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import own_bucket
from rackguard_policies.data_class import data_class
from rackguard_policies.rule import Finding, NotApplicable, Rule
from rackguard_policies.types import BUCKET_WEBSITES, BUCKETS
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED_OF = "is no website"


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, resource = subject.graph, subject.resource
    if data_class(graph, own_bucket(graph, resource) or resource) == "public":
        yield NotApplicable("its data are public")
    elif resource.type in BUCKET_WEBSITES:
        yield Finding("", WANTED_OF, "one")
    else:
        for key in ("website", "websites"):
            yield from every(key).must_be_left_out()(subject)


RULE = Rule(
    id="s3-no-website",
    title="A bucket isn't served as a website, unless its data are public",
    severity="medium",
    why="A website has neither TLS nor a log-in: what is in the bucket is for everybody.",
    fix="Leave it out, and put a content delivery network in front of a private bucket.",
    types=(*BUCKETS, *BUCKET_WEBSITES),
    judge=_judge,
    before='BucketWebsiteConfiguration("data", bucket=bucket.id, index_document={"suffix": "index.html"})',
    after='Bucket("data")',
)
