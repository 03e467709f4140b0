"""AWS as its provider shows it, for the types that stacks use."""

from __future__ import annotations

from tests.engine.double.aws.defaults import DEFAULTS
from tests.engine.double.aws.deletion import LEAVES, REFUSALS
from tests.engine.double.aws.ids import IDS, OVERWRITES
from tests.engine.double.aws.imports import IMPORT_IDS
from tests.engine.double.aws.invokes import INVOKES
from tests.engine.double.aws.names import NAMES
from tests.engine.double.aws.opinion import opinion
from tests.engine.double.aws.outputs import OUTPUTS, UPDATES
from tests.engine.double.aws.references import REFERENCES
from tests.engine.double.aws.replaces import REPLACES
from tests.engine.double.cloud import Cloud

ACCOUNT = "123456789012"
"""Whose credentials the double has: the one of the example stacks."""

AWS = Cloud(
    package="aws",
    account=ACCOUNT,
    region="us-east-1",
    names=NAMES,
    defaults=DEFAULTS,
    replaces=REPLACES,
    ids=IDS,
    import_ids=IMPORT_IDS,
    overwrites=OVERWRITES,
    outputs=OUTPUTS,
    updates=UPDATES,
    same={"tagsAll": "tags"},
    invokes=INVOKES,
    references=REFERENCES,
    opinion=opinion,
    refusals=REFUSALS,
    leaves=LEAVES,
)
