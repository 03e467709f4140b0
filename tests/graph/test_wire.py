"""Values as Pulumi passes them around become what a graph holds."""

from __future__ import annotations

from typing import Any

import pytest

from rackguard.graph.resource import UNKNOWN, Secret
from rackguard.graph.wire import inputs_of, value_of

SIGNATURE = "4dabf18193072939515e22adb298388d"
SECRET = "1b47061264138c4ac30d75fd1eb44270"
UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"


@pytest.mark.parametrize("plain", [None, True, False, 0, 3, "", "text", [], {}, 2.5, {"a": [1, {"b": None}]}])
def test_plain_values_stay_as_they_are(plain: Any):
    assert value_of(plain) == plain
    assert type(value_of(plain)) is type(plain)


def test_whole_numbers_are_integers():
    assert [(one, type(one)) for one in value_of([2.0, -0.0, 2.5, 1e15])] == [
        (2, int),
        (0, int),
        (2.5, float),
        (1_000_000_000_000_000, int),
    ]


@pytest.mark.parametrize(
    "sentinel",
    [
        UNKNOWN_TEXT,
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
        "030794c1-ac77-496b-92df-f27374a8bd58",
        "e48ece36-62e2-4504-bad9-02848725956a",
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
    ],
)
def test_every_word_for_an_unknown_value_is_unknown(sentinel: str):
    assert value_of({"a": [sentinel]}) == {"a": [UNKNOWN]}


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ({SIGNATURE: SECRET, "value": "hunter2"}, True),
        ({SIGNATURE: SECRET, "value": UNKNOWN_TEXT}, False),
        ({SIGNATURE: SECRET, "ciphertext": "AAABAA=="}, True),
        ({SIGNATURE: SECRET, "plaintext": '"hunter2"'}, True),
        ("[secret]", True),
        ({SIGNATURE: "d0e6a833031e9bbcd3f4e8bde6ca49a4", "value": "hunter2", "secret": True}, True),
        ({SIGNATURE: "d0e6a833031e9bbcd3f4e8bde6ca49a4", "secret": True}, False),
    ],
)
def test_a_secret_is_opaque(written: Any, known: bool):
    found = value_of(written)
    assert found == Secret(known=known)
    assert repr(found) == f"Secret(known={known})"


def test_outputs_and_resources_are_what_they_stand_for():
    output, resource = "d0e6a833031e9bbcd3f4e8bde6ca49a4", "5cf8f73096256a8f31e491e813e4eb8e"
    assert value_of({SIGNATURE: output, "value": 2.0, "dependencies": ["urn"]}) == 2
    assert value_of({SIGNATURE: output, "dependencies": ["urn"]}) is UNKNOWN
    assert value_of({SIGNATURE: resource, "urn": "urn:pulumi:a::b::c:d:E::f", "id": "i"}) == "urn:pulumi:a::b::c:d:E::f"


def test_a_file_is_a_mapping_without_its_signature():
    asset = {SIGNATURE: "c44067f5952c0a294b673a41bacd8c17", "path": "a.txt", "hash": "00"}
    assert value_of(asset) == {"path": "a.txt", "hash": "00"}


def test_what_engine_and_bridge_add_for_themselves_is_left_out():
    written = {"a": {"b": 1, "__defaults": []}, "__defaults": ["a"], "__meta": "{}", "__internal": {}, "__mine": 1}
    assert inputs_of(written) == {"a": {"b": 1}, "__mine": 1}
    assert inputs_of(None) == {}
