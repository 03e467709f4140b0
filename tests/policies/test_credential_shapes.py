"""Texts that look like credentials, and those that don't. Each credential is put together here, so that none is one."""

from __future__ import annotations

import base64

import pytest

from rackguard_policies.credential_shapes import kinds

ID = "AKIA" + "IOSFODNN7ABCDEFG"
SECRETS = {
    f"export AWS_ACCESS_KEY_ID={ID}": "an AWS access key id",
    "aws_secret_access_key = " + "wJalrXUtnFEMI/K7MDENG/bPxRfiCYabcdefghij": "an AWS secret key",
    "-----BEGIN " + "OPENSSH PRIVATE KEY-----": "a private key",
    "-----BEGIN " + "PRIVATE KEY-----": "a private key",
    "gh" + "p_" + "a1B2" * 9: "a GitHub token",
    "gh" + "o_" + "a1B2" * 9: "a GitHub token",
    "gh" + "u_" + "a1B2" * 9: "a GitHub token",
    "gh" + "s_" + "a1B2" * 9: "a GitHub token",
    "gh" + "r_" + "a1B2" * 9: "a GitHub token",
    "github" + "_pat_" + "a1B2c" * 5: "a GitHub token",
    "AS" + "IA" + "IOSFODNN7ABCDEFG": "an AWS access key id",
    "gl" + "pat-" + "a1B2" * 5: "a GitLab token",
    "hf" + "_" + "aB" * 17: "a Hugging Face token",
    "xo" + "xb-1234567890-abc": "a Slack token",
    "nv" + "api-" + "a1B2" * 8: "an NVIDIA API key",
    "s" + "k-ant-" + "a1B2" * 8: "an API key",
    "AI" + "za" + "a1B2c" * 7: "a Google API key",
    "ey" + "J" + "hbGciOi1." + "ey" + "JzdWIiOi1." + "abcdefgh1": "a JSON web token",
    "postgres://app:hunter2@db.internal/x": "a password in an address",
    "DB_PASSWORD=hunter2hunter2": "a password or token in the clear",
    'wandb_api_key: "0123456789abcdef"': "a password or token in the clear",
}


@pytest.mark.parametrize(("text", "kind"), SECRETS.items())
def test_a_credential_is_told_by_its_kind_and_line(text: str, kind: str) -> None:
    assert kinds(f"#!/bin/sh\nset -e\n{text}\n") == {kind: 3}


def test_a_credential_over_two_lines_is_found_though_each_was_seen_alone() -> None:
    name, key = "aws_secret_access_key =", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYabcdefghij"
    assert kinds(f"{name} to be set\n{key}") == kinds(key) == {}
    assert kinds(f"set -e\n{name}\n{key}\n") == {"an AWS secret key": 2}


def test_each_text_with_a_credential_tells_it_by_its_own_line() -> None:
    assert kinds("set -e\nDB_PASSWORD=hunter2hunter2") == {"a password or token in the clear": 2}
    assert kinds("set -e\n\n\nDB_PASSWORD=hunter2hunter2\n") == {"a password or token in the clear": 4}


def test_a_packed_credential_is_found() -> None:
    script = base64.b64encode(f"#!/bin/sh\n# sets things up\nexport KEY={ID}\n".encode()).decode()
    assert kinds(script) == {"an AWS access key id": 3}


@pytest.mark.parametrize(
    "text",
    [
        "AKIA" + "IOSFODNN7EXAMPLE",
        'TOKEN="$(curl -X PUT http://169.254.169.254/latest/api/token)"',
        "PASSWORD=$DB_PASSWORD",
        "POSTGRES://app:hunter2@db.internal/x",
        "token = fetch_token1(address)",
        "secret: arn:aws:secretsmanager:us-east-2:123456789012:secret:db-1a2b3c",
        "password=/run/secrets/db1",
        "password: changeme",
        "http://user:$PASSWORD@host/",
        "-----BEGIN CERTIFICATE-----",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFPytpUGp0TPz0/nGAl8HL6zgsOKViyLs6VjAlzsNru6 ana",
        "ssh_pwauth: false",
    ],
)
def test_what_is_none(text: str) -> None:
    assert kinds(text) == {}
