"""Images: there, fit for the type, and small enough for the root volume."""

from __future__ import annotations

from typing import Any

import pytest
from tests.account.preflight.asking import POOL, REGION, Account, outcomes, subject, told

from rackguard.account.aws.questions import Denied
from rackguard.account.preflight.checks.image import CHECK

ID = "ami-0123456789abcdef0"
PARAMETER = "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id"
IMAGE = {
    "ImageId": ID,
    "Name": "Deep Learning Base AMI",
    "State": "available",
    "Architecture": "x86_64",
    "RootDeviceName": "/dev/sda1",
    "RootDeviceType": "ebs",
    "EnaSupport": True,
    "ImageOwnerAlias": "amazon",
    "OwnerId": "898082745236",
    "DeprecationTime": "2027-06-01T00:00:00.000Z",
    "BlockDeviceMappings": [
        {"DeviceName": "/dev/sdb", "VirtualName": "ephemeral0"},
        {"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 75}},
    ],
}
PINNED = subject(pools={"train": {**POOL, "image": {"dlami": "ubuntu-24.04", "id": ID}}})
FINE = (
    "ok",
    "pools.train",
    f"{ID} (Deep Learning Base AMI) is available, x86_64; its root of 75 GiB fits the 200 GiB declared",
)


def shows(account: Account, **changes: Any) -> Account:
    answer = {"Images": [{**IMAGE, **changes}]}
    return account.says("ec2", "describe_images", answer, ImageIds=[ID], IncludeDeprecated=True, IncludeDisabled=True)


def test_an_image_that_fits() -> None:
    assert told(CHECK.run, PINNED, shows(Account())) == [FINE]


def test_the_newest_is_looked_up_and_not_yet_written_down() -> None:
    parameter = {"Parameter": {"Name": PARAMETER, "Value": ID}}
    account = shows(Account().says("ssm", "get_parameter", parameter, Name=PARAMETER))
    (fine,) = outcomes(CHECK.run, subject(pools={"train": POOL}), account)
    assert (fine.status, fine.message) == ("ok", f"the newest, {FINE[2]}")
    assert fine.hint == "`rackguard preflight --pin` writes its id into the stack file."


def test_an_image_is_asked_for_once() -> None:
    pool = {**POOL, "image": {"dlami": "ubuntu-24.04", "id": ID}}
    about = subject(pools={"train": pool, "eval": pool})
    assert [where for _, where, _ in told(CHECK.run, about, shows(Account()))] == ["pools.train", "pools.eval"]


def test_a_parameter_that_the_region_lacks() -> None:
    account = Account().refuses("ssm", "get_parameter", "ParameterNotFound", Name=PARAMETER)
    message = f"AWS publishes no image at {PARAMETER} in {REGION}"
    assert told(CHECK.run, subject(pools={"train": POOL}), account) == [("problem", "pools.train", message)]


@pytest.mark.parametrize("code", ["InvalidAMIID.NotFound", None])
def test_an_image_that_is_not_shared_with_the_account(code: str | None) -> None:
    account = Account()
    if code:
        account.refuses("ec2", "describe_images", code)
    else:
        account.says("ec2", "describe_images", {"Images": []})
    message = f"this account sees no image {ID} in {REGION}"
    assert told(CHECK.run, PINNED, account) == [("problem", "pools.train", message)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"State": "failed", "StateReason": {"Message": "Gone wrong"}}, f"{ID} is failed: Gone wrong"),
        ({"State": "disabled"}, f"{ID} is disabled"),
        ({"Architecture": "arm64"}, f"{ID} is built for arm64; p5.48xlarge needs x86_64"),
        (
            {"BlockDeviceMappings": [{"DeviceName": "/dev/sda1", "Ebs": {"VolumeSize": 201}}]},
            f"the root volume of {ID} has 201 GiB; 200 GiB are declared",
        ),
        ({"RootDeviceName": "/dev/xvda"}, f"the root device of {ID} is /dev/xvda; ubuntu-24.04 has /dev/sda1"),
        ({"RootDeviceType": "instance-store"}, f"the root device of {ID} is instance-store, not EBS"),
        ({"EnaSupport": False}, f"{ID} does not support ENA, which all GPU types need"),
    ],
)
def test_what_keeps_an_image_from_booting(changes: dict[str, Any], message: str) -> None:
    assert told(CHECK.run, PINNED, shows(Account(), **changes)) == [("problem", "pools.train", message)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"DeprecationTime": "2026-12-01T00:00:00.000Z"}, f"{ID} is deprecated since 2026-12-01"),
        ({"ImageAllowed": False}, f"{ID} is not among the images that the account's setting will allow"),
        (
            {"ImageOwnerAlias": "aws-marketplace", "OwnerId": "111122223333"},
            f"{ID} belongs to the account 111122223333, not to AWS; `dlami` is declared",
        ),
    ],
)
def test_what_boots_and_should_be_known(changes: dict[str, Any], message: str) -> None:
    assert told(CHECK.run, PINNED, shows(Account(), **changes)) == [("warning", "pools.train", message), FINE]


def test_an_image_of_ones_own_may_be_anybodys() -> None:
    own = subject(pools={"train": {**POOL, "image": {"os": "ubuntu-24.04", "id": ID}}})
    account = shows(Account(), ImageOwnerAlias="self", OwnerId="123456789012")
    assert told(CHECK.run, own, account) == [FINE]


def test_where_parameters_may_not_be_read_pinned_images_are_told_all_the_same() -> None:
    about = subject(pools={"train": POOL, "eval": {**POOL, "image": {"dlami": "ubuntu-24.04", "id": ID}}})
    account = shows(Account().refuses("ssm", "get_parameter", "AccessDeniedException"))
    answers = CHECK.run(about, account)
    assert next(answers).where == "pools.eval"
    with pytest.raises(Denied):
        next(answers)
