"""Names stay within each service's limits, stay the same, and stay apart."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.plan import names

LONGEST = "a" + "b" * 30 + "c"
"""A cluster, pool or store may have 32 characters."""
PART = st.from_regex(r"[a-z]([a-z0-9-]{0,30}[a-z0-9])?", fullmatch=True)


def test_short_names_are_joined_and_left_alone():
    assert names.name(64, "llm", "us-east-2", "login") == "llm-us-east-2-login"
    assert names.name(64, "llm", "", "login") == "llm-login"


def test_a_long_name_ends_in_a_hash_of_the_whole():
    # sha256("abcdefghijklmnopqrstuvwxyz") = 71c480df…
    assert names.name(20, "abcdefghijklmnopqrstuvwxyz") == "abcdefghijk-71c480df"


def test_no_name_ends_in_a_hyphen():
    assert re.fullmatch(r"llm-[0-9a-f]{8}", names.name(20, "llm-"))
    assert re.fullmatch(r"a{5}-[0-9a-f]{8}", names.name(20, "aaaaa----------------------"))


@given(st.lists(PART, min_size=1, max_size=5), st.integers(10, 64))
def test_every_name_fits_and_is_well_formed(parts, limit):
    made = names.name(limit, *parts)
    assert len(made) <= limit
    assert not made.endswith("-")
    assert made == names.name(limit, *parts)
    if len("-".join(parts)) <= limit:
        assert made == "-".join(parts)


@given(st.text("ab", min_size=64, max_size=66), st.text("ab", min_size=64, max_size=66))
def test_names_that_are_cut_stay_apart(one, other):
    assert (names.name(63, one) == names.name(63, other)) == (one == other)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (names.template_name("llm", "train"), "llm-pool-train"),
        (names.group_name("llm", "train"), "llm-pool-train"),
        (names.role_name("llm", names.pool_part("train"), "us-east-2"), "llm-us-east-2-pool-train"),
        (names.policy_name("llm", "login", "us-east-2"), "llm-us-east-2-login"),
        (names.policy_name("llm", "login", "us-east-2", 2), "llm-us-east-2-login.2"),
        (names.template_name("llm-prod", "train-a-100"), "llm-prod-pool-train-a-100"),
        (names.instance_profile_name("llm", "login", "us-east-2"), "llm-us-east-2-login"),
        (names.bucket_name("llm", "ckpt", "123456789012", "us-east-2"), "llm-ckpt-123456789012-us-east-2"),
        (names.key_alias("llm"), "alias/llm"),
        (names.security_group_name("llm", "nodes"), "llm-nodes"),
        (names.placement_group_name("llm", "train", "partition", "7"), "llm-pool-train-partition-7"),
        (names.vpc_name("llm"), "llm"),
        (names.subnet_name("llm", "nodes", "use2-az1"), "llm-nodes-use2-az1"),
        (names.endpoint_name("llm", "ecr.api"), "llm-ecr-api"),
        (names.log_group_name("llm", "flow"), "/rackguard/llm/flow"),
        (names.lustre_log_group_name("llm", "scratch"), "/aws/fsx/llm/scratch"),
        (names.parameter_name("llm", "users", "ana"), "/rackguard/llm/users/ana"),
        (names.instance_name("llm", "train"), "llm-train"),
        (names.reservation_name("llm", "train"), "llm-pool-train"),
        (names.store_name("llm", "scratch"), "llm-scratch"),
        (names.store_name("llm", "prod-x"), "llm-prod-x-253342ec"),  # sha256("llm/prod-x")
    ],
)
def test_names_of_each_kind(made, expected):
    assert made == expected


@pytest.mark.parametrize(
    ("made", "limit"),
    [
        (names.template_name(LONGEST, LONGEST), 128),
        (names.group_name(LONGEST, LONGEST), 255),
        (names.role_name(LONGEST, names.pool_part(LONGEST), "ap-southeast-2"), 64),
        (names.policy_name(LONGEST, names.pool_part(LONGEST), "ap-southeast-2", 10), 128),
        (names.instance_profile_name(LONGEST, names.pool_part(LONGEST), "ap-southeast-2"), 128),
        (names.bucket_name(LONGEST, LONGEST, "123456789012", "ap-southeast-2"), 63),
        (names.key_alias(LONGEST), 256),
        (names.security_group_name(LONGEST, "endpoints"), 255),
        (names.placement_group_name(LONGEST, LONGEST, "partition", "7"), 255),
        (names.log_group_name(LONGEST, LONGEST), 512),
        (names.lustre_log_group_name(LONGEST, LONGEST), 512),
        (names.store_name(LONGEST, LONGEST), 64),
    ],
)
def test_the_longest_declaration_stays_within_each_limit(made, limit):
    assert len(made) <= limit


def test_the_longest_parameter_has_room_for_its_arn_and_few_levels():
    longest = names.parameter_name(LONGEST, "users", "u" * 31)
    assert len(f"arn:aws-us-gov:ssm:us-gov-west-1:123456789012:parameter{longest}") <= 1011
    assert longest.count("/") <= 15


def test_roles_of_one_cluster_name_in_two_regions_differ():
    assert names.role_name("llm", "login", "us-east-1") != names.role_name("llm", "login", "us-west-2")
    long = [names.role_name(LONGEST, names.pool_part(LONGEST), region) for region in ("us-east-1", "us-east-2")]
    assert long[0] != long[1]


def test_a_pool_called_login_has_a_role_of_its_own():
    assert names.role_name("llm", names.pool_part("login"), "us-east-1") != names.role_name("llm", "login", "us-east-1")


# sha256("llm/prod-x/123456789012/us-east-2") = 529380cb…; a store whose name can't be split again keeps the plain name.
def test_two_clusters_whose_parts_join_alike_have_buckets_of_their_own():
    one = names.bucket_name("llm", "prod-x", "123456789012", "us-east-2")
    other = names.bucket_name("llm-prod", "x", "123456789012", "us-east-2")
    assert other == "llm-prod-x-123456789012-us-east-2"
    assert one == "llm-prod-x-123456789012-us-east-2-529380cb"


@pytest.mark.parametrize("store", ["prod-x", "prod-" + "x" * 27])
def test_buckets_cut_to_the_limit_stay_apart(store):
    cluster = "l" * 25
    one = names.bucket_name(cluster, store, "123456789012", "ap-southeast-2")
    other = names.bucket_name(f"{cluster}-prod", store.removeprefix("prod-"), "123456789012", "ap-southeast-2")
    assert one != other
    assert max(len(one), len(other)) <= 63


REGIONS = ("us-east-1", "us-west-2")
WORDS = ("a", "pool", "login", *REGIONS)
PHRASES = ["-".join(words) for count in (1, 2, 3) for words in product(WORDS, repeat=count)]
"""Names made of what names are joined with: wherever a join can be divided in two ways, some pair of these does so."""
PHRASES = [phrase for phrase in PHRASES if len(phrase) <= 32]
PARTS = ["login", "flow-logs", *map(names.pool_part, PHRASES)]


def made_twice(made):
    """Names that two different lots of parts make."""
    return [name for name, count in Counter(made).items() if count > 1]


@pytest.mark.parametrize(
    "make",
    [
        names.template_name,
        names.group_name,
        names.lustre_log_group_name,
        names.store_name,
        lambda cluster, pool: names.placement_group_name(cluster, pool, "cluster"),
        lambda cluster, store: names.bucket_name(cluster, store, "123456789012", "us-east-1"),
        names.log_group_name,
        lambda cluster, part: names.parameter_name(cluster, "mounts", part),
    ],
)
def test_no_two_clusters_share_a_name(make):
    assert made_twice(make(cluster, other) for cluster in PHRASES for other in PHRASES) == []


@pytest.mark.parametrize("make", [names.role_name, names.instance_profile_name])
def test_no_two_clusters_share_a_name_of_the_account(make):
    assert made_twice(make(*parts) for parts in product(PHRASES, PARTS, REGIONS)) == []


def test_no_two_clusters_share_a_security_group_or_a_key():
    keys = ("nodes", "login", "lustre", "efs", "endpoints", "connect")
    clusters = {*PHRASES, *(f"a-{key}" for key in keys)}
    assert made_twice(names.security_group_name(*parts) for parts in product(clusters, keys)) == []
    assert made_twice(map(names.key_alias, clusters)) == []


def test_no_two_pools_share_a_policy():
    parts = [names.pool_part(pool) for pool in ("train", "train-2", "train-2-2")]
    made = [names.policy_name("llm", part, "us-east-1", number) for part in parts for number in (1, 2, 3)]
    assert made_twice(made) == []


def test_no_two_placement_groups_of_a_pool_share_a_name():
    forcing = [("cluster",), ("spread",), *(("partition", str(count)) for count in range(1, 8))]
    pools = ["train", "train-cluster", "train-partition-7", "train-spread"]
    made = [names.placement_group_name("llm", pool, *forced) for pool in pools for forced in forcing]
    assert made_twice(made) == []


@given(PART, PART, PART, PART)
def test_buckets_of_different_parts_differ(cluster, store, other_cluster, other_store):
    made = [
        names.bucket_name(*parts, "123456789012", "us-east-2")
        for parts in ((cluster, store), (other_cluster, other_store))
    ]
    assert (made[0] == made[1]) == ((cluster, store) == (other_cluster, other_store))


@given(PART, PART)
def test_buckets_have_names_that_s3_takes(cluster, store):
    made = names.bucket_name(cluster, store, "123456789012", "us-east-2")
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]", made)
    assert not made.endswith(("-s3alias", "--ol-s3", "--x-s3", "--table-s3", "-an"))
