"""What a plan is made of: frozen, plain data, known before anything exists.

Names are explicit and ARNs are built from account and name, so that nothing here waits for creation.
Units are in the names; times are ISO 8601 in UTC.
"""

from __future__ import annotations

from typing import Any, Literal

from rackguard.catalog.types import InterfaceType, PurchaseOption
from rackguard.record import record

Document = dict[str, Any]
"""An IAM, key, bucket or file-system policy as its JSON."""


@record
class Decision:
    """One thing decided, and why."""

    id: str
    """Stable, the same for every cluster: `efa`, `placement`, `zone`, … (`rackguard explain ID`)."""
    subject: str
    """What it is about: `pools.train`, `network`."""
    value: str
    reason: str
    source: str = ""


@record
class NetworkInterface:
    """One interface of a launch template, in the order of the template."""

    network_card_index: int
    device_index: int
    interface_type: InterfaceType


@record
class Subnet:
    """One subnet of a new VPC, or an existing one."""

    name: str
    zone_id: str
    role: Literal["nodes", "public"]
    cidr: str | None
    existing_id: str | None
    needed_addresses: int
    """Addresses that this plan uses at most: interfaces, endpoints, NAT, file systems, a rolling replacement, AWS's five."""
    available_addresses: int | None
    """Size of the range; None where an existing subnet's range isn't given."""


@record
class Endpoint:
    """One VPC endpoint."""

    name: str
    service: str
    """Full service name: `com.amazonaws.us-east-2.s3`."""
    type: Literal["Gateway", "Interface"]


@record
class SecurityGroupRule:
    """One stand-alone rule, with exactly one source or destination."""

    name: str
    direction: Literal["ingress", "egress"]
    protocol: Literal["tcp", "udp", "icmp", "-1"]
    from_port: int | None
    to_port: int | None
    cidr: str | None = None
    group: str | None = None
    """Key of another security group of the plan, or the group's own key for a self rule."""
    prefix_list: str | None = None
    """Service name of a managed prefix list (S3's gateway endpoint)."""
    description: str = ""


@record
class SecurityGroup:
    """One security group; `key` is `nodes`, `login`, `lustre`, `efs`, `endpoints` or `connect`."""

    key: str
    name: str
    description: str
    rules: tuple[SecurityGroupRule, ...]


@record
class NetworkPlan:
    """VPC, subnets, ways out, endpoints, groups."""

    vpc_name: str
    cidr: str | None
    existing_vpc_id: str | None
    subnets: tuple[Subnet, ...]
    nat_zone_ids: tuple[str, ...]
    endpoints: tuple[Endpoint, ...]
    security_groups: tuple[SecurityGroup, ...]
    flow_log_group: str | None
    """None for an existing VPC, whose owner keeps its flow logs."""
    flow_log_role: RolePlan | None
    internet_gateway: bool
    fits: bool
    """False where the ranges are too small for what is needed, or have no place for a zone: then `subnets` is what
    could be laid out, each with what is needed and what there is."""
    decisions: tuple[Decision, ...]


@record
class RolePlan:
    """An IAM role with its least privileges, each a document with explicit ARNs."""

    name: str
    arn: str
    trust: Document
    policies: tuple[tuple[str, Document], ...]
    """Name and document of each customer-managed policy."""
    instance_profile: str | None = None


@record
class KeyPlan:
    """The key that encrypts the cluster."""

    create: bool
    alias: str
    arn: str | None
    """Known for an existing key only."""
    policy: Document
    """For a new key; for an existing one what its policy must allow."""
    service_linked_roles: tuple[str, ...]
    """Service names (`autoscaling.amazonaws.com`, …) whose role the stack creates."""
    decisions: tuple[Decision, ...]


@record
class Volume:
    """One EBS volume of a launch template. Always encrypted, gone with its node."""

    device_name: str
    size_gib: int
    type: str
    iops: int | None
    throughput_mib_s: int | None
    mount: str | None
    """None for the root volume."""


