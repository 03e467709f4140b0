"""Public keys: kind and strength."""

from __future__ import annotations

import pytest

from rackguard_policies.ssh_keys import is_strong

ED25519 = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFPytpUGp0TPz0/nGAl8HL6zgsOKViyLs6VjAlzsNru6 ana"
RSA_2048 = (
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCPywTKSwQM/jQ1KPFOSM4TXOz8wv7zd1jRh5YB2ySeW82oR3O2dAKX+doSa8H8"
    "akfAw1MlKQYPZ0Wh0OGNZVb63EdDQiSJ85eqqEmAET7lUCk+BJ5lHGuCZn7Pg2qi9nsujMgsrumONznfU70Lo6rK6FFUfDFetjXE"
    "WJi23d6foFAXOG+V+R5oVsMDqQxee0aEp3NvC0kFL0amc7yuvWEq4hM5H1s033t0hq9o77ahcgdUhgYIt8lK1Wxgu6dJbFsA+dJg"
    "lUptB1PjHk/NTqhSJjG8TplqnevwvtcmFfIRzVjUZpL5b+/tjHdcgbG36oj+wjGishVLhA0iiT5XP6+l weak"
)
RSA_3072 = (
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQDvzvhqQGD/d6suqeD3hlZlR/ndSkrl0qkB/dwoUU9/3ASzqFbZJF15obf4Y2Xw"
    "VvalZbSEXT0XuNzymwIpdRvLM6xbxVoTxwtgB3N84y9jklp27oxY/JoQZFP4FeYPVtEglrd0R70JNkExxuNG44m0n+UugmVGqCdp"
    "urgt6sILiFjCpnpAWnycpsYdVM98FXPtNIEFCdYH+BWo/9LCnEa94WqLeFhfCCPxvx9u0jIwKgnafz4/CyIzoMRhQIQ/oW6pIoKZ"
    "g9zIQnhqQl/4QljI+irXBg7utz/J9ER1WzsnaCEad4dEaT+bLCnU5oWT2pL7PuE6UxCH8/6g7kABS2sNXNhVCXcXkxyJ3fAb0V1f"
    "C/AwAgkwXQJKO4NIXufx8Vmxgy3V9lT5hR6BIacxN2pbMrFTq3+tyYi95u11lAF60Zet7d1AMiDCLvbNLBzk5T+SmlD0K5n4Siq1"
    "CnffGORdPX232K1tPABIB3ZmyWt922ryJBCCYSiOpDF7E2gabv0= strong"
)
ECDSA = (
    "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBNxM1nxoGD7rRM7ICSS5KzkNlXTm"
    "BiZIFPVtvVCwTCkQMXxGlpc7iEa3jRMVs2Xd2ACMMQNBWUkaoxOp9qrriw4= ec"
)


@pytest.mark.parametrize("key", [ED25519, RSA_3072])
def test_strong_keys(key: str) -> None:
    assert is_strong(key)


@pytest.mark.parametrize(
    "key",
    [
        RSA_2048,
        ECDSA,
        ED25519.replace("ssh-ed25519", "ssh-rsa"),
        "ssh-ed25519 not/base64!",
        "ssh-ed25519 AAAA",
        "ssh-ed25519",
        "",
        None,
        7,
    ],
)
def test_keys_that_are_weak_or_none(key: object) -> None:
    assert not is_strong(key)
