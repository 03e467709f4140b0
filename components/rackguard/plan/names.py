"""Names of every resource, explicit and within each service's limit.

A name that is too long is cut and ends in a hash of the whole, so that it stays the same and stays its own. Names join
by hyphens what may itself hold hyphens: where another cluster's parts could make the same name (`llm` and `prod-x`,
`llm-prod` and `x`), the one whose second part could be split again ends in a hash of its parts.
Names of IAM are the account's, names of buckets the world's: they hold the region. Don't match names by prefix in a
policy: `llm-*` is also the start of a cluster called `llm-prod`.
"""

from __future__ import annotations

LAUNCH_TEMPLATE = 128
"""Characters that EC2 allows for a launch template's name (at least 3)."""
GROUP = 255
"""Characters of an Auto Scaling group's name, and of a scheduled action's."""
ROLE = 64
"""Characters of an IAM role's name."""
POLICY = 128
"""Characters of an IAM policy's name."""
INSTANCE_PROFILE = 128
"""Characters of an instance profile's name."""
BUCKET = 63
"""Characters of a bucket's name."""
KEY_ALIAS = 256
"""Characters of a KMS alias, `alias/` included."""
SECURITY_GROUP = 255
"""Characters of a security group's name."""
PLACEMENT_GROUP = 255
"""Characters of a placement group's name."""
LOG_GROUP = 512
"""Characters of a log group's name."""
PARAMETER = 1011
"""Characters of an SSM parameter's name with the ARN before it, in at most 15 levels."""
FILE_SYSTEM = 64
"""Characters of a file system's name, which is a tag, since EFS's creation token is the same."""
TAG = 256
"""Characters of a tag's value: the name of what has no name of its own (VPC, subnet, instance)."""

_HASH = 8
_PREFIX = "/rackguard"


def name(limit: int, *parts: str) -> str:
    """The parts joined by hyphens, at most `limit` characters (at least 10) and without a hyphen at the end."""
    whole = "-".join(part for part in parts if part)
    return whole if len(whole) <= limit and not whole.endswith("-") else _shortened(limit, whole)


def _shortened(limit: int, whole: str) -> str:
    return _hashed(limit, whole, whole)


def _hashed(limit: int, whole: str, hashed: str) -> str:
    from hashlib import sha256

    digest = sha256(hashed.encode()).hexdigest()[:_HASH]
    return f"{whole[: limit - _HASH - 1].rstrip('-')}-{digest}"


def _own(limit: int, *parts: str, divisible: bool) -> str:
    """As `name`; where the parts' join could be divided in another way, with a hash that it couldn't."""
    return _hashed(limit, "-".join(parts), "/".join(parts)) if divisible else name(limit, *parts)


def _pool_divisible(part: str) -> bool:
    """True where a pool's part could hold another cluster's end: `-pool-` again, or a region before a role's part."""
    from re import search

    pool = part.removeprefix("pool-")
    return "-pool-" in f"-{pool}" or search(r"(^|-)[a-z]{2}(-[a-z]+)+-[0-9]-", pool) is not None


def pool_part(pool: str) -> str:
    """A pool's part of names that pools share with others: no pool can take the login node's name."""
    return f"pool-{pool}"


def template_name(cluster: str, pool: str) -> str:
    """The launch template of a pool."""
    return _own(LAUNCH_TEMPLATE, cluster, pool_part(pool), divisible=_pool_divisible(pool_part(pool)))


def group_name(cluster: str, pool: str) -> str:
    """The Auto Scaling group of a pool."""
    return _own(GROUP, cluster, pool_part(pool), divisible=_pool_divisible(pool_part(pool)))


def instance_name(cluster: str, part: str) -> str:
    """The Name tag of an instance, its volumes and interfaces."""
    return name(TAG, cluster, part)


def role_name(cluster: str, part: str, region: str) -> str:
    """The IAM role of a part (`pool_part(…)`, `login`, `flow-logs`)."""
    return _own(ROLE, cluster, region, part, divisible=_pool_divisible(part))


def policy_name(cluster: str, part: str, region: str, number: int = 1) -> str:
    """A customer-managed IAM policy of a part; further ones end in `.2`, `.3`, since a pool may be called `train-2`."""
    suffix = f".{number}" if number > 1 else ""
    return _own(POLICY - len(suffix), cluster, region, part, divisible=_pool_divisible(part)) + suffix


def instance_profile_name(cluster: str, part: str, region: str) -> str:
    """The instance profile of a part."""
    return _own(INSTANCE_PROFILE, cluster, region, part, divisible=_pool_divisible(part))


def bucket_name(cluster: str, store: str, account_id: str, region: str) -> str:
    """The bucket of a store, where the user gives it no name."""
    return _own(BUCKET, cluster, store, account_id, region, divisible="-" in store)


def key_alias(cluster: str) -> str:
    """The alias of the cluster's key."""
    return f"alias/{name(KEY_ALIAS - len('alias/'), cluster)}"


def security_group_name(cluster: str, key: str) -> str:
    """The security group of a key of the plan, such as `nodes`."""
    return name(SECURITY_GROUP, cluster, key)


def placement_group_name(cluster: str, pool: str, *forcing: str) -> str:
    """The placement group of a pool; `forcing` are the properties whose change replaces it."""
    return _own(PLACEMENT_GROUP, cluster, pool_part(pool), *forcing, divisible=_pool_divisible(pool_part(pool)))


def reservation_name(cluster: str, pool: str) -> str:
    """The Name tag of a capacity reservation."""
    return name(TAG, cluster, pool_part(pool))


def vpc_name(cluster: str) -> str:
    """The Name tag of the VPC."""
    return name(TAG, cluster)


def subnet_name(cluster: str, role: str, zone_id: str) -> str:
    """The Name tag of a subnet."""
    return name(TAG, cluster, role, zone_id)


def endpoint_name(cluster: str, service: str) -> str:
    """The Name tag of a VPC endpoint: `ecr.api` becomes `ecr-api`."""
    return name(TAG, cluster, service.replace(".", "-"))


def store_name(cluster: str, store: str) -> str:
    """The Name tag of a file system, and the creation token of an EFS one."""
    return _own(FILE_SYSTEM, cluster, store, divisible="-" in store)


def log_group_name(cluster: str, part: str) -> str:
    """The log group of a part: `/rackguard/llm-prod/flow`."""
    return f"{_PREFIX}/{cluster}/{name(LOG_GROUP - len(_PREFIX) - len(cluster) - 2, part)}"


def lustre_log_group_name(cluster: str, store: str) -> str:
    """The log group of a Lustre file system; FSx takes only names below `/aws/fsx/`."""
    return f"/aws/fsx/{cluster}/{store}"


def parameter_prefix(cluster: str) -> str:
    """The path below which the cluster's SSM parameters are: `/rackguard/llm-prod`."""
    return f"{_PREFIX}/{cluster}"


def parameter_name(cluster: str, *levels: str) -> str:
    """An SSM parameter of the cluster: `/rackguard/llm-prod/users/ana`."""
    return "/".join((parameter_prefix(cluster), *levels))
