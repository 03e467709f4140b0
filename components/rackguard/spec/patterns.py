"""The shapes of names and identifiers, each with its words for an error message."""

from __future__ import annotations

NAME = r"^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$"
USER_NAME = r"^[a-z_][a-z0-9_-]{0,30}$"
ACCOUNT_ID = r"^[0-9]{12}$"
REGION = r"^[a-z]{2}(-[a-z]+)+-[0-9]$"
ZONE_ID = r"^[a-z]{2,5}[0-9]-([a-z]{3}[0-9]-)?az[0-9]+$"
INSTANCE_TYPE = r"^[a-z][a-z0-9-]*\.[a-z0-9-]+$"
FAMILY = r"^[a-z][a-z0-9-]*$"
CIDR = r"^[0-9]{1,3}(\.[0-9]{1,3}){3}/[0-9]{1,2}$"
TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})$"
MOUNT_PATH = r"^(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$"
RESERVATION_ID = r"^cr-[0-9a-f]{8,17}$"
AMI_ID = r"^ami-[0-9a-f]{8,17}$"
VPC_ID = r"^vpc-[0-9a-f]{8,17}$"
SUBNET_ID = r"^subnet-[0-9a-f]{8,17}$"
KEY_CHOICE = r"^(create|arn:aws[a-z-]*:kms:[a-z0-9-]+:[0-9]{12}:key/(mrk-[0-9a-f]{32}|[0-9a-f-]{36}))$"
PLACEMENT_GROUP_ARN = r"^arn:aws[a-z-]*:ec2:[a-z0-9-]+:[0-9]{12}:placement-group/.+$"
BUCKET_NAME = r"^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$"
TAG_VALUE = r"^[A-Za-z0-9 _.:/=+@-]+$"
DAY = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
RULE_ID = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
VERSION = r"^[0-9]{1,4}(\.[0-9]{1,4}){1,3}$"
CUDA = r"^[0-9]{1,2}\.[0-9]{1,2}$"
DRIVER = r"^[0-9]{3}(\.[0-9]{1,4}){1,2}$"
CONTAINER = r"^[0-9]{2}\.[0-9]{2}$"
LABEL = r"^[A-Za-z0-9]([A-Za-z0-9_./-]{0,61}[A-Za-z0-9])?$"

VERSIONS = frozenset({VERSION, CUDA, DRIVER, CONTAINER})
"""Of what looks like a number, and loses digits as one: 2.10 is 2.1."""

WORDS = {
    NAME: "1 to 32 lower-case letters, digits and hyphens, starting with a letter: `llm-prod`",
    USER_NAME: "a Linux account name: 1 to 31 lower-case letters, digits, `_` and `-`, starting with a letter",
    ACCOUNT_ID: 'the 12 digits of an AWS account, in quotes: "123456789012"',
    REGION: "an AWS region: `us-east-2`",
    ZONE_ID: "a zone id such as `use2-az1` (not a zone name such as `us-east-2a`, which differs from account to"
    " account)",
    INSTANCE_TYPE: "an instance type: `p5.48xlarge`",
    FAMILY: "an instance family: `p5`",
    CIDR: "an IPv4 network such as `10.40.0.0/16`",
    TIME: 'an ISO 8601 time with its offset, in quotes: "2026-12-07T11:30:00Z"',
    MOUNT_PATH: "an absolute path of letters, digits, `.`, `_` and `-`, no part of it starting with a dot and without a"
    " slash at the end: `/fsx`",
    RESERVATION_ID: "the id of a capacity reservation or block: `cr-0123456789abcdef0`",
    AMI_ID: "the id of an image: `ami-0123456789abcdef0`",
    VPC_ID: "the id of a VPC: `vpc-0123456789abcdef0`",
    SUBNET_ID: "the id of a subnet: `subnet-0123456789abcdef0`",
    KEY_CHOICE: "`create`, or the ARN of a KMS key: `arn:aws:kms:us-east-2:123456789012:key/…`",
    PLACEMENT_GROUP_ARN: "the ARN of a placement group: `arn:aws:ec2:us-east-2:123456789012:placement-group/…`",
    BUCKET_NAME: "3 to 63 lower-case letters, digits and hyphens",
    TAG_VALUE: "1 to 256 letters, digits, spaces and `_.:/=+-@`",
    DAY: 'an ISO 8601 day, in quotes: "2027-03-31"',
    RULE_ID: "the id of a rule: `ec2-imdsv2`",
    VERSION: 'a version of two to four numbers, in quotes: "2.14"',
    CUDA: 'a version of CUDA, two numbers in quotes: "13.0"',
    DRIVER: 'the version of an NVIDIA driver, in quotes: "580.126.09"',
    CONTAINER: 'the month of a container, in quotes: "25.10"',
    LABEL: "1 to 63 letters, digits and `_./-`, starting and ending with a letter or digit",
}


def check_cidr(text: str) -> str:
    """Return `text` where it is an IPv4 network in its own base address.

    Raises ValueError with words for the user.
    """
    from ipaddress import IPv4Network

    try:
        network = IPv4Network(text, strict=False)
    except ValueError:
        raise ValueError(WORDS[CIDR]) from None
    if "/" not in text or str(network) != text:
        raise ValueError(f"an IPv4 network in its base address: `{network}`")
    return text


def check_script(text: str) -> str:
    """Return `text` where a file of the shell can hold it.

    Raises ValueError with words for the user.
    """
    if "\0" in text:
        raise ValueError("a script without the character NUL (U+0000), which no shell script can hold")
    return text


def check_time(text: str) -> str:
    """Return `text` where it is an ISO 8601 time with an offset.

    Raises ValueError with words for the user.
    """
    from datetime import UTC, datetime

    try:
        moment = datetime.fromisoformat(text)
        moment.astimezone(UTC)  # overflows in the first and last hours of the calendar
    except (ValueError, OverflowError):
        raise ValueError(_possible_time(text)) from None
    if moment.tzinfo is None:
        raise ValueError(WORDS[TIME])
    if text[-6] in "+-" and text[-2:] > "59":  # which Python reads as an hour more
        raise ValueError(_possible_time(text))
    return text


def check_day(text: str) -> str:
    """Return `text` where it is an ISO 8601 day.

    Raises ValueError with words for the user.
    """
    from datetime import date

    try:
        date.fromisoformat(text)
    except ValueError:
        raise ValueError(_possible_time(f"{text}T00:00:00Z")) from None
    return text


def _possible_time(text: str) -> str:
    """What is allowed where a text has the form of a time, and there is no such time."""
    import re
    from calendar import monthrange

    if not re.fullmatch(TIME, text):
        return WORDS[TIME]
    year, month, day, hour, minute, *rest = map(int, re.findall("[0-9]+", text))
    second = rest[0] if text.count(":", 0, 19) == 2 else 0
    offset = [] if text.endswith("Z") else rest[-2:]
    if not 1 <= month <= 12:
        return f"a month from 01 to 12, not {month:02}"
    days = monthrange(year, month)[1] if year else 31
    if not 1 <= day <= days:
        return f"a day from 01 to {days} in {year:04}-{month:02}, not {day:02}"
    for name, value, last in (("hour", hour, 23), ("minute", minute, 59), ("second", second, 59)):
        if value > last:
            return f"{'an' if name == 'hour' else 'a'} {name} from 00 to {last}, not {value:02}"
    if offset and (offset[0] > 23 or offset[1] > 59):
        return "an offset of at most 23:59"
    return "a time of the calendar, from the year 0001 to 9999"
