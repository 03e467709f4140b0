"""The double's tables name only what the provider's classes know, and all types that the example stacks use."""

from __future__ import annotations

import pytest
from pulumi._types import input_type_types, resource_types
from tests.aws.provider_schema import arguments_of
from tests.aws.stacks import NAMES, recorded
from tests.engine.double.aws.cloud import AWS
from tests.engine.double.difference import top
from tests.engine.double.types import class_of

from rackguard.account.put_again import PUT_AGAIN

USED = sorted(
    {one.type for stack in NAMES for one in recorded(stack).resources if one.custom and one.type.startswith("aws:")}
)


def inputs(token: str) -> set[str]:
    return set(input_type_types(arguments_of(token)))


@pytest.mark.parametrize("token", USED)
def test_every_type_that_stacks_use_has_an_id_and_what_replaces_it(token: str) -> None:
    assert token in AWS.ids
    assert token in AWS.replaces or token == "aws:ec2/internetGateway:InternetGateway"  # of which nothing does


def test_inputs_of_tables_are_inputs_of_their_types() -> None:
    tables = {
        "defaults": {token: set(found) for token, found in AWS.defaults.items()},
        "replaces": {token: set(found) for token, found in AWS.replaces.items()},
        "names": {token: {name} for token, name in AWS.names.items() if name},
        "references": {token: {top(one.path) for one in found} for token, found in AWS.references.items()},
    }
    unknown = {
        f"{table} {token}": names - inputs(token)
        for table, found in tables.items()
        for token, names in found.items()
        if names - inputs(token)
    }
    assert unknown == {}


def test_outputs_of_tables_are_outputs_of_their_types() -> None:
    tables = [AWS.outputs, AWS.updates]
    unknown = {
        token: set(found) - set(resource_types(class_of(token)))
        for table in tables
        for token, found in table.items()
        if set(found) - set(resource_types(class_of(token)))
    }
    assert unknown == {}


def test_what_is_named_is_a_type() -> None:
    named = {one.to for found in AWS.references.values() for one in found}
    assert {class_of(token).__name__ for token in named} == {token.rsplit(":", 1)[1] for token in named}
    assert (AWS.refusals.keys() | AWS.leaves.keys() | AWS.overwrites) <= set(USED)


def test_what_is_put_again_after_a_kill_is_put_over_what_is_there() -> None:
    assert PUT_AGAIN - AWS.overwrites == frozenset()
