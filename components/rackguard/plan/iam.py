"""IAM roles with the least that nodes need: their own parameters, buckets, tag and log group, each by its ARN.

Policies are customer-managed, never inline. Two things keep them known before anything exists: names are explicit,
and a key that the stack makes is recognised by its alias.
"""

from __future__ import annotations

from collections.abc import Iterable

from rackguard.plan import arn, names, uses
from rackguard.plan.known_as import known_as
from rackguard.plan.policy_document import Conditions, allow, document, split
from rackguard.plan.types import Document, RolePlan
from rackguard.spec.stack import Stack

SSH_HOST_KEY_TAG = "rackguard:ssh-host-key"
CLUSTER_TAG = "rackguard:cluster"
POOL_TAG = "rackguard:pool"

BUCKETS_A_STATEMENT = 20
"""So that no statement comes near a policy's limit by itself."""


def plan_node_role(stack: Stack, pool: str) -> RolePlan:
    """The role of a pool's nodes."""
    declared = stack.cluster.pools[pool]
    known = known_as(pool, declared)
    statements = _member_statements(stack, uses.pool_stores(stack.cluster, declared))
    statements.append(_end_statement(stack, known))
    if uses.has_peers(declared):
        statements += [_tag_statement(stack, known), _peers_statement(stack)]
    return _instance_role(stack, names.pool_part(known), statements)


def plan_login_role(stack: Stack) -> RolePlan:
    """The role of the login node: as a node's, but it has no peers."""
    return _instance_role(stack, "login", _member_statements(stack, uses.login_stores(stack.cluster)))


def plan_flow_log_role(stack: Stack, log_group: str) -> RolePlan:
    """The role by which VPC flow logs write to their log group."""
    cluster = stack.cluster
    trust = allow(
        "FlowLogsOfThisAccount",
        ["sts:AssumeRole"],
        [],
        {
            "StringEquals": {"aws:SourceAccount": cluster.account_id},
            "ArnLike": {"aws:SourceArn": arn.arn("ec2", stack.region, cluster.account_id, "vpc-flow-log/*")},
        },
        {"Service": "vpc-flow-logs.amazonaws.com"},
    )
    statements = [
        _log_statement(stack, "WriteFlowLogs", log_group),
        allow("FindFlowLogs", ["logs:DescribeLogGroups"], [arn.log_group_arn(stack.region, cluster.account_id, "*")]),
    ]
    return _role(stack, "flow-logs", document([trust]), statements)


def _member_statements(stack: Stack, stores: tuple[str, ...]) -> list[Document]:
    """What every machine of the cluster needs: people, mounts, records of log-ins, its buckets."""
    return [
        *_parameter_statements(stack, stores),
        _log_statement(stack, "WriteLogInRecords", names.log_group_name(stack.cluster.name, "auth")),
        *_bucket_statements(stack, uses.kinds(stack.cluster, stores, "s3")),
    ]


def _instance_role(stack: Stack, part: str, statements: Iterable[Document]) -> RolePlan:
    # No aws:SourceAccount here: EC2 doesn't send it, and a role can't be passed to an instance of another account.
    trust = allow("Ec2", ["sts:AssumeRole"], [], principal={"Service": f"ec2.{arn.dns_suffix(stack.region)}"})
    profile = names.instance_profile_name(stack.cluster.name, part, stack.region)
    return _role(stack, part, document([trust]), statements, profile)


def _role(
    stack: Stack, part: str, trust: Document, statements: Iterable[Document], instance_profile: str | None = None
) -> RolePlan:
    name = names.role_name(stack.cluster.name, part, stack.region)
    policies: list[tuple[str, Document]] = []
    for number, policy in enumerate(split(statements), start=1):
        policies.append((names.policy_name(stack.cluster.name, part, stack.region, number), policy))
    return RolePlan(
        name=name,
        arn=arn.role_arn(stack.region, stack.cluster.account_id, name),
        trust=trust,
        policies=tuple(policies),
        instance_profile=instance_profile,
    )


def _parameter_statements(stack: Stack, stores: tuple[str, ...]) -> list[Document]:
    cluster = stack.cluster

    def parameter(path: str) -> str:
        return arn.parameter_arn(stack.region, cluster.account_id, path)

    users = names.parameter_name(cluster.name, "users")
    mounted = [store for store in stores if cluster.storage[store].kind != "s3"]
    statements = [allow("ReadUsers", ["ssm:GetParametersByPath"], [parameter(users), parameter(f"{users}/*")])]
    if mounted:
        resources = [parameter(names.parameter_name(cluster.name, "mounts", store)) for store in mounted]
        statements.append(allow("ReadMounts", ["ssm:GetParameter"], resources))
    return statements


