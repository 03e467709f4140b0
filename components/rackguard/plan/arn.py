"""Amazon Resource Names, built from region, account and name, so that nothing waits for a resource to exist."""

from __future__ import annotations


def partition(region: str) -> str:
    """The partition that a region belongs to: `aws`, `aws-us-gov` or `aws-cn`."""
    if region.startswith("us-gov-"):
        return "aws-us-gov"
    return "aws-cn" if region.startswith("cn-") else "aws"


def dns_suffix(region: str) -> str:
    """The domain that a region's services answer under."""
    return "amazonaws.com.cn" if region.startswith("cn-") else "amazonaws.com"


# Of the endpoints that a cluster may have; the others, and S3's gateway, are named as everywhere (AWS CDK's table of
# VPC endpoint services, made from DescribeVpcEndpointServices, 2026).
_CHINESE_ENDPOINTS = frozenset(
    {"autoscaling", "ec2", "ecr.api", "ecr.dkr", "elasticfilesystem", "fsx", "monitoring", "sts"}
)


def endpoint_service(region: str, service: str) -> str:
    """The full name of a VPC endpoint's service: `com.amazonaws.us-east-2.s3`, which is also its prefix list's."""
    chinese = partition(region) == "aws-cn" and service in _CHINESE_ENDPOINTS
    return f"{'cn.' if chinese else ''}com.amazonaws.{region}.{service}"


def arn(service: str, region: str, account_id: str, resource: str) -> str:
    """The ARN of a resource of a regional service."""
    return f"arn:{partition(region)}:{service}:{region}:{account_id}:{resource}"


def global_arn(service: str, region: str, account_id: str, resource: str) -> str:
    """The ARN of a resource of a global service; the region only tells the partition."""
    return f"arn:{partition(region)}:{service}::{account_id}:{resource}"


def role_arn(region: str, account_id: str, name: str) -> str:
    """The ARN of an IAM role."""
    return global_arn("iam", region, account_id, f"role/{name}")


def service_linked_role_arn(region: str, account_id: str, service: str, role: str) -> str:
    """The ARN of a service-linked role: `autoscaling.amazonaws.com`, `AWSServiceRoleForAutoScaling`."""
    return global_arn("iam", region, account_id, f"role/aws-service-role/{service}/{role}")


def policy_arn(region: str, account_id: str, name: str) -> str:
    """The ARN of a customer-managed IAM policy."""
    return global_arn("iam", region, account_id, f"policy/{name}")


def instance_profile_arn(region: str, account_id: str, name: str) -> str:
    """The ARN of an instance profile."""
    return global_arn("iam", region, account_id, f"instance-profile/{name}")


def account_root_arn(region: str, account_id: str) -> str:
    """The principal that stands for the whole account."""
    return global_arn("iam", region, account_id, "root")


def bucket_arn(region: str, name: str) -> str:
    """The ARN of an S3 bucket, which names neither region nor account."""
    return global_arn("s3", region, "", name)


def parameter_arn(region: str, account_id: str, path: str) -> str:
    """The ARN of an SSM parameter, whose path starts with a slash; `*` at its end is allowed."""
    return arn("ssm", region, account_id, f"parameter{path}")


def log_group_arn(region: str, account_id: str, name: str) -> str:
    """The ARN of a log group as permissions name it; streams and events need `:*` behind it."""
    return arn("logs", region, account_id, f"log-group:{name}")


def key_alias_arn(region: str, account_id: str, alias: str) -> str:
    """The ARN of a KMS alias: `alias/llm-prod`."""
    return arn("kms", region, account_id, alias)


def placement_group_arn(region: str, account_id: str, name: str) -> str:
    """The ARN of a placement group."""
    return arn("ec2", region, account_id, f"placement-group/{name}")


def group_arn(region: str, account_id: str, name: str) -> str:
    """The ARN of an Auto Scaling group of that name, whose own id in the middle isn't known before it exists."""
    return arn("autoscaling", region, account_id, f"autoScalingGroup:*:autoScalingGroupName/{name}")


def placement_group_name(arn: str) -> str:
    """The name of the placement group of that ARN; launch templates take no ARN."""
    return arn.rpartition("/")[2]
