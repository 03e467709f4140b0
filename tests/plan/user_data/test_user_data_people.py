"""What parameters about people lead to: decisions alone, without a machine."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.plan.user_data.conftest import key_of, person

from rackguard.plan.user_data.scripts.node.people import Account, Person, decide, parse

A_KEY = key_of("A").rsplit(" ", 1)[0]
ANA = person("ana", 10001, sudo=True)
MACHINE = {"root": 0, "ubuntu": 1000, "image": 20000}


def rsa(bits: int) -> str:
    """An RSA public key with a modulus of so many bits."""
    number = (1 << (bits - 1)) | 1
    fields = [b"ssh-rsa", b"\1\0\1", number.to_bytes(bits // 8 + 1, "big")]
    blob = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    return f"ssh-rsa {base64.b64encode(blob).decode()} somebody"


def changed(**changes: Any) -> str:
    """Ana's parameter with other fields; None leaves one out."""
    return json.dumps({key: value for key, value in (json.loads(ANA) | changes).items() if value is not None})


def test_a_valid_parameter_is_read_whole_and_comments_of_keys_are_dropped() -> None:
    text = changed(keys=[key_of("A"), rsa(3072), rsa(4096)], note="unknown fields are for later versions")
    assert parse("ana", text) == Person(
        "ana", 10001, (A_KEY, rsa(3072).rsplit(" ", 1)[0], rsa(4096).rsplit(" ", 1)[0]), sudo=True
    )


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("ana", "", "not JSON"),
        ("ana", "{", "not JSON"),
        ("ana", "[" * 100000, "recursion"),
        ("ana", "null", "same person"),
        ("ana", "[]", "same person"),
        ("ana", '"ana"', "same person"),
        ("bo", ANA, "same person"),
        ("root", person("root", 10001), "not a name"),
        ("ubuntu", person("ubuntu", 10001), "not a name"),
        ("ec2-user", person("ec2-user", 10001), "not a name"),
        ("../ana", person("../ana", 10001), "not a name"),
        ("Ana", person("Ana", 10001), "not a name"),
        ("ana\n", person("ana\n", 10001), "not a name"),
        ("a" * 32, person("a" * 32, 10001), "not a name"),
        ("ana", changed(uid=0), "uid"),
        ("ana", changed(uid=1000), "uid"),
        ("ana", changed(uid=9999), "uid"),
        ("ana", changed(uid=60000), "uid"),
        ("ana", changed(uid="10001"), "uid"),
        ("ana", changed(uid=10001.0), "uid"),
        ("ana", changed(uid=True), "uid"),
        ("ana", changed(uid=None), "uid"),
        ("ana", changed(sudo="yes"), "sudo"),
        ("ana", changed(sudo=1), "sudo"),
        ("ana", changed(sudo=None), "sudo"),
        ("ana", changed(keys=[]), "no keys"),
        ("ana", changed(keys=A_KEY), "no keys"),
        ("ana", changed(keys={A_KEY: 1}), "no keys"),
        ("ana", changed(keys=[A_KEY, "ssh-ed25519 AAAA"]), "key"),
        ("ana", changed(keys=[A_KEY, 7]), "key"),
        ("ana", changed(keys=[f'command="sh" {A_KEY}']), "key"),
        ("ana", changed(keys=[f"{A_KEY}\n{A_KEY}"]), "key"),
        ("ana", changed(keys=[A_KEY + "A"]), "key"),
        ("ana", changed(keys=["ssh-dss AAAAB3NzaC1kc3MAAACBAP"]), "key"),
        ("ana", changed(keys=[rsa(2048)]), "key"),
        ("ana", changed(keys=[rsa(3064)]), "key"),
        ("ana", changed(keys=[rsa(3072).split(" ")[1]]), "key"),
    ],
)
def test_a_parameter_that_is_not_right_is_refused_and_never_repeated(name: str, text: str, words: str) -> None:
    with pytest.raises((ValueError, RecursionError), match=words) as refused:
        parse(name, text)
    assert not isinstance(refused.value, json.JSONDecodeError)  # it would hold the text


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_no_other_json_lets_anybody_in(value: Any) -> None:
    decision = decide({"ana": json.dumps(value)}, {}, MACHINE)
    assert decision.present == []
    assert decision.revoked == []


@given(st.text(), st.text())
def test_no_other_text_lets_anybody_in(name: str, text: str) -> None:
    assert decide({name: text}, {"ana": Account(10001, active=True)}, MACHINE).present == []


def test_who_is_no_longer_there_is_revoked_and_a_broken_parameter_is_no_absence() -> None:
    accounts = {name: Account(uid, active=True) for name, uid in (("ana", 10001), ("bo", 10002), ("che", 10003))}
    machine = MACHINE | {name: account.uid for name, account in accounts.items()}
    decision = decide({"ana": ANA, "bo": "broken"}, accounts, machine)
    assert [p.name for p in decision.present] == ["ana"]
    assert decision.revoked == ["che"]
    assert len(decision.problems) == 1


def test_revoking_is_refused_where_it_would_leave_nobody() -> None:
    accounts = {"ana": Account(10001, active=True)}
    decision = decide({"bo": "broken"}, accounts, MACHINE | {"ana": 10001})
    assert decision.revoked == []
    assert "refused" in decision.problems[-1]


def test_a_broken_parameter_of_a_revoked_person_keeps_nobody_else_in() -> None:
    accounts = {"ana": Account(10001, active=True), "bo": Account(10002, active=False)}
    assert decide({"bo": "broken"}, accounts, MACHINE).revoked == []
    accounts["che"] = Account(10003, active=True)
    assert decide({"bo": "x", "che": person("che", 10003)}, accounts, MACHINE | {"che": 10003}).revoked == ["ana"]


@pytest.mark.parametrize(
    ("parameters", "let_in"),
    [
        ({"ana": ANA, "image": person("image", 20001)}, ["ana"]),  # an account that was there before
        ({"ana": ANA, "bo": person("bo", 20000)}, ["ana"]),  # a uid of the machine
        ({"bo": person("bo", 10005), "che": person("che", 10005), "ana": ANA}, ["ana"]),  # nobody knows whose it is
        ({"ours": person("ours", 10009), "ana": person("ana", 10009)}, ["ours"]),  # who has it keeps it
        ({"ours": person("ours", 10010), "ana": ANA}, ["ana"]),  # files belong to the old uid
    ],
)
def test_a_clash_of_names_or_uids_costs_nobody_else_anything(parameters: dict[str, str], let_in: list[str]) -> None:
    accounts = {"ours": Account(10009, active=True)}
    decision = decide(parameters, accounts, MACHINE | {"ours": 10009})
    assert sorted(p.name for p in decision.present) == let_in
    assert "ours" not in decision.revoked or "ours" not in parameters
