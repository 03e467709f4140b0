import base64
import hashlib
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from rackguard.spec.ssh_key import EXAMPLE_KEYS, EXAMPLE_PUBLIC_KEY, PublicKey, is_example, parse_public_key
from rackguard.spec.ssh_refusals import KeyProblem

SK = b"sk-ssh-ed25519@openssh.com"


def field(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def number(value: int) -> bytes:
    return field(value.to_bytes(value.bit_length() // 8 + 1, "big"))


def line(key_type: bytes, *fields: bytes) -> str:
    return f"{key_type.decode()} {base64.b64encode(field(key_type) + b''.join(fields)).decode()}"


def openssh(public: ed25519.Ed25519PublicKey | rsa.RSAPublicKey | ec.EllipticCurvePublicKey | dsa.DSAPublicKey) -> str:
    return public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()


def point_of(seed: bytes) -> bytes:
    private = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
    return private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


POINT = point_of(b"\1" * 32)
ED25519 = line(b"ssh-ed25519", field(POINT))


@cache
def rsa_key(bits: int) -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, bits)


def ssh_keygen(tmp_path: Path, text: str) -> list[str]:
    program = shutil.which("ssh-keygen")
    if not program:
        pytest.skip("needs ssh-keygen")
    file = tmp_path / "key.pub"
    file.write_text(text + "\n")
    done = subprocess.run([program, "-l", "-f", file], capture_output=True, text=True, check=True)
    return done.stdout.split()


def refused(text: str) -> KeyProblem:
    with pytest.raises(KeyProblem) as caught:
        parse_public_key(text)
    problem = caught.value
    assert str(problem) == f"{problem.message}. {problem.hint}"
    assert problem.hint.endswith(".")
    assert problem.__cause__ is None
    return problem


@given(st.binary(min_size=32, max_size=32))
def test_every_ed25519_key_is_taken(seed: bytes) -> None:
    public = ed25519.Ed25519PrivateKey.from_private_bytes(seed).public_key()
    text = openssh(public)
    key = parse_public_key(f"{text} ana")
    digest = hashlib.sha256(base64.b64decode(text.split()[1])).digest()
    fingerprint = "SHA256:" + base64.b64encode(digest).decode().rstrip("=")
    point = public.public_bytes(Encoding.Raw, PublicFormat.Raw)
    assert key == PublicKey("ssh-ed25519", 256, "ana", fingerprint, f"{text} ana", point)
    assert not is_example(key)


def test_ssh_keygen_agrees_on_an_ed25519_key(tmp_path: Path) -> None:
    key = parse_public_key(f"{ED25519} ana")
    assert ssh_keygen(tmp_path, key.line) == [str(key.bits), key.fingerprint_sha256, "ana", "(ED25519)"]


def test_a_key_of_a_hardware_token_is_taken(tmp_path: Path) -> None:
    key = parse_public_key(line(SK, field(POINT), field(b"ssh:")) + " token")
    assert (key.type, key.bits, key.comment, key.point) == (SK.decode(), 256, "token", POINT)
    assert ssh_keygen(tmp_path, key.line) == ["256", key.fingerprint_sha256, "token", "(ED25519-SK)"]


@pytest.mark.parametrize("bits", [3072, 4096])
def test_rsa_of_3072_bits_and_more_is_taken(tmp_path: Path, bits: int) -> None:
    key = parse_public_key(openssh(rsa_key(bits).public_key()))
    assert (key.type, key.bits, key.comment, key.point) == ("ssh-rsa", bits, "", b"")
    assert ssh_keygen(tmp_path, key.line)[:2] == [str(bits), key.fingerprint_sha256]


@pytest.mark.parametrize("bits", [1024, 2048, 3071])
def test_a_shorter_rsa_key_is_refused_with_its_length(bits: int) -> None:
    problem = refused(line(b"ssh-rsa", number(65537), number(2 ** (bits - 1) + 1)))
    assert problem.kind == "short"
    assert f"{bits} bits" in problem.message
    assert "3072" in problem.message
    assert "ssh-keygen -t ed25519" in problem.hint


def test_a_longer_rsa_key_than_openssh_reads_is_refused() -> None:
    assert parse_public_key(line(b"ssh-rsa", number(65537), number(2**16383 + 1))).bits == 16384
    assert "at most 16384" in refused(line(b"ssh-rsa", number(65537), number(2**16384 + 1))).message


@pytest.mark.parametrize(
    ("exponent", "modulus"),
    [
        (number(65537), number(2**3071)),
        (number(65536), number(2**3071 + 1)),
        (number(1), number(2**3071 + 1)),
        (number(2**64 + 1), number(2**3071 + 1)),
        (field(b""), number(2**3071 + 1)),
        (number(65537), field(b"")),
        (number(65537), field(b"\x80" + bytes(383))),
        (field(b"\0\1\0\1"), number(2**3071 + 1)),
        (number(65537), field(b"\0\0\x80" + bytes(382) + b"\1")),
        (field(b"\0"), number(2**3071 + 1)),
    ],
)
def test_numbers_that_no_rsa_key_has_are_refused(exponent: bytes, modulus: bytes) -> None:
    problem = refused(line(b"ssh-rsa", exponent, modulus))
    assert problem.kind == "malformed"
    assert "not those of an RSA key" in problem.message


@pytest.mark.parametrize("text", [f"  {ED25519} ana\n", f"{ED25519} ana\r\n", f"\n{ED25519}   ana"])
def test_space_around_a_key_is_dropped(text: str) -> None:
    assert parse_public_key(text).line == f"{ED25519} ana"


def test_a_comment_may_hold_words_and_other_alphabets() -> None:
    key = parse_public_key(f"{ED25519} Ana Müller, laptop (2026)")
    assert key.comment == "Ana Müller, laptop (2026)"
    assert key.line == f"{ED25519} Ana Müller, laptop (2026)"


def test_dsa_is_refused() -> None:
    fields = [number(2**1023 + 1), number(2**159 + 1), number(2), number(3)]
    problem = refused(line(b"ssh-dss", *fields))
    assert problem.kind == "type"
    assert "DSA" in problem.message
    assert "ed25519" in problem.hint


@pytest.mark.parametrize("curve", [ec.SECP256R1(), ec.SECP384R1(), ec.SECP521R1()], ids=lambda curve: curve.name)
def test_ecdsa_is_refused_with_the_reason(curve: ec.EllipticCurve) -> None:
    problem = refused(openssh(ec.generate_private_key(curve).public_key()))
    assert problem.kind == "type"
    assert "ECDSA" in problem.message
    assert "random number" in problem.message
    assert "`ssh-keygen -t ed25519`" in problem.hint


def test_an_ecdsa_token_is_told_what_to_make() -> None:
    problem = refused("sk-ecdsa-sha2-nistp256@openssh.com AAAA")
    assert "ECDSA" in problem.message
    assert "`ssh-keygen -t ed25519-sk`" in problem.hint


def test_a_certificate_is_refused() -> None:
    authority = ed25519.Ed25519PrivateKey.from_private_bytes(b"\2" * 32)
    builder = serialization.SSHCertificateBuilder().type(serialization.SSHCertificateType.USER)
    builder = builder.public_key(authority.public_key()).valid_for_all_principals().key_id(b"ana")
    certificate = builder.valid_after(0).valid_before(2**32).sign(authority).public_bytes().decode()
    assert certificate.startswith("ssh-ed25519-cert-v01@openssh.com ")
    problem = refused(certificate)
    assert (problem.kind, problem.message) == ("type", "a certificate, not a public key")


PUTTY = """PuTTY-User-Key-File-3: ssh-ed25519
Encryption: none
Comment: ana
Public-Lines: 2
AAAAC3NzaC1lZDI1NTE5AAAAIE
Private-Lines: 1
AAAAISECRETSECRETSECRET
Private-MAC: 00112233
"""


def private_keys() -> dict[str, str]:
    key, rsa_private = ed25519.Ed25519PrivateKey.from_private_bytes(b"\3" * 32), rsa_key(3072)

    def pem(private: ed25519.Ed25519PrivateKey | rsa.RSAPrivateKey, format: PrivateFormat) -> str:
        return private.private_bytes(Encoding.PEM, format, NoEncryption()).decode()

    new = pem(key, PrivateFormat.OpenSSH)
    return {
        "OpenSSH": new,
        "PKCS 8": pem(key, PrivateFormat.PKCS8),
        "RSA": pem(rsa_private, PrivateFormat.TraditionalOpenSSL),
        "PKCS 8 RSA": pem(rsa_private, PrivateFormat.PKCS8),
        "PuTTY": PUTTY,
        "folded": " ".join(new.split()),
        "lower case": new.lower(),
        "only its lines": "".join(new.splitlines()[1:-1]),
        "with its type in front": "ssh-ed25519 " + "".join(new.splitlines()[1:-1]),
        "only the lines of PKCS 8": pem(key, PrivateFormat.PKCS8).splitlines()[1],
        "after its public half": f"{openssh(key.public_key())} ana\n{new}",
        "in the comment": f"{openssh(key.public_key())} {' '.join(new.split())}",
        "cut off": new[:200],
        "too long": new + "x" * 100_000,
    }


@pytest.mark.parametrize("form", [*private_keys()])
def test_a_private_key_is_named_and_never_shown(form: str) -> None:
    text = private_keys()[form]
    problem = refused(text)
    assert problem.kind == "private-key"
    assert "a private key" in problem.message
    assert "Replace this key" in problem.hint
    said = f"{problem} {problem!r} {problem.args} {vars(problem)}"
    assert not [word for word in text.split() if len(word) > 15 and word in said]


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("", "other", "empty"),
        (" \n", "other", "empty"),
        ("x" * 20_000, "other", "too long"),
        ("-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----", "other", "PEM or SSH2 form"),
        ("---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----", "other", "PEM or SSH2 form"),
        (f"{ED25519} a\n{ED25519} b", "several", "more than one key"),
        (f"{ED25519} a {ED25519} b", "several", "more than one key"),
        (f"{ED25519[:40]}\n{ED25519[40:]}", "malformed", "a line break"),
        (f"{ED25519} a\tb", "malformed", "U+0009"),
        (f"{ED25519} a\x1b[31m", "malformed", "U+001B"),
        (f"{ED25519} a\x00", "malformed", "U+0000"),
        (f"{ED25519} \u202eana", "malformed", "U+202E"),
        (f"{ED25519} a\u2028b", "malformed", "U+2028"),
        (f'command="/bin/sh" {ED25519}', "options", "options or a host name in front"),
        (f'no-pty,from="10.0.0.0/8" {ED25519} ana', "options", "options or a host name in front"),
        (f"github.com {ED25519}", "options", "options or a host name in front"),
        (f"@cert-authority {ED25519}", "options", "options or a host name in front"),
        (ED25519.split()[1], "malformed", "without its type"),
        ("SHA256:usKgIfE97gfXJy5x5J", "other", "fingerprint"),
        ("~/.ssh/id_ed25519.pub", "other", "the name of a file"),
        ("/home/ana/key", "other", "the name of a file"),
        ("ana", "type", "starts with no key type"),
        ("SSH-ED25519 AAAA", "type", "starts with no key type"),
        ("rsa-sha2-256 AAAA", "type", "ssh-rsa"),
        ("ssh-ed25519", "malformed", "nothing follows its type"),
        ("ssh-ed25519 ana", "malformed", "base64"),
        (ED25519[:-1], "malformed", "base64"),
        (ED25519[:-4], "malformed", "cut off"),
        (ED25519[:45], "malformed", "base64"),
        (f"{ED25519[:40]} {ED25519[40:]}", "malformed", "cut off"),
        (ED25519 + "====", "malformed", "base64"),
        (ED25519.replace("C3Nz", "C3-z"), "malformed", "base64"),
        (ED25519.replace("ssh-ed25519", "ssh-rsa", 1), "malformed", "its data is ssh-ed25519"),
        ("ssh-ed25519 " + base64.b64encode(field(b"secret") + field(POINT)).decode(), "malformed", "something else"),
        ("ssh-ed25519 " + base64.b64encode(field(b"\xff\0") + field(POINT)).decode(), "malformed", "something else"),
        (line(b"ssh-ed25519", field(POINT), field(b"")), "malformed", "bytes follow"),
        (line(b"ssh-ed25519", field(POINT), b"\0"), "malformed", "bytes follow"),
        (line(b"ssh-ed25519", field(POINT), b"abcd"), "malformed", "bytes follow"),
        (line(b"ssh-ed25519", *[field(b"")] * 5000), "other", "too long"),
        (line(b"ssh-ed25519", *[field(b"")] * 50), "malformed", "bytes follow"),
        (line(b"ssh-ed25519"), "malformed", "cut off"),
        (line(b"ssh-ed25519", b"\0\0\0\x20", POINT[:31]), "malformed", "cut off"),
        (line(b"ssh-ed25519", b"\xff\xff\xff\xff", POINT), "malformed", "cut off"),
        (line(b"ssh-ed25519", field(POINT[:31])), "malformed", "not an ed25519 key"),
        (line(b"ssh-ed25519", field(POINT * 2)), "malformed", "not an ed25519 key"),
        (line(SK, field(POINT)), "malformed", "cut off"),
        (line(SK, field(POINT), field(b"")), "malformed", "application"),
        (line(SK, field(POINT), field(b"ssh:\n")), "malformed", "application"),
        (line(SK, field(POINT), field(b"\xff")), "malformed", "application"),
    ],
)  # fmt: skip
def test_what_is_no_public_key_is_said_without_showing_it(text: str, kind: str, said: str) -> None:
    problem = refused(text)
    assert problem.kind == kind
    assert said in problem.message
    known = {"ssh-ed25519", "rsa-sha2-256", "sk-ssh-ed25519@openssh.com"}
    assert not [word for word in text.split() if len(word) > 7 and word not in known and word in str(problem)]