@record
class PlacementPlan:
    """The placement group of a pool."""

    strategy: Literal["cluster", "spread", "partition"] | None
    name: str | None
    """Name of the group that the stack makes; None for no group or an existing one."""
    existing_arn: str | None
    partition_count: int | None
    decisions: tuple[Decision, ...] = ()


@record
class ReservationPlan:
    """A capacity reservation that the stack makes."""

    name: str
    instance_type: str
    zone_id: str
    count: int
    platform: str
    match: Literal["targeted"]
    placement_group_name: str | None = None
    """Placement group of the plan that it is made in."""


@record
class LaunchPlan:
    """How the pool's launch template and group ask EC2 for capacity."""

    market_type: Literal["spot", "capacity-block"] | None
    """The template's market option; None for on-demand, reservations, and spot by a mixed policy."""
    spot_interruption_behavior: Literal["terminate"] | None
    spot_max_price: str | None
    reservation_id: str | None
    """Existing reservation or block that the template targets."""
    reservation: ReservationPlan | None
    """Reservation that the stack makes, and that the template then targets."""
    reservation_preference: Literal["capacity-reservations-only", "none"] | None
    instance_type_in_template: str | None
    mixed_types: tuple[str, ...]
    """Overrides of a mixed-instances policy, best first; empty for none."""
    spot_allocation: Literal["price-capacity-optimized"] | None
    decisions: tuple[Decision, ...]


@record
class ScheduledAction:
    """One scheduled action of an Auto Scaling group."""

    name: str
    start_time: str
    min_size: int
    max_size: int
    desired_capacity: int


@record
class SchedulePlan:
    """When a capacity block's group holds nodes."""

    state: Literal["always", "before", "during", "after"]
    min_size: int
    max_size: int
    desired_capacity: int | None
    """What `up` sets now; None leaves the group's own value alone."""
    ignore_desired: bool
    actions: tuple[ScheduledAction, ...]
    decisions: tuple[Decision, ...]


@record
class RolloutPlan:
    """What a changed template does to running nodes."""

    mode: Literal["manual", "rolling"]
    min_healthy_percent: int | None
    max_healthy_percent: int | None
    """At most 100 where capacity is capped: a node is ended before one is started."""
    ends_nodes: bool
    """True where a change of template ends running nodes by itself."""
    decisions: tuple[Decision, ...]


@record
class QuotaNeed:
    """vCPUs that the plan needs of one service quota."""

    code: str | None
    """None where sources conflict: look it up by `name` in the account."""
    name: str
    purchase: PurchaseOption
    vcpus: int
    pools: tuple[str, ...]


@record
class ImagePlan:
    """What nodes boot."""

    os: str
    id: str | None
    parameter: str | None
    """Public SSM parameter that gives the image where it isn't pinned; None for an image of the user's own."""
    root_device: str
    decisions: tuple[Decision, ...] = ()


@record
class UserDataPlan:
    """The script that a node runs at boot."""

    base64: str
    size_bytes: int
    """Compressed, before base64; EC2's limit is 16,384."""
    script: str


@record
class PoolPlan:
    """One pool, decided."""

    name: str
    instance_types: tuple[str, ...]
    gpu: str | None
    gpus_per_node: float
    zone_ids: tuple[str, ...]
    nodes_min: int
    nodes_max: int
    nodes_desired: int | None
    purchase: PurchaseOption
    efa: bool
    efa_count: int
    network_interfaces: tuple[NetworkInterface, ...]
    addresses_per_node: int
    security_groups: tuple[str, ...]
    placement: PlacementPlan
    launch: LaunchPlan
    image: ImagePlan
    volumes: tuple[Volume, ...]
    metadata_hop_limit: int
    schedule: SchedulePlan
    rollout: RolloutPlan
    role: RolePlan
    user_data: UserDataPlan
    template_name: str
    group_name: str
    tags: dict[str, str]
    """Tags of the pool's instances, volumes and interfaces."""
    decisions: tuple[Decision, ...]


