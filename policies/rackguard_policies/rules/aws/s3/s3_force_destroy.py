"""A destroy empties no bucket with data in it."""

from __future__ import annotations

from rackguard_policies.data_class import DISPOSABLE, disposable
from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKETS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="s3-force-destroy",
    title="A bucket with data that must be kept can't be emptied by `destroy`",
    severity="high",
    why="With force_destroy one command deletes every object and version, before anybody is asked.",
    fix="Leave force_destroy out.",
    types=BUCKETS,
    judge=every("forceDestroy").unless(disposable).must_be_off(),
    parameters=DISPOSABLE,
    before='Bucket("data", force_destroy=True)',
    after='Bucket("data")',
)
