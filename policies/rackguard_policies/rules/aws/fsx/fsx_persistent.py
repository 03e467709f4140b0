"""Data that is guarded is on persistent file systems."""

from __future__ import annotations

from rackguard_policies.data_class import DISPOSABLE, disposable
from rackguard_policies.lustre import is_persistent
from rackguard_policies.rule import Rule
from rackguard_policies.types import LUSTRE
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="fsx-persistent",
    title="A Lustre file system is persistent, unless its class of data may go",
    severity="medium",
    why="A scratch system takes no key of your own and no backups, and loses data with a server; it is the default.",
    fix='Set deployment_type to "PERSISTENT_2", or tag the file system with a class of data that may go.',
    types=(LUSTRE,),
    judge=every("deploymentType").unless(disposable).must(is_persistent, "is PERSISTENT_1 or PERSISTENT_2"),
    parameters=DISPOSABLE,
    before='LustreFileSystem("scratch", deployment_type="SCRATCH_2")',
    after='LustreFileSystem("scratch", deployment_type="PERSISTENT_2")',
)