def _end_statement(stack: Stack, pool: str) -> Document:
    # The group's ARN holds an id that only its creation gives; its name is in it too.
    group = f"autoScalingGroup:*:autoScalingGroupName/{names.group_name(stack.cluster.name, pool)}"
    resource = arn.arn("autoscaling", stack.region, stack.cluster.account_id, group)
    return allow("EndOnceSaved", ["autoscaling:CompleteLifecycleAction"], [resource])


def _tag_statement(stack: Stack, pool: str) -> Document:
    # Whoever writes a node's tag passes for that node, and everybody on a node may use its role. So a node tags itself
    # alone, and once: no role may overwrite or delete the tag. `ec2:SourceInstanceARN` can't be a part of Resource (EC2
    # user guide, policy structure); that it is the tagged instance is said as AWS's AWSEC2VssSnapshotPolicy does.
    instance = arn.arn("ec2", stack.region, stack.cluster.account_id, "instance/")
    return allow(
        "PublishHostKey",
        ["ec2:CreateTags"],
        [f"{instance}*"],
        {
            "ArnEquals": {"ec2:SourceInstanceARN": f"{instance}${{ec2:InstanceID}}"},
            "StringEquals": {
                f"aws:ResourceTag/{CLUSTER_TAG}": stack.cluster.name,
                f"aws:ResourceTag/{POOL_TAG}": pool,
            },
            "Null": {f"aws:ResourceTag/{SSH_HOST_KEY_TAG}": "true", "aws:TagKeys": "false"},
            "ForAllValues:StringEquals": {"aws:TagKeys": [SSH_HOST_KEY_TAG]},
        },
    )


def _peers_statement(stack: Stack) -> Document:
    # EC2's Describe actions know no resources; the region is all that can be said.
    return allow("FindNodes", ["ec2:DescribeInstances"], ["*"], {"StringEquals": {"aws:RequestedRegion": stack.region}})


def _log_statement(stack: Stack, sid: str, log_group: str) -> Document:
    group = arn.log_group_arn(stack.region, stack.cluster.account_id, log_group)
    actions = ["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"]
    return allow(sid, actions, [group, f"{group}:*"])


def _bucket_statements(stack: Stack, stores: tuple[str, ...]) -> list[Document]:
    statements: list[Document] = []
    for start in range(0, len(stores), BUCKETS_A_STATEMENT):
        suffix = str(start // BUCKETS_A_STATEMENT + 1) if start else ""
        statements += _buckets(stack, stores[start : start + BUCKETS_A_STATEMENT], suffix)
    return statements


def _buckets(stack: Stack, stores: tuple[str, ...], suffix: str) -> list[Document]:
    buckets = [arn.bucket_arn(stack.region, uses.bucket_name(stack, store)) for store in stores]
    objects = [f"{bucket}/*" for bucket in buckets]
    key, conditions = _key(stack, [*buckets, *objects])
    return [
        allow(
            f"ListBuckets{suffix}",
            ["s3:GetBucketLocation", "s3:ListBucket", "s3:ListBucketMultipartUploads"],
            buckets,
        ),
        # Deleting hides an object: its version stays for `noncurrent_days`, and no role may delete versions.
        allow(
            f"UseObjects{suffix}",
            [
                "s3:AbortMultipartUpload",
                "s3:DeleteObject",
                "s3:GetObject",
                "s3:ListMultipartUploadParts",
                "s3:PutObject",
            ],
            objects,
        ),
        allow(f"UseKeyForObjects{suffix}", ["kms:Decrypt", "kms:GenerateDataKey"], [key], conditions),
    ]


def _key(stack: Stack, contexts: list[str]) -> tuple[str, Conditions]:
    """The key as a resource, and that it is used by S3 for these buckets and objects only."""
    cluster = stack.cluster
    conditions: Conditions = {
        "StringEquals": {"kms:ViaService": f"s3.{stack.region}.{arn.dns_suffix(stack.region)}"},
        "StringLike": {"kms:EncryptionContext:aws:s3:arn": contexts},
    }
    if cluster.encryption.key != "create":
        return cluster.encryption.key, conditions
    # The ARN of a key to come is not known; its alias is.
    conditions["ForAnyValue:StringEquals"] = {"kms:ResourceAliases": names.key_alias(cluster.name)}
    return arn.arn("kms", stack.region, cluster.account_id, "key/*"), conditions