def test_the_example_key_is_known_by_its_point_whatever_its_comment_and_form() -> None:
    assert len(EXAMPLE_KEYS) == 2
    assert is_example(parse_public_key(EXAMPLE_PUBLIC_KEY))
    assert is_example(parse_public_key(EXAMPLE_PUBLIC_KEY.rsplit(" ", 1)[0] + " ana"))
    for point in EXAMPLE_KEYS:
        assert is_example(parse_public_key(line(SK, field(point), field(b"ssh:"))))
    assert not is_example(parse_public_key(openssh(rsa_key(3072).public_key())))


def test_openssh_reads_the_example_key(tmp_path: Path) -> None:
    fingerprint = parse_public_key(EXAMPLE_PUBLIC_KEY).fingerprint_sha256
    assert ssh_keygen(tmp_path, EXAMPLE_PUBLIC_KEY) == ["256", fingerprint, "rackguard-example", "(ED25519)"]


PARTS = [ED25519, "ssh-ed25519 ", "ssh-rsa ", "AAAA", "=", "\n", " ", "-----BEGIN ", "PRIVATE KEY", "-cert-v01@x"]


def outcome(text: str) -> PublicKey | KeyProblem:
    try:
        return parse_public_key(text)
    except KeyProblem as problem:
        return problem


@given(st.text() | st.lists(st.sampled_from(PARTS) | st.text(max_size=4), max_size=6).map("".join))
def test_any_text_is_a_key_or_a_key_problem(text: str) -> None:
    result = outcome(text)
    if isinstance(result, KeyProblem):
        assert result.message.isprintable()
    else:
        assert result.line.isprintable()
        assert parse_public_key(result.line) == result


@given(st.integers(0, len(ED25519) - 1), st.characters(codec="ascii"))
def test_a_changed_character_is_another_key_or_a_problem(index: int, character: str) -> None:
    changed = ED25519[:index] + character + ED25519[index + 1 :]
    result = outcome(changed)
    if isinstance(result, KeyProblem):
        assert ED25519.split()[1][20:] not in str(result)
    else:
        assert (result.point == POINT) == (changed.strip() == ED25519)
