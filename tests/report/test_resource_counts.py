"""How many resources each component makes."""

from __future__ import annotations

from dataclasses import replace

from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource
from rackguard.report.resource_counts import ComponentCount, counts, rows, total

STACK = "urn:pulumi:s::p::pulumi:pulumi:Stack::p-s"


def made(type_: str, name: str, parent: str | None, *, custom: bool = True) -> Resource:
    return Resource(f"urn:pulumi:s::p::{type_}::{name}", type_, name, parent, None, custom, {})


def test_counts_by_the_component_right_inside_the_outermost() -> None:
    root = made("pulumi:pulumi:Stack", "p-s", None, custom=False)
    cluster = made("x:index:Cluster", "c", root.urn, custom=False)
    store = made("x:index:Storage", "c-s", cluster.urn, custom=False)
    bucket = made("x:index:Bucket", "c-s-b", store.urn, custom=False)
    graph = Graph(
        "s",
        "p",
        (
            root,
            made("pulumi:providers:aws", "aws", root.urn),
            made("aws:kms/key:Key", "own", root.urn),
            cluster,
            made("aws:iam/role:Role", "c-r", cluster.urn),
            store,
            bucket,
            made("aws:s3/bucket:Bucket", "b", bucket.urn),
            made("aws:s3/bucketPolicy:BucketPolicy", "b-p", bucket.urn),
            made("aws:s3/bucket:Bucket", "b2", bucket.urn),
            replace(made("aws:ec2/vpc:Vpc", "read", root.urn), external=True),
        ),
    )
    assert counts(graph) == [
        ComponentCount("p-s", "Stack", 1, (("Key", 1),)),
        ComponentCount("c", "Cluster", 1, (("Role", 1),)),
        ComponentCount("c-s", "Storage", 3, (("Bucket", 2), ("BucketPolicy", 1))),
    ]
    assert total(graph) == 5
    assert rows(graph)[2] == ["c-s (Storage)", "3", "2 Bucket, BucketPolicy"]