@record
class LustrePlan:
    """One FSx for Lustre file system."""

    key: str
    name: str
    size_gib: int
    mib_s_per_tib: int
    zone_id: str
    efa: bool
    metadata_mode: Literal["AUTOMATIC", "USER_PROVISIONED"]
    metadata_iops: int | None
    backup_days: int
    mount: str
    mount_parameter: str
    """SSM parameter from which nodes learn its address once it exists."""
    classification: str
    log_group: str


@record
class EfsPlan:
    """One Elastic File System with a mount target in each zone."""

    key: str
    name: str
    zone_ids: tuple[str, ...]
    throughput: str
    provisioned_mib_s: float | None
    mount: str
    mount_parameter: str
    policy_statements: tuple[Document, ...]
    """Statements of its policy; the resource is the file system itself."""
    expected_gib: float | None
    classification: str


@record
class BucketPlan:
    """One S3 bucket with every companion."""

    key: str
    name: str
    arn: str
    policy: Document
    noncurrent_days: int
    expire_days: int | None
    object_lock_days: int | None
    """Days in compliance mode, in which nobody can delete an object; set when the bucket is made."""
    expected_gib: float | None
    classification: str
    abort_multipart_days: int = 7
    """Days after which the parts of an upload that was never finished are removed."""
    access_logs_bucket: str | None = None
    """Name of the bucket that receives its server access logs; None for that bucket itself."""
    encryption: Literal["aws:kms", "AES256"] = "aws:kms"
    """`aws:kms`: with the cluster's key and a bucket key. S3 delivers access logs to a bucket with `AES256` only."""
    force_destroy: bool = False
    """True where `destroy` may empty it: for access logs that are no evidence, never for data."""


@record
class StoragePlan:
    """Everything that outlives nodes."""

    lustre: tuple[LustrePlan, ...]
    efs: tuple[EfsPlan, ...]
    buckets: tuple[BucketPlan, ...]
    decisions: tuple[Decision, ...]
    access_logs: BucketPlan | None = None
    """The bucket of the other buckets' server access logs; None where there are no other buckets."""


@record
class UserParameter:
    """One person, as the SSM parameter that nodes read."""

    user: str
    uid: int
    parameter: str
    value: str
    """JSON: name, uid, keys, sudo."""


@record
class LoginNodePlan:
    """The CPU node in front of the cluster."""

    name: str
    instance_type: str
    zone_id: str
    public: bool
    """True where a public range may reach it: then it has an elastic address in a public subnet."""
    image: ImagePlan
    volumes: tuple[Volume, ...]
    role: RolePlan
    user_data: UserDataPlan
    security_groups: tuple[str, ...]


@record
class AccessPlan:
    """Who may log in, and through what."""

    parameter_prefix: str
    """`/rackguard/<cluster>`: nodes read below it."""
    users: tuple[UserParameter, ...]
    login_node: LoginNodePlan | None
    connect_endpoint: str | None
    """Name of the EC2 Instance Connect Endpoint; None for none."""
    connect_zone_id: str | None
    auth_log_group: str
    log_retention_days: int
    decisions: tuple[Decision, ...]
    keep_logs: bool = False
    """True where the cluster's log groups (log-ins, flow logs) stay after `destroy`, as evidence."""


@record
class Retained:
    """Something that outlives `pulumi destroy`, and why."""

    name: str
    kind: str
    reason: str


@record
class ClusterPlan:
    """A whole cluster, decided."""

    stack: str
    name: str
    region: str
    account_id: str
    tags: dict[str, str]
    protect: bool
    network: NetworkPlan
    key: KeyPlan
    access: AccessPlan
    storage: StoragePlan
    pools: tuple[PoolPlan, ...]
    quotas: tuple[QuotaNeed, ...]
    retained: tuple[Retained, ...]
    decisions: tuple[Decision, ...]
    """Every decision of every part, in the order of the plan."""
