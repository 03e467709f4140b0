"""Text that is packed inside other text."""

from __future__ import annotations

import base64
import gzip

from rackguard_policies.embedded_text import texts

SECRET = "a line of text that is longer than forty letters"


def packed(text: str | bytes) -> str:
    return base64.b64encode(text.encode() if isinstance(text, str) else text).decode()


def test_plain_text_is_itself() -> None:
    assert list(texts("#!/bin/sh\necho hello")) == ["#!/bin/sh\necho hello"]


def test_what_is_packed_by_base64_and_gzip_is_found() -> None:
    assert list(texts(packed(SECRET)))[1:] == [SECRET]
    assert list(texts(packed(gzip.compress(SECRET.encode()))))[1:] == [SECRET]


def test_a_part_of_lines_in_the_middle_is_found() -> None:
    lines = base64.encodebytes(SECRET.encode() * 3).decode()
    assert "\n" in lines.strip()
    assert list(texts(f"Content-Transfer-Encoding: base64\n\n{lines}\n--end--"))[1:] == [SECRET * 3]


def test_several_are_found_beside_letters_of_any_alphabet() -> None:
    one, two = packed(SECRET), packed(SECRET.upper())
    assert list(texts(f"é…{one}×{two}😀"))[1:] == [SECRET, SECRET.upper()]
    short = "x" * 39
    assert list(texts(f"{short}\n{one}"))[1:] == [SECRET]


def test_packed_in_packed_is_found_and_an_end_is_set() -> None:
    assert SECRET in list(texts(packed(packed(SECRET))))
    deep = SECRET
    for _ in range(6):
        deep = packed(deep)
    assert len(list(texts(deep))) == 5


def test_what_is_no_text_is_left() -> None:
    broken_gzip = packed(b"\x1f\x8b" + b"\x00" * 60)
    binary = packed(bytes(range(200, 256)))
    assert list(texts(broken_gzip)) == [broken_gzip]
    assert list(texts(binary)) == [binary]


def test_a_bomb_is_cut() -> None:
    bomb = packed(gzip.compress(b"0 " * (8 * 2**20)))
    assert [len(text) for text in texts(bomb)][1:] == [4 * 2**20]
